/**
 * Where nothing of the machine holds an agent: shared sessions are not started, and in main ones the gate is all there
 * is. And the other way round: what a sandbox holds does succeed without one, or these tests would prove nothing.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { ASKING } from '#test/support/agents/hostile/asking.ts';
import { DISGUISING } from '#test/support/agents/hostile/disguising.ts';
import { TALKING } from '#test/support/agents/hostile/talking.ts';
import { WAYS } from '#test/support/agents/hostile/ways.ts';
import { WRITING } from '#test/support/agents/hostile/writing.ts';
import type { TempWorkspace } from '#test/support/workspace.ts';
import { refusalOf } from '#test/support/yamo.ts';

import { assault, type Ground, turnsOf, waysOn } from './judge.ts';
import { type Assault, Scene } from './scene.ts';

const MAIN: Ground = { kind: 'main', sandbox: 'none', shell: false };
const contentOf = (workspace: TempWorkspace, file: string): string =>
  file.endsWith('/') ? '' : workspace.text(file);

const NONE = { sandbox: 'none', agentEnvironment: ['YAMO_TEST_SECRET'] };

describe('where nothing holds an agent', () => {
  it.each([
    ['shared', 'SHARED_UNENFORCED'],
    ['main', 'MAIN_UNENFORCED'],
  ] as const)('a %s session is refused before anything of it has run (%s)', async (kind, code) => {
    const scene = await Scene.build(NONE);
    const { workspace } = scene;
    const before = workspace.list().map((file) => [file, contentOf(workspace, file)]);
    const { events, loot } = await scene.boot({ run: kind, kind, turns: [] });
    expect(refusalOf(events)).toBe(code);
    expect([...loot.keys()]).toEqual([]);
    expect(existsSync(join(scene.loot, 'loot.jsonl'))).toBe(false);
    // The bootstrap instructions are still there, too.
    expect(workspace.list().map((file) => [file, contentOf(workspace, file)])).toEqual(before);
  });

  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.build(NONE);
  });

  // A11 and A22 make links by themselves, which only a view can hold.
  const requests = new Set([...ASKING, ...WRITING, ...TALKING, ...DISGUISING].map(({ id }) => id));
  const asked = waysOn(MAIN).filter(({ id }) => requests.has(id) && id !== 'A11' && id !== 'A22');
  assault('the gate holds what a main session asks for', MAIN, {
    scene: () => scene,
    boot: { run: 'main', kind: 'main', args: ['--unsandboxed'], turns: turnsOf(asked) },
    ways: [...WAYS.filter(({ needs }) => needs === 'birth'), ...asked],
  });

  describe('and past the gate', () => {
    const free = WAYS.filter(({ control }) => control === true);
    let done: Assault;
    beforeAll(async () => {
      done = await scene.boot({ run: 'free', kind: 'main', turns: [free.map(({ id }) => id)] });
    }, 60_000);

    it.each(free.map(({ id, way }) => [id, way]))('%s succeeds: %s', (id) => {
      const results = Object.entries(
        done.loot.get(id)?.outcomes ?? { all: { result: 'not walked' } },
      );
      expect(results.filter(([, { result }]) => result !== 'won')).toEqual([]);
    });

    it('the secrets are found where they were planted', () => {
      const got = [...done.loot.values()].map((one) => one.got).join('\n');
      expect(scene.secretsIn(got)).toEqual(
        expect.arrayContaining([
          'beside',
          'credential',
          'environment',
          'git',
          'memory',
          'memorynew',
          'netrc',
          'other',
          'scratch',
          'service',
          'shm',
          'sshkey',
          'state',
        ]),
      );
    });

    it('and whoever is spoken to notices', () => {
      expect(new Set(scene.contacts)).toEqual(
        new Set([
          'somebody came to the tcp',
          'somebody came to the unix socket',
          'somebody came to the abstract socket',
        ]),
      );
    });
  });
});
