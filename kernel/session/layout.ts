/**
 * Completing a workspace: what the RFC requires and nobody has provided. Creates what is missing,
 * adds what is lacking at the end of AGENTS.md, overwrites nothing. Used by births and `yamo init`.
 */
import { Refusal } from '#lib/spec/refusals.ts';
import { readIdentity } from '#lib/workspace/birth.ts';
import { withGhostHeader, hasGhostHeader } from '#lib/workspace/header.ts';
import { fillTemplate, type Names, withMissingSections } from '#lib/workspace/template.ts';
import { errnoOf } from '#kernel/effects/disk.ts';
import { createFile, replaceFile } from '#kernel/effects/replace.ts';
import { readTemplate, type TemplateName, type Tier } from '#kernel/effects/package.ts';
import type { Exclusively } from '#kernel/memory/daily-log.ts';
import { readFile } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

export interface Site {
  readonly workspace: Workspace;
  readonly exclusively: Exclusively;
}

const UNKNOWN: Names = {
  name: 'the agent',
  role: 'assistant',
  user: 'the human',
  timezone: 'not known yet',
};

/** What was done, in words: `created USER.md`, `added "## Safety" to AGENTS.md`. Throws FILE_… refusals, GATE_FAILED. */
export const completeLayout = (
  site: Site,
  tier: Tier = 'v3',
  given: Partial<Names> = {},
): readonly string[] => {
  const names = { ...UNKNOWN, ...identityOf(site.workspace), ...given };
  return site.exclusively(() => [
    ...createMemory(site.workspace),
    ...create(site.workspace, 'USER.md', tier, { ...names, user: given.user ?? 'not known yet' }),
    ...create(site.workspace, 'AGENTS.md', tier, names),
    ...completeAgents(site.workspace, tier, names),
  ]);
};

/** USER.md as a stub (§6.2b, R-57). */
export const createUserStub = (site: Site): void => {
  site.exclusively(() =>
    create(site.workspace, 'USER.md', 'v3', { ...UNKNOWN, user: 'not known yet' }),
  );
};

/** Creates one file from its template if it is missing. Throws GATE_FAILED. */
export const create = (
  workspace: Workspace,
  name: TemplateName,
  tier: Tier,
  names: Names,
): readonly string[] => {
  const { root } = workspace;
  if (attempt('create', name, () => root.disk.lstat(root.at(name))) !== undefined) return [];
  const text = fillTemplate(readTemplate(tier, name), names);
  attempt('create', name, () => createFile(root, name, Buffer.from(text)));
  return [`created ${name}`];
};

const createMemory = (workspace: Workspace): readonly string[] => {
  if (workspace.memory() !== undefined) return [];
  attempt('create', 'memory/', () => workspace.ensureMemory());
  return ['created memory/'];
};

const completeAgents = (workspace: Workspace, tier: Tier, names: Names): readonly string[] => {
  const agents = readFile(workspace, 'AGENTS.md');
  if (agents === undefined) return [];
  const before = agents.bytes.toString('utf8');
  const { text, added } = withMissingSections(
    before,
    fillTemplate(readTemplate(tier, 'AGENTS.md'), names),
  );
  const lacksHeader = tier === 'v3' && !hasGhostHeader(text);
  const after = lacksHeader ? withGhostHeader(text) : text;
  if (after === before) return [];
  const { root } = workspace;
  attempt('write', 'AGENTS.md', () =>
    replaceFile(root, { name: 'AGENTS.md', bytes: Buffer.from(after), previous: agents.stat }),
  );
  return [
    ...(lacksHeader ? ['put the ghost header first in AGENTS.md'] : []),
    ...added.map((section) => `added "## ${section}" to AGENTS.md`),
  ];
};

const identityOf = (workspace: Workspace): Partial<Names> => {
  const soul = readFile(workspace, 'SOUL.md');
  return soul === undefined ? {} : readIdentity(soul.text);
};

const attempt = <Value>(operation: string, path: string, work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    throw new Refusal('GATE_FAILED', { operation, path, errno: errnoOf(error) });
  }
};
