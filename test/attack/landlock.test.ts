/** The hostile agent where Landlock is all there is, and no shell is allowed. */
import { beforeAll, describe } from 'vitest';

import { WAYS } from '#test/support/agents/hostile/ways.ts';

import { assault, type Ground, lacks, turnsOf, waysOn } from './judge.ts';
import { Scene } from './scene.ts';

const MAIN: Ground = { kind: 'main', sandbox: 'landlock', shell: false };
const SHARED: Ground = { kind: 'shared', sandbox: 'landlock', shell: false };

describe.skipIf(lacks('landlock'))('an agent that means harm, sandboxed by Landlock', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.build({ sandbox: 'landlock' });
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
    boot: { run: 'shared', kind: 'shared', turns: turnsOf(inShared) },
    ways: inShared,
  });
});
