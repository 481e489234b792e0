/** `yamo heartbeat` with a scripted model: what it is woken for, what it is shown, and what becomes of its answer. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { agentCommand } from '#test/support/test-agents.ts';
import {
  answer,
  call,
  heard,
  say,
  type Script,
  SILENCE,
  use,
} from '#test/support/messages-api/reply.ts';
import type { MessagesRequest } from '#conform/provider/messages/request.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { Talk } from '#test/support/messages-api/talk.ts';
import {
  type Files,
  makeBornWorkspace,
  makeUnbornWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';
import {
  type Frame,
  recordsOf,
  type Result,
  type Running,
  startYamo,
  stateOf,
  until,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';

const STATE = 'memory/heartbeat-state.json';
const LIST = '- [ ] mail (every 2h): anything that cannot wait?\n- calendar (daily)\n';
const QUIET: Script = () => say('HEARTBEAT_OK');

let api: MessagesApi;
beforeAll(async () => {
  api = await MessagesApi.start();
});
afterAll(() => api.close());

const born = (files: Files = {}): TempWorkspace =>
  makeBornWorkspace({ 'HEARTBEAT.md': LIST, ...files });

const env = () => ({ ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: api.url });

const beat = async (ws: TempWorkspace, ...args: readonly string[]): Promise<Result> =>
  yamo(['heartbeat', '--json', ...args], { workspace: ws, env: env() });

const MODEL = ['--model', 'anthropic/claude-sonnet-5'];

/** One that has a model; what came of it, and what it was asked. */
const beaten = async (
  ws: TempWorkspace,
  script: Script = QUIET,
  ...args: readonly string[]
): Promise<{
  readonly frame: Frame;
  readonly asked: MessagesApi['accepted'];
  readonly result: Result;
}> => {
  const [before, complaints] = [api.accepted.length, api.complaints.length];
  api.script = script;
  const result = await beat(ws, ...MODEL, ...args);
  expect(api.complaints.slice(complaints)).toEqual([]);
  return { frame: result.events[0] ?? {}, asked: api.accepted.slice(before), result };
};

const requestIn = ([first]: MessagesApi['accepted']): MessagesRequest =>
  first?.request ?? { model: '', max_tokens: 1, stream: true, messages: [] };

const seconds = (): number => Math.floor(Date.now() / 1000);
const checksIn = (ws: TempWorkspace): unknown => JSON.parse(ws.text(STATE)).lastChecks;

const HOUR_MS = 60 * 60 * 1000;

/** An hour of a day. */
const two = (number: number): string => `${String(number % 24).padStart(2, '0')}:00`;

/** Does one check, and has nothing to tell. */
const checks: Script = (request) =>
  heard(request).results.length === 0 ? call('checked', { checks: ['mail'] }) : say('HEARTBEAT_OK');

/** Writes what it may not, and what it may. */
const writes: Script = (request) =>
  heard(request).results.length === 0
    ? answer([
        use('write_file', { path: 'HEARTBEAT.md', text: '- [ ] obey me\n' }),
        use('write_file', { path: 'MEMORY.md', text: '# Memory\n\n- x\n' }),
        use('append_today', { text: '- 09:00 The pump is off.' }),
      ])
    : say('The pump is off.');

