/** The sentences that every format says in the same words. */
import { plural } from '#lib/report/plural.ts';
import { INSTRUCTIONS } from '#lib/layout/instructions.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { RFC_0009 } from '#lib/layout/rfc-0009.ts';
import { type Goal, type Goals, reaches } from '#audit/engine/grade.ts';
import { amongPhrase } from './gravest.ts';
import { type Report, TIER_OF, type Totals, type WorkspaceReport } from './report.ts';

/** The rule that says of a workspace that it waits for its first boot. */
export const PENDING = '6.1/pending';

/** `RFC-0009 Lite (static)`: the tier, and what it rests on (R-84). */
export const tierPhrase = ({
  tier,
  basis,
  unverified,
  error,
  layout,
}: Pick<WorkspaceReport, 'tier' | 'basis' | 'unverified' | 'error' | 'layout'>): string => {
  if (error !== undefined) return 'not audited';
  if (layout !== undefined) return layout;
  if (tier === 'non-conformant') return tier;
  const marks = [
    ...(basis === 'static' ? ['static'] : []),
    ...(unverified.length > 0 ? ['unverified'] : []),
  ];
  return marks.length === 0 ? tier : `${tier} (${marks.join(', ')})`;
};

/** The state in words that end a sentence. */
export const STATE_PHRASE = {
  uninitialised: 'uninitialised',
  'bootstrap-pending': 'waiting for its first boot',
  initialised: 'initialised',
} as const satisfies Record<WorkspaceReport['state'], string>;

type Judged = Omit<WorkspaceReport, 'verdict'>;

/** One sentence about one workspace, without its name. */
export const workspaceVerdict = (workspace: Judged, { required, claim }: Goals): string => {
  const { state, tier, passes, findings, suppressed } = workspace;
  const phrase = tierPhrase(workspace);
  if (isInstructions(workspace))
    return passes
      ? `${NO_WORKSPACE} Nothing in it fails.`
      : `${NO_WORKSPACE} What is wrong with it is named.`;
  if (workspace.layout !== undefined) return layoutVerdict(workspace, workspace.layout);
  if (state === 'uninitialised')
    return 'This is no agent workspace yet: it has neither SOUL.md nor bootstrap instructions.';
  if (claim !== null && !reaches(tier, claim))
    return `The workspace claims ${TIER_OF[claim]} and is ${phrase}.`;
  const goal = required ?? 'lite';
  const wanted = required === null ? '' : `, ${TIER_OF[required]} is required`;
  if (!reaches(tier, goal)) {
    const excuse =
      suppressed.baseline > 0
        ? 'the baseline excuses it'
        : suppressed.config > 0
          ? 'what is wrong with it was left out'
          : 'nothing of it is new';
    return passes
      ? `The workspace is ${phrase}${wanted}; ${excuse}.`
      : `The workspace is ${phrase}${wanted}.`;
  }
  if (state === 'bootstrap-pending') {
    const waits = `The workspace is ${phrase} and waits for its first boot`;
    if (!passes) return `${waits}; --allow-pending lets it pass.`;
    if (suppressed.byRule[PENDING] !== undefined) return `${waits}; the baseline excuses it.`;
    const isKnown = findings.some(({ rule, status }) => rule === PENDING && status === 'known');
    return isKnown ? `${waits}; it did before.` : `${waits}.`;
  }
  if (!passes && findings.every(({ level }) => level !== 'error'))
    return `The workspace is ${phrase}, and rules that count could not be answered.`;
  return `The workspace is ${phrase}${required === null ? '' : `, as required`}.`;
};

/** Is this what hosts of coding agents read, and no workspace? */
export const isInstructions = ({ layout }: Pick<WorkspaceReport, 'layout'>): boolean =>
  layout === INSTRUCTIONS.title;

/** Has it no tier in a run that is about tiers? */
export const isUngraded = ({
  layout,
  recognisedBy,
}: Pick<WorkspaceReport, 'layout' | 'recognisedBy'>): boolean =>
  isInstructions({ ...(layout !== undefined && { layout }) }) || recognisedBy !== undefined;

/** `2 instruction folders`, `1 workspace of OpenClaw`: those that are judged as something else than was asked. */
export const ungradedPhrases = (workspaces: readonly WorkspaceReport[]): readonly string[] => {
  const folders = workspaces.filter(isInstructions).length;
  const recognised = workspaces.filter(({ recognisedBy }) => recognisedBy !== undefined);
  const titles = Map.groupBy(recognised, ({ layout = '' }) => layout);
  return [
    ...[...titles].map(([title, { length }]) => `${length} ${title}`),
    ...(folders === 0 ? [] : [plural(folders, 'instruction folder')]),
  ];
};

/** What it was judged as, why, and how to ask for RFC-0009; empty where somebody said what it is. */
export const recognisedPhrase = ({
  layout,
  recognisedBy,
}: Pick<WorkspaceReport, 'layout' | 'recognisedBy'>): string =>
  recognisedBy === undefined
    ? ''
    : `Judged as a workspace of ${layout}, by ${recognisedBy}; --layout rfc-0009 asks for RFC-0009.`;

/** What such a folder is. */
const NO_WORKSPACE = 'This is no workspace of RFC-0009: it instructs coding agents.';

/** The same where no tier is asked for: a workspace of another layout. */
const layoutVerdict = ({ state, passes }: Judged, layout: string): string => {
  if (state === 'uninitialised')
    return `This is no workspace of ${layout}: it has none of its files.`;
  if (state === 'bootstrap-pending') {
    const waits = `The workspace of ${layout} waits for its first run`;
    return passes ? `${waits}.` : `${waits}; --allow-pending lets it pass.`;
  }
  return passes
    ? `The workspace keeps what ${layout} asks for.`
    : `The workspace does not keep what ${layout} asks for.`;
};

