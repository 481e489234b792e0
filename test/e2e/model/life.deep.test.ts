/**
 * A whole life with a scripted model: born by its instructions, a day of work over midnight, a conversation that is
 * summarised, a kernel that is killed, and the session that goes on. What is left keeps every rule.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, it } from 'vitest';

import {
  answer,
  call,
  heard,
  type Reply,
  say,
  type Script,
  SILENCE,
  use,
} from '#test/support/messages-api/reply.ts';
import type { MessagesRequest } from '#conform/provider/messages/request.ts';
import { Talk } from '#test/support/messages-api/talk.ts';
import { filled, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { framesNamed, stepsOf, until, wordsOf, writeSettings, yamo } from '#test/support/yamo.ts';

const NEWBORN = readFileSync(
  resolve(import.meta.dirname, '../../../workspaces/newborn/BOOTSTRAP.md'),
  'utf8',
);
const PASSWORD = 'correct-horse-battery';
const [DAY, NEXT] = ['2026-03-14', '2026-03-15'];
const names = { name: 'Atlas', role: 'research assistant', user: 'Ada', timezone: 'Europe/Berlin' };

/** In a first boot a model has fewer tools: there is nothing to read yet. */
const isFirstBoot = ({ tools = [] }: MessagesRequest): boolean =>
  tools.every(({ name }) => name !== 'read_file');

/** Carries out the instructions of the bundled example, and greets. */
const birth: Script = (request) => {
  const { results } = heard(request);
  if (results.length > 0)
    return say('Good morning, Ada. Which paper would you like to begin with?');
  return answer([
    use('write_file', { path: 'SOUL.md', text: filled('SOUL.md', 'v3', names) }),
    use('write_file', { path: 'USER.md', text: filled('USER.md', 'v3', names) }),
    use('write_file', { path: 'AGENTS.md', text: filled('AGENTS.md', 'v3', names) }),
    use('append_today', { text: '- 23:59 I was born, and my name is Atlas.' }),
  ]);
};

/** What the model answers while its conversation is made shorter: it saves what matters, and sums up. */
const compaction = (request: MessagesRequest): Reply | undefined => {
  const { words } = heard(request);
  if (words.includes('is about to be summarised'))
    return call('append_today', { text: '- 00:01 Chapter seven is read.' });
  return words.includes('Summarise this conversation')
    ? say('SUMMARY: Ada surveys tidal power; chapter seven is read.')
    : undefined;
};

const chapter = (number: number): string =>
  `Chapter ${number}. ${'The lagoon fills and empties twice a day. '.repeat(150)}`;

/** A day of work: notes, a fact to remember, chapters to listen to. */
const work: Script = (request) => {
  const { words, results } = heard(request);
  if (results.length > 0) return say('Done.');
  if (words.includes('Note this')) return call('append_today', { text: '- Ada began to read.' });
  if (words.includes('Remember'))
    return call('write_file', {
      path: 'MEMORY.md',
      text: `# Memory\n\n- ${NEXT}: Ada reads one chapter at a time.\n`,
    });
  return say('I listened.');
};

const life: Script = (request, nth) =>
  isFirstBoot(request) ? birth(request, nth) : (compaction(request) ?? work(request, nth));

/** What sessions of a workspace resume from, as it lies on the disk. */
const keptOf = ({ stateHome }: TempWorkspace): string =>
  globSync('yamo/*/transcripts/*.jsonl', { cwd: stateHome })
    .flatMap((name) => readFileSync(resolve(stateHome, name), 'utf8').split('\n'))
    .filter((line) => line.startsWith('{"t":"kept"'))
    .join('\n');

const newborn = (): TempWorkspace => makeWorkspace({ 'BOOTSTRAP.md': NEWBORN });

/** What the auditor says of a workspace, and what the chain of its records is. */
const judged = async (
  ws: TempWorkspace,
): Promise<{ readonly tier: unknown; readonly exit: number; readonly log: string }> => {
  const audit = await yamo(['audit', '--json', '--require', 'v3.0'], { workspace: ws });
  const report: unknown = JSON.parse(audit.stdout);
  const log = await yamo(['log'], { workspace: ws });
  expect(log.code).toBe(0);
  return { tier: report, exit: audit.code, log: log.stdout };
};

