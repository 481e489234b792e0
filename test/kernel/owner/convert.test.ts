/** A conversion is whole, or it is not there: whatever call fails, and whoever comes between. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { geteuid } from 'node:process';

import { expect, it } from 'vitest';

import { convertWorkspace } from '#kernel/owner/convert.ts';
import { type Disk, disk } from '#kernel/fs/disk.ts';
import type { LayoutName } from '#lib/spec/layouts.ts';
import { CONVERT_FILES } from '#lib/spec/limits.ts';
import { hooked } from '#test/support/disk.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

const FILES = { 'SOUL.md': 'soul\n', 'IDENTITY.md': 'name: Zim\n', 'skills/a/SKILL.md': 'a\n' };

/** What lies there, but for what the kernel remembers. */
const namesIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => name !== 'state');

const convert = async (
  on: Disk,
  out: string,
  path: string,
  to: LayoutName = 'rfc-0009',
): Promise<unknown> => {
  const host = { disk: on, uid: geteuid?.() ?? 0, stateRoot: join(dirname(out), 'state') };
  const request = { path, from: 'gsv', to, out, dryRun: false } as const;
  try {
    await convertWorkspace(request, host);
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
};

it.each(['mkdir', 'open', 'write', 'fsync', 'rename'] as const)(
  'leaves nothing where a %s fails on a full disk',
  async (failing) => {
    const [ws, beside] = [makeWorkspace(FILES), makeWorkspace({})];
    const out = join(beside.path, 'new');
    const came: unknown[] = [];
    for (let nth = 1; came.at(-1) !== 'done'; nth += 1) {
      let count = 0;
      let isMaking = false;
      const full = hooked({
        before: ({ call, on }) => {
          isMaking ||= call === 'mkdir' && on.startsWith('.new');
          if (!isMaking || call !== failing || (call === 'rename' && !on.startsWith('.new')))
            return;
          count += 1;
          if (count === nth) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
        },
        after: ({ call, on }) => {
          if (call === 'rename' && on.startsWith('.new')) isMaking = false;
        },
      });
      came.push(await convert(full, out, ws.path));
      expect(namesIn(beside.path)).toEqual(came.at(-1) === 'done' ? ['new'] : []);
    }
    const failures = came.slice(0, -1);
    expect(failures).toContain('CONVERT_FAILED');
    for (const code of failures)
      expect(['CONVERT_FAILED', 'STATE_UNUSABLE', 'WORKSPACE_UNUSABLE']).toContain(code);
  },
);

it('takes no place that somebody took meanwhile', async () => {
  const [ws, beside] = [makeWorkspace(FILES), makeWorkspace({})];
  const out = join(beside.path, 'new');
  const late = hooked({
    before: ({ call, on }) => {
      if (call !== 'rename' || !on.startsWith('.new')) return;
      mkdirSync(out);
      writeFileSync(join(out, 'theirs'), '');
    },
  });
  expect(await convert(late, out, ws.path)).toBe('CONVERT_PLACE');
  expect([namesIn(beside.path), readdirSync(out)]).toEqual([['new'], ['theirs']]);
});

it.each([
  [{ 'SOUL.md': 'You are Robin Ash, a gardener.\n' }, 'robin-ash'],
  [{ 'SOUL.md': 'You are Robin, a gardener.\n', 'IDENTITY.md': '- **Name:** Zim\n' }, 'zim'],
  [{ 'SOUL.md': 'Be calm.\n' }, 'agent'],
])('calls the folder of a persona as the agent of %j is called', async (files, name) => {
  const [ws, beside] = [makeWorkspace(files), makeWorkspace({})];
  const out = join(beside.path, 'new');
  expect(await convert(disk, out, ws.path, 'nexus')).toBe('done');
  expect(readdirSync(join(out, 'state/agents'))).toEqual([name]);
});

it('takes no tree that is too large to be of an agent', async () => {
  const [ws, beside] = [makeWorkspace({ 'SOUL.md': 'x' }), makeWorkspace({})];
  // One file that is listed often is as good as many, which take seconds to write.
  const crowded: Disk = {
    ...disk,
    readdir: (path) =>
      disk.readdir(path).flatMap((name) => Array.from({ length: CONVERT_FILES + 1 }, () => name)),
  };
  expect(await convert(crowded, join(beside.path, 'new'), ws.path)).toBe('CONVERT_FILES');
  expect(readdirSync(beside.path)).toEqual([]);
});

it('leaves no half workspace where it is killed, and the next one works', async () => {
  const [ws, beside] = [makeWorkspace(FILES), makeWorkspace({})];
  const out = join(beside.path, 'new');
  let writes = 0;
  const dying = hooked({
    // Whoever is dead does nothing more, and tidies nothing up.
    before: ({ call, on }) => {
      if (call === 'write' && on !== '') writes += 1;
      if (writes > 1) throw Object.assign(new Error('killed'), { code: 'EIO' });
    },
  });
  await convert(dying, out, ws.path);
  expect(readdirSync(beside.path)).toEqual([
    expect.stringMatching(/^\.new\.[\da-f]{12}\.yamo-tmp$/),
  ]);
  expect([await convert(disk, out, ws.path), readdirSync(out).toSorted()]).toEqual([
    'done',
    ['IDENTITY.md', 'SOUL.md', 'skills'],
  ]);
});

it('makes nothing where a file cannot be read', async () => {
  const [ws, beside] = [makeWorkspace(FILES), makeWorkspace({})];
  const locked = hooked({
    before: ({ call, on }) => {
      if (call === 'open' && on === 'SKILL.md')
        throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    },
  });
  expect(await convert(locked, join(beside.path, 'new'), ws.path)).toBe('FILE_UNREADABLE');
  expect(readdirSync(beside.path)).toEqual([]);
});
