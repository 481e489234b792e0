/** From audits to a report: levels, what is missing to the next tier, what to do now, and the exit code. */
import { LAYOUTS } from '#lib/layout/bundled.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import { INSTRUCTIONS } from '#lib/layout/instructions.ts';
import { neverMet } from '#lib/layout/never-met.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { IMPLEMENTED_TIER } from '#lib/spec/tiers.ts';
import type { Audit } from '#audit/engine/audit.ts';
import { reaches, type Tier } from '#audit/engine/grade.ts';
import type { Rule } from '#audit/rule/rule.ts';
import {
  type Level,
  type Report,
  type ReportedFinding,
  type Suppressed,
  TIER_OF,
  type Totals,
  type WorkspaceReport,
} from './report.ts';
import { aliasesTogether } from './aliases.ts';
import { ALL, type ChosenConfig } from './choice.ts';
import { gravestFirst } from './gravest.ts';
import { plural } from '#lib/report/plural.ts';
import { isUngraded, PENDING, reportVerdict, workspaceVerdict } from './verdict.ts';
import { nextStep } from './next-step.ts';
import { type ReportOptions, type TrackedFinding, type Located, Catalogue } from './catalogue.ts';

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
  const catalogue = new Catalogue(rules, options, layoutsOf(places, options));
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

/** What one workspace was judged as. */
const layoutOf = (
  { isInstructions, recognisedBy }: Audit,
  { layout }: ReportOptions,
): LayoutDocument =>
  isInstructions === true ? INSTRUCTIONS : recognisedBy === undefined ? layout : LAYOUTS.openclaw;

/** Those of all. */
const layoutsOf = (
  places: readonly (AuditedPlace | FailedPlace)[],
  options: ReportOptions,
): ReadonlySet<string> =>
  new Set([
    options.layout.layout,
    ...places.flatMap((one) => ('error' in one ? [] : [layoutOf(one.audit, options).layout])),
  ]);

const errorsOnly = (workspace: WorkspaceReport): WorkspaceReport => ({
  ...workspace,
  findings: workspace.findings.filter(({ level }) => level === 'error'),
});

const warningsBeyond = (
  { maxWarnings }: ChosenConfig,
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

const workspaceReport = (
  place: AuditedPlace,
  catalogue: Catalogue,
  options: ReportOptions,
): WorkspaceReport => {
  const { path, name, repositoryPath, audit } = place;
  const { state, tier, basis, unanswered, unverified, notAsked, passed, partial } = audit;
  const open = place.findings.filter(({ isBaselined }) => isBaselined !== true);
  const live = open.filter((tracked) => !catalogue.leavesOut(tracked, place));
  const { layout, title } = layoutOf(audit, options);
  const isShown = ({ finding }: TrackedFinding): boolean => catalogue.isAsked(finding.rule, audit);
  const shown = live.filter(isShown);
  const findings = gravestFirst(
    aliasesTogether(shown).map((tracked) => catalogue.describe(tracked, path, layout)),
  );
  const isOther = layout !== 'rfc-0009';
  const next = isOther ? null : nextOf(audit);
  const facts = {
    path,
    ...(name !== undefined && { name }),
    ...(repositoryPath !== undefined && { repositoryPath }),
    ...(isOther && { layout: title }),
    ...(audit.recognisedBy !== undefined && { recognisedBy: audit.recognisedBy }),
    state,
    tier,
    basis,
    passes: passes(audit, findings, catalogue, { ...options, isKnownToWait: knowsItWaits(place) }),
    next,
    ...nextStep(path, audit, findings, layout),
    findings,
    unasked: live.length - shown.length,
    fixed: (place.fixed ?? [])
      .filter(isShown)
      .map((tracked) => catalogue.describe(tracked, path, layout)),
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
  { isInstructions, state, tier, unverified }: Audit,
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
    (isInstructions === true || state !== 'uninitialised')
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
  const graded = audited.filter((one) => !isUngraded(one));
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
