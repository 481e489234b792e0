/**
 * Credentials taken out of what is read, printed and said (RFC-0009 §4.2). They are found by the detector of the gate; a
 * value that can be nothing else is remembered for the session and taken out wherever it stands. What a command encodes
 * or spells out is not recognised.
 */
import { SHELL_CREDENTIALS } from '#lib/spec/limits.ts';
import { isStrongAnywhere } from '#lib/secrets/credential-values.ts';
import type { Credential } from '#kernel/gate/ports.ts';
import { credentialFinder, mayHoldCredential } from './credentials.ts';
import { openKeyAt } from './terminal-output.ts';

export const REDACTED = '[withheld: credential, RFC-0009 §4.2]';

/** In a program's output any short word may come up; a longer one is the value itself. */
const REMEMBERED_MIN_CHARS = 8;

type Range = readonly [from: number, to: number];

/** Values that were recognised in a session, and are redacted without being recognised again. */
export class Secrets {
  readonly #values = new Set<string>();

  constructor(values: readonly string[] = []) {
    for (const value of values) this.add(value);
  }

  /** Takes no short values, and no more than can be looked for in every text. */
  add(value: string): void {
    if (value.length < REMEMBERED_MIN_CHARS || this.#values.size >= SHELL_CREDENTIALS) return;
    this.#values.add(value);
  }

  /** Every place in `text` where one of them stands. */
  in(text: string): readonly Range[] {
    return [...this.#values].flatMap((value) => placesOf(value, text, 0, text.length));
  }
}

type CredentialFinder = ReturnType<typeof credentialFinder>;

/** Takes credentials out of texts of one session: those that its detector finds, and values that are known. */
export class CredentialRedactor {
  readonly find: CredentialFinder;
  readonly secrets: Secrets;

  /** `values` are redacted wherever they stand, but for short ones. */
  constructor(values: readonly string[] = [], find: CredentialFinder = credentialFinder()) {
    this.secrets = new Secrets(values);
    this.find = find;
  }

  /**
   * `text` from `from` on, with a mark in place of each credential; one that `from` would cut is redacted as a whole.
   * Waits only for the detectors, and those are asked only about what may hold a credential.
   */
  async redact(text: string, from = 0): Promise<string> {
    return redactFrom(text, await this.#foundIn(text), this.secrets, from);
  }

  /** The same for a whole text, of which every line stays where it is: one that belongs to a credential is a mark. */
  async redactLines(text: string): Promise<string> {
    const found = await this.#foundIn(text);
    for (const { value } of found) this.secrets.add(value);
    if (found.length > SHELL_CREDENTIALS) return text.replaceAll(/[^\r\n]+/g, REDACTED);
    const ranges = rangesIn(text, found, this.secrets).flatMap(([from, to]) =>
      [...text.slice(from, to).matchAll(/[^\r\n]+/g)].map(({ index, 0: part }): Range => [
        from + index,
        from + index + part.length,
      ]),
    );
    return replaced(text, ranges, 0);
  }

  async #foundIn(text: string): Promise<readonly Credential[]> {
    return mayHoldCredential(text) ? this.find(text) : [];
  }
}

/** `text` from `from` on without what was found in all of it, and without values that are known. */
export const redactFrom = (
  text: string,
  found: readonly Credential[],
  secrets = new Secrets(),
  from = 0,
): string => {
  // So many that taking them out one by one would keep the kernel from its work.
  if (found.length > SHELL_CREDENTIALS) return REDACTED;
  return replaced(text, rangesIn(text, found, secrets), from);
};

const rangesIn = (
  text: string,
  found: readonly Credential[],
  secrets: Secrets,
): readonly Range[] => {
  const starts = found.length === 0 ? [] : lineStarts(text);
  const onLines = found.flatMap(({ value, line }) => {
    if (isStrongAnywhere(value)) secrets.add(value);
    return lineRanges(value, text, starts[line - 1] ?? 0, starts[line] ?? text.length);
  });
  const open = openKeyAt(text);
  const ranges = [...onLines, ...secrets.in(text)];
  if (open < text.length) ranges.push([open, text.length]);
  return ranges;
};

/** Where a value stands that was found on the line; the line itself if it does not stand there to the letter. */
const lineRanges = (value: string, text: string, start: number, end: number): readonly Range[] => {
  const places = placesOf(value, text, start, end);
  return places.length > 0 ? places : [[start, start + text.slice(start, end).trimEnd().length]];
};

/** Every place of `value` that begins between `from` and `to`. */
const placesOf = (value: string, text: string, from: number, to: number): readonly Range[] => {
  const part = text.slice(from, to + value.length - 1);
  const places: Range[] = [];
  for (let at = part.indexOf(value); at >= 0; at = part.indexOf(value, at + value.length))
    places.push([from + at, from + at + value.length]);
  return places;
};

/** As the detector counts lines: LF, CRLF and a lone CR end one. */
const lineStarts = (text: string): readonly number[] => [
  0,
  ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ index, 0: end }) => index + end.length),
];

const replaced = (text: string, ranges: readonly Range[], from: number): string => {
  let out = '';
  let at = from;
  for (const [start, end] of merged(ranges.filter((range) => range[1] > from))) {
    out += text.slice(at, Math.max(at, start)) + REDACTED;
    at = end;
  }
  return out + text.slice(at);
};

/** In order, those that overlap or touch as one. */
const merged = (ranges: readonly Range[]): readonly Range[] => {
  const out: Range[] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = out.at(-1);
    if (last !== undefined && from <= last[1])
      out[out.length - 1] = [last[0], Math.max(last[1], to)];
    else out.push([from, to]);
  }
  return out;
};
