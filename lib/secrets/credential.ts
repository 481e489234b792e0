/**
 * Credentials that a human labelled (`Password: …`), which no detector of provider formats can know (§2.4, §4.2).
 * It reads code blocks and comments too: a credential is one wherever it stands.
 *
 * Three strengths of label. After a password word any token counts, also `changeme` and `welcome`: a weak password
 * opens the same door. After a key or token word only what does not look like a word counts, because `secret` and
 * `key` are ordinary English. A PIN is digits.
 *
 * Reading a line closely is slow, and most lines need not be read: without one of the words that label a credential
 * a line holds none, unless a line above it says that one follows.
 */
import { nextHint } from '#lib/language/credential-labels.ts';
import { LineReader, mayTell } from './credential-lines.ts';
import type { CredentialMatch } from './credential-match.ts';
import { isMade, isStrongAnywhere } from './credential-values.ts';
import { LineFinder } from '#lib/text/line-finder.ts';
import { scanLines, splitLines } from '#lib/text/lines.ts';

export { containsPasswordWord, isCredentialLabel } from '#lib/language/credential-labels.ts';

/** One find. `value` is for comparing in memory; it is never printed or written. `line` counts from 1. */
export interface LabelledCredential {
  readonly line: number;
  /** Words of our own. */
  readonly kind: string;
  readonly value: string;
  /** `low`: a single word, an example, something short; a person has to look. */
  readonly confidence: 'high' | 'low';
}

/** Read closely, they take a few milliseconds. */
const STEP_LINES = 2000;

type FoundAt = CredentialMatch & { readonly line: number };

/** The labelled credentials of a text, in order. Linear in its length; never throws. */
export function labelledCredentials(text: string): readonly LabelledCredential[] {
  return whole(labelledSteps(text));
}

/** The same for a caller who wants to do something else now and then: it yields after a few thousand lines. */
export function* labelledSteps(text: string): Generator<undefined, readonly LabelledCredential[]> {
  const found = yield* nearHints(text, new LineReader());
  return yield* withConfidence(text, found);
}

const whole = <Value>(steps: Generator<undefined, Value>): Value => {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};

/** The same by reading every line closely: slow, and what the quick way is compared with in its tests. */
export function labelledCredentialsSlowly(text: string): readonly LabelledCredential[] {
  const reader = new LineReader();
  const found: FoundAt[] = [];
  let line = 0;
  for (const raw of splitLines(text)) {
    line += 1;
    for (const one of reader.take(raw)) found.push({ line, ...one });
  }
  return whole(withConfidence(text, found));
}

/** Do these lines say that a credential may stand on the one below them? Linear in their length; never throws. */
export function isAwaitingCredential(lines: string): boolean {
  const reader = new LineReader();
  whole(nearHints(lines, reader));
  return reader.isWaiting;
}

/** Where it is worth to look: hints, and addresses of mail, which no word scan tells from other scripts. */
class Signs {
  readonly #text: string;
  /** The next of each, kept until the reading has passed it: nothing is walked over twice. */
  #address: number;
  #hint: number;

  constructor(text: string) {
    this.#text = text;
    this.#address = text.indexOf('@');
    this.#hint = nextHint(text, 0);
  }

  /** Right behind the first sign at or behind `from`, the start of a line, which only grows; -1 for none. */
  next(from: number): number {
    if (this.#address >= 0 && this.#address < from) this.#address = this.#text.indexOf('@', from);
    if (this.#hint >= 0 && this.#hint <= from && from > 0) this.#hint = nextHint(this.#text, from);
    if (this.#address < 0) return this.#hint;
    return this.#hint < 0 ? this.#address + 1 : Math.min(this.#hint, this.#address + 1);
  }
}

/** Reads the lines with a hint, and those below as long as a line above says something about them. */
function* nearHints(text: string, reader: LineReader): Generator<undefined, readonly FoundAt[]> {
  const found: FoundAt[] = [];
  let lineCount = 0;
  const lines = new LineFinder(text);
  const signs = new Signs(text);
  let read = 0;
  for (let hint = signs.next(0); hint >= 0; hint = signs.next(read)) {
    let from = lines.startOf(hint, read);
    // Where the line just above was read, what it says still holds.
    if (from !== read || from === 0) reader.skipTo(lines.lineBefore(from));
    do {
      const to = lines.endOf(from);
      const raw = text.slice(from, to);
      if (reader.isWaiting || mayTell(raw, hint - from))
        for (const one of reader.take(raw)) found.push({ line: lines.numberAt(from), ...one });
      else reader.skipTo(raw);
      read = lines.afterEnd(to);
      from = read;
      lineCount += 1;
      if (lineCount % STEP_LINES === 0) yield;
    } while (reader.isWaiting && from < text.length);
  }
  return found;
}

/** In a code block stands many an example, so that only what is clearly a real one is sure there. */
function* withConfidence(
  text: string,
  found: readonly FoundAt[],
): Generator<undefined, readonly LabelledCredential[]> {
  const isInCode = found.length > 0 ? yield* codeLines(text) : () => false;
  return found.map(({ line, kind, value, confidence, isShown }) => {
    const isExample = !isShown && isInCode(line) && !isStrongAnywhere(value) && !isMade(value);
    return { line, kind, value, confidence: isExample ? 'low' : confidence };
  });
}

function* codeLines(text: string): Generator<undefined, (line: number) => boolean> {
  if (!text.includes('```') && !text.includes('~~~')) return () => false;
  const lines = new Set<number>();
  for (const { kind, line } of scanLines(text)) {
    if (kind === 'code') lines.add(line);
    if (line % STEP_LINES === 0) yield;
  }
  return (line) => lines.has(line);
}
