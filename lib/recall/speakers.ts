/** Who says a unit of memory, where it is a line of a conversation: `Ada: …`, `- **Ada** (14:30): …`. */

/** Who is said to speak, and what they say. */
export interface Spoken {
  readonly speaker: string;
  readonly said: string;
}

const SPEAKER =
  /^\s*(?:[-*+>]\s+)?(?:\[?\d{1,2}:\d{2}(?::\d{2})?\]?\s+)?[*_]{0,2}(\p{L}[\p{L}\p{M}.'-]{0,24}(?: \p{Lu}[\p{L}\p{M}.'-]{0,24}){0,2})[*_]{0,2}\s*(?:\([^)\n]{1,40}\)\s*)?[:：][*_]{0,2}\s+(?=\S)/u;

/** A label before a colon and what follows it; `undefined` where there is none. */
export const spokenIn = (text: string): Spoken | undefined => {
  const found = SPEAKER.exec(text);
  if (found === null) return undefined;
  return { speaker: found[1] ?? '', said: text.slice(found[0].length) };
};

/** Whoever is said to speak once may be a label; in a conversation two or more speak, and one of them again. */
export const speakersIn = (texts: readonly string[]): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const speaker = spokenIn(text)?.speaker;
    if (speaker !== undefined) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  }
  const isTalk = counts.size > 1 && [...counts.values()].some((count) => count > 1);
  return new Set(isTalk ? counts.keys() : []);
};
