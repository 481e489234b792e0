/** A key is no consent: texts of a workspace go to a provider when its owner has said so (RFC-0009 §4.4, R-90). */
import { afterAll, describe, expect, it } from 'vitest';

import { say } from '#test/support/messages-api/reply.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { Talk } from '#test/support/messages-api/talk.ts';
import { filesHolding } from '#test/support/snapshot.ts';
import { noTmux, Terminal } from '#test/support/tmux.ts';
import {
  makeBornWorkspace,
  makeUnbornWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';
import { framesNamed, wordsOf, writeSettings, yamo } from '#test/support/yamo.ts';

const FOUND = { model: '', args: ['--date', '2026-03-14T09:26', '--tz', 'UTC'] };

describe('a key that is found', () => {
  it('sends nothing where nobody can be asked: the scribe serves, and says how to consent [Y98]', async () => {
    const ws = makeBornWorkspace();
    const talk = await Talk.open(ws, () => say('Hello.'), FOUND);
    await talk.turn('/who');
    const { events } = await talk.end();
    expect(wordsOf(events)).toContain('I am the scribe');
    expect(talk.api.requests).toEqual([]);
    const [status] = framesNamed(events, 'status');
    expect(status?.['text']).toMatch(/no consent[^]*To consent: --model anthropic\/claude-/);
    // Nobody was asked, so there is nothing to remember.
    expect(filesHolding('"given"', ws.stateHome)).toEqual([]);
  });

  it('does not ask the model of a first boot either [Y98]', async () => {
    const ws = makeUnbornWorkspace();
    const talk = await Talk.open(ws, () => say('ready'), FOUND);
    await talk.end();
    expect(talk.api.requests).toEqual([]);
    expect(ws.has('SOUL.md')).toBe(true);
  });

  it.each([
    ['by the option', ['--model', 'anthropic/claude-sonnet-5'], {}],
    ['by the settings', [], { model: 'anthropic/claude-sonnet-5' }],
  ])('is used for a model that is named %s [Y98]', async (_how, args, settings) => {
    const ws = makeBornWorkspace();
    writeSettings(ws, settings);
    const talk = await Talk.open(ws, () => say('Hello.'), { ...FOUND, args });
    expect(wordsOf(await talk.turn('Hello?'))).toBe('Hello.');
    await talk.end();
  });
});

const apis: MessagesApi[] = [];
afterAll(async () => {
  await Promise.all(apis.map((api) => api.close()));
});

const provider = async (): Promise<MessagesApi> => {
  const api = await MessagesApi.start({ script: () => say('The model says hello.') });
  apis.push(api);
  return api;
};

const QUESTION = 'Shall it think for this workspace?';

const terminalAt = (ws: TempWorkspace, { url }: MessagesApi): Terminal =>
  new Terminal(ws, [], { env: { ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: url } });

const leave = async (terminal: Terminal): Promise<void> => {
  terminal.type('/quit');
  await terminal.shows('exit code 0.');
};

describe.skipIf(noTmux)('at a terminal', () => {
  it('a human is asked once for a workspace and a host, and told what goes there [Y98]', async () => {
    const [ws, api] = [makeBornWorkspace(), await provider()];
    const first = terminalAt(ws, api);
    await first.shows(QUESTION);
    expect(first.screen.replaceAll(/\s+/g, ' ')).toContain(
      `goes to ${new URL(api.url).host} then: SOUL.md, USER.md, the logs, and MEMORY.md; of older logs the places that answer what you say.`,
    );
    expect(api.requests).toEqual([]);
    first.type('1');
    await first.shows('/help lists the commands.');
    first.type('Hello?');
    await first.shows('The model says hello.');
    await leave(first);

    const second = terminalAt(ws, api);
    await second.shows('/help lists the commands.');
    expect(second.screen).not.toContain(QUESTION);
    second.type('Hello?');
    await second.shows('The model says hello.');
    await leave(second);

    // Also where nobody can be asked.
    const env = { ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: api.url };
    const script = await yamo(['boot', '--message', 'Hello?'], { workspace: ws, env });
    expect(script.stdout).toContain('The model says hello.');

    // Another host is another one, and so is another workspace.
    const other = await provider();
    const third = terminalAt(ws, other);
    await third.shows(QUESTION);
    const fourth = terminalAt(makeBornWorkspace(), api);
    await fourth.shows(QUESTION);
    for (const terminal of [third, fourth]) {
      terminal.press('C-c');
      await terminal.shows('exit code');
    }
    expect(other.requests).toEqual([]);
  });

  it('a no is remembered as well, and the scribe serves [Y98]', async () => {
    const [ws, api] = [makeBornWorkspace(), await provider()];
    const first = terminalAt(ws, api);
    await first.shows(QUESTION);
    first.type('2');
    await first.shows('To consent: --model');
    await leave(first);
    const second = terminalAt(ws, api);
    await second.shows('To consent: --model');
    expect(second.screen).not.toContain(QUESTION);
    await leave(second);
    expect(api.requests).toEqual([]);
  });

  it('no answer is no, for this once [Y98]', async () => {
    const [ws, api] = [makeBornWorkspace(), await provider()];
    const first = terminalAt(ws, api);
    await first.shows(QUESTION);
    first.press('Enter');
    await first.shows('To consent: --model');
    await leave(first);
    const second = terminalAt(ws, api);
    await second.shows(QUESTION);
    second.press('C-c');
    await second.shows('exit code');
    expect(api.requests).toEqual([]);
  });
});
