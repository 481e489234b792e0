/** A provider that fails, and a turn that is stopped: what is tried again, what is said, and what is never done. */
import { describe, expect, it } from 'vitest';

import { EXIT } from '#lib/spec/exits.ts';
import {
  broken,
  call,
  fail,
  faultOf,
  HANG_UP,
  heard,
  inOrder,
  type Reply,
  say,
  SILENCE,
  truncatedCall,
} from '#test/support/messages-api/reply.ts';
import { FAKE_KEY } from '#test/support/messages-api/server.ts';
import { Talk } from '#test/support/messages-api/talk.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import {
  type Frame,
  framesNamed,
  until,
  wordsOf,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';

const DAY = '2026-03-14';
const LOG = `memory/${DAY}.md`;
const AT = ['--date', `${DAY}T09:26`, '--tz', 'UTC'];

const statusesOf = (frames: readonly Frame[]): string =>
  framesNamed(frames, 'status')
    .map(({ text }) => String(text))
    .join('\n');

/** A workspace whose provider is asked three times, and may be silent for longer than a busy machine is. */
const impatient = (idleSeconds = 60): TempWorkspace => {
  const ws = makeBornWorkspace();
  writeSettings(ws, { providers: { anthropic: { idleSeconds, tries: 3 } } });
  return ws;
};

// Most of their time they wait for the next try.
describe.concurrent('what passes is tried again, which is said', () => {
  const STORY = 'A long story that has its end.';
  it.each<[string, Reply, number?]>([
    ['a provider that has too much to do (429)', fail(429, { retryAfter: 0 })],
    ['a provider that is overloaded (529)', fail(529)],
    ['a provider that fails (500)', fail(500)],
    ['an error in the middle of the answer', broken(say(STORY), faultOf(529))],
    ['an answer that is cut off', broken(say(STORY), 'cut')],
    ['an answer that is no protocol', broken(say(STORY), 'malformed')],
    ['an answer that stops to come', broken(say(STORY), 'stall'), 5],
    ['an answer that never begins', SILENCE, 5],
    ['a server that hangs up', HANG_UP],
  ])('%s', async (_, failure, idleSeconds) => {
    const talk = await Talk.open(impatient(idleSeconds), inOrder(failure, say(STORY)), {
      args: AT,
    });
    const frames = await talk.turn('Tell me a story.');
    const { code } = await talk.end();
    expect(code).toBe(0);
    expect(talk.api.complaints).toEqual([]);
    expect(talk.api.requests).toHaveLength(2);
    expect(statusesOf(frames)).toMatch(/^Try 1 of 3 failed: .* The next one is in [\d.]+ s\.$/);
    expect(wordsOf(frames).endsWith(STORY)).toBe(true);
    expect(framesNamed(frames, 'turn')).toEqual([{ event: 'turn', stop: 'end_turn' }]);
    // The broken one left nothing in the conversation.
    expect(talk.api.requests[1]?.body).toEqual(talk.api.requests[0]?.body);
  });

  it('as often as the settings say, and the session goes on after that', async () => {
    let isDown = true;
    const talk = await Talk.open(impatient(), () => (isDown ? fail(529) : say('Here I am.')), {
      args: AT,
    });
    const frames = await talk.turn('Hello?');
    expect(talk.api.requests).toHaveLength(3);
    expect(framesNamed(frames, 'turn')).toHaveLength(1);
    expect(wordsOf(frames) + statusesOf(frames)).toMatch(/overloaded/i);
    isDown = false;
    expect(wordsOf(await talk.turn('And now?'))).toContain('Here I am.');
    const { code } = await talk.end();
    expect(code).toBe(0);
    expect(talk.api.complaints).toEqual([]);
  });
});

describe('what does not pass is said at once', () => {
  it('a key that is not accepted: it is asked for once more, and never shown', async () => {
    const talk = await Talk.open(makeBornWorkspace(), () => say('Never.'), {
      args: AT,
      api: { keys: ['another'] },
    });
    const frames = await talk.turn('Hello?');
    const { stdout, stderr } = await talk.end();
    expect(talk.api.requests.length).toBeLessThanOrEqual(2);
    expect(framesNamed(frames, 'turn')).toHaveLength(1);
    expect(wordsOf(frames) + statusesOf(frames)).toMatch(/key/i);
    expect(stdout + stderr).not.toContain(FAKE_KEY);
  });

  it('a request that is refused, in the words of the provider', async () => {
    const talk = await Talk.open(
      makeBornWorkspace(),
      () => fail(400, { message: 'the moon is in the wrong phase' }),
      { args: AT },
    );
    const frames = await talk.turn('Hello?');
    await talk.end();
    expect(talk.api.requests).toHaveLength(1);
    expect(wordsOf(frames) + statusesOf(frames)).toContain('the moon is in the wrong phase');
  });

  it('a model that is not there', async () => {
    const talk = await Talk.open(makeBornWorkspace(), () => fail(404), { args: AT });
    const frames = await talk.turn('Hello?');
    await talk.end();
    expect(talk.api.requests).toHaveLength(1);
    expect(wordsOf(frames) + statusesOf(frames)).toMatch(/404|not found|not_found/i);
  });
});

