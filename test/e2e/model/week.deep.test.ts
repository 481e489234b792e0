/**
 * A week with a scripted model: born on a Monday, some work every day, memory curated on Sunday and a change taken back. The
 * workspace keeps its grade, and every line that ever left MEMORY.md is in the journal.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, it } from 'vitest';

import { withJournal } from '#kernel/memory/change.ts';
import {
  answer,
  call,
  heard,
  type Reply,
  say,
  type Script,
  use,
} from '#test/support/messages-api/reply.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { enterWorkspace } from '#test/support/kernel.ts';
import { filled, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { type Result, yamo } from '#test/support/yamo.ts';

const NEWBORN = readFileSync(
  resolve(import.meta.dirname, '../../../workspaces/newborn/BOOTSTRAP.md'),
  'utf8',
);
const MODEL = 'anthropic/claude-sonnet-5';
const NAMES = { name: 'Atlas', role: 'research assistant', user: 'Ada', timezone: 'UTC' };
const [MONDAY, WEDNESDAY, FRIDAY, SUNDAY] = [
  '2026-03-09',
  '2026-03-11',
  '2026-03-13',
  '2026-03-15',
];

/** Where a line of a log stands. */
const placeOf = (ws: TempWorkspace, day: string, words: string): string => {
  const file = `memory/${day}.md`;
  const lines = ws.has(file) ? ws.text(file).split('\n') : [];
  return `${file}:${lines.findIndex((line) => line.includes(words)) + 1}`;
};

/** What the model does when it hears these words; whatever else it is asked is answered in words. */
const deedsIn = (ws: TempWorkspace): readonly (readonly [string, Reply])[] => [
  [
    'Be born',
    answer([
      use('write_file', { path: 'SOUL.md', text: filled('SOUL.md', 'v3', NAMES) }),
      use('write_file', { path: 'USER.md', text: filled('USER.md', 'v3', NAMES) }),
      use('append_today', { text: '- 09:00 I was born, and my name is Atlas.' }),
    ]),
  ],
  [
    'Monday',
    answer([
      use('append_today', { text: '- 09:10 Ada reads lagoon papers on Mondays.' }),
      use('write_file', {
        path: 'MEMORY.md',
        text: '# Memory\n\n- 2026-03-09: Ada drinks tea\n- 2026-03-09: the crane of Emden rests\n',
      }),
    ]),
  ],
  ['Wednesday', call('append_today', { text: '- 09:10 The crane of Emden works again.' })],
  [
    'Friday',
    call('edit_file', { path: 'MEMORY.md', old: 'Ada drinks tea', new: 'Ada drinks coffee' }),
  ],
  [
    'look after your long-term memory',
    call('propose_memory', {
      add: [
        {
          text: 'the crane of Emden works again',
          source: placeOf(ws, WEDNESDAY, 'works again'),
          supersedes: 4,
        },
        {
          text: 'Ada reads lagoon papers on Mondays',
          source: placeOf(ws, MONDAY, 'lagoon papers'),
        },
      ],
      remove: [{ line: 4, text: '- 2026-03-09: the crane of Emden rests', why: 'it works again' }],
    }),
  ],
];

const scriptFor =
  (ws: TempWorkspace): Script =>
  (request) => {
    const { words, results, system } = heard(request);
    if (results.length > 0) return say('Done.');
    const isBirth = (request.tools ?? []).every(({ name }) => name !== 'read_file');
    const asked = isBirth && system !== '' ? 'Be born' : words;
    return deedsIn(ws).find(([said]) => asked.includes(said))?.[1] ?? say('Nothing to do.');
  };

it('a week of memory: written, curated, taken back, and nothing lost [Y63, Y102]', async () => {
  const ws = makeWorkspace({
    'BOOTSTRAP.md': NEWBORN,
    'AGENTS.md': filled('AGENTS.md', 'v3', NAMES),
  });
  const api = await MessagesApi.start({ script: scriptFor(ws) });
  const env = { ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: api.url };
  const texts: string[] = [];
  const run = async (...args: readonly string[]): Promise<Result> => {
    const result = await yamo(args, { workspace: ws, env });
    if (ws.has('MEMORY.md')) texts.push(ws.text('MEMORY.md'));
    return result;
  };
  const on = (day: string): readonly string[] => [
    '--model',
    MODEL,
    '--date',
    `${day}T09:00`,
    '--tz',
    'UTC',
  ];
  const turn = (day: string, words: string): Promise<Result> =>
    run('boot', '--json', '--attended', ...on(day), '--message', words);

  expect((await turn(MONDAY, 'It is Monday.')).code).toBe(0);
  await turn(WEDNESDAY, 'It is Wednesday.');
  await turn(FRIDAY, 'It is Friday.');
  expect(ws.text('MEMORY.md')).toContain('Ada drinks coffee');
  const asked = ['--model', MODEL, '--date', SUNDAY, '--tz', 'UTC'];
  const { stdout } = await run('memory', 'curate', '--yes', ...asked);
  expect(stdout).toContain('2 added, 1 taken out');
  const curated = ws.text('MEMORY.md');
  expect(curated).toBe(
    '# Memory\n\n- 2026-03-09: Ada drinks coffee\n- 2026-03-11: the crane of Emden works again\n- 2026-03-09: Ada reads lagoon papers on Mondays\n',
  );
  await run('memory', 'undo');
  expect(ws.text('MEMORY.md')).toContain('the crane of Emden rests');
  await run('memory', 'undo', '--list');
  await api.close();

  const audit = ['audit', '--require', 'v3.0', '--date', SUNDAY];
  expect((await yamo(audit, { workspace: ws })).code).toBe(0);
  const kept = journaled(ws);
  const gone = texts.flatMap((text, at) =>
    linesOf(text).filter((line) => !linesOf(texts[at + 1] ?? text).includes(line)),
  );
  expect(kept).toEqual(expect.arrayContaining(gone));
  expect(kept).toContain('- 2026-03-09: Ada drinks tea');
});

const linesOf = (text: string): readonly string[] => text.split('\n');

/** Every line that stood in a file before a change that is in the journal. */
const journaled = (ws: TempWorkspace): readonly string[] => {
  const { workspace, home, exclusively } = enterWorkspace(ws);
  return withJournal({ workspace, home, exclusively }, (journal) =>
    journal
      .list()
      .flatMap((entry) => journal.changes(entry))
      .flatMap(({ before }) =>
        linesOf(before === undefined ? '' : Buffer.from(before).toString('utf8')),
      ),
  );
};
