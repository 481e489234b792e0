/**
 * Completing a workspace: what the RFC requires and nobody has provided. Creates what is missing,
 * adds what is lacking at the end of AGENTS.md, overwrites nothing. Used by first boots and `yamo init`.
 */
import { Refusal } from '#lib/spec/refusals.ts';
import { readIdentity } from '#lib/workspace/read-identity.ts';
import { withGhostHeader, hasGhostHeader } from '#lib/workspace/header.ts';
import { withRenamedSections } from '#lib/workspace/section-names.ts';
import { fillTemplate, type TemplateValues, withMissingSections } from '#lib/workspace/template.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { createFile, replaceFile } from '#kernel/fs/replace.ts';
import { readTemplate, type TemplateName, type TemplateTier } from '#kernel/process/package.ts';
import type { Exclusively } from '#kernel/memory/daily-log.ts';
import { type FileText, readFile } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

interface Site {
  readonly workspace: Workspace;
  readonly exclusively: Exclusively;
}

const UNKNOWN: TemplateValues = {
  name: 'the agent',
  role: 'assistant',
  user: 'the human',
  timezone: 'not known yet',
};

/** A file as it is and as it shall be. */
export interface LayoutChange {
  readonly file: TemplateName;
  readonly before: FileText | undefined;
  readonly after: string;
  /** What the change comes to, in words: `created USER.md`, `added "## Safety" to AGENTS.md`. */
  readonly done: readonly string[];
  /** Headings that are called otherwise then, by their old names in normal form. */
  readonly renamed: readonly string[];
}

/** What a workspace lacks. */
export interface LayoutPlan {
  readonly makesMemory: boolean;
  readonly changes: readonly LayoutChange[];
}

/** Looks and changes nothing. Throws FILE_… refusals, WRITE_FAILED. */
export const planLayout = (
  workspace: Workspace,
  tier: TemplateTier = 'v3',
  given: Partial<TemplateValues> = {},
): LayoutPlan => {
  const names = { ...UNKNOWN, ...identityOf(workspace), ...given };
  return {
    makesMemory: workspace.memory() === undefined,
    changes: [
      ...planFile(workspace, 'USER.md', tier, { ...names, user: given.user ?? 'not known yet' }),
      ...planFile(workspace, 'AGENTS.md', tier, names),
      ...planAgents(workspace, tier, names),
    ],
  };
};

/** Makes the changes of a plan, in order; says what was done. Throws FILE_MOVED, WRITE_FAILED. */
export const carryOutPlan = (
  { workspace, exclusively }: Site,
  { makesMemory, changes }: LayoutPlan,
): readonly string[] =>
  exclusively(() => [
    ...(makesMemory ? createMemory(workspace) : []),
    ...changes.flatMap((change) => write(workspace, change)),
  ]);

/** What was done, in words. Throws FILE_… refusals, WRITE_FAILED. */
export const completeLayout = (site: Site): readonly string[] =>
  site.exclusively(() => carryOutPlan(site, planLayout(site.workspace)));

/** USER.md as a stub (§6.2b, R-57). */
export const createUserStub = (site: Site): void => {
  const names = { ...UNKNOWN, user: 'not known yet' };
  site.exclusively(() =>
    carryOutPlan(site, {
      makesMemory: false,
      changes: planFile(site.workspace, 'USER.md', 'v3', names),
    }),
  );
};

/** One file from its template, if it is missing. Throws WRITE_FAILED. */
export const planFile = (
  { root }: Workspace,
  file: TemplateName,
  tier: TemplateTier,
  names: TemplateValues,
): readonly LayoutChange[] => {
  if (attempt('create', file, () => root.disk.lstat(root.at(file))) !== undefined) return [];
  const after = fillTemplate(readTemplate(tier, file), names);
  return [{ file, before: undefined, after, done: [`created ${file}`], renamed: [] }];
};

const createMemory = (workspace: Workspace): readonly string[] => {
  attempt('create', 'memory/', () => workspace.ensureMemory());
  return ['created memory/'];
};

/** AGENTS.md with what it lacks: headings that only have another name are renamed, as by the auditor. */
const planAgents = (
  workspace: Workspace,
  tier: TemplateTier,
  names: TemplateValues,
): readonly LayoutChange[] => {
  const agents = readFile(workspace, 'AGENTS.md');
  if (agents === undefined) return [];
  const before = agents.bytes.toString('utf8');
  const { text: named, renamed } = withRenamedSections(before);
  const { text, added } = withMissingSections(
    named,
    fillTemplate(readTemplate(tier, 'AGENTS.md'), names),
  );
  const lacksHeader = tier === 'v3' && !hasGhostHeader(text);
  const after = lacksHeader ? withGhostHeader(text) : text;
  if (after === before) return [];
  const done = [
    ...(lacksHeader ? ['put the ghost header first in AGENTS.md'] : []),
    ...renamed.map(({ alias, section }) => `renamed "${alias}" to "## ${section}" in AGENTS.md`),
    ...added.map((section) => `added "## ${section}" to AGENTS.md`),
  ];
  return [
    { file: 'AGENTS.md', before: agents, after, done, renamed: renamed.map(({ alias }) => alias) },
  ];
};

const write = (
  { root }: Workspace,
  { file, before, after, done }: LayoutChange,
): readonly string[] => {
  const bytes = Buffer.from(after);
  if (before === undefined) attempt('create', file, () => createFile(root, file, bytes));
  else
    attempt('write', file, () => replaceFile(root, { name: file, bytes, previous: before.stat }));
  return done;
};

const identityOf = (workspace: Workspace): Partial<TemplateValues> => {
  const soul = readFile(workspace, 'SOUL.md');
  return soul === undefined ? {} : readIdentity(soul.text);
};

const attempt = <Value>(operation: string, path: string, work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    throw asRefusal(error, (errno) => new Refusal('WRITE_FAILED', { operation, path, errno }));
  }
};
