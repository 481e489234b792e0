/** From findings to a tier (RFC-0009 §2.0): none, Lite, v3.0; computed, never assumed. */
import type { Snapshot } from '#lib/workspace/snapshot.ts';
import type { RuleFinding, Unanswered } from '#audit/workspace/finding.ts';
import type { Rule } from '#audit/rule/rule.ts';

/** How much of RFC-0009 a workspace keeps, the least first. */
export type Tier = 'non-conformant' | 'RFC-0009 Lite' | 'RFC-0009 v3.0';

/** A tier that can be required or claimed. */
export type Goal = 'lite' | 'v3.0';

/** What is asked of a workspace beyond what it is: Lite where neither says anything. */
export interface Goals {
  readonly required: Goal | null;
  /** A claim above what is computed fails (§2.0). */
  readonly claim: Goal | null;
}

/** The tier of a workspace, and what keeps it from the next one. */
export interface Grade {
  readonly tier: Tier;
  /**
   * `static`: from files alone. `recorded`: the kernel's boot records were at hand too, and hold what only a
   * running kernel can show.
   */
  readonly basis: 'static' | 'recorded';
  /** The rules that keep the workspace from each tier, by id, once each, in their order; empty where it is reached. */
  readonly missing: { readonly lite: readonly string[]; readonly 'v3.0': readonly string[] };
  /** Rules that cost a tier and could not be answered: the tier holds only if they would pass. */
  readonly unverified: readonly string[];
}

const LITE: Tier = 'RFC-0009 Lite';

interface Evidence {
  readonly rules: readonly Rule[];
  readonly findings: readonly RuleFinding[];
  readonly unanswered: readonly Unanswered[];
  readonly snapshot: Snapshot;
  readonly strict: boolean;
  /** It is a workspace of another layout, and no tier is for it. */
  readonly isOther: boolean;
}

/** Grades by what failed and what could not be answered; pure, and never better than what was seen. */
export const grade = ({
  rules,
  findings,
  unanswered,
  snapshot,
  strict,
  isOther,
}: Evidence): Grade => {
  const failed = new Set(findings.map(({ rule }) => rule));
  const open = new Set(unanswered.map(({ rule }) => rule));
  const costing = (tier: 'lite' | 'v3.0', among: ReadonlySet<string>): readonly string[] =>
    rules.filter((rule) => among.has(rule.id) && costs(rule, strict) === tier).map(({ id }) => id);
  const lite = costing('lite', failed);
  const v3 = costing('v3.0', failed);
  return {
    tier: isOther || lite.length > 0 ? 'non-conformant' : v3.length > 0 ? LITE : 'RFC-0009 v3.0',
    basis:
      snapshot.records?.verdict.whole === true && snapshot.records.entries.length > 0
        ? 'recorded'
        : 'static',
    missing: { lite, 'v3.0': v3 },
    unverified: [...costing('lite', open), ...costing('v3.0', open)],
  };
};

/** The tier that a failure of this rule costs. Heuristics cost none unless asked to. */
export const costs = (rule: Rule, strict: boolean): Rule['tier'] =>
  rule.level === 'must' && (rule.heuristic === undefined || strict) ? rule.tier : 'none';

/**
 * Is a finding of this rule shown and fixed? What only v3.0 asks is, where v3.0 is required, claimed, or meant by the files
 * themselves; else it is counted.
 */
export const isAsked = (
  { tier }: Pick<Rule, 'tier'>,
  { required, claim }: Goals,
  { meansV3 }: { readonly meansV3: boolean },
): boolean => tier !== 'v3.0' || required === 'v3.0' || claim === 'v3.0' || meansV3;

/** Does one tier include the other? */
export const reaches = (tier: Tier, required: Goal): boolean =>
  tier === 'RFC-0009 v3.0' || (tier === 'RFC-0009 Lite' && required === 'lite');
