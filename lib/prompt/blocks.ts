/** How a prompt goes to a provider that keeps what it has seen: text by text, with breakpoints (A20 to A23, O19, O20). */
import { CACHED_RUNS } from '#lib/model/limits.ts';
import type { CacheGroup } from '#lib/protocol/protocol.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import type { PromptFacts } from './facts.ts';
import type { Piece } from './pieces.ts';

/** One text of the system prompt; `cached`: a breakpoint stands after it. */
export interface PromptBlock {
  readonly group: CacheGroup;
  readonly text: string;
  readonly cached: boolean;
}

/**
 * Runs of pieces of one group, in order: glued together they are the prompt. What comes after something dynamic is not
 * kept: it would be sent again whenever that changes.
 */
export const blocksOf = (
  pieces: readonly Piece[],
  { separateDynamic = false, separator }: Pick<LayoutDocument, 'separateDynamic' | 'separator'>,
): readonly PromptBlock[] => {
  const runs: { readonly group: CacheGroup; text: string }[] = [];
  for (const { text, group, source } of pieces) {
    const isSeparator = source.is === 'layout' && source.what === 'separator' && text === separator;
    const last = runs.at(-1);
    const isNew = last?.group !== group || (separateDynamic && group === 'dynamic' && isSeparator);
    if (isNew) runs.push({ group, text });
    else last.text += text;
  }
  const firstDynamic = runs.findIndex(({ group }) => group === 'dynamic');
  const cached = Math.min(CACHED_RUNS, firstDynamic < 0 ? runs.length : firstDynamic);
  return runs.map(({ group, text }, index) => ({ group, text, cached: index < cached }));
};

/** The window where nobody says how large it is (A19). */
const WINDOW_TOKENS = 200_000;

/** What a conversation may take (A19); `undefined` where nobody says what tools and answers take. */
export const historyBudget = (
  { contextTokens = WINDOW_TOKENS, toolTokens, outputTokens }: PromptFacts,
  bootstrapTokens: number,
): number | undefined =>
  toolTokens === undefined || outputTokens === undefined
    ? undefined
    : Math.max(0, contextTokens - bootstrapTokens - toolTokens - outputTokens);
