/**
 * A gateway of OpenClaw as `openclaw setup` leaves it, with our plugin: each message is answered, by every way to talk to
 * it. What the gateway asks is compared with what `npm test` replays. Minutes: `npm run test:agents`, and each night.
 */
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Gateway, OPENCLAW, START_MS } from '#test/support/openclaw/gateway.ts';
import { PRIVATE, SCENES, stockFiles, type Way, WAYS } from '#test/support/openclaw/scenes.ts';
import { type Asked, portable, recordedScene, shapeOf } from '#test/support/recording.ts';
import { type Files, makeWorkspace } from '#test/support/workspace.ts';
import { writeSettings } from '#test/support/yamo.ts';

const SAYS_OF_BIRTH = 'You just woke up';

describe.each(Object.entries(SCENES))(
  `a gateway of OpenClaw ${OPENCLAW} as its set-up leaves it, %s`,
  { timeout: START_MS * 2 },
  (scene, afterSetUp) => {
    const ws = makeWorkspace();
    const record = join(dirname(ws.path), 'asked.jsonl');
    writeSettings(ws, { primaryHuman: ['telegram:42'], hook: { mainProjects: [ws.path] } });
    // Where somebody has lived, OpenClaw itself takes BOOTSTRAP.md away.
    const hasOrders = scene === 'fresh';
    const isLivedIn = scene.startsWith('lived in');
    let gateway: Gateway;
    let left: Files = {};
    const all: Asked[] = [];
    beforeAll(async () => {
      gateway = await Gateway.start(ws, {
        withPlugin: true,
        directChats: 'main',
        afterSetUp: () => {
          left = Object.fromEntries(Object.keys(stockFiles()).map((name) => [name, ws.text(name)]));
          afterSetUp(ws);
        },
        record,
      });
    }, START_MS * 2);
    afterAll(() => gateway[Symbol.asyncDispose]());

    /** Runs that are over. */
    const ends = (): number => gateway.asked().filter(({ hook }) => hook === 'agent_end').length;
    const say: Readonly<Record<Way, (text: string) => Promise<string | undefined>>> = {
      webchat: (text) => gateway.sayInWebchat(text),
      cli: (text) => gateway.sayInCli(text),
      tui: async (text) => {
        const before = ends();
        await gateway.sayInTui(text, () => ends() > before);
        return undefined;
      },
      telegram: (text) => gateway.say({ type: 'private', id: 42 }, 42, text),
      group: (text) => gateway.say({ type: 'supergroup', id: -100_123, title: 'Ops' }, 42, text),
    };
    /** Says it, waits until the run is over, and gives what the model was asked last. */
    const run = async (way: Way, text: string): Promise<string> => {
      const before = { asked: gateway.asked().length, ends: ends() };
      const answer = await say[way](text);
      // A terminal shows it with colours and between borders.
      if (way !== 'tui') expect(answer).toContain('Result: ');
      await gateway.until(() => ends() > before.ends);
      const asked = gateway.asked().slice(before.asked);
      for (const one of asked) all.push({ way, ...one });
      return gateway.lastRequest();
    };

    it('begins with the files with which `npm test` begins', () => {
      expect(left).toEqual(stockFiles());
    });

    it.each(WAYS)('answers what is said by %s', async (way) => {
      const isMain = way !== 'group';
      const said = await run(way, 'CALL read {"path":"MEMORY.md"}');
      expect(said.includes(SAYS_OF_BIRTH)).toBe(hasOrders && isMain);
      expect(said.includes('GATE_DENIED')).toBe(!isMain);
      expect(said.includes(PRIVATE)).toBe(isLivedIn && isMain);
      expect(ws.has('BOOTSTRAP.md')).toBe(hasOrders);
    });

    it('asks what is recorded for `npm test`', async () => {
      const now = portable(all, ws);
      expect(shapeOf(now)).toEqual(shapeOf(await recordedScene('openclaw', scene, now)));
    });

    it.runIf(hasOrders)('lets the agent be born as BOOTSTRAP.md says', async () => {
      const files = { 'IDENTITY.md': '- Name: Robin\n', 'SOUL.md': 'You are Robin.\n' };
      // In one run: with IDENTITY.md written, OpenClaw itself takes BOOTSTRAP.md away before the next.
      const writes = Object.entries(files).map(
        ([path, content]) => `write ${JSON.stringify({ path, content })}`,
      );
      const calls = [...writes, 'exec {"command":"rm BOOTSTRAP.md"}'];
      await run('webchat', `CALL ${calls.join(' THEN ')}`);
      for (const [name, text] of Object.entries(files)) expect(ws.text(name)).toBe(text);
      expect(ws.has('BOOTSTRAP.md')).toBe(false);
      const after = await run('webchat', 'CALL write {"path":"SOUL.md","content":"x"}');
      expect(after).toContain('GATE_DENIED');
    });
  },
);
