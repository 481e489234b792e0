/** The hostile agent in the sandbox of bubblewrap: from a first boot into a main session, in a shared one, and from one into the other. */
import { beforeAll, describe } from 'vitest';

import { WAYS } from '#test/support/agents/hostile/ways.ts';

import { assault, type Ground, lacks, turnsOf, waysOn } from './judge.ts';
import { Scene } from './scene.ts';

const MAIN: Ground = { kind: 'main', sandbox: 'bubblewrap', shell: true };
const SHARED: Ground = { kind: 'shared', sandbox: 'bubblewrap', shell: true, isChat: true };
const CHANNEL = ['--channel', 'ops'];
const AFTER_JOIN = new Set(['A01', 'A02', 'A75', 'A95', 'A96', 'A101', 'A136']);

describe.skipIf(lacks('bubblewrap'))('an agent that means harm, sandboxed by bubblewrap', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.build({ sandbox: 'bubblewrap', shell: { main: true, channels: ['ops'] } });
  });

  const inMain = waysOn(MAIN);
  assault('in a first boot and the main session after it', MAIN, {
    scene: () => scene,
    boot: { run: 'main', kind: 'main', turns: turnsOf(inMain) },
    ways: [...WAYS.filter(({ needs }) => needs === 'birth'), ...inMain],
  });

  const inShared = waysOn(SHARED);
  assault('in a shared session', SHARED, {
    scene: () => scene,
    boot: { run: 'shared', kind: 'shared', args: CHANNEL, turns: turnsOf(inShared) },
    ways: inShared,
  });

  // Somebody joins: what the agent of the main session knew and kept is not there for the next one.
  const afterJoin = inShared.filter(({ id }) => AFTER_JOIN.has(id));
  assault('in the shared session that a main one becomes', SHARED, {
    scene: () => scene,
    boot: {
      run: 'joined',
      kind: 'main',
      join: true,
      turns: [['A136'], afterJoin.map(({ id }) => id)],
    },
    ways: afterJoin,
  });
});
