/** What only a run knows of a finding: its fingerprint, and whether a baseline or an earlier revision has it. */
import { createHash } from 'node:crypto';
import type { RuleFinding } from '#audit/workspace/finding.ts';
import { identify } from '#audit/engine/fingerprint.ts';
import type { TrackedFinding } from '#audit/report/catalogue.ts';
import type { Baseline } from '#kernel/owner/audit-baseline.ts';
import type { KnownFinding } from '#kernel/owner/audit-baseline-schema.ts';

const FINGERPRINT_CHARS = 32;

/** Findings with their fingerprints, which are the same on every machine; made when asked for, as few reports do. */
export const track = (findings: readonly RuleFinding[]): readonly TrackedFinding[] =>
  identify(findings, { withValues: false }).map(({ finding, identity }) => ({
    finding,
    get fingerprint(): string {
      return createHash('sha256').update(identity).digest('hex').slice(0, FINGERPRINT_CHARS);
    },
  }));

/** The findings of one workspace as they stand, or would stand, in a baseline. */
export const knownIn = (
  baseline: Baseline,
  workspace: string,
  findings: readonly RuleFinding[],
): readonly KnownFinding[] =>
  identify(findings, { withValues: true }).map(({ finding, identity }) =>
    baseline.known(workspace, finding, identity),
  );

/** Marks what the baseline has. */
export const againstBaseline = (
  findings: readonly TrackedFinding[],
  baseline: Baseline,
  known: readonly KnownFinding[],
): readonly TrackedFinding[] =>
  findings.map((one, index) => {
    const at = known[index];
    return at !== undefined && baseline.has(at) ? { ...one, isBaselined: true } : one;
  });

/**
 * Marks what was there before, and what is gone. Credentials are compared by value: a key that was changed for
 * another is a new finding.
 */
export const againstBefore = (
  now: readonly RuleFinding[],
  before: readonly RuleFinding[],
): { readonly findings: readonly TrackedFinding[]; readonly fixed: readonly TrackedFinding[] } => {
  const current = identify(now, { withValues: true });
  const earlier = identify(before, { withValues: true });
  const then = new Set(earlier.map(({ identity }) => identity));
  const still = new Set(current.map(({ identity }) => identity));
  const tracked = track(now);
  const gone = track(before);
  return {
    findings: tracked.map(({ finding, fingerprint }, index) => ({
      finding,
      fingerprint,
      status: then.has(current[index]?.identity ?? '') ? 'known' : 'new',
    })),
    fixed: gone.filter((_, index) => !still.has(earlier[index]?.identity ?? '')),
  };
};
