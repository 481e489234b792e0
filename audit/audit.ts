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

interface FileSize {
  readonly file: string;
  readonly chars: number;
}

export interface Audit extends Grade {
  readonly state: State;
  /** What counts, in the order of files and lines. */
  readonly findings: readonly RuleFinding[];
  readonly unanswered: readonly Unanswered[];
  readonly exceptions: ExceptionTally;
  /** Rules that were not asked: there is no history, or no record, to ask. */
  readonly notAsked: readonly string[];
  /** How many rules said yes. */
  readonly passed: number;
  /** How long the files are that hosts put into a prompt: UTF-16 units, in the order of §1. */
  readonly sizes: readonly FileSize[];
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
  const asked = rules.filter((rule) => isWanted(rule, options) && isAskable(rule, snapshot));
  const outcomes = asked.map((rule) => ({ rule, outcome: rule.check(workspace) }));
  const all = outcomes.flatMap(({ rule, outcome }) => findingsOf(rule, outcome));
  const { kept, tally, complaints } = takeOut(all, exceptionsIn(workspace), {
    rules,
    answered: outcomes.filter(({ outcome }) => isAnswer(outcome)).map(({ rule }) => rule),
  });
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
    notAsked: rules
      .filter((rule) => isWanted(rule, options) && !isAskable(rule, snapshot))
      .map(({ id }) => id),
    passed: outcomes.filter(({ outcome }) => !('not' in outcome) && outcome.length === 0).length,
    sizes: sizesOf(workspace),
    ...(snapshot.partial !== undefined && { partial: snapshot.partial }),
  };
};

const sizesOf = (workspace: AuditedWorkspace): readonly FileSize[] => {
  const logs = workspace.dailyLogs.slice(-2).flatMap(({ name }) => workspace.document(name) ?? []);
  return [...workspace.rootDocuments, ...logs].map(({ name, text }) => ({
    file: name,
    chars: text.length,
  }));
};

const isWanted = (rule: Rule, { pedantic }: AuditOptions): boolean =>
  rule.pedantic === undefined || pedantic;

const isAskable = ({ needs }: Rule, { history, records }: Snapshot): boolean =>
  (needs !== 'history' || history !== undefined) && (needs !== 'records' || records !== undefined);

/** Not where what a rule speaks of cannot be looked at. */
const isAnswer = (outcome: Outcome): boolean => !('not' in outcome) || outcome.not === 'applicable';

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
