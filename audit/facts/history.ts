/** Git's history as rules speak of it: which commits, shortly named, and what keeps it from being whole. */
import type { Change, GitHistory } from '#lib/workspace/snapshot.ts';
import type { Finding, RuleOutcome } from '#audit/workspace/finding.ts';
import { NOT_APPLICABLE, notAuditable } from '#audit/workspace/finding.ts';

/** Enough of a commit's id to find it by. */
const SHORT_ID_CHARS = 10;

/** The short id of a commit. */
export const shortId = ({ commit }: Pick<Change, 'commit'>): string =>
  commit.slice(0, SHORT_ID_CHARS);

/** `1 commit`, `3 commits`, each commit counted once. */
export const countCommits = (changes: readonly Change[]): string => {
  const { size } = new Set(changes.map(({ commit }) => commit));
  return size === 1 ? '1 commit' : `${size} commits`;
};

/** Did this change take the name away, or bring it? A rename does both, to two names. */
export const removes = (change: Change, name: string): boolean =>
  (change.kind === 'deleted' && change.file === name) || change.from === name;

/** See `removes`. */
export const brings = ({ kind, file }: Change, name: string): boolean =>
  file === name && (kind === 'added' || kind === 'renamed');

/** What a rule found in the history; that it found nothing says little where the history is not whole. */
export const judgeHistory = (
  history: GitHistory | undefined,
  look: (history: GitHistory) => readonly Finding[],
): RuleOutcome => {
  if (history === undefined) return NOT_APPLICABLE;
  const found = look(history);
  if (found.length > 0 || history.partial === undefined) return found;
  return notAuditable(`git's history was not read whole: ${history.partial}`);
};