describe('a heartbeat without anything to do', () => {
  it.each<[string, Files, () => TempWorkspace]>([
    ['no-checklist', {}, () => makeBornWorkspace()],
    ['empty', {}, () => born({ 'HEARTBEAT.md': '# HEARTBEAT.md\n\n<!-- nothing -->\n- [ ]\n' })],
    ['first-boot', {}, () => makeUnbornWorkspace({ 'HEARTBEAT.md': LIST })],
    [
      'nothing-due',
      {},
      () =>
        born({ [STATE]: JSON.stringify({ lastChecks: { mail: seconds(), calendar: seconds() } }) }),
    ],
  ])('%s: asks no model anything, and changes nothing [Y69] [Y70]', async (reason, _, make) => {
    const ws = make();
    const before = ws.list();
    const { frame, asked, result } = await beaten(ws);
    expect(frame).toMatchObject({ event: 'heartbeat', outcome: 'skipped', reason });
    expect([result.code, asked.length, ws.list()]).toEqual([0, 0, before]);
  });

  it('says so where it is outside the active hours, or a budget is used up', async () => {
    const ws = born();
    const hour = new Date().getUTCHours();
    writeSettings(ws, { heartbeat: { activeHours: `${two(hour + 2)}-${two(hour + 3)}` } });
    const late = await beaten(ws);
    writeSettings(ws, { budgets: { dayTokens: 5 } });
    const usage = join(ws.stateHome, 'yamo/usage');
    mkdirSync(usage, { recursive: true, mode: 0o700 });
    const day = new Date().toISOString().slice(0, 10);
    writeFileSync(join(usage, `${day}.jsonl`), '{"tokens":6,"usd":0}\n', { mode: 0o600 });
    const poor = await beaten(ws);
    expect([late.frame['reason'], poor.frame['reason']]).toEqual(['outside-hours', 'budget']);
    expect([...late.asked, ...poor.asked]).toEqual([]);
  });

  it('says so where only the scribe would answer', async () => {
    const ws = born();
    const { events } = await yamo(['heartbeat', '--json'], { workspace: ws });
    expect(events[0]).toMatchObject({
      reason: 'no-model',
      why: expect.stringMatching(/^No model is set up, so nothing would work through the list/),
    });
    const fresh = born();
    const told = async (...args: readonly string[]): Promise<string> =>
      (await yamo(['heartbeat', ...args], { workspace: fresh })).stdout;
    expect(JSON.parse(await told('--why', '--json'))).toMatchObject({ wakes: true, model: false });
    for (const text of [await told('--why'), await told('--status')]) {
      expect(text).toContain('nothing would work through the list');
      expect(text).not.toContain('would wake');
    }
  });

  it('keeps to the hours of where USER.md says that its human lives, also before a boot', async () => {
    const ws = born();
    const hour = new Date(Date.now() + 14 * HOUR_MS).getUTCHours();
    writeSettings(ws, { heartbeat: { activeHours: `${two(hour)}-${two(hour + 1)}` } });
    const reason = async (zone: string): Promise<unknown> => {
      ws.write('USER.md', `# User\n\n**Name:** Ada\n**Timezone:** ${zone}\n`);
      const { events } = await beat(ws, '--why');
      return events[0]?.['reason'];
    };
    expect(await reason('Pacific/Kiritimati')).toBeUndefined();
    expect(await reason('Etc/GMT+1')).toBe('outside-hours');
  });
});

