/** From audits to a report: levels, what is missing to the next tier, what to do now, and the exit code. */
import type { LayoutDocument } from '#lib/layout/document.ts';
import { INSTRUCTIONS } from '#lib/layout/instructions.ts';
import { neverMet } from '#lib/layout/never-met.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { IMPLEMENTED_TIER } from '#lib/spec/tiers.ts';
import type { Audit } from '#audit/engine/audit.ts';
import type { RuleFinding } from '#audit/workspace/finding.ts';
import { costs, type Goals, isAsked, reaches, type Tier } from '#audit/engine/grade.ts';
import { isFor, type Rule } from '#audit/rule/rule.ts';
import {
  type Level,
  LEVELS,
  type Report,
  type ReportedFinding,
  type ReportedRule,
  type Suppressed,
  TIER_OF,
  type Totals,
  type WorkspaceReport,
} from './report.ts';
import { ALL, chosenLevel, type Chosen, leavesOut } from './choice.ts';
import { SECURITY_SEVERITY } from './measured.ts';
import { isInstructions, PENDING, plural, reportVerdict, workspaceVerdict } from './verdict.ts';
import { fixCommand, pathWord } from './visible.ts';

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
  readonly chosen?: Chosen;
  /** The configuration that was read. */
  readonly config?: string;
  /** Passes although it waits for its first boot (a template), or although a rule that counts was not answered. */
  readonly allow: { readonly pending: boolean; readonly unverified: boolean };
}

/** A finding with what only the caller can know of it. */
export interface TrackedFinding {
  readonly finding: RuleFinding;
  /** Equal for the same finding in two runs. */
  readonly fingerprint: string;
  /** With `--since`. A known finding is shown and fails nothing. */
  readonly status?: 'new' | 'known';
  /** The baseline has it: it is counted and not shown. */
  readonly isBaselined?: true;
}

/** Where a workspace lies. */
interface Located {
  readonly path: string;
  /** The name of its folder, where the path does not tell. */
  readonly name?: string;
  readonly repositoryPath?: string;
  /** Seen from the folder that patterns of the configuration are relative to; absent where it is not below. */
  readonly configPath?: string;
}

/** A workspace that was audited. */
export interface AuditedPlace extends Located {
  readonly audit: Audit;
  /** Every finding of the audit, in its order. */
  readonly findings: readonly TrackedFinding[];
  /** With `--since`: what was found then and is gone. */
  readonly fixed?: readonly TrackedFinding[];
}

/** A workspace that could not be audited. */
export interface FailedPlace extends Located {
  /** Why, in words without a full stop. */
  readonly error: string;
}

/** Puts audits together. Pure; never throws. */
export const buildReport = (
  places: readonly (AuditedPlace | FailedPlace)[],
  rules: readonly Rule[],
  options: ReportOptions,
): Report => {
  const catalogue = new Catalogue(rules, options);
  const workspaces = places.map((place) =>
    'error' in place ? failedReport(place) : workspaceReport(place, catalogue, options),
  );
  const totals = totalsOf(workspaces);
  const { yamo, required, claim, chosen = ALL, config } = options;
  const { layout: id, title } = options.layout;
  const layout = { id, title, neverMet: neverMet(options.layout) };
  const tooMany = warningsBeyond(chosen, totals);
  const shown = chosen.quiet ? workspaces.map(errorsOnly) : workspaces;
  const verdict = reportVerdict(workspaces, totals, { required, claim, layout });
  return {
    version: 1,
    yamo,
    layout,
    implements: IMPLEMENTED_TIER,
    required,
    claim,
    ...(config !== undefined && { config }),
    exit: tooMany === undefined ? exitOf(totals) : Math.max(exitOf(totals), EXIT.refused),
    verdict: tooMany === undefined ? verdict : `${verdict} ${tooMany}`,
    totals: chosen.quiet
      ? { ...totals, findings: { ...totals.findings, warning: 0, note: 0 } }
      : totals,
    rules: catalogue.asked,
    workspaces: shown,
  };
};

const errorsOnly = (workspace: WorkspaceReport): WorkspaceReport => ({
  ...workspace,
  findings: workspace.findings.filter(({ level }) => level === 'error'),
});

