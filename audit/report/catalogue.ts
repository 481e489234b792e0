/** The rules of a run, and their findings, as a report speaks of them. */
import type { LayoutDocument } from '#lib/layout/document.ts';
import type { Audit } from '#audit/engine/audit.ts';
import type { RuleFinding } from '#audit/workspace/finding.ts';
import { costs, type Goals, isAsked } from '#audit/engine/grade.ts';
import { isFor, type Rule } from '#audit/rule/rule.ts';
import { type Level, type ReportedFinding, type ReportedRule } from './report.ts';
import { ALL, chosenLevel, type ChosenConfig, leavesOut } from './choice.ts';
import { fixCommand, pathWord } from './words.ts';
import { isInBucket } from './next-step.ts';

/** What a report says about the run that made it. */
export interface ReportOptions extends Goals {
  /** The version of the program. */
  readonly yamo: string;
  /** What the workspaces were audited as. */
  readonly layout: LayoutDocument;
  /** As in the audits. */
  readonly pedantic: boolean;
  readonly strict: boolean;
  /** What the owner wants to hear of; all, where nothing is said. */
  readonly chosen?: ChosenConfig;
  /** The configuration that was read. */
  readonly config?: string;
  /** Passes although it waits for its first boot (a template), or although a rule that counts was not answered. */
  readonly allow: { readonly pending: boolean; readonly unverified: boolean };
}

/** A finding with what only the caller can know of it; one with the status `known` is shown and fails nothing. */
export interface TrackedFinding extends Pick<ReportedFinding, 'fingerprint' | 'status'> {
  readonly finding: RuleFinding;
  /** The baseline has it: it is counted and not shown. */
  readonly isBaselined?: true;
}

/** Where a workspace lies. */
export interface Located {
  readonly path: string;
  /** The name of its folder, where the path does not tell. */
  readonly name?: string;
  readonly repositoryPath?: string;
  /** Seen from the folder that patterns of the configuration are relative to; absent where it is not below. */
  readonly configPath?: string;
}

/** The rules of this run, as a report speaks of them. */
export class Catalogue {
  readonly asked: readonly ReportedRule[];
  readonly #byId: ReadonlyMap<string, ReportedRule>;
  readonly #goals: Goals;
  readonly #rules: ReadonlyMap<string, Rule>;
  readonly #chosen: ChosenConfig;
  readonly #strict: boolean;

  /** `layouts`: what the workspaces were judged as. */
  constructor(rules: readonly Rule[], options: ReportOptions, layouts: ReadonlySet<string>) {
    const asked = rules.filter(
      (rule) =>
        [...layouts].some((layout) => isFor(rule, layout)) &&
        (rule.pedantic === undefined || options.pedantic),
    );
    this.asked = asked.map((rule) => reportedRule(rule, options));
    this.#byId = new Map(this.asked.map((rule) => [rule.id, rule]));
    this.#goals = options;
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]));
    this.#chosen = options.chosen ?? ALL;
    this.#strict = options.strict;
  }

  /** Does the owner not want to hear of it? */
  leavesOut({ finding }: TrackedFinding, { configPath }: Located): boolean {
    if (this.#chosen === ALL) return false;
    const { rule: id, file } = finding;
    const paths = configPath === undefined ? [file] : [file, `${configPath}/${file}`];
    const rule = this.#rules.get(id);
    return leavesOut(this.#chosen, { finding, rule, strict: this.#strict }, paths);
  }

  /** A finding of a rule that is not in the list (an earlier version had it) is shown as advice. */
  describe(mark: TrackedFinding, path: string, layout: string): ReportedFinding {
    const { finding, status } = mark;
    const { rule, file, line, column, found, expected, secret } = finding;
    const fix = layout === 'rfc-0009' && !isInBucket(path) ? finding.fix : undefined;
    const isLaidOut = finding.absent === true && !isInBucket(path);
    const known = this.#byId.get(rule);
    return {
      rule,
      section: known?.section ?? '',
      level: known?.level ?? 'note',
      title: known?.title ?? rule,
      file,
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
      found,
      expected,
      remedy: known?.remedy ?? '',
      fix: fix?.kind ?? 'none',
      ...(fix !== undefined && {
        fixTitle: fix.title,
        fixCommand: fixCommand(path, fix.kind, this.#goals.required),
      }),
      ...(isLaidOut && {
        fixTitle: 'Lay out what is missing',
        fixCommand: ['yamo', 'init', pathWord(path), '--layout', layout],
      }),
      ...(secret !== undefined && { secret }),
      get fingerprint() {
        return mark.fingerprint;
      },
      ...(status !== undefined && { status }),
    };
  }

  /** Is a finding of this rule shown, or only counted? */
  isAsked(id: string, audit: Audit): boolean {
    const rule = this.#byId.get(id);
    return rule === undefined || isAsked(rule, this.#goals, audit);
  }

  /** Does a failure of this rule keep a workspace from the goal? */
  blocks(id: string): boolean {
    return this.#byId.get(id)?.level === 'error';
  }
}

const reportedRule = (rule: Rule, options: ReportOptions): ReportedRule => {
  const { id, title, section, tier, why, remedy } = rule;
  const fix = options.layout.layout === 'rfc-0009' ? rule.fix : 'none';
  return {
    id,
    title,
    section,
    tier,
    why,
    remedy,
    fix,
    level: levelOf(rule, options),
    weight: rule.level,
    heuristic: rule.heuristic === true,
    pedantic: rule.pedantic === true,
  };
};

const levelOf = (rule: Rule, options: ReportOptions): Level => {
  const { strict, chosen = ALL } = options;
  return chosenLevel(chosen, rule, { level: ownLevel(rule, options), strict });
};

const ownLevel = (rule: Rule, { required, claim, strict }: ReportOptions): Level => {
  const cost = costs(rule, strict);
  const isHighGoal = required === 'v3.0' || claim === 'v3.0';
  if (cost === 'lite' || (cost === 'v3.0' && isHighGoal)) return 'error';
  return rule.level === 'advisory' ? 'note' : 'warning';
};
