/**
 * What is known of models: what they take, and what they cost at the one who makes them. Facts of their makers' pages
 * as of `PRICES_AS_OF`; what is not found there is not in here. The owner's settings go before this table.
 */
import type { Prices, Rates } from './cost.ts';
import type { ModelLimits } from '#lib/protocol/protocol.ts';

/** The day on which the prices were looked up. */
export const PRICES_AS_OF = '2026-10-10';

/** Characters for one token, by vocabulary: Claude since Opus 4.7, Claude before, GPT since 4o. */
const NEW_CLAUDE = 3.0;
const OLD_CLAUDE = 3.9;
const O200K = 4.35;

const K = 1000;

/** A19's window, an answer that every model of these years can give, and the strictest of all caches and vocabularies. */
const UNKNOWN: ModelLimits = {
  contextTokens: 200 * K,
  outputTokens: 8192,
  cacheMinTokens: 4096,
  charsPerToken: NEW_CLAUDE,
};

const limits = (
  contextTokens: number,
  outputTokens: number,
  cacheMinTokens: number,
  charsPerToken: number,
): ModelLimits => ({ contextTokens, outputTokens, cacheMinTokens, charsPerToken });

const MILLION = 1000 * K;
const GPT_WINDOW = 1050 * K;

/** By how ids begin; the longest that fits holds, so that a release that is not known yet has what its family has. */
const LIMITS: Readonly<Record<string, ModelLimits>> = {
  'claude-fable-5': limits(MILLION, 128 * K, 512, NEW_CLAUDE),
  'claude-mythos-5': limits(MILLION, 128 * K, 512, NEW_CLAUDE),
  'claude-opus-5': limits(MILLION, 128 * K, 512, NEW_CLAUDE),
  'claude-sonnet-5-5': limits(MILLION, 128 * K, 512, NEW_CLAUDE),
  'claude-sonnet-5': limits(MILLION, 128 * K, 1024, NEW_CLAUDE),
  'claude-haiku-5-5': limits(MILLION, 128 * K, 512, NEW_CLAUDE),
  'claude-opus-4-8': limits(MILLION, 128 * K, 1024, NEW_CLAUDE),
  'claude-opus-4-7': limits(MILLION, 128 * K, 2048, NEW_CLAUDE),
  'claude-opus-4-6': limits(MILLION, 128 * K, 4096, OLD_CLAUDE),
  'claude-sonnet-4-6': limits(MILLION, 64 * K, 1024, OLD_CLAUDE),
  'claude-opus-4-5': limits(200 * K, 64 * K, 4096, OLD_CLAUDE),
  'claude-sonnet-4-5': limits(200 * K, 64 * K, 1024, OLD_CLAUDE),
  'claude-haiku-4-5': limits(200 * K, 64 * K, 4096, OLD_CLAUDE),
  'gpt-6': limits(GPT_WINDOW, 128 * K, 1024, O200K),
  'gpt-5.6': limits(GPT_WINDOW, 128 * K, 1024, O200K),
  'gpt-5.5': limits(GPT_WINDOW, 128 * K, 2048, O200K),
  'gpt-5.4': limits(GPT_WINDOW, 128 * K, 2048, O200K),
  'gpt-5.4-mini': limits(400 * K, 128 * K, 2048, O200K),
  'gpt-5.4-nano': limits(400 * K, 128 * K, 2048, O200K),
  'gpt-5': limits(400 * K, 128 * K, 2048, O200K),
  'gpt-4.1': limits(1_047_576, 32_768, 2048, O200K),
  'gpt-4o': limits(128 * K, 16_384, 2048, O200K),
  o3: limits(200 * K, 100 * K, 2048, O200K),
  'o4-mini': limits(200 * K, 100 * K, 2048, O200K),
};

const TENTH = 0.1;

/** Of Claude: writing to the cache costs a quarter more than reading the words, and reading from it a part of that. */
const claude = (input: number, output: number, cacheReadShare = TENTH): Rates => ({
  input,
  output,
  cacheRead: input * cacheReadShare,
  cacheWritten: input * 1.25,
});

/** Of GPT: above 272,000 tokens of prompt all that goes in costs twice as much, what comes out half as much again. */
const gpt = (input: number, output: number, cacheRead: number): Prices => {
  const cacheWritten = input * 1.25;
  return {
    input,
    output,
    cacheRead,
    cacheWritten,
    long: {
      aboveTokens: 272 * K,
      input: 2 * input,
      output: 1.5 * output,
      cacheRead: 2 * cacheRead,
      cacheWritten: 2 * cacheWritten,
    },
  };
};

/** By id: a release that is not known yet has a price of its own. */
const PRICES: Readonly<Record<string, Prices>> = {
  'claude-fable-5-1': claude(10, 50, 0.025),
  'claude-mythos-5-1': claude(10, 50, 0.025),
  'claude-fable-5': claude(10, 50),
  'claude-mythos-5': claude(10, 50),
  'claude-opus-5-5': claude(4, 20, 0.05),
  'claude-opus-5': claude(5, 25),
  'claude-opus-4-8': claude(5, 25),
  'claude-opus-4-7': claude(5, 25),
  'claude-opus-4-6': claude(5, 25),
  'claude-opus-4-5': claude(5, 25),
  'claude-sonnet-5-5': claude(2, 10, 0.05),
  'claude-sonnet-5': claude(2, 10),
  'claude-sonnet-4-6': claude(3, 15),
  'claude-sonnet-4-5': claude(3, 15),
  'claude-haiku-5-5': { ...claude(0.1, 0.5), long: { aboveTokens: 100 * K, ...claude(0.5, 2.5) } },
  'claude-haiku-4-5': claude(1, 5),
  'gpt-6-astra': gpt(10, 50, 1),
  'gpt-6.1-sol': gpt(2, 10, 0.1),
  'gpt-6.1-terra': gpt(1, 5, 0.05),
  'gpt-6-sol': gpt(2, 10, 0.2),
  'gpt-6-luna': gpt(0.1, 0.5, 0.01),
  'gpt-5.6-sol': gpt(4, 20, 0.4),
  'gpt-5.6-terra': gpt(2, 12, 0.2),
  'gpt-5.6-luna': gpt(0.2, 1.2, 0.02),
  'gpt-5.4-mini': { input: 0.75, output: 4.5, cacheRead: 0.075 },
};

const FAMILIES = Object.keys(LIMITS).toSorted((one, other) => other.length - one.length);

/** What a model takes, by the family of its id; for one of no known family what hardly any model falls short of. */
export const limitsOf = (model: string): ModelLimits => {
  const id = plain(model);
  const family = FAMILIES.find((name) => belongs(id, name));
  return (family === undefined ? undefined : LIMITS[family]) ?? UNKNOWN;
};

/** What the maker of a model takes for it; `undefined` where that is not known. Others may take something else. */
export const pricesOf = (model: string): Prices | undefined => {
  const id = model.replace(SNAPSHOT, '');
  return Object.hasOwn(PRICES, id) ? PRICES[id] : undefined;
};

/** A snapshot of a model has the model's prices. */
const SNAPSHOT = /-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/;

/** Gateways put the maker before a model, and some write the numbers of Claude with a point. */
const plain = (model: string): string => {
  const id = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  return id.startsWith('claude-') ? id.replaceAll('.', '-') : id;
};

/** `gpt-5` is the family of `gpt-5` and `gpt-5-mini`, `gpt-6` that of `gpt-6.1-sol` too, and neither that of `gpt-50`. */
const belongs = (id: string, family: string): boolean =>
  id.startsWith(family) && !/^\d/.test(id.slice(family.length));
