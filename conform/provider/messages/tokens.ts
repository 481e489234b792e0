/** The token of this API: four bytes of the JSON of a block, begun ones included. One rule for all that is counted. */

const BYTES_OF_TOKEN = 4;

export const tokenCount = (value: unknown): number =>
  Math.ceil(Buffer.byteLength(JSON.stringify(value)) / BYTES_OF_TOKEN);

/** Tokens of one answer, as `usage` names them. */
export interface Usage {
  /** Neither read from the cache nor written to it. */
  readonly input: number;
  readonly read: number;
  readonly written5m: number;
  readonly written1h: number;
  readonly output: number;
}

/** In units of one token of input: writing costs 1.25 (an hour: 2), reading a tenth, output five. */
export const costInTokens = ({ input, read, written5m, written1h, output }: Usage): number =>
  input + 0.1 * read + 1.25 * written5m + 2 * written1h + 5 * output;
