/** What must be hidden has a second path, because it is mounted twice or something is laid over it: the boot refuses. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { canMount } from '#test/support/machine.ts';
import { freshPath, makeBornWorkspace } from '#test/support/workspace.ts';
import { refusalOf, skipLoudly, writeSettings, yamo } from '#test/support/yamo.ts';

const canHide = spawnSync('unshare', ['-m', 'true']).status === 0;
const cannot = skipLoudly(!canMount || !canHide, 'other mount paths (nothing can be mounted here)');

interface Case {
  /** In the shell; `$1` the workspace, `$2` the folder that is shown, `$3` one for what else is needed, `$4` the state. */
  readonly mount: string;
  readonly session: 'main' | 'shared';
  readonly write?: true;
}

const CASES: Readonly<Record<string, Case>> = {
  'the workspace': { mount: 'mkdir "$2/a"; mount --bind "$1" "$2/a"', session: 'shared' },
  'the workspace, over the folder itself': { mount: 'mount --bind "$1" "$2"', session: 'shared' },
  'MEMORY.md': {
    mount: 'touch "$2/notes"; mount --bind "$1/MEMORY.md" "$2/notes"',
    session: 'shared',
  },
  'the folder of the logs': {
    mount: 'mkdir -p "$2/a" "$1/memory"; mount --bind "$1/memory" "$2/a"',
    session: 'shared',
  },
  'a folder above': {
    mount: 'mkdir "$2/a"; mount --rbind "$(dirname "$1")" "$2/a"',
    session: 'shared',
  },
  'an overlay of the workspace': {
    mount: `mkdir "$2/a" "$3/u" "$3/w"
      mount -t overlay -o "lowerdir=$1,upperdir=$3/u,workdir=$3/w" overlay "$2/a"`,
    session: 'shared',
  },
  'an overlay with the workspace below another layer, by a relative path': {
    mount: `mkdir "$2/a" "$3/l" "$3/u" "$3/w"; cd "$(dirname "$1")"
      mount -t overlay -o "lowerdir=$3/l:$(basename "$1"),upperdir=$3/u,workdir=$3/w" overlay "$2/a"; cd /`,
    session: 'shared',
  },
  'a bind mount of a part of an overlay of a folder above': {
    mount: `mkdir "$2/a" "$3/o" "$3/u" "$3/w"
      mount -t overlay -o "lowerdir=$(dirname "$1"),upperdir=$3/u,workdir=$3/w" overlay "$3/o"
      mount --bind "$3/o/$(basename "$1")" "$2/a"`,
    session: 'shared',
  },
  'the state of the kernel': {
    mount: 'mkdir "$2/a"; mkdir -p "$4/yamo"; mount --bind "$4/yamo" "$2/a"',
    session: 'main',
  },
  'the workspace, where a main session may write': {
    mount: 'mkdir "$2/a"; mount --bind "$1" "$2/a"',
    session: 'main',
    write: true,
  },
};

const bootIn = async ({ mount, session, write }: Case) => {
  const workspace = makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- private\n' });
  const folder = freshPath('shown');
  const more = freshPath('more');
  for (const path of [folder, more]) mkdirSync(path);
  writeFileSync(join(folder, 'public.txt'), '');
  writeSettings(workspace, { agentPaths: write ? { write: [folder] } : { read: [folder] } });
  const paths = [workspace.path, folder, more, workspace.stateHome];
  const args = ['boot', '--json', '--message', 'x', '--session', session, '--agent', 'cat'];
  return yamo(args, {
    workspace,
    wrapper: ['unshare', '-m', 'sh', '-ec', `${mount}\nshift 4; exec "$@"`, 'sh', ...paths],
  });
};

describe.skipIf(cannot)('another mount path', () => {
  it.each(Object.entries(CASES))('of %s: VIEW_EXPOSES', async (_, one) => {
    const { events, stderr } = await bootIn(one);
    expect(refusalOf(events), stderr).toBe('VIEW_EXPOSES');
  });

  it('of something else is no reason to refuse', async () => {
    const mount = 'mkdir "$2/a"; mount --bind "$3" "$2/a"';
    const { events } = await bootIn({ mount, session: 'shared' });
    expect(refusalOf(events)).not.toBe('VIEW_EXPOSES');
  });
});
