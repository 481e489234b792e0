/**
 * How many tokens a text is, without a tokenizer: characters over a number of the model's family, bytes for
 * scripts other than Latin, and a factor that is learnt from what the provider counts.
 */

/** Above it a letter is a token of its own or more; its bytes in UTF-8 say better how many. */
const LAST_LATIN = 0x2_4f;
const TWO_BYTES = 0x7_ff;

/** Tokens of `text`, for a vocabulary of so many characters a token. */
export const estimateTokens = (text: string, charsPerToken: number): number => {
  let units = 0;
  for (let index = 0; index < text.length; index += 1) units += weightOf(text.charCodeAt(index));
  return Math.ceil(units / charsPerToken);
};

/** Each half of a surrogate pair stands for two of its four bytes. */
const weightOf = (unit: number): number => {
  if (unit <= LAST_LATIN) return 1;
  if (unit <= TWO_BYTES || (unit & 0xf8_00) === 0xd8_00) return 2;
  return 3;
};

/** The weight of a new count against all before it. */
const NEWEST_SHARE = 0.3;
/** A count further off says something about the request, such as images, and not about the vocabulary. */
const FACTOR_MIN = 0.25;
const FACTOR_MAX = 4;

/** How far a provider's counts are from the estimates, as an average in which older ones fade. */
export class Calibration {
  #factor: number | undefined;

  /** What an estimate is to be multiplied by. */
  get factor(): number {
    return this.#factor ?? 1;
  }

  /** Takes in what the provider counted for a prompt that was estimated, without the factor. Counts of 0 say nothing. */
  learn(estimated: number, counted: number): void {
    if (estimated <= 0 || counted <= 0) return;
    const found = Math.min(FACTOR_MAX, Math.max(FACTOR_MIN, counted / estimated));
    this.#factor =
      this.#factor === undefined ? found : this.#factor * (1 - NEWEST_SHARE) + found * NEWEST_SHARE;
  }
}