it('a life from the first boot over midnight, a summary and a crash keeps every rule [A20] [A21] [R-55]', async () => {
  const ws = newborn();
  writeSettings(ws, { providers: { anthropic: { contextTokens: 16_000, outputTokens: 1000 } } });

  // Born just before midnight.
  const evening = await Talk.open(ws, life, {
    args: ['--date', `${DAY}T23:59:40`, '--tz', 'UTC'],
  });
  const born = Date.now();
  expect(evening.api.complaints).toEqual([]);
  expect(stepsOf(evening.frames()).filter((step) => step === 'bootstrap_flow')).toHaveLength(1);
  expect(wordsOf(evening.frames())).toContain('Good morning, Ada.');
  expect(ws.has('BOOTSTRAP.md')).toBe(false);
  expect(ws.text('SOUL.md')).toContain('Atlas');
  expect(ws.text(`memory/${DAY}.md`)).toContain('I was born');

  // A day of work: it begins today, and midnight comes.
  await until(() => Date.now() - born > 20_000);
  await evening.turn('Note this: I began to read.');
  await evening.turn('Remember that I read one chapter at a time.');
  expect(ws.text(`memory/${NEXT}.md`)).toContain('Ada began to read.');
  expect(ws.text(`memory/${DAY}.md`)).not.toContain('Ada began to read.');
  expect(ws.text('MEMORY.md')).toContain('one chapter at a time');

  // Chapters, until they are too many.
  const before = evening.frames().length;
  for (let number = 1; number <= 8; number += 1) await evening.turn(chapter(number));
  const told = framesNamed(evening.frames().slice(before), 'status').map(({ text }) => text);
  expect(told.join('\n')).toMatch(/summar/i);
  expect(ws.text(`memory/${NEXT}.md`)).toContain('Chapter seven is read.');
  const [last] = evening.api.accepted.slice(-1);
  expect(JSON.stringify(last?.request.messages)).toContain('SUMMARY: Ada surveys tidal power');
  expect(JSON.stringify(last?.request.messages)).not.toContain('Chapter 1. ');

  // The kernel is killed while the model thinks.
  evening.api.script = () => SILENCE;
  const asked = evening.api.requests.length;
  evening.kernel.say('Where were we?');
  await until(() => evening.api.accepted.length > asked);
  // It is written beside the request, so it may be there a moment later.
  await until(() => keptOf(ws).includes('Where were we?'));
  evening.kernel.kill('SIGKILL');
  await evening.kernel.ended;
  await until(() => evening.api.requests.at(-1)?.state === 'left');

  // The session goes on where it was.
  const morning = await Talk.open(ws, life, {
    args: ['--date', `${NEXT}T08:00`, '--tz', 'UTC', '--resume', 'last'],
  });
  await morning.turn('And now?');
  const [first] = morning.api.accepted;
  const messages = JSON.stringify(first?.request.messages);
  expect(messages).toContain('SUMMARY: Ada surveys tidal power');
  expect(messages).toContain('Where were we?');
  expect(heard(first?.request ?? NOTHING).words).toContain('And now?');
  const { code } = await morning.end();
  expect(code).toBe(0);
  expect([...evening.api.complaints, ...morning.api.complaints]).toEqual([]);

  const { tier, exit, log } = await judged(ws);
  expect(exit, JSON.stringify(tier)).toBe(0);
  expect(tier).toMatchObject({ workspaces: [{ tier: 'RFC-0009 v3.0', state: 'initialised' }] });
  expect(log).toMatch(/the chain is whole/);
  for (const file of ws.list().filter((name) => !name.endsWith('/')))
    expect(ws.text(file)).not.toContain(PASSWORD);
});

const NOTHING: MessagesRequest = { model: '', max_tokens: 1, stream: true, messages: [] };
