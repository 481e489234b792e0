/** What an answer of a model costs. */
import type { Tokens } from '#lib/protocol/protocol.ts';

/** US dollars for a million tokens. What is left out of the two of the cache costs as much as `input`. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWritten?: number;
}

export interface Prices extends Rates {
  /** A prompt of more tokens is charged at other rates, all of it and its answer too. */
  readonly long?: Rates & { readonly aboveTokens: number };
}

const MILLION = 1_000_000;

/** US dollars for one answer of the provider. Of several, add up what each costs: a rate may hang on the prompt's length. */
export const costOf = (tokens: Tokens, prices: Prices): number => {
  const prompt = tokens.input + tokens.cacheRead + tokens.cacheWritten;
  const { long } = prices;
  const rates = long !== undefined && prompt > long.aboveTokens ? long : prices;
  return (
    (tokens.input * rates.input +
      tokens.cacheRead * (rates.cacheRead ?? rates.input) +
      tokens.cacheWritten * (rates.cacheWritten ?? rates.input) +
      tokens.output * rates.output) /
    MILLION
  );
};
