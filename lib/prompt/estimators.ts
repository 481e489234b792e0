/** How many tokens a text is, by the rule of each system, by name: none of them is a tokenizer. */
import type { Estimator } from '#lib/layout/document.ts';
import { estimateTokens } from '#lib/model/estimate.ts';

const WORD = /\S+/gu;
const PUNCTUATION = /[\p{P}\p{S}]/gu;

const count = (text: string, pattern: RegExp): number => {
  let found = 0;
  pattern.lastIndex = 0;
  while (pattern.exec(text) !== null) found += 1;
  return found;
};

export const ESTIMATE: Readonly<Record<Estimator, (text: string) => number>> = {
  claude: (text) => estimateTokens(text, 3),
  'claude-2024': (text) => estimateTokens(text, 3.9),
  o200k: (text) => estimateTokens(text, 4.35),
  aletheia: (text) => Math.ceil(text.length / 3.5),
  gsv: (text) => Math.ceil((text.length / 4) * 1.2),
  // As its code has it; its document says words / 1.3.
  osa: (text) => Math.round(count(text, WORD) * 1.3 + count(text, PUNCTUATION) * 0.5),
  'osa-document': (text) => Math.round(count(text, WORD) / 1.3),
  openclaw: (text) => Math.ceil(text.length / 4),
};
