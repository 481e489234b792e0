/** Lines out of the pieces in which a pipe brings them, and how many parts a line of JSON has. */
import { AGENT_MESSAGE_PARTS } from '#lib/spec/limits.ts';

const LF = 0x0a;
export const isBlank = (line: string): boolean => !/\S/u.test(line);

const [QUOTE, ESCAPE] = [0x22, 0x5c];
/** `[`, `{` and `,`. */
const PARTS: ReadonlySet<number> = new Set([0x5b, 0x7b, 0x2c]);

/** Does a line of JSON begin more lists, objects and values than a message may hold? What stands in texts is no part. */
export const isManyParts = (line: string): boolean => {
  if (line.length <= AGENT_MESSAGE_PARTS) return false;
  let parts = 0;
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code === QUOTE) at = textEnd(line, at);
    else if (PARTS.has(code)) parts += 1;
  }
  return parts > AGENT_MESSAGE_PARTS;
};

/** Where the text ends that begins at `from`. */
const textEnd = (line: string, from: number): number => {
  let at = from + 1;
  for (; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code === QUOTE) break;
    if (code === ESCAPE) at += 1;
  }
  return at;
};

/** Puts lines together from pieces, however small they are. */
export class LineAssembler {
  /** The beginning of a line; of `#bytes` bytes. It grows to twice its size, so that each byte is moved a few times. */
  #held = Buffer.alloc(0);
  #bytes = 0;
  readonly #maxBytes: number;

  /** `maxBytes`: of one line. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that end in `chunk`. Throws RangeError for one that is too long. */
  take(chunk: Buffer): readonly string[] {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      lines.push(this.#line(chunk.subarray(from, end)));
      from = end + 1;
    }
    this.#hold(chunk.subarray(from));
    return lines;
  }

  /** The line that has no end yet; it is taken. */
  rest(): string {
    return this.#line(Buffer.alloc(0));
  }

  #line(end: Buffer): string {
    if (this.#bytes === 0) return end.toString('utf8');
    this.#hold(end);
    const line = this.#held.toString('utf8', 0, this.#bytes);
    [this.#held, this.#bytes] = [Buffer.alloc(0), 0];
    return line;
  }

  #hold(piece: Buffer): void {
    const bytes = this.#bytes + piece.byteLength;
    if (bytes > this.#maxBytes)
      throw new RangeError(`a message is longer than ${this.#maxBytes} bytes`);
    if (bytes > this.#held.byteLength) {
      const held = Buffer.allocUnsafe(
        Math.min(this.#maxBytes, Math.max(bytes, 2 * this.#held.byteLength)),
      );
      this.#held.copy(held, 0, 0, this.#bytes);
      this.#held = held;
    }
    piece.copy(this.#held, this.#bytes);
    this.#bytes = bytes;
  }
}