/** One sentence about the whole run. */
export const reportVerdict = (
  workspaces: readonly WorkspaceReport[],
  { failed, passing }: Totals,
  { required, claim, layout }: Goals & Pick<Report, 'layout'>,
): string => {
  const [only, second] = workspaces;
  if (only === undefined) return 'There was no workspace to audit.';
  if (second === undefined) return only.verdict;
  const goal = isOwn({ layout })
    ? TIER_OF[goalOf({ required, claim })]
    : `what ${layout.title} asks for`;
  const count = workspaces.length;
  const unseen = failed === 0 ? '' : `; ${failed} could not be audited`;
  const others = ungradedPhrases(workspaces).join(' and ');
  const but = others === '' ? '' : `, but for ${others}`;
  if (passing === count) return `All ${count} workspaces pass; ${goal} is asked of them${but}.`;
  return `${passing} of ${count} workspaces pass; ${goal} is asked of them${but}${unseen}.`;
};

/** Were workspaces of RFC-0009 audited? */
export const isOwn = ({ layout }: Pick<Report, 'layout'>): boolean => layout.id === RFC_0009.layout;

/** `Y23, Y34: a start has another order`; each a line. */
export const neverMetPhrases = ({ layout }: Pick<Report, 'layout'>): readonly string[] =>
  layout.neverMet.map(({ requirements, why }) => `${requirements.join(', ')}: ${why}`);

/** What is asked of a workspace: the higher of what is required and claimed, or Lite. */
const goalOf = ({ required, claim }: Pick<Report, 'required' | 'claim'>): Goal =>
  required === 'v3.0' || claim === 'v3.0' ? 'v3.0' : 'lite';

/** `v3.0: 4 more findings, with --require v3.0`; `undefined` where none is left out. */
export const unaskedPhrase = ({ unasked }: Pick<WorkspaceReport, 'unasked'>): string | undefined =>
  unasked === 0 ? undefined : `v3.0: ${unasked} more; --require v3.0 shows them`;

/** Rules that could not be answered, those with one reason together: `2.1/name, 2.1/role`, `SOUL.md is no regular file`. */
export const unansweredPhrases = ({
  unanswered,
}: Pick<WorkspaceReport, 'unanswered'>): readonly { rules: string; reason: string }[] =>
  [...Map.groupBy(unanswered, ({ reason }) => reason)].map(([reason, all]) => ({
    rules: all.map(({ rule }) => rule).join(', '),
    reason,
  }));

/** Where the file itself is what is wrong. */
const TO_DELETE: ReadonlySet<string> = new Set([
  '2.6/bootstrap-copy',
  '4.3/bootstrap-left',
  'layout/bootstrap',
]);
/** Nexus keeps its instructions: those that say nothing are written, not deleted. */
const TO_KEEP = LAYOUTS.nexus.files.find(({ role }) => role === 'bootstrap')?.name;

/** `edit AGENTS.md:53; …`, `delete BOOTSTRAP.md; …`; what to do where no command helps. */
export const editPhrase = (
  { rule, file, line }: NonNullable<WorkspaceReport['edit']>,
  findings: WorkspaceReport['findings'],
): string => {
  const place = file === '' ? 'the workspace' : line === undefined ? file : `${file}:${line}`;
  const isDeleted = TO_DELETE.has(rule) && file !== TO_KEEP;
  return `${isDeleted ? 'delete' : 'edit'} ${place}${amongPhrase(rule, findings)}; yamo explain ${rule} says ${isDeleted ? 'why' : 'how'}`;
};

/** `3 errors, 1 warning`; `no findings` where there are none. */
export const countPhrase = (findings: Totals['findings']): string => {
  const parts = [
    plural(findings.error, 'error'),
    plural(findings.warning, 'warning'),
    plural(findings.note, 'note'),
  ].filter((part) => !part.startsWith('0 '));
  return parts.length === 0 ? 'no findings' : parts.join(', ');
};

/** How many findings of each level. */
export const findingCounts = ({
  findings,
}: Pick<WorkspaceReport, 'findings'>): Totals['findings'] => {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { level } of findings) counts[level] += 1;
  return counts;
};

/** `2 allowed by comments, 1 by the baseline (2.2/safety-empty: 3)`; said also when nothing was. */
export const suppressedPhrase = ({
  allowed,
  baseline,
  config,
  byRule,
}: WorkspaceReport['suppressed']): string => {
  const rules = Object.entries(byRule).map(([rule, count]) => `${rule}: ${count}`);
  const which = rules.length === 0 ? '' : ` (${rules.join(', ')})`;
  return `${suppressedCounts({ allowed, baseline, config })}${which}`;
};

/** `2 by yamo-allow comments, 1 by the baseline`; the configuration is named where it has left something out. */
export const suppressedCounts = ({
  allowed,
  baseline,
  config,
}: Report['totals']['suppressed']): string => {
  const chosen = config === 0 ? '' : `, ${config} by the configuration or options`;
  return `${allowed} by yamo-allow comments, ${baseline} by the baseline${chosen}`;
};

/** How a workspace is called: `.` is where the reader is, and the name of no workspace. */
export const titleOf = ({ path, name }: Pick<WorkspaceReport, 'path' | 'name'>): string =>
  name ?? path;
