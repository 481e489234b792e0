/** An answer cut into messages of a chat, between paragraphs where it can be. */

/** Messages of `maxChars` UTF-16 units at most, none empty. What stands between two of them is white space alone. */
export const messagesOf = (text: string, maxChars: number): readonly string[] => {
  const messages: string[] = [];
  let rest = text.trim();
  while (rest.length > maxChars) {
    const end = cutIn(rest, maxChars);
    messages.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? messages : [...messages, rest];
};

/** Where the first message ends: after a paragraph, a line, a word; never in a pair of surrogates. */
const cutIn = (text: string, maxChars: number): number => {
  for (const between of ['\n\n', '\n', ' ']) {
    const end = text.lastIndexOf(between, maxChars);
    if (end > maxChars / 4) return end;
  }
  return /[\uD800-\uDBFF]/u.test(text.charAt(maxChars - 1)) ? maxChars - 1 : maxChars;
};
