/** What is kept of sessions, and the kernel's own commands, by the built program. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { filesHolding, snapshot } from '#test/support/snapshot.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import {
  framesNamed,
  type Result,
  refusalOf,
  startYamo,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';

const DAY = '2026-03-14';
const AT = ['--date', `${DAY}T09:26`, '--tz', 'UTC'];

const boot = (ws: TempWorkspace, input: string, ...args: readonly string[]): Promise<Result> =>
  yamo(['boot', '--json', ...AT, ...args], { workspace: ws, input });

const answersOf = ({ events }: Result): readonly string[] =>
  events.filter(({ event }) => event === 'answer').map(({ text }) => String(text));

const sessionsOf = async (ws: TempWorkspace) =>
  (await yamo(['sessions', '--json'], { workspace: ws })).events;

describe('what was said', () => {
  it('is listed, shown, and resumed under the same id', async () => {
    const ws = makeBornWorkspace();
    await boot(ws, 'first thing\nsecond thing\n');
    const [session] = await sessionsOf(ws);
    expect(session).toMatchObject({
      kind: 'main',
      turns: 2,
      title: 'first thing',
      agent: 'scribe',
    });
    const id = String(session?.['id']);
    const again = await boot(ws, 'third thing\n', '--resume', 'last');
    expect(again.code).toBe(0);
    expect(framesNamed(again.events, 'resumed')).toMatchObject([
      { id, turns: 2, last: expect.arrayContaining([{ by: 'human', text: 'first thing' }]) },
    ]);
    expect((await boot(ws, 'fourth thing\n', '--resume', id)).code).toBe(0);
    expect(await sessionsOf(ws)).toMatchObject([{ id, turns: 4 }]);
    const { stdout } = await yamo(['sessions', '--show', id], { workspace: ws });
    const said = stdout.split('\n').filter((line) => line.startsWith('> '));
    expect(said).toEqual(['> first thing', '> second thing', '> third thing', '> fourth thing']);
    expect(stdout).toContain(`Noted in memory/${DAY}.md.`);
  });

  it('of a main session is not resumed in a shared one', async () => {
    const ws = makeBornWorkspace();
    await boot(ws, 'a secret\n');
    const id = String((await sessionsOf(ws))[0]?.['id']);
    const shared = ['--session', 'shared', '--resume'];
    const named = await boot(ws, 'x\n', ...shared, id);
    expect([named.code, refusalOf(named.events)]).toEqual([1, 'SESSION_KIND']);
    const last = await boot(ws, 'x\n', ...shared, 'last');
    expect([last.code, refusalOf(last.events)]).toEqual([1, 'SESSION_UNKNOWN']);
  });

  it('is refused before anything is deleted, where it cannot be resumed', async () => {
    const ws = makeBornWorkspace({ 'BOOTSTRAP.md': '# Orders\n' });
    const before = snapshot(ws.path);
    for (const id of ['last', 'nonsense', '../record']) {
      const { code, events } = await boot(ws, 'x\n', '--resume', id);
      expect([code, refusalOf(events)]).toEqual([1, 'SESSION_UNKNOWN']);
    }
    expect(snapshot(ws.path)).toEqual(before);
  });

  it('is kept without the credentials in it [Y50]', async () => {
    const ws = makeBornWorkspace();
    const key = `sk-ant-api03-${'aB3'.repeat(30)}-AA`;
    await boot(ws, `my password: correct-horse-battery\nand ${key} too\n`);
    expect(filesHolding('correct-horse-battery', ws.path, ws.stateHome)).toEqual([]);
    expect(filesHolding(key, ws.path, ws.stateHome)).toEqual([]);
    const id = String((await sessionsOf(ws))[0]?.['id']);
    const { stdout } = await yamo(['sessions', '--show', id], { workspace: ws });
    expect(stdout.match(/\[withheld: credential/g)?.length).toBeGreaterThanOrEqual(2);
  });

  it('is not resumed while it is open elsewhere', async () => {
    const ws = makeBornWorkspace();
    const open = startYamo(['boot', '--json', ...AT], { workspace: ws });
    await open.ready();
    open.say('hello');
    await open.printed('"event":"turn"');
    const { code, events } = await boot(ws, 'x\n', '--resume', 'last');
    expect([code, refusalOf(events)]).toEqual([1, 'SESSION_OPEN']);
    open.kill('SIGKILL');
    await open.ended;
    expect((await boot(ws, 'x\n', '--resume', 'last')).code).toBe(0);
  });

  it('is not kept where the owner wants none', async () => {
    const ws = makeBornWorkspace();
    writeSettings(ws, { transcriptDays: 0 });
    await boot(ws, 'hello\n');
    expect(await sessionsOf(ws)).toEqual([]);
    const folders = readdirSync(join(ws.stateHome, 'yamo'));
    const key = folders.find((name) => name !== 'machine') ?? '';
    expect(readdirSync(join(ws.stateHome, 'yamo', key))).not.toContain('transcripts');
  });
});

/** Logs of other days are none of a shared session's. */
const TODAYS_LOG = `memory/${new Date().toISOString().slice(0, 10)}.md`;