it.each([
  ['a line break', { 'X-Office': 'one\ntwo' }, 'providers.office.headers.X-Office'],
  ['a character beyond Latin-1', { 'X-Office': '\u4E8B' }, 'providers.office.headers.X-Office'],
  ['a name with a space', { 'X Office': 'one' }, 'providers.office.headers'],
])(
  'headers that no request can carry %s: the settings are refused, by the place, before anything is asked',
  async (_, headers, place) => {
    const ws = makeBornWorkspace();
    const baseUrl = 'http://127.0.0.1:9';
    writeSettings(ws, { providers: { office: { baseUrl, key: 'none', headers } } });
    const { code, stdout, stderr } = await yamo(
      ['boot', '--model', 'office/x', '--message', 'Hello?'],
      { workspace: ws },
    );
    expect([code, stdout]).toEqual([EXIT.settings, '']);
    expect(stderr).toContain(place);
  },
);

it.each<[string, Reply]>([
  ['in the middle of an answer', say('A very long story. '.repeat(20), { pauseMs: 50 })],
  ['while nothing comes', SILENCE],
])('a turn that is stopped %s closes the socket at the server', async (_, reply) => {
  const talk = await Talk.open(makeBornWorkspace(), () => reply, { args: AT });
  talk.kernel.say('Tell me a story.');
  await until(() => talk.api.accepted.length === 1);
  if (reply !== SILENCE) await talk.told(0, 'text');
  talk.kernel.kill('SIGINT');
  await until(() => talk.api.requests[0]?.state === 'left');
  const { code } = await talk.kernel.ended;
  expect(code).toBe(130);
});

it.each([
  ['in the middle of its input', '{"text":"- 09:26 half a li'],
  ['where its input happens to be whole', '{"text":"- 09:26 half a line"}'],
  ['before its input', ''],
])('a call that was cut off %s is not run, and the model is told', async (_, json) => {
  const ws = makeBornWorkspace();
  const talk = await Talk.open(
    ws,
    inOrder(truncatedCall('append_today', json), (request) => {
      const { results, words } = heard(request);
      return say(`I heard: ${[words, ...results.map(({ text }) => text)].join(' ')}`);
    }),
    { args: AT },
  );
  const frames = await talk.turn('Note it.');
  await talk.end();
  expect(talk.api.complaints).toEqual([]);
  expect(ws.text(LOG)).not.toContain('half a li');
  expect(talk.api.accepted).toHaveLength(2);
  expect(wordsOf(frames)).toMatch(/I heard: [^]*(cut|incomplete|truncated|too long)/i);
});

describe('a budget', () => {
  it('of a session ends the turn in good order, and no more is asked', async () => {
    const ws = makeBornWorkspace();
    writeSettings(ws, { budgets: { sessionTokens: 100 } });
    const talk = await Talk.open(
      ws,
      inOrder(call('append_today', { text: '- 09:26 One.' }), say('Never said.')),
      { args: AT },
    );
    const first = await talk.turn('Note it.');
    const second = await talk.turn('And more.');
    const { code } = await talk.end();
    expect(code).toBe(0);
    expect(talk.api.requests).toHaveLength(1);
    for (const frames of [first, second])
      expect(wordsOf(frames) + statusesOf(frames)).toMatch(/budget of a session is used up/);
  });

  it('that an answer used up with its last word is said behind it, and ends the next turn', async () => {
    const ws = makeBornWorkspace();
    writeSettings(ws, { budgets: { sessionTokens: 100 } });
    const talk = await Talk.open(ws, () => say('One.'), { args: AT });
    const first = await talk.turn('Hello.');
    const second = await talk.turn('And more.');
    await talk.end();
    expect(talk.api.requests).toHaveLength(1);
    expect(wordsOf(first)).toBe('One.');
    expect(statusesOf(first)).toMatch(/budget of a session is used up/);
    expect(framesNamed(first, 'turn')).toEqual([{ event: 'turn', stop: 'end_turn' }]);
    expect(framesNamed(second, 'turn')).toEqual([{ event: 'turn', stop: 'budget' }]);
  });

  it('of a day holds for all sessions of the machine', async () => {
    const ws = makeBornWorkspace();
    writeSettings(ws, { budgets: { dayTokens: 100 } });
    const one = await Talk.open(ws, () => say('One.'), { args: AT });
    await one.turn('Hello.');
    await one.end();
    const other = await Talk.open(ws, () => say('Never.'), { args: AT });
    const frames = await other.turn('Hello.');
    await other.end();
    expect(other.api.requests).toEqual([]);
    expect(wordsOf(frames) + statusesOf(frames)).toMatch(/budget of today is used up/);
  });
});
