/**
 * What hosts of the pinned versions asked our hooks (test/fixtures/hooks, by `npm run test:agents`), asked again: by the
 * plugin of OpenClaw, from its gateway as `openclaw setup` leaves it, and by events elsewhere.
 */
import { describe, expect, it } from 'vitest';

import { HOST_NAMES } from '#lib/hook/event.ts';
import { readAnswer } from '#test/support/hook-hosts.ts';
import { hookAnswer, hookJudge } from '#test/support/hook-judge.ts';
import { hookedWorkspace } from '#test/support/hooked-workspace.ts';
import { gatewayIn, type PlayedGateway } from '#test/support/openclaw/played-gateway.ts';
import { SCENES, stockFiles, WAYS } from '#test/support/openclaw/scenes.ts';
import {
  type Asked,
  asHere,
  isTried,
  readRecording,
  TRIED_HOSTS,
} from '#test/support/recording.ts';
import { makeWorkspace } from '#test/support/workspace.ts';
import { writeSettings } from '#test/support/yamo.ts';

const hosts = HOST_NAMES.filter(isTried);

it.each(hosts)('recordings of hosts are of the version of %s that is pinned', (host) => {
  const { version, scenes } = readRecording(host);
  expect(version).toBe(TRIED_HOSTS[host].version);
  expect(Object.values(scenes).flat().length).toBeGreaterThan(0);
});

/** The names of the files that a session is shown, or what is refused. */
type Decision = readonly unknown[] | Readonly<Record<string, unknown>>;

const decisionOf = (answer: unknown): Decision => {
  if (Array.isArray(answer)) return answer;
  const { block, cancel, outcome, content }: Record<string, unknown> = Object(answer);
  return { block, cancel, outcome, content };
};

const ask = async (
  gateway: PlayedGateway,
  { hook = '', event, context = {} }: Asked,
): Promise<Decision> => {
  const answer = await gateway.ask(hook, event, context);
  const files: unknown = Object(event['context'])['bootstrapFiles'];
  return decisionOf(
    hook === 'agent:bootstrap' && Array.isArray(files)
      ? files.map((file) => Object(file).name)
      : answer,
  );
};

describe.each(Object.entries(SCENES))('a gateway of OpenClaw, set up, %s', (scene, afterSetUp) => {
  it('is answered as the real one was, and each message goes on', async () => {
    const ws = makeWorkspace(stockFiles());
    afterSetUp(ws);
    writeSettings(ws, { primaryHuman: ['telegram:42'], hook: { mainProjects: [ws.path] } });
    const gateway = await gatewayIn(ws);
    const runs = new Map<string, unknown>();
    for (const asked of asHere('openclaw', scene, ws)) {
      const { way = '', hook } = asked;
      const decision = await ask(gateway, asked);
      expect(decision, `${way} ${hook}`).toEqual(decisionOf(asked.answer));
      if (hook === 'before_agent_run') runs.set(way, Reflect.get(decision, 'outcome'));
    }
    expect(Object.fromEntries(runs)).toEqual(Object.fromEntries(WAYS.map((way) => [way, 'pass'])));
    gateway.stop();
  });
});

const starting = hosts
  .filter((host) => host !== 'openclaw')
  .flatMap((host) =>
    Object.keys(readRecording(host).scenes).map((scene) => [host, scene] as const),
  );

it.each(starting)(
  'what a host asked that starts yamo for each event is answered as it was, %s, %s',
  async (host, scene) => {
    const kind = scene.startsWith('main') ? 'main' : 'shared';
    const ws = hookedWorkspace(kind === 'main');
    const judge = hookJudge(ws, kind, { writeDownAtEnd: scene.includes('plugin') });
    const decisions = new Set<string>();
    for (const { event, answer } of asHere(host, scene, ws)) {
      const { is } = await hookAnswer(judge, host, event);
      expect(is, JSON.stringify(event)).toBe(readAnswer(host, Object(answer)).is);
      decisions.add(is);
    }
    expect([...decisions].toSorted()).toEqual(['deny', 'pass']);
    judge.close();
  },
);