describe('a command of the kernel', () => {
  it('says what the session is and what the agent was shown', async () => {
    const ws = makeBornWorkspace();
    const result = await boot(ws, '/status\n/prompt\n/search grey\n');
    const [status = '', prompt = '', search] = answersOf(result);
    expect(status).toContain('session: main (the owner of the workspace at the command line)');
    expect(status).toContain(`log: memory/${DAY}.md`);
    expect(prompt).toMatch(/\| AGENTS\.md \| static \| \d+ \|/);
    expect(search).toBe(
      'Nothing was found. An index finds more than the words themselves: yamo mesh',
    );
    expect(await sessionsOf(ws)).toEqual([]);
  });

  it('searches with the rights of the session, and notes what was shown', async () => {
    const ws = makeBornWorkspace({
      'MEMORY.md': '# Memory\n\n- 2026-03-01: the grey cat\n',
      [TODAYS_LOG]: '# Memory\n\n## Session 09:00\n- a grey dog\n',
    });
    const main = await boot(ws, '/search grey\n');
    expect(answersOf(main)[0]).toBe(
      `- MEMORY.md:3 - 2026-03-01: the grey cat\n- ${TODAYS_LOG}:4 - a grey dog`,
    );
    expect(main.events).toContainEqual(
      expect.objectContaining({ event: 'gate', operation: 'read', file: 'MEMORY.md' }),
    );
    const shared = await boot(ws, '/search grey\n', '--session', 'shared');
    expect(JSON.stringify(shared.events)).not.toContain('grey cat');
    expect(answersOf(shared)[0]).toContain('shared session');
    expect(answersOf(shared)[0]).toContain('dailyLogsInShared');
    writeSettings(ws, { dailyLogsInShared: true });
    const open = await boot(ws, '/search grey\n', '--session', 'shared');
    expect(answersOf(open)).toEqual([`- ${TODAYS_LOG}:4 - a grey dog`]);
  });

  it('shows no credential of a log [§4.2]', async () => {
    const ws = makeBornWorkspace({
      [TODAYS_LOG]:
        '# Memory\n\n## Session 09:00\n- Wi-Fi password: correct-horse-7-battery\n\n**Password:**\n\nharbour-wi-fi-7\n',
    });
    writeSettings(ws, { dailyLogsInShared: true });
    const shared = await boot(ws, '/search wi-fi\n', '--session', 'shared');
    expect(answersOf(shared)[0]).toContain(`${TODAYS_LOG}:4`);
    expect(shared.stdout).not.toMatch(/correct-horse|wi-fi-7/);
  });
});

it.each([
  ['nonsense', 'MODEL_INVALID'],
  ['nobody/model', 'MODEL_INVALID'],
  ['anthropic/claude-sonnet-5-5', 'MODEL_KEY_MISSING'],
])('a model that cannot be used %s is refused before anything is deleted', async (model, code) => {
  const ws = makeBornWorkspace({ 'BOOTSTRAP.md': '# Orders\n' });
  const before = snapshot(ws.path);
  const result = await boot(ws, 'x\n', '--model', model);
  expect([result.code, refusalOf(result.events)]).toEqual([1, code]);
  expect(snapshot(ws.path)).toEqual(before);
});