const warningsBeyond = (
  { maxWarnings }: Chosen,
  { findings: { warning } }: Totals,
): string | undefined =>
  maxWarnings === undefined || warning <= maxWarnings
    ? undefined
    : `${plural(warning, 'warning')}; --max-warnings allows ${maxWarnings}.`;

/**
 * Not being able to look is graver than what was seen: a script must not take it for findings. A run that found
 * nothing to look at passes nothing.
 */
const exitOf = ({ failed, passing, workspaces }: Totals): number => {
  if (failed > 0) return EXIT.machine;
  return passing === workspaces && workspaces > 0 ? EXIT.done : EXIT.refused;
};

/** The rules of this run, as a report speaks of them. */
class Catalogue {
  readonly asked: readonly ReportedRule[];
  readonly #byId: ReadonlyMap<string, ReportedRule>;
  readonly #goals: Goals;
  readonly #rules: ReadonlyMap<string, Rule>;
  readonly #chosen: Chosen;
  readonly #strict: boolean;
  readonly #layout: string;

  constructor(rules: readonly Rule[], options: ReportOptions) {
    const asked = rules.filter(
      (rule) =>
        isFor(rule, options.layout.layout) && (rule.pedantic === undefined || options.pedantic),
    );
    this.asked = asked.map((rule) => reportedRule(rule, options));
    this.#byId = new Map(this.asked.map((rule) => [rule.id, rule]));
    this.#goals = options;
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]));
    this.#chosen = options.chosen ?? ALL;
    this.#strict = options.strict;
    this.#layout = options.layout.layout;
  }

  /** Does the owner not want to hear of it? */
  leavesOut({ finding: { rule: id, file } }: TrackedFinding, { configPath }: Located): boolean {
    if (this.#chosen === ALL) return false;
    const paths = configPath === undefined ? [file] : [file, `${configPath}/${file}`];
    return leavesOut(this.#chosen, { id, rule: this.#rules.get(id), strict: this.#strict }, paths);
  }

  /** A finding of a rule that is not in the list (an earlier version had it) is shown as advice. */
  describe(mark: TrackedFinding, path: string): ReportedFinding {
    const { finding, status } = mark;
    const { rule, file, line, column, found, expected, secret } = finding;
    const fix = this.#layout === 'rfc-0009' && !isInBucket(path) ? finding.fix : undefined;
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
        fixCommand: ['yamo', 'init', pathWord(path), '--layout', this.#layout],
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

const workspaceReport = (
  place: AuditedPlace,
  catalogue: Catalogue,
  options: ReportOptions,
): WorkspaceReport => {
  const { path, name, repositoryPath, audit } = place;
  const { state, tier, basis, unanswered, unverified, notAsked, passed, partial } = audit;
  const open = place.findings.filter(({ isBaselined }) => isBaselined !== true);
  const live = open.filter((tracked) => !catalogue.leavesOut(tracked, place));
  const isShown = ({ finding }: TrackedFinding): boolean => catalogue.isAsked(finding.rule, audit);
  const findings = live.filter(isShown).map((tracked) => catalogue.describe(tracked, path));
  const { layout, title } = audit.isInstructions === true ? INSTRUCTIONS : options.layout;
  const isOther = layout !== 'rfc-0009';
  const next = isOther ? null : nextOf(audit);
  const facts = {
    path,
    ...(name !== undefined && { name }),
    ...(repositoryPath !== undefined && { repositoryPath }),
    ...(isOther && { layout: title }),
    state,
    tier,
    basis,
    passes: passes(audit, findings, catalogue, { ...options, isKnownToWait: knowsItWaits(place) }),
    next,
    ...possibleIn(
      path,
      isOther ? otherStepOf(path, audit, findings, layout) : stepOf(path, audit, findings),
    ),
    findings,
    unasked: live.length - findings.length,
    fixed: (place.fixed ?? []).filter(isShown).map((tracked) => catalogue.describe(tracked, path)),
    suppressed: suppressedIn(place, catalogue),
    unanswered,
    unverified,
    notAsked,
    passed,
    sizes: audit.sizes.toSorted((a, b) => b.chars - a.chars),
    ...(partial !== undefined && { partial }),
  };
  return { ...facts, verdict: workspaceVerdict(facts, options) };
};

const failedReport = ({ path, name, repositoryPath, error }: FailedPlace): WorkspaceReport => ({
  path,
  ...(name !== undefined && { name }),
  ...(repositoryPath !== undefined && { repositoryPath }),
  error,
  state: 'uninitialised',
  tier: 'non-conformant',
  basis: 'static',
  passes: false,
  verdict: `Not audited: ${error}.`,
  next: null,
  command: null,
  edit: null,
  findings: [],
  unasked: 0,
  fixed: [],
  suppressed: { allowed: 0, baseline: 0, config: 0, byRule: {} },
  unanswered: [],
  unverified: [],
  notAsked: [],
  passed: 0,
  sizes: [],
});

/** Does the baseline, or an earlier revision, know that the workspace waits for its first boot? */
const knowsItWaits = ({ findings }: AuditedPlace): boolean =>
  findings.some(
    ({ finding, isBaselined, status }) =>
      finding.rule === PENDING && (isBaselined === true || status === 'known'),
  );

const passes = (
  { isInstructions: isUngraded, state, tier, unverified }: Audit,
  findings: readonly ReportedFinding[],
  catalogue: Catalogue,
  { claim, allow, isKnownToWait }: ReportOptions & { readonly isKnownToWait: boolean },
): boolean => {
  const isBlocked = findings.some(({ level, status }) => level === 'error' && status !== 'known');
  // A baseline excuses old findings; it makes no claim true.
  const isOverclaimed = claim !== null && !reaches(tier, claim);
  const isOpen = !allow.unverified && unverified.some((id) => catalogue.blocks(id));
  const isPending = state === 'bootstrap-pending' && !allow.pending && !isKnownToWait;
  return (
    !isBlocked &&
    !isOverclaimed &&
    !isOpen &&
    !isPending &&
    (isUngraded === true || state !== 'uninitialised')
  );
};

const nextOf = ({ tier, missing }: Audit): WorkspaceReport['next'] => {
  switch (tier) {
    case 'non-conformant':
      return { tier: TIER_OF.lite, rules: missing.lite };
    case 'RFC-0009 Lite':
      return { tier: TIER_OF['v3.0'], rules: missing['v3.0'] };
    case 'RFC-0009 v3.0':
      return null;
  }
};

/** What changes no meaning first. */
const FIX_KINDS = ['safe', 'asks'] as const;

/** What a name holds is no file that can be opened. */
const NO_FILE: ReadonlySet<string> = new Set(['1/regular-file', '1/link', '1/readable']);

type Step = Pick<WorkspaceReport, 'command' | 'edit'>;

const run = (...command: readonly string[]): Step => ({ command, edit: null });

const isInBucket = (path: string): boolean => path.startsWith('s3://');

/** Commands that only look, and so take a bucket. */
const READING: ReadonlySet<string | undefined> = new Set(['explain', 'prompt']);

/** A bucket is only read: what would change it is no step. */
const possibleIn = (path: string, { command, edit }: Step): Step =>
  isInBucket(path) && !READING.has(command?.[1]) ? { command: null, edit } : { command, edit };

/**
 * What brings the workspace on: its first boot; a fix of what keeps it from the next tier, or the place to edit where none
 * helps; other fixes; words about what is left; a boot.
 */
const stepOf = (
  path: string,
  { state, basis, missing }: Audit,
  findings: readonly ReportedFinding[],
): Step => {
  const place = pathWord(path);
  if (state === 'uninitialised') return run('yamo', 'init', place);
  // No fix is written beside a SOUL.md that the kernel does not open.
  const closed = findings.find(({ rule, file }) => file === 'SOUL.md' && NO_FILE.has(rule));
  if (closed !== undefined)
    return { command: null, edit: { rule: closed.rule, file: closed.file } };
  // The first boot makes the files that are missing, and no fix should; it leaves AGENTS.md as it is.
  if (state === 'bootstrap-pending') {
    const errors = findings.filter(({ level }) => level === 'error');
    const fixable = errors.find(({ fix }) => fix === 'safe');
    if (fixable?.fixCommand !== undefined) return run(...fixable.fixCommand);
    // What init adopts, it says before, and what other hosts will miss.
    return run('yamo', errors.some(({ fix }) => fix === 'asks') ? 'init' : 'boot', place);
  }
  const keeping = [...missing.lite, ...missing['v3.0']];
  const [first, ...others] = keeping
    .flatMap((id) => findings.filter(({ rule }) => rule === id))
    .toSorted((a, b) => severityOf(b) - severityOf(a));
  const kept = first === undefined ? findings : [first, ...others];
  const [fixable] = FIX_KINDS.flatMap((kind) => kept.filter(({ fix }) => fix === kind));
  if (fixable?.fixCommand !== undefined) return run(...fixable.fixCommand);
  if (first !== undefined) {
    const { rule, file, line } = first;
    return { command: null, edit: { rule, file, ...(line !== undefined && { line }) } };
  }
  const [gravest] = gravestFirst(findings);
  if (gravest !== undefined) return run('yamo', 'explain', gravest.rule);
  return basis === 'static' ? run('yamo', 'boot', place) : { command: null, edit: null };
};

/** What brings a workspace of another layout on: its files, the gravest finding, or the first prompt. */
const otherStepOf = (
  path: string,
  { state }: Audit,
  findings: readonly ReportedFinding[],
  layout: string,
): Step => {
  const option = ['--layout', layout];
  const isUngraded = layout === INSTRUCTIONS.layout;
  if (state === 'uninitialised' && !isUngraded)
    return run('yamo', 'init', pathWord(path), ...option);
  const [gravest] = gravestFirst(findings);
  if (gravest === undefined && isUngraded) return { command: null, edit: null };
  if (gravest === undefined) return run('yamo', 'prompt', pathWord(path), ...option, '--table');
  const { rule, file, line, level, fixCommand: command } = gravest;
  if (command !== undefined) return run(...command);
  if (level === 'note') return run('yamo', 'explain', rule);
  return { command: null, edit: { rule, file, ...(line !== undefined && { line }) } };
};

const severityOf = ({ rule }: ReportedFinding): number => SECURITY_SEVERITY[rule] ?? 0;

/** Findings by level; within one level in their order. */
const gravestFirst = (findings: readonly ReportedFinding[]): readonly ReportedFinding[] =>
  LEVELS.flatMap((level) => findings.filter((finding) => finding.level === level));

const suppressedIn = (place: AuditedPlace, catalogue: Catalogue): Suppressed => {
  const { audit, findings } = place;
  const byRule = new Map(Object.entries(audit.exceptions.byRule));
  const baselined = findings.filter(({ isBaselined }) => isBaselined === true);
  const leftOut = findings.filter(
    (one) =>
      one.isBaselined !== true &&
      catalogue.isAsked(one.finding.rule, audit) &&
      catalogue.leavesOut(one, place),
  );
  for (const { finding } of [...baselined, ...leftOut])
    byRule.set(finding.rule, (byRule.get(finding.rule) ?? 0) + 1);
  return {
    allowed: audit.exceptions.allowed,
    baseline: baselined.length,
    config: leftOut.length,
    byRule: Object.fromEntries([...byRule].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
};

const totalsOf = (workspaces: readonly WorkspaceReport[]): Totals => {
  const audited = workspaces.filter(({ error }) => error === undefined);
  const findings = audited.flatMap((workspace) => workspace.findings);
  const graded = audited.filter((one) => !isInstructions(one));
  const ofTier = (tier: Tier): number => graded.filter((one) => one.tier === tier).length;
  const ofLevel = (level: Level): number => findings.filter((one) => one.level === level).length;
  const sum = (count: 'allowed' | 'baseline' | 'config'): number =>
    audited.reduce((total, { suppressed }) => total + suppressed[count], 0);
  return {
    workspaces: workspaces.length,
    passing: audited.filter((one) => one.passes).length,
    failed: workspaces.length - audited.length,
    tiers: {
      'non-conformant': ofTier('non-conformant'),
      'RFC-0009 Lite': ofTier('RFC-0009 Lite'),
      'RFC-0009 v3.0': ofTier('RFC-0009 v3.0'),
    },
    findings: { error: ofLevel('error'), warning: ofLevel('warning'), note: ofLevel('note') },
    suppressed: { allowed: sum('allowed'), baseline: sum('baseline'), config: sum('config') },
  };
};
