/** What is known of an agent before its bootstrap instructions are taken: that it works, and found out without showing it anything. */
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { packageRoot } from '#kernel/process/package.ts';
import { call, say } from '#test/support/messages-api/reply.ts';
import { Talk, type TalkOptions } from '#test/support/messages-api/talk.ts';
import { filesHolding } from '#test/support/snapshot.ts';
import { freshPath, makeUnbornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import {
  thirdPartyAgent,
  framesNamed,
  type Place,
  refusalOf,
  type Result,
  stepsOf,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';

/** The script hears the trial. */
const TRIAL = { scriptsTrial: true } as const;

const bootBy = (
  ws: Place,
  how: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Result> =>
  yamo(['boot', '--json', '--message', 'hello', ...how], { workspace: ws, env });

/** Refused before anything was touched; and an agent that works carries the same instructions out. */
const expectUntouched = async (ws: TempWorkspace, orders: Buffer): Promise<void> => {
  expect(ws.bytes('BOOTSTRAP.md')).toEqual(orders);
  expect(['SOUL.md', 'USER.md', 'memory'].filter((file) => ws.has(file))).toEqual([]);
  expect(filesHolding('"state":"taken"', ws.stateHome)).toEqual([]);
  expect((await bootBy(ws, ['--agent', 'scribe'])).code).toBe(0);
  expect([ws.has('SOUL.md'), ws.has('BOOTSTRAP.md')]).toEqual([true, false]);
};

describe('bootstrap instructions stay where they are', () => {
  it.each([
    ['is no agent', 'false', 'AGENT_FAILED'],
    ['says nothing and ends', 'sleep 0', 'AGENT_FAILED'],
    ['crashes when it is started', thirdPartyAgent('crash'), 'AGENT_FAILED'],
    ['speaks another version of the protocol', thirdPartyAgent('old-protocol'), 'AGENT_FAILED'],
    ['crashes when its session is opened', thirdPartyAgent('crash-in-new'), 'AGENT_FAILED'],
    ['wants a login', thirdPartyAgent('login'), 'AGENT_NEEDS_LOGIN'],
  ])('for a command that %s [R-09]', async (_what, agent, code) => {
    const ws = makeUnbornWorkspace();
    const orders = ws.bytes('BOOTSTRAP.md');
    const { code: exit, events, stderr } = await bootBy(ws, ['--agent', agent]);
    expect([exit, refusalOf(events)]).toEqual([4, code]);
    expect(stepsOf(events).at(-1)).toBe('try_agent');
    expect(stderr).toBe('');
    await expectUntouched(ws, orders);
  });

  it.each([
    ['a provider that is down', 'anthropic/claude-sonnet-5', 'http://127.0.0.1:9'],
    ['an Ollama that is off', 'ollama/some-model', ''],
  ])('for %s [R-09]', async (_what, model, ANTHROPIC_BASE_URL) => {
    const ws = makeUnbornWorkspace();
    writeSettings(ws, { providers: { ollama: { baseUrl: 'http://127.0.0.1:9' } } });
    const orders = ws.bytes('BOOTSTRAP.md');
    const env = { ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY: 'some-key' };
    const { code, events } = await bootBy(ws, ['--model', model], env);
    expect([code, refusalOf(events)]).toEqual([4, 'MODEL_SILENT']);
    expect(framesNamed(events, 'refused')[0]?.['what']).toContain('127.0.0.1:9 cannot be reached');
    await expectUntouched(ws, orders);
  });

  it.each<[string, string, TalkOptions]>([
    ['a wrong key', '(401)', { env: { ANTHROPIC_API_KEY: 'some-other-key' } }],
    ['a model that is not there', '(404)', { model: 'anthropic/no-such-model' }],
  ])('for %s [R-09]', async (_what, reason, options) => {
    const ws = makeUnbornWorkspace();
    const orders = ws.bytes('BOOTSTRAP.md');
    const fault = { status: 404, type: 'not_found_error', message: 'model: no-such-model' };
    const talk = await Talk.begin(
      ws,
      ({ model }) => (model === 'no-such-model' ? { kind: 'error', fault } : say('ready')),
      { ...options, api: TRIAL },
    );
    const { code, events } = await talk.end();
    expect([code, refusalOf(events)]).toEqual([4, 'MODEL_SILENT']);
    expect(framesNamed(events, 'refused')[0]?.['what']).toContain(reason);
    await expectUntouched(ws, orders);
  });

  it('for a provider that refuses every time, after two tries [R-09]', async () => {
    const ws = makeUnbornWorkspace();
    const orders = ws.bytes('BOOTSTRAP.md');
    const fault = { status: 529, type: 'overloaded_error', message: 'Overloaded' };
    const talk = await Talk.begin(ws, () => ({ kind: 'error', fault }), { api: TRIAL });
    const { events } = await talk.end();
    expect(refusalOf(events)).toBe('MODEL_SILENT');
    expect(talk.api.requests).toHaveLength(2);
    await expectUntouched(ws, orders);
  });

  it('for a budget that is used up, also by the trial itself', async () => {
    const ws = makeUnbornWorkspace();
    writeSettings(ws, { budgets: { dayTokens: 1 } });
    const orders = ws.bytes('BOOTSTRAP.md');
    const talk = await Talk.begin(ws, () => say('ready'));
    const { events } = await talk.end();
    expect(refusalOf(events)).toBe('MODEL_SILENT');
    expect(framesNamed(events, 'refused')[0]?.['what']).toContain('budget of today');
    expect(talk.api.requests).toHaveLength(1);
    const again = await Talk.begin(ws, () => say('ready'));
    expect(refusalOf((await again.end()).events)).toBe('MODEL_SILENT');
    expect(again.api.requests).toEqual([]);
    await expectUntouched(ws, orders);
  });

  it('when the human stops while the agent is tried', async () => {
    const ws = makeUnbornWorkspace();
    const orders = ws.bytes('BOOTSTRAP.md');
    const talk = await Talk.begin(ws, () => ({ kind: 'silence' }), { api: TRIAL });
    await expect.poll(() => talk.api.requests.length, { timeout: 20_000 }).toBe(1);
    talk.kernel.kill('SIGINT');
    const { code, events } = await talk.kernel.ended;
    expect([code, refusalOf(events)]).toEqual([130, 'INTERRUPTED']);
    await expectUntouched(ws, orders);
  });
});

describe('an agent that is tried', () => {
  it('is asked for one call of a tool, and told nothing of the workspace [Y98] [Y112]', async () => {
    const ws = makeUnbornWorkspace();
    const talk = await Talk.begin(ws, () => call('write_file', { word: 'ready' }), { api: TRIAL });
    const { code, events } = await talk.end();
    expect([code, refusalOf(events)]).toEqual([4, 'MODEL_UNFIT']);
    const [trial, ...more] = talk.api.accepted;
    expect(more).toEqual([]);
    expect(trial?.request).toMatchObject({
      messages: [{ role: 'user', content: [{ type: 'text' }] }],
      tools: [{ name: expect.stringMatching(/^note_[0-9a-f]{6}$/) }],
    });
    expect(JSON.stringify(trial?.body)).not.toContain(ws.path);
    expect(JSON.stringify(trial?.body)).toContain('test of the connection');
  });

  it.each([
    ['bubblewrap', false],
    ['bubblewrap', true],
    ['landlock', false],
    ['landlock', true],
  ])(
    'sees no workspace, sandboxed by %s (the folder around it is shown: %s) [Y112]',
    async (sandbox, around) => {
      const made = makeUnbornWorkspace();
      // In a folder that holds nothing else of the kernel's, so that it can be shown.
      const [outer, folder] = [freshPath('outer'), freshPath('seen')];
      mkdirSync(outer);
      mkdirSync(folder);
      const ws = { ...made, path: join(outer, 'workspace') };
      renameSync(made.path, ws.path);
      const read = around ? [outer] : [];
      writeSettings(ws, { sandbox, agentPaths: { read, write: [folder] } });
      const seen = `${folder}/seen`;
      await bootBy(ws, ['--agent', thirdPartyAgent('look', ws.path, seen)]);
      const [trial, birth] = readFileSync(seen, 'utf8').trim().split('\n');
      expect(trial).not.toContain('BOOTSTRAP.md');
      expect(trial).toContain('yamo-scratch-');
      expect(trial).not.toContain(`cwd ${ws.path}`);
      // The same look finds the workspace when the instructions are gone.
      expect(birth).toContain(`cwd ${ws.path}`);
    },
  );
});

it('a part of the program that cannot be loaded is found out before the instructions are taken, and refused [R-09]', async () => {
  const ws = makeUnbornWorkspace();
  const orders = ws.bytes('BOOTSTRAP.md');
  const program = brokenCopy(/^tool-server-.*\.js$/);
  const { code, events, stderr } = await yamo(['boot', '--json', '--message', 'hello'], {
    workspace: ws,
    program,
  });
  expect([code, refusalOf(events)]).toEqual([4, 'PROGRAM_INCOMPLETE']);
  expect(stderr).toBe('');
  await expectUntouched(ws, orders);
});

/** The program with a chunk of this name that is no module, though as long as the one that belongs there. */
const brokenCopy = (name: RegExp): string => {
  const [root, from] = [freshPath('copy'), packageRoot()];
  for (const part of ['dist', 'workspaces', 'package.json'])
    cpSync(join(from, part), join(root, part), { recursive: true });
  const chunks = join(root, 'dist', 'chunks');
  const broken = readdirSync(chunks).filter((file) => name.test(file));
  expect(broken).toHaveLength(1);
  for (const file of broken) {
    const path = join(chunks, file);
    writeFileSync(path, '}'.repeat(statSync(path).size));
  }
  return join(root, 'dist', 'yamo.js');
};
