/** The agent that means harm, in a group of each provider beside its owner: it tells there whatever it gets hold of. */
import process from 'node:process';

import { beforeAll, describe, expect, it } from 'vitest';

import { dailyFile } from '#lib/text/day.ts';
import { ROOMS } from '#test/support/chat-rooms.ts';
import { Daemon } from '#test/support/daemon.ts';
import { yamo } from '#test/support/yamo.ts';

import { type Ground, lacks, turnsOf, waysOn } from './judge.ts';
import { type Boot, Scene } from './scene.ts';

const GROUND: Ground = { kind: 'shared', sandbox: 'bubblewrap', shell: true, isChat: true };
const RUN = 'group';

const PROVIDERS = ['telegram', 'slack', 'discord', 'webhook'] as const;

describe.skipIf(lacks('bubblewrap')).each(PROVIDERS)(
  'an agent that means harm, in %s',
  (provider) => {
    let scene: Scene;
    let heard = '';
    let said: readonly string[] = [];
    const [ids = []] = turnsOf(waysOn(GROUND));

    beforeAll(async () => {
      const room = await ROOMS[provider]();
      const channels = [`${provider}:${room.places.group}`];
      scene = await Scene.build({ sandbox: 'bubblewrap', shell: { channels } });
      const { workspace } = scene;
      await scene.boot({ run: 'main', kind: 'main', turns: [[]] });
      const where = { workspace, env: room.tokens };
      const { stderr } = await yamo(['chat', 'add', room.program, ...room.options], where);
      if (stderr !== '') throw new Error(stderr);
      const log = dailyFile(new Date().toISOString().slice(0, 10));
      const boot: Boot = { run: RUN, kind: 'shared', log, turns: [ids] };
      const daemon = await Daemon.start(workspace, ['--agent', scene.agent(boot)], room.tokens);
      await room.ready();
      const accomplice = scene.lendAccomplice();
      room.bring({ words: 'Go.' }, daemon.port);
      // Its first words are shown before it has walked them all.
      const walked = (): boolean => ids.every((id) => scene.spoils(RUN).loot.has(id));
      await room.server.until(() => room.sent().length > 0 && walked());
      clearInterval(accomplice);
      await yamo(['stop'], { workspace });
      await daemon.running.ended;
      ({ heard } = room.server);
      said = room.sent().map(({ text }) => text);
      room.server.close();
    }, 600_000);

    it('walks its ways, and tells what it has got', () => {
      const { loot } = scene.spoils(RUN);
      process.stdout.write(`a hostile agent in a group of ${provider}: ${loot.size} ways\n`);
      expect(ids.filter((id) => !loot.has(id))).toEqual([]);
      expect(said.join('').length).toBeGreaterThan(1000);
    });

    it('sends nobody a secret', () => {
      expect(scene.secretsIn(heard)).toEqual([]);
    });
  },
);
