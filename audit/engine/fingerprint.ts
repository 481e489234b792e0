/** What makes two findings the same although lines have moved, and however often an audit is run. */
import type { RuleFinding } from '#audit/workspace/finding.ts';

/** One finding with a text that is equal for equal findings, and unequal for two of one run. */
export interface Identified {
  readonly finding: RuleFinding;
  readonly identity: string;
}

/**
 * Identities by rule, file and what the rule says tells them apart. The hash of a credential is part of it only
 * where `withValues` is set: its key belongs to one machine or one baseline, so elsewhere it would make the same
 * finding another one.
 */
export const identify = (
  findings: readonly RuleFinding[],
  { withValues }: { readonly withValues: boolean },
): readonly Identified[] => {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const { rule, file, secret, anchor } = finding;
    const what =
      secret === undefined
        ? (anchor ?? '')
        : withValues
          ? secret.hash
          : `${secret.kind} of ${secret.length}`;
    const kind = [rule, file, what].join('\0');
    const before = seen.get(kind) ?? 0;
    seen.set(kind, before + 1);
    return { finding, identity: before === 0 ? kind : `${kind}\0${before + 1}` };
  });
};
