/**
 * What a command printed: the end of it, with enough before that to know a credential that the cut
 * would halve. Bytes come in as they come; text goes out in whole lines.
 */
import { SHELL_CONTEXT_BYTES } from '#lib/spec/limits.ts';

/** A text and the part of it that may be shown. */
interface Judged {
  /** All that is known of the output, up to its last whole line. */
  readonly text: string;
  /** Where the part begins that is shown; what stands before is there to be recognised. */
  readonly from: number;
  /** Something was printed before that part. */
  readonly truncated: boolean;
}

/** Of a limit of this many bytes, up to one may be given for beginning with a whole line. */
const LINE_SHARE = 8;
const LINE_SHARE_MAX_BYTES = 2048;

export class CommandOutput {
  readonly #limit: number;
  #chunks: Buffer[] = [];
  #held = 0;
  #printed = 0;

  /** `limit`: the bytes that are kept to be shown. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** All bytes so far, kept or not. */
  get printed(): number {
    return this.#printed;
  }

  add(chunk: Buffer): void {
    this.#printed += chunk.byteLength;
    this.#held += chunk.byteLength;
    this.#chunks.push(chunk);
    const keep = this.#limit + SHELL_CONTEXT_BYTES;
    // Joined now and then, not for each chunk: a command may print a byte at a time.
    if (this.#held > 2 * keep || this.#chunks.length > 1024) this.#join(keep);
  }

  /** What was printed so far; all of it if `ended`, otherwise without the line that may still grow. */
  judged(ended: boolean): Judged {
    const bytes = this.#join(this.#limit + SHELL_CONTEXT_BYTES);
    const whole = ended ? bytes : bytes.subarray(0, endOfLines(bytes));
    const cut = afterCharacter(bytes, Math.max(0, bytes.byteLength - this.#limit));
    const from = Math.min(lineFrom(bytes, cut, this.#limit), whole.byteLength);
    const before = decode(whole.subarray(0, from));
    const text = before + decode(whole.subarray(from));
    const truncated = from > 0 || this.#printed > bytes.byteLength;
    return { text: ended ? text : withoutOpenKey(text), from: before.length, truncated };
  }

  #join(keep: number): Buffer {
    const all = Buffer.concat(this.#chunks);
    // A copy: a part would hold on to the whole.
    const kept = all.byteLength > keep ? Buffer.from(all.subarray(all.byteLength - keep)) : all;
    this.#chunks = [kept];
    this.#held = kept.byteLength;
    return kept;
  }
}

/** The end of `text`, at most `limit` bytes of UTF-8, whole characters. */
export const lastBytes = (text: string, limit: number): string => {
  const bytes = Buffer.from(text);
  if (bytes.byteLength <= limit) return text;
  return decode(bytes.subarray(afterCharacter(bytes, bytes.byteLength - limit)));
};

/** Where a block of a private key begins whose end is not in `text`; its length if there is none. */
export const openKeyAt = (text: string): number => {
  const begin = text.lastIndexOf('-----BEGIN ');
  if (begin < 0 || !/^[A-Z ]{0,40}PRIVATE KEY/.test(text.slice(begin + 11, begin + 64)))
    return text.length;
  return text.includes('-----END ', begin) ? text.length : begin;
};

const withoutOpenKey = (text: string): string => text.slice(0, openKeyAt(text));

/** What is not UTF-8 becomes U+FFFD. */
const decode = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Lines end with LF, or with the CR of a program that draws its progress. */
const endOfLines = (bytes: Buffer): number =>
  Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d)) + 1;

/** `at`, or the next place where a character begins. */
const afterCharacter = (bytes: Uint8Array, at: number): number => {
  let place = at;
  while (place < at + 3 && ((bytes[place] ?? 0) & 0xc0) === 0x80) place += 1;
  return place;
};

/** The first line that begins at or shortly after `cut`; `cut` if none does. */
const lineFrom = (bytes: Buffer, cut: number, limit: number): number => {
  if (cut === 0 || bytes[cut - 1] === 0x0a) return cut;
  const share = Math.min(Math.floor(limit / LINE_SHARE), LINE_SHARE_MAX_BYTES);
  const end = bytes.indexOf(0x0a, cut);
  return end >= 0 && end - cut < share ? end + 1 : cut;
};