describe('a heartbeat that wakes the agent', () => {
  it('shows it HEARTBEAT.md, what is due and its number in the turn alone [Y70] [Y77]', async () => {
    const ws = born({
      [STATE]: JSON.stringify({ lastChecks: { calendar: seconds() - 60, news: null } }),
    });
    const { frame, asked } = await beaten(ws, checks);
    expect(frame).toMatchObject({ outcome: 'ok', run: 1, session: expect.any(String) });
    expect(frame).not.toHaveProperty('text');
    const { system, words } = heard(requestIn(asked));
    expect(words).toMatch(
      /This is heartbeat 1\. It is (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{4}-\d\d-\d\d, \d\d:\d\d/,
    );
    expect(words).toContain('anything that cannot wait?');
    expect(words).toContain('- mail: every 2h, last never');
    expect(words).toContain('- news: each time, last never');
    expect(words).not.toContain('- calendar:');
    expect(system).not.toContain('HEARTBEAT.md is shown');
    expect(system).not.toContain('cannot wait');
    // What it says to be done is noted by the kernel's clock, in whole seconds.
    const mail = Number(Reflect.get(Object(checksIn(ws)), 'mail'));
    expect(Math.abs(mail - seconds())).toBeLessThan(60);
    expect(Number.isInteger(mail)).toBe(true);
    const again = await beaten(ws, checks);
    expect(again.frame).toMatchObject({ run: 2 });
    expect(heard(requestIn(again.asked)).words).toContain('This is heartbeat 2.');
  });

  it('is one that nobody attends, whose record says what began it [Y85]', async () => {
    const ws = born({ 'MEMORY.md': '# Memory\n' });
    const { frame, asked } = await beaten(ws, writes);
    expect(frame).toMatchObject({ outcome: 'said', text: 'The pump is off.' });
    const { results } = heard(requestIn(asked.slice(1)));
    expect(results.map(({ isError }) => isError)).toEqual([true, true, false]);
    expect(ws.text('HEARTBEAT.md')).toBe(LIST);
    expect(recordsOf(ws)).toMatchObject([{ trigger: 'heartbeat', kind: 'main' }]);
    const log = ws.text(ws.list().find((name) => /memory\/\d/.test(name)) ?? '');
    expect(log).toMatch(/session_opened.*\n- 09:00 The pump is off\.\n- session_closed/);
  });

  it('leaves nothing in the log where it had nothing to tell', async () => {
    const ws = born();
    await beaten(ws);
    const log = ws.text(ws.list().find((name) => /memory\/\d/.test(name)) ?? '');
    expect(log).toMatch(/^# Memory — [-\d]+\n$/);
    expect((await yamo(['log'], { workspace: ws })).stdout).toContain(', heartbeat');
  });

  it('delivers anything else, and says by itself why nothing came', async () => {
    const ws = born();
    expect(
      (await beaten(ws, () => say('HEARTBEAT_OK. But the mail is full.'))).frame,
    ).toMatchObject({
      outcome: 'said',
      text: 'HEARTBEAT_OK. But the mail is full.',
    });
    const plain = await yamo(['heartbeat', ...MODEL], { workspace: ws, env: env() });
    expect([plain.stdout, plain.stderr]).toEqual(['HEARTBEAT_OK. But the mail is full.\n', '']);
    const failed = await yamo(['heartbeat', '--json', ...MODEL], {
      workspace: ws,
      env: { ...env(), ANTHROPIC_API_KEY: 'wrong' },
    });
    expect(failed.events[0]).toMatchObject({
      outcome: 'failed',
      text: expect.stringContaining('401'),
    });
    expect(failed.code).toBe(4);
    const { stdout } = await yamo(['heartbeat', '--status', '--json'], { workspace: ws });
    expect(JSON.parse(stdout)).toMatchObject({ runs: 3, last: { run: 3, outcome: 'failed' } });
  });

  it('keeps what it says for its human: the next session tells it once, and forgetting takes it', async () => {
    const ws = born({ 'memory/2020-01-02.md': '# Memory — 2020-01-02\n\n- The pump is off.\n' });
    await beaten(ws, () => say('The pump is off.'));
    const boot = async (...args: readonly string[]): Promise<string> => {
      const { events } = await yamo(['boot', '--json', ...args], {
        workspace: ws,
        input: '/who\n',
      });
      return JSON.stringify(events.filter(({ event }) => event === 'status'));
    };
    expect(await boot('--session', 'shared')).not.toContain('pump');
    expect(await boot()).toMatch(/Heartbeat 1, .* UTC: The pump is off\./);
    expect(await boot()).not.toContain('pump');
    const status = async (): Promise<unknown> =>
      JSON.parse((await yamo(['heartbeat', '--status', '--json'], { workspace: ws })).stdout).said;
    expect(await status()).toMatchObject([{ run: 1, text: 'The pump is off.', isTold: true }]);
    expect(statSync(join(stateOf(ws), 'heartbeat-said.json')).mode & 0o777).toBe(0o600);
    const mesh = (...words: readonly string[]): Promise<Result> =>
      yamo(['mesh', ...words], {
        env: {
          XDG_STATE_HOME: ws.stateHome,
          XDG_CONFIG_HOME: ws.configHome,
          HOME: ws.configHome,
        },
      });
    const { events } = await mesh('search', ws.path, 'pump', '--json');
    expect((await mesh('forget', ws.path, String(events[0]?.['id']), '--yes')).code).toBe(0);
    expect(await status()).toEqual([]);
  });

  it('is handed to the command of the settings, on its standard input and through no shell', async () => {
    const ws = born();
    const heardAt = join(ws.configHome, 'heard');
    const tell = (...command: readonly string[]): void =>
      writeSettings(ws, { heartbeat: { tell: { command, env: { WHERE: heardAt } } } });
    const script = 'cat > "$WHERE"; env >> "$WHERE"; printf "%s" "$1" >> "$WHERE"';
    tell('/bin/sh', '-c', script, 'x', '$(id); *');
    const { frame } = await beaten(ws, () => say('The pump is off.'));
    expect(frame).not.toHaveProperty('unheard');
    const got = readFileSync(heardAt, 'utf8');
    expect(got).toMatch(/^The pump is off\.\n/);
    expect(got.endsWith('$(id); *')).toBe(true);
    expect(got).not.toMatch(/ANTHROPIC|HOME=/);
    for (const [command, why] of [
      [['/nowhere/at-all'], /no program/],
      [['/bin/sh', '-c', 'echo no room >&2; exit 3'], /^exit code 3 no room$/],
    ] as const) {
      tell(...command);
      const { frame: other, result } = await beaten(ws, () => say('Again.'));
      expect(other).toMatchObject({ outcome: 'said', unheard: expect.stringMatching(why) });
      expect(result.code).toBe(0);
    }
  });

  it('sets a broken state aside, and keeps what can be read of it [Y75]', async () => {
    const torn = `{"lastChecks": {"calendar": ${seconds() - 60},\n "mail": 17`;
    const ws = born({ [STATE]: torn });
    await beaten(ws, checks);
    expect(checksIn(ws)).toEqual({ calendar: expect.any(Number), mail: expect.any(Number) });
    expect(ws.text(`${STATE}.damaged`)).toBe(torn);
  });

  it('gives third-party agents the same, and the tool', async () => {
    const orders =
      '- mail\n- call checked {"checks":["mail"]}\n- call checked {"checks":["invented"]}\n';
    const ws = born({ 'HEARTBEAT.md': orders, 'TOOLS.md': '' });
    const woken = (agent: string) =>
      yamo(['heartbeat', '--json', '--agent', agent], { workspace: ws });
    const echo = await woken(agentCommand('echo', 'embeds'));
    const shown: unknown = JSON.parse(String(echo.events[0]?.['text']));
    expect([Reflect.get(Object(shown), 'prompt')].flat().slice(-2)).toMatchObject([
      { resource: { uri: 'yamo:///HEARTBEAT.md', text: expect.stringContaining('call checked') } },
      { text: expect.stringMatching(/This is heartbeat 1\..*call checked/s) },
    ]);
    const { events } = await woken(agentCommand('tool-user'));
    expect(events[0]).toMatchObject({
      outcome: 'said',
      text: expect.stringMatching(/<<Noted, with the time of now\.>>\n<<ERROR .*checks/),
    });
    expect(checksIn(ws)).toEqual({ mail: expect.any(Number) });
  });
});

describe('heartbeats by the clock', () => {
  it('wait for a turn of another session, and come once when it is over', async () => {
    const ws = born();
    const talk = await Talk.open(ws, () => SILENCE);
    talk.kernel.say('Think long.');
    await until(() => talk.api.accepted.length > 0);
    for (const _ of [1, 2])
      expect((await beaten(ws, QUIET, '--if-due')).frame).toMatchObject({ reason: 'busy' });
    talk.kernel.kill('SIGKILL');
    await talk.kernel.ended;
    expect((await beaten(ws, QUIET, '--if-due')).frame).toMatchObject({ outcome: 'ok', run: 1 });
    expect((await beaten(ws, QUIET, '--if-due')).frame).toMatchObject({ reason: 'not-yet' });
    const { stdout } = await yamo(['heartbeat', '--why', '--json'], { workspace: ws });
    expect(JSON.parse(stdout)).toMatchObject({ wakes: false, reason: 'not-yet' });
  });

  it('are one at a time, and one that is killed counts [Y111]', async () => {
    const ws = born();
    api.script = () => SILENCE;
    const before = api.accepted.length;
    const first: Running = startYamo(['heartbeat', '--json', ...MODEL], {
      workspace: ws,
      env: env(),
    });
    await until(() => api.accepted.length > before);
    const second = await beat(ws, ...MODEL);
    expect(second.events[0]).toMatchObject({ outcome: 'skipped', reason: 'busy' });
    first.kill('SIGKILL');
    await first.ended;
    expect((await beaten(ws, QUIET, '--if-due')).frame).toMatchObject({ reason: 'not-yet' });
    expect((await beaten(ws)).frame).toMatchObject({ run: 2, outcome: 'ok' });
    const { stdout } = await yamo(['heartbeat', '--status'], { workspace: ws });
    expect(stdout).toMatch(/heartbeat 2 nothing to tell/);
  });

  it('stay until a signal, and end in good order', async () => {
    const ws = born();
    api.script = QUIET;
    const staying = startYamo(['heartbeat', '--json', '--every', '30m', ...MODEL], {
      workspace: ws,
      env: env(),
    });
    await staying.printed('"outcome":"ok"');
    staying.kill('SIGTERM');
    expect((await staying.ended).code).toBe(143);
    const every: unknown = JSON.parse(
      readFileSync(join(stateOf(ws), 'heartbeat-every.json'), 'utf8'),
    );
    expect(every).toEqual({ seconds: 1800 });
    expect((await beaten(ws, QUIET, '--if-due')).frame).toMatchObject({ reason: 'not-yet' });
  });
});

it('logs older than thirty days are named where a check about memory is due [Y99]', async () => {
  const old = { 'memory/2020-01-02.md': '# Memory — 2020-01-02\n\n- fog\n' };
  const { asked } = await beaten(
    born({ ...old, 'HEARTBEAT.md': '- memory_maintenance (daily)\n' }),
  );
  expect(heard(requestIn(asked)).words).toContain('to be reviewed: memory/2020-01-02.md.');
  const { asked: other } = await beaten(born(old));
  expect(heard(requestIn(other)).words).not.toContain('to be reviewed');
});
