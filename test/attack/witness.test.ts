/**
 * Two witnesses of shared sessions: strace, which says who opened what and is blind to io_uring, and inotify on the
 * inode and the folder of MEMORY.md, which sees every open by whatever way and does not know whose it is. Nobody opens it.
 */
import { readFileSync, renameSync } from 'node:fs';

import { beforeAll, describe, expect, it } from 'vitest';

import { nameIn } from '#conform/witness/calls.ts';
import { FileWatch, hasInotify } from '#test/support/file-watch.ts';
import { straceFault, trace } from '#test/support/strace.ts';
import { bootCommand, environmentOf } from '#test/support/traced-boot.ts';
import type { TempWorkspace } from '#test/support/workspace.ts';
import { skipLoudly } from '#test/support/yamo.ts';

import { lacks, waysOn } from './judge.ts';
import { type Boot, Scene } from './scene.ts';

const noInotify = skipLoudly(!hasInotify, 'who opens MEMORY.md (no inotifywait)');
const noStrace = skipLoudly(straceFault() !== undefined, 'who opens MEMORY.md (no strace)');

const watching = (workspace: TempWorkspace): Promise<FileWatch> =>
  FileWatch.start([workspace.path, workspace.at('MEMORY.md')]);

/** What happened to MEMORY.md. */
const seenBy = async (watch: FileWatch): Promise<readonly string[]> =>
  (await watch.end()).filter((line) => line.includes('/MEMORY.md '));

/** Files by every way, and the calls that go around paths; not what needs to know the kernel. */
const IDS = waysOn({ kind: 'shared', sandbox: 'bubblewrap', shell: true })
  .map(({ id }) => id)
  .filter((id) => /^A(0[1-9]|1\d|2[0-2]|67|7[5-9]|8[0-7]|96|10[0-3]|115|117)$/.test(id));

describe.skipIf(noInotify || lacks('bubblewrap'))('MEMORY.md in a shared session', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.build({ sandbox: 'bubblewrap', shell: { channels: ['ops'] } });
    await scene.boot({ run: 'main', kind: 'main', turns: [['A28', 'A30']] });
  });

  it('the witness sees who opens it, also by another name and when it was replaced', async () => {
    const { workspace } = scene;
    const watch = await watching(workspace);
    readFileSync(workspace.at('MEMORY.md'));
    renameSync(workspace.at('MEMORY.md'), workspace.at('elsewhere'));
    readFileSync(workspace.at('elsewhere'));
    renameSync(workspace.at('elsewhere'), workspace.at('MEMORY.md'));
    readFileSync(workspace.at('MEMORY.md'));
    const seen = (await seenBy(watch)).filter((line) => line.includes(' OPEN'));
    // The folder and the inode both tell of the first and of the last one.
    expect(seen.length).toBe(5);
  });

  it.skipIf(noStrace)('is opened by nobody: strace and inotify say so', async () => {
    const { workspace } = scene;
    const boot: Boot = { run: 'traced', kind: 'shared', turns: [IDS] };
    const args = [
      '--session',
      'shared',
      '--channel',
      'ops',
      '--agent',
      scene.agent(boot),
      '--message',
      'go',
    ];
    const watch = await watching(workspace);
    const accomplice = scene.lendAccomplice();
    const env = { ...environmentOf(workspace), HOME: scene.home };
    const run = await trace(bootCommand(workspace, ...args), { env, limitMs: 50_000 });
    clearInterval(accomplice);
    const seen = await seenBy(watch);
    expect(run.code, run.stderr).toBe(0);
    expect([...scene.spoils('traced').loot.keys()].filter((id) => id !== 'start')).toEqual(IDS);

    const about = run.calls.filter((call) => nameIn(workspace.path, call) === 'MEMORY.md');
    // The agent has tried; the trace is not about another workspace.
    expect(about.some(({ name, errno }) => name.startsWith('open') && errno !== undefined)).toBe(
      true,
    );
    const opened = about.filter(
      ({ name, errno }) => name.startsWith('open') && errno === undefined,
    );
    expect(opened.map(({ args: given }) => given)).toEqual([]);
    expect(seen.filter((line) => !line.endsWith(' MOVED_TO'))).toEqual([]);
    // The accomplice has replaced it, and that was seen.
    expect(seen.length).toBe(1);
  });

  it('is opened by nobody where nothing is made to fail by a tracer', async () => {
    const watch = await watching(scene.workspace);
    const boot: Boot = { run: 'watched', kind: 'shared', args: ['--channel', 'ops'], turns: [IDS] };
    const { code, loot } = await scene.boot(boot);
    const seen = await seenBy(watch);
    expect(code).toBe(0);
    expect(loot.size).toBeGreaterThan(IDS.length);
    expect(seen.filter((line) => !line.endsWith(' MOVED_TO'))).toEqual([]);
    expect(seen.length).toBe(1);
  });
});
