/** Where the key of a provider never is: it reaches the agent over its pipe, and nothing that outlasts it. */
import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { EXIT } from '#lib/spec/exits.ts';
import { descendantsOf } from '#test/support/family.ts';
import { answer, heard, inOrder, say, use } from '#test/support/messages-api/reply.ts';
import { Talk } from '#test/support/messages-api/talk.ts';
import { filesHolding } from '#test/support/snapshot.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import { framesNamed, wordsOf, writeSettings, yamo } from '#test/support/yamo.ts';

const AT = ['--date', '2026-03-14T09:26', '--tz', 'UTC'];
/** As long and as random as a real one. */
const KEY = `sk-ant-api03-${'Zq7Rk2Vx9Lm4Tn8Bc1Wd6Yf3Hj5Pg0Su'.repeat(3).slice(0, 93)}AA`;
const WITH_KEY = { args: AT, api: { keys: [KEY] }, env: { ANTHROPIC_API_KEY: KEY } };

describe('the key of a provider', () => {
  it('is in no environment and no argument of the agent, and not in what is kept [R-47]', async () => {
    const ws = makeBornWorkspace();
    const talk = await Talk.open(ws, () => say('Hello.'), WITH_KEY);
    await talk.turn('Hello?');
    const pids = descendantsOf(talk.kernel.pid);
    expect(pids.length).toBeGreaterThan(0);
    for (const pid of pids) {
      for (const of of ['environ', 'cmdline'])
        expect(readFileSync(`/proc/${pid}/${of}`, 'latin1')).not.toContain(KEY);
    }
    const { stdout, stderr } = await talk.end();
    expect(talk.api.accepted[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(stdout + stderr).not.toContain(KEY);
    expect(filesHolding('Hello?', ws.stateHome)).not.toEqual([]);
    expect(filesHolding(KEY, ws.path, ws.stateHome)).toEqual([]);
  });

  it('is not shown when the model says it, and not kept when the model writes it', async () => {
    const ws = makeBornWorkspace();
    let refused = '';
    const talk = await Talk.open(
      ws,
      inOrder(
        answer([
          use('append_today', { text: `- 09:26 ${KEY}` }),
          use('write_file', { path: 'TOOLS.md', text: `# Tools\n\n${KEY}\n` }),
        ]),
        (request) => {
          const { results } = heard(request);
          if (results.every(({ isError }) => isError)) refused = results[0]?.text ?? '';
          return say(`The key is ${KEY}, and the tide turns.`);
        },
      ),
      WITH_KEY,
    );
    const frames = await talk.turn('What is your key?');
    const { stdout, stderr } = await talk.end();
    expect(refused).toMatch(/credential/i);
    expect(ws.has('TOOLS.md')).toBe(false);
    expect(wordsOf(frames)).toMatch(/^The key is (?!sk-ant)[^]*the tide turns/);
    expect(stdout + stderr).not.toContain(KEY);
    expect(filesHolding(KEY, ws.path)).toEqual([]);
  });

  it('is not in what the provider says of an error', async () => {
    const talk = await Talk.open(
      makeBornWorkspace(),
      () => ({
        kind: 'error',
        fault: { status: 400, type: 'invalid_request_error', message: `the key ${KEY} is no good` },
      }),
      WITH_KEY,
    );
    await talk.turn('Hello?');
    const { stdout, stderr } = await talk.end();
    expect(stdout + stderr).toContain('is no good');
    expect(stdout + stderr).not.toContain(KEY);
  });
});

describe('without a key', () => {
  it('a model that needs one is refused before it is asked, with what to do', async () => {
    const ws = makeBornWorkspace();
    const { code, stderr, stdout } = await yamo(
      ['boot', '--model', 'anthropic/claude-sonnet-5', '--message', 'Hello?', ...AT],
      { workspace: ws },
    );
    expect(code).not.toBe(0);
    expect(stdout + stderr).toMatch(/no key for anthropic[^]*ANTHROPIC_API_KEY/i);
  });

  it('the scribe serves where no model is named, and one line says how to get one [A20]', async () => {
    const ws = makeBornWorkspace();
    const { code, events } = await yamo(['boot', '--json', '--message', '/who', ...AT], {
      workspace: ws,
    });
    expect(code).toBe(0);
    expect(wordsOf(events)).toContain('I am Robin');
    expect(framesNamed(events, 'status')).toMatchObject([
      { text: expect.stringMatching(/To get a model: set ANTHROPIC_API_KEY/) },
    ]);
  });
});

/** A boot whose settings name this place of a key, where the usual variable holds one. */
const bootNaming = async (key: string, ...args: readonly string[]) => {
  const ws = makeBornWorkspace();
  writeSettings(ws, { providers: { anthropic: { key } } });
  const env = { ANTHROPIC_API_KEY: KEY };
  return yamo(['boot', '--message', '/who', ...AT, ...args], { workspace: ws, env });
};

describe('a place that the settings name, where nothing is,', () => {
  it.each([
    ['with a model', ['--model', 'anthropic/claude-sonnet-5']],
    ['without, too: the scribe is no answer', []],
  ])('is refused by its name, %s', async (_, args) => {
    const { code, stderr, stdout } = await bootNaming('env:OFFICE_KEY', ...args);
    expect(code).toBe(EXIT.refused);
    expect(stdout + stderr).toMatch(
      /no credential for anthropic at env:OFFICE_KEY, which is what providers\.anthropic\.key/,
    );
    expect(stdout).not.toContain('I am Robin');
  });

  it.each([
    ['env:', 'Zq7Rk2Vx9Lm4Tn8Bc1Wd6Yf3Hj5Pg0Su'],
    ['env:', 'AKIAIOSFODNN7QWERTYU'],
    ['env:', 'abcdefghijklmnopqrst'],
    ['file:/', 'Zq7Rk2Vx9Lm4Tn8Bc1Wd6Yf3Hj5Pg0Su'],
  ])('is not repeated where it looks like a key itself: %s%s', async (type, key) => {
    const { code, stderr, stdout } = await bootNaming(type + key);
    expect(code).toBe(EXIT.refused);
    expect(stdout + stderr).toContain('not shown: it looks like a key');
    expect(stdout + stderr).not.toContain(key);
  });
});
