/** An audit: every rule asked, exceptions taken out, the rest graded (RFC-0009 §2.0, R-84). */
import { INSTRUCTIONS } from '#lib/layout/instructions.ts';
import { RFC_0009 } from '#lib/layout/rfc-0009.ts';
import { hasGhostHeader } from '#lib/workspace/header.ts';
import { nearHeader } from '#lib/workspace/near-header.ts';
import type { Snapshot } from '#lib/workspace/snapshot.ts';
import { exceptionsIn, type ExceptionTally, takeOut } from './exceptions.ts';
import type { RuleFinding, Unanswered } from '#audit/workspace/finding.ts';
import { grade, type Grade } from './grade.ts';
import { Documents } from '#audit/workspace/documents.ts';
import { isFor, type Rule } from '#audit/rule/rule.ts';
import type { State } from '#audit/workspace/state.ts';
import { type AuditContext, AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** How strictly an audit judges. */
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

/** What an audit of one workspace came to. */
export interface Audit extends Grade {
  /** What hosts of coding agents read, and no workspace: nothing is graded. */
  readonly isInstructions?: true;
  /** By what it was recognised as a workspace of OpenClaw, in words: it was judged as one, and nobody had said so. */
  readonly recognisedBy?: string;
  readonly state: State;
  /** AGENTS.md bears the ghost header, or a line that was to be it: the workspace is meant to be v3.0 (RFC-0006 §2.1). */
  readonly meansV3: boolean;
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

/** Audits workspaces by the same rules; what it learns of the texts of one serves it with the next. */
export class Auditor {
  readonly #context: AuditContext;
  readonly #rules: readonly Rule[];
  readonly #asked: readonly Rule[];
  readonly #options: AuditOptions;
  readonly #documents = new Documents();

  constructor(context: AuditContext, rules: readonly Rule[], options: AuditOptions) {
    this.#context = context;
    this.#rules = rules;
    const layout = context.layout?.layout ?? RFC_0009.layout;
    this.#asked = rules.filter((rule) => isFor(rule, layout));
    this.#options = options;
  }

  /** Audits a snapshot. What it says does not depend on what it has seen before. Never throws. */
  audit(snapshot: Snapshot): Audit {
    const workspace = new AuditedWorkspace(snapshot, this.#context, this.#documents);
    const { all, answered, unanswered, notAsked, passed } = this.#askAll(workspace);
    // An exception may name a rule of another layout.
    const rules = this.#rules;
    const { kept, tally, complaints } = takeOut(all, exceptionsIn(workspace), { rules, answered });
    const findings = [...kept, ...complaints]
      .map((finding) => atItsFile(finding, workspace))
      .toSorted(byPlace);
    return {
      ...(workspace.layout === INSTRUCTIONS && { isInstructions: true }),
      state: workspace.state,
      meansV3: bearsHeader(workspace),
      ...grade({
        rules,
        findings,
        unanswered,
        snapshot,
        strict: this.#options.strict,
        isOther: workspace.layout !== RFC_0009,
      }),
      findings,
      unanswered,
      exceptions: tally,
      notAsked,
      passed,
      sizes: sizesOf(workspace),
      ...(snapshot.partial !== undefined && { partial: snapshot.partial }),
    };
  }

  /** One walk over the rules: there are a hundred of them, and workspaces by the thousand. */
  #askAll(workspace: AuditedWorkspace): Answers {
    const { snapshot } = workspace;
    const all: RuleFinding[] = [];
    const answered: Rule[] = [];
    const unanswered: Unanswered[] = [];
    const notAsked: string[] = [];
    let passed = 0;
    for (const rule of this.#asked) {
      if (!isWanted(rule, this.#options)) continue;
      const { id } = rule;
      if (!isAskable(rule, snapshot)) {
        notAsked.push(id);
        continue;
      }
      if (rule.afterFirstBoot === true && workspace.state === 'bootstrap-pending') {
        answered.push(rule);
        continue;
      }
      const outcome = rule.check(workspace);
      if (!('not' in outcome)) {
        answered.push(rule);
        if (outcome.length === 0) passed += 1;
        for (const finding of outcome) all.push({ rule: id, ...finding });
      } else if (outcome.not === 'auditable') unanswered.push({ rule: id, reason: outcome.reason });
      else answered.push(rule);
    }
    return { all, answered, unanswered, notAsked, passed };
  }
}

/** Audits one snapshot with these rules. Pure; never throws. */
export const auditSnapshot = (
  snapshot: Snapshot,
  context: AuditContext,
  rules: readonly Rule[],
  options: AuditOptions,
): Audit => new Auditor(context, rules, options).audit(snapshot);

interface Answers extends Pick<Audit, 'unanswered' | 'notAsked' | 'passed'> {
  /** Rules that could be looked at, whatever they say. */
  readonly answered: readonly Rule[];
  /** Every finding of every rule. */
  readonly all: readonly RuleFinding[];
}

const sizesOf = (workspace: AuditedWorkspace): readonly FileSize[] => {
  const logs = workspace.dailyLogs.slice(-2).flatMap(({ name }) => workspace.document(name) ?? []);
  return [...workspace.rootDocuments, ...logs].map(({ name, text }) => ({
    file: name === 'AGENTS.md' ? workspace.agentsFile : name,
    chars: text.length,
  }));
};

const bearsHeader = (workspace: AuditedWorkspace): boolean => {
  const text = workspace.document('AGENTS.md')?.text;
  return text !== undefined && (hasGhostHeader(text) || nearHeader(text) !== undefined);
};

const isWanted = (rule: Rule, { pedantic }: AuditOptions): boolean =>
  rule.pedantic === undefined || pedantic;

const isAskable = ({ needs }: Rule, { history, records, savedOver, absent }: Snapshot): boolean =>
  needs === undefined || { history, records, logs: savedOver, here: absent }[needs] !== undefined;

/** What stands under another name is told by that; a fix would write the name of RFC-0009. */
const atItsFile = (finding: RuleFinding, { agentsFile }: AuditedWorkspace): RuleFinding => {
  if (finding.file !== 'AGENTS.md' || agentsFile === 'AGENTS.md') return finding;
  const { fix: _, ...rest } = finding;
  return { ...rest, file: agentsFile };
};

/** The workspace itself first, then its files by name, each from top to bottom. */
const byPlace = (one: RuleFinding, other: RuleFinding): number => {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  const lines = (one.line ?? 0) - (other.line ?? 0);
  if (lines !== 0) return lines;
  if (one.rule !== other.rule) return one.rule < other.rule ? -1 : 1;
  return (one.column ?? 0) - (other.column ?? 0);
};
