/** Which folders of a tree are workspaces, and what is said of those that are not audited (item 3 of the auditor's third look). */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { discover } from '#kernel/snapshot/discover.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import { freshPath, makeWorkspace } from '#test/support/workspace.ts';

const SOUL = 'Be kind.\n';

/** What is found below a folder with these files, by paths relative to it. */
const found = (files: Readonly<Record<string, string>>, layout?: LayoutDocument) => {
  const { path } = makeWorkspace(files);
  const { workspaces, copies, inside, nothing } = discover(disk, path, undefined, {
    instructions: layout === undefined,
    ...(layout && { layout }),
  });
  const below = (one: string): string => (one === path ? '.' : one.slice(path.length + 1));
  return {
    workspaces: workspaces.map(below),
    copies: [...copies].map(below),
    inside: inside.map(below),
    nothing,
  };
};

const NEXUS = {
  'AGENTS.md': '# Rules\n',
  'home/robin/SOUL.md': SOUL,
  'state/config.json': '{}',
  'state/agents/BOOTSTRAP.md': 'x\n',
  'state/agents/zim/IDENTITY.md': 'name: Zim\n',
  'state/agents/zim/SOUL.md': SOUL,
};

describe('what lies in the folders of a system', () => {
  it('is part of its workspace, and none of its own', () => {
    expect(found(NEXUS)).toMatchObject({ workspaces: ['.', 'home/robin'], inside: [] });
    expect(found(NEXUS, LAYOUTS.nexus)).toMatchObject({ workspaces: ['.'], inside: [] });
    const osa = { 'prompts/SYSTEM.md': 'x\n', 'agents/zim/SOUL.md': SOUL };
    expect(found(osa, LAYOUTS.osa)).toMatchObject({ workspaces: ['.'], inside: [] });
    expect(found({ 'state/agents/zim/SOUL.md': SOUL })).toMatchObject({
      workspaces: ['state/agents/zim'],
    });
  });
});

describe('a folder that was named', () => {
  it.each(['MEMORY.md', 'USER.md', 'memory/2026-03-10.md'])(
    'is a workspace with %s alone',
    (name) => {
      expect(found({ [name]: 'x\n' })).toMatchObject({ workspaces: ['.'], nothing: undefined });
    },
  );

  it('and only remembers has those of agents below it looked at too', () => {
    const { workspaces } = found({ 'MEMORY.md': 'x\n', 'robin/SOUL.md': SOUL });
    expect(workspaces).toEqual(['.', 'robin']);
  });

  it('holds nothing of an agent, and says so', () => {
    expect(found({ 'docs/p.md': '# x\n' }).nothing).toBe('other');
    expect(found({ 'docs/robin/SOUL.md': SOUL }).nothing).toBeUndefined();
    expect(found({ 'AGENTS.md': 'x\n' }).nothing).toBeUndefined();
  });

  it('is empty, but for what is hidden', () => {
    const path = freshPath('empty');
    mkdirSync(join(path, '.git'), { recursive: true });
    expect(discover(disk, path).nothing).toBe('empty');
  });
});

describe('folders of a tree', () => {
  it.each(['backup', 'backups', 'archive', 'old', 'robin.bak', 'robin-old', 'backup-2026'])(
    'called %s hold copies',
    (name) => {
      const { workspaces, copies } = found({ 'robin/SOUL.md': SOUL, [`${name}/x/SOUL.md`]: SOUL });
      expect(workspaces).toContain(`${name}/x`);
      expect(copies).toEqual([`${name}/x`]);
    },
  );

  it.each(['older', 'golden', 'archivist', 'bold'])('called %s hold agents', (name) => {
    expect(found({ [`${name}/SOUL.md`]: SOUL }).copies).toEqual([]);
  });

  it('that lie in a workspace are named, but for its memory and its copies', () => {
    const { workspaces, inside } = found({
      'SOUL.md': SOUL,
      'agents/kim/SOUL.md': SOUL,
      'kim/SOUL.md': SOUL,
      'memory/SOUL.md': SOUL,
      'backup/SOUL.md': SOUL,
      'a/b/c/SOUL.md': SOUL,
    });
    expect(workspaces).toEqual(['.']);
    expect(inside).toEqual(['agents/kim', 'kim']);
  });
});
