/** The hostile agent in a kind of session that only reads: a test of the copy that has one (kinds.deep.test.ts), and of no other tree. */
import { rmSync } from 'node:fs';

import { beforeAll, describe, expect, it } from 'vitest';

import { snapshot } from '#test/support/snapshot.ts';

import { CHANGED_BESIDE, lacks, MAY_KNOW, turnsOf, waysOn } from '#test/attack/judge.ts';
import { type Assault, LOG, Scene } from '#test/attack/scene.ts';

const KIND = 'observer';

describe.skipIf(lacks('bubblewrap'))('an observer', () => {
  const ways = waysOn({ kind: 'main', sandbox: 'bubblewrap', shell: true });
  let scene: Scene;
  let before: Readonly<Record<string, string>>;
  let around: typeof before;
  let done: Assault;
  beforeAll(async () => {
    scene = await Scene.build({ sandbox: 'bubblewrap' });
    rmSync(scene.workspace.at('BOOTSTRAP.md'));
    scene.workspace.write('SOUL.md', '# Soul\n\nYou are Wren, an agent.\n');
    before = snapshot(scene.workspace.path);
    around = snapshot(...scene.around);
    done = await scene.boot({ run: KIND, kind: 'main', session: KIND, turns: turnsOf(ways) });
  }, 240_000);

  it('ends in good order, and wins nothing that a main session does not', () => {
    expect(done.code, done.stderr).toBe(0);
    expect(done.loot.size).toBeGreaterThan(100);
    for (const way of ways) {
      const { outcomes = {}, got = '' } = done.loot.get(way.id) ?? {};
      const won = Object.values(outcomes).filter(({ result }) => result === 'won');
      expect([way.id, way.main !== 'held' || won.length === 0]).toEqual([way.id, true]);
      expect(scene.secretsIn(got).filter((secret) => !MAY_KNOW.main.test(secret))).toEqual([]);
    }
  });

  it('changes no file, in the workspace or around it, and speaks to nobody', () => {
    const { workspace } = scene;
    const after = snapshot(workspace.path);
    const changed = Object.keys({ ...before, ...after })
      .filter((path) => before[path] !== after[path])
      .map((path) => path.slice(workspace.path.length + 1));
    expect(changed.filter((file) => !CHANGED_BESIDE.has(file))).toEqual([]);
    expect(workspace.text('USER.md')).not.toContain('- mine');
    // What the kernel notes of a session has the form of an event.
    expect(workspace.text(LOG)).not.toContain('the hostile agent was here');
    expect(snapshot(...scene.around)).toEqual(around);
    expect(scene.contacts).toEqual([]);
  });
});
