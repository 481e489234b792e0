/** What an index believes between two comparisons of all files: whatever changes memory ends that belief. */
import { mkdirSync, renameSync, stat, utimesSync, writeFileSync } from 'node:fs';

import { afterEach, expect, it } from 'vitest';

import { MemoryWatch } from '#kernel/mesh/memory-watch.ts';
import { enterWorkspace } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const open: MemoryWatch[] = [];
afterEach(() => {
  for (const watch of open.splice(0)) watch.close();
});

const watchOn = (temp: TempWorkspace): MemoryWatch => {
  const watch = new MemoryWatch(enterWorkspace(temp, { start: '2026-11-21T09:05' }).workspace);
  open.push(watch);
  return watch;
};

const CHANGES: readonly (readonly [string, (temp: TempWorkspace) => void])[] = [
  ['a line is added', (temp) => temp.write('MEMORY.md', '# Memory\n\n- more\n')],
  [
    'an editor replaces a log',
    (temp) => {
      temp.write('memory/new', 'other');
      renameSync(temp.at('memory/new'), temp.at('memory/2026-11-20.md'));
    },
  ],
  ['a log is written in its place', (temp) => writeFileSync(temp.at('memory/2026-11-20.md'), 'x')],
  ['a log gets an old time', (temp) => utimesSync(temp.at('memory/2026-11-20.md'), 1, 1)],
  ['a log is put away', (temp) => temp.write('memory/archive/2026-11-19.md.gz', 'x')],
  [
    'memory/ is replaced',
    (temp) => {
      renameSync(temp.at('memory'), temp.at('old'));
      mkdirSync(temp.at('memory'));
    },
  ],
];

it.skipIf(process.platform !== 'linux').each(CHANGES)('notices that %s', async (_what, change) => {
  const temp = makeBornWorkspace({ 'MEMORY.md': '# Memory\n', 'memory/2026-11-20.md': 'log\n' });
  mkdirSync(temp.at('memory/archive'));
  const watch = watchOn(temp);
  expect(await watch.isQuiet()).toBe(false);
  watch.begin()();
  expect(await watch.isQuiet()).toBe(true);
  change(temp);
  expect(await watch.isQuiet()).toBe(false);
  // What has come in place of something else is watched from now on.
  watch.begin()();
  expect(await watch.isQuiet()).toBe(true);
  temp.write('memory/2026-11-18.md', 'log\n');
  expect(await watch.isQuiet()).toBe(false);
});

it('believes nothing of a comparison that another one has overtaken [Y103]', async () => {
  const watch = watchOn(makeBornWorkspace({ 'MEMORY.md': '# Memory\n' }));
  const first = watch.begin();
  const second = watch.begin();
  first();
  expect(watch.isCompared).toBe(false);
  second();
  expect(watch.isCompared).toBe(true);
  expect(await watch.isQuiet()).toBe(process.platform === 'linux');
});

it.skipIf(process.platform !== 'linux')(
  'notices what was changed in the same turn, also while the answers of the system are handled',
  async () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': '# Memory\n' });
    const watch = watchOn(temp);
    watch.begin()();
    const isQuiet = new Promise<boolean>((resolve) => {
      stat(temp.path, () => {
        temp.write('MEMORY.md', '# Memory\n\n- more\n');
        resolve(watch.isQuiet());
      });
    });
    expect(await isQuiet).toBe(false);
  },
);
