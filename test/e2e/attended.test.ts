/** Who is there, and who has the word: sessions of scripts, and commands with a slash. */
import { describe, expect, it } from 'vitest';

import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { thirdPartyAgent, framesNamed, wordsOf, writeSettings, yamo } from '#test/support/yamo.ts';

const AT = ['--date', '2026-03-14T09:26', '--tz', 'UTC'];
const OBEDIENT = ['--agent', thirdPartyAgent('obedient')];
const STANDING = ['AGENTS.md', 'USER.md', 'TOOLS.md', 'HEARTBEAT.md', 'MEMORY.md'];

const run = (ws: TempWorkspace, lines: readonly string[], ...options: readonly string[]) =>
  yamo(['boot', '--json', ...AT, ...OBEDIENT, ...options], {
    workspace: ws,
    input: `${lines.join('\n')}\n`,
  });

const answersOf = ({ events }: Awaited<ReturnType<typeof yamo>>): readonly string[] =>
  wordsOf(events).match(/<<[^]*?>>/g) ?? [];

const writes = STANDING.map((file) => `write ${file} # Other`);

describe('a main session that no human attends', () => {
  it('changes none of the files that say how the agent works, and not MEMORY.md (R-91)', async () => {
    const ws = makeBornWorkspace();
    const before = STANDING.map((file) => ws.has(file) && ws.text(file));
    const ran = await run(ws, [...writes, 'append memory/2026-03-14.md - a note']);
    expect(answersOf(ran)).toEqual([...STANDING.map(() => '<<GATE_UNATTENDED>>'), '<<done>>']);
    expect(framesNamed(ran.events, 'gate').at(-2)).toMatchObject({
      file: 'MEMORY.md',
      answer: 'GATE_UNATTENDED',
    });
    expect(STANDING.map((file) => ws.has(file) && ws.text(file))).toEqual(before);
  });

  it('changes those that the settings name (R-91)', async () => {
    const ws = makeBornWorkspace();
    writeSettings(ws, { unattendedWrites: ['TOOLS.md'] });
    const { events } = await run(ws, ['write TOOLS.md # Tools', 'write HEARTBEAT.md # Beat']);
    expect(wordsOf(events)).toContain('<<done>>');
    expect([ws.has('TOOLS.md'), ws.has('HEARTBEAT.md')]).toEqual([true, false]);
  });

  it('is none if the caller says that somebody is there', async () => {
    const ws = makeBornWorkspace();
    const ran = await run(ws, ['write TOOLS.md # Tools'], '--attended');
    expect([answersOf(ran), ws.has('TOOLS.md')]).toEqual([['<<done>>'], true]);
    const both = await run(ws, [], '--attended', '--unattended');
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('exclude')]);
  });

  it('keeps what the caller itself says is to be kept', async () => {
    const ws = makeBornWorkspace();
    await run(ws, ['/remember The pier is closed.']);
    expect(ws.text('MEMORY.md')).toContain('2026-03-14: The pier is closed.');
  });
});

it('a command of the kernel is not taken over by an agent that offers one of its name', async () => {
  const ws = makeBornWorkspace();
  const { events } = await run(ws, [
    'offer status,remember,Join,quit,fine',
    '/status',
    '/remember The pier is closed.',
    '/agent:status of yours',
    '/fine then',
  ]);
  const offers = framesNamed(events, 'commands').at(-1)?.['commands'];
  expect(offers).toMatchObject([
    { name: 'agent:status' },
    { name: 'agent:remember' },
    { name: 'agent:Join' },
    { name: 'agent:quit' },
    { name: 'fine' },
  ]);
  const answers = framesNamed(events, 'answer').map(({ text }) => String(text));
  expect(answers).toEqual([expect.stringContaining(ws.path), 'Kept in MEMORY.md.']);
  expect(wordsOf(events)).toContain('<</status of yours>>');
  expect(wordsOf(events)).toContain('<</fine then>>');
});
