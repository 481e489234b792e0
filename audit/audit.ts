/** An audit: every rule asked, exceptions taken out, the rest graded (RFC-0009 §2.0, R-84). */
import type { Snapshot } from '#lib/workspace/snapshot.ts';
import { exceptionsIn, type ExceptionTally, takeOut } from './exceptions.ts';
import type { Outcome, RuleFinding, Unanswered } from './finding.ts';
import { grade, type Grade } from './grade.ts';
import type { Rule } from './rule.ts';
import { type AuditContext, AuditedWorkspace, type State } from './workspace.ts';

export interface AuditOptions {
  /** Also the conventions that real workspaces do not follow. */
  readonly pedantic: boolean;
  /** Rules that read prose cost the tier too. */
  readonly strict: boolean;
}

export interface Audit extends Grade {
  readonly state: State;
  /** What counts, in the order of files and lines. */
  readonly findings: readonly RuleFinding[];
  readonly unanswered: readonly Unanswered[];
  readonly exceptions: ExceptionTally;
  /** How many rules said yes. */
  readonly passed: number;
  /** The snapshot is not whole, and why. */
  readonly partial?: string;
}

/** Audits a snapshot with these rules. Pure; never throws. */
export const audit = (
  snapshot: Snapshot,
  context: AuditContext,
  rules: readonly Rule[],
  options: AuditOptions,
): Audit => {
  const workspace = new AuditedWorkspace(snapshot, context);
  const asked = rules.filter((rule) => isAsked(rule, snapshot, options));
  const outcomes = asked.map((rule) => ({ rule, outcome: rule.check(workspace) }));
  const all = outcomes.flatMap(({ rule, outcome }) => findingsOf(rule, outcome));
  const { kept, tally, complaints } = takeOut(all, exceptionsIn(workspace), rules);
  const findings = [...kept, ...complaints].toSorted(byPlace);
  const unanswered = outcomes.flatMap(({ rule, outcome }) =>
    'not' in outcome && outcome.not === 'auditable'
      ? [{ rule: rule.id, reason: outcome.reason }]
      : [],
  );
  return {
    state: workspace.state,
    ...grade({ rules, findings, unanswered, snapshot, strict: options.strict }),
    findings,
    unanswered,
    exceptions: tally,
    passed: outcomes.filter(({ outcome }) => !('not' in outcome) && outcome.length === 0).length,
    ...(snapshot.partial !== undefined && { partial: snapshot.partial }),
  };
};

const isAsked = (rule: Rule, { history, records }: Snapshot, { pedantic }: AuditOptions): boolean =>
  (rule.pedantic === undefined || pedantic) &&
  (rule.needs !== 'history' || history !== undefined) &&
  (rule.needs !== 'records' || records !== undefined);

const findingsOf = ({ id }: Rule, outcome: Outcome): readonly RuleFinding[] =>
  'not' in outcome ? [] : outcome.map((finding) => ({ rule: id, ...finding }));

/** The workspace itself first, then its files by name, each from top to bottom. */
const byPlace = (one: RuleFinding, other: RuleFinding): number => {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  const lines = (one.line ?? 0) - (other.line ?? 0);
  if (lines !== 0) return lines;
  if (one.rule !== other.rule) return one.rule < other.rule ? -1 : 1;
  return (one.column ?? 0) - (other.column ?? 0);
};
