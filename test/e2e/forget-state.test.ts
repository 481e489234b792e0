/** What is forgotten and purged stands nowhere in the kernel's state any more, nor in the workspace. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { insert, removeRows } from '#daemon/data/write.ts';
import { askMethods } from '#test/support/methods.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { refusalOf, type Result, yamo } from '#test/support/yamo.ts';

const SAID = 'The kestrel nests behind the third silo.';
const NEEDLE = /kestrel|third silo/iu;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** The files that hold it, packed ones unpacked. */
const holding = (...folders: readonly string[]): readonly string[] =>
  folders
    .filter((folder) => existsSync(folder))
    .flatMap(filesIn)
    .filter((file) => {
      const bytes = readFileSync(file);
      const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
      const unpacked = file.includes('/journal/') && file.endsWith('.gz');
      const all = unpacked
        ? Object.values<string>(JSON.parse(text))
            .map((one) => Buffer.from(one, 'base64').toString('latin1'))
            .join('\n')
        : text;
      return NEEDLE.test(all);
    });

const run = (ws: TempWorkspace, ...args: readonly string[]): Promise<Result> =>
  yamo(args, { env: { XDG_STATE_HOME: ws.stateHome, XDG_CONFIG_HOME: ws.configHome } });

it('is in no file of state and workspace after purge, and no session brings it back [R-112]', async () => {
  const ws = makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- the pump is blue\n' });
  const boot = (...more: readonly string[]) =>
    run(ws, 'boot', ws.path, '--date', '2026-03-14T09:00', '--tz', 'UTC', ...more);
  await boot('--message', SAID);
  await boot('--message', `/remember ${SAID}`);
  const draft = { add: [{ text: SAID, source: 'memory/2026-03-14.md:5' }], remove: [] };
  await yamo(['memory', 'curate', ws.path, '--from', '-', '--json'], {
    env: { XDG_STATE_HOME: ws.stateHome, XDG_CONFIG_HOME: ws.configHome },
    input: JSON.stringify(draft),
  });
  await run(ws, 'mesh', 'search', ws.path, 'kestrel');
  await run(ws, 'memory', 'archive', ws.path, '--date', '2026-06-01');
  // The databases of a daemon are open, with what was changed in their logs and what was removed in free pages.
  const { serving } = await askMethods(ws);
  const { agents, runtime } = serving.data;
  const at = '2026-03-14T09:00:00.000Z';
  await insert(agents, 'sessions', {
    id: 's',
    kind: 'main',
    role: 'manager',
    origin: 'owner',
    started_at: at,
  });
  await insert(agents, 'turns', { session: 's', request: 'r', started_at: at, message: SAID });
  const asks = JSON.stringify({ text: SAID });
  const question = { session: 's', kind: 'choice', at, asks } as const;
  await insert(runtime, 'questions', { id: 'q', ...question });
  await insert(runtime, 'questions', { id: 'gone', ...question });
  await removeRows(runtime, 'questions', { id: 'gone' });
  const state = ws.stateHome;
  const kept = holding(state, ws.path).map((file) => file.replace(/^.*\//u, ''));
  expect(kept).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^(?:agents|runtime)\.db/u),
      expect.stringMatching(/^[0-9a-f-]{36}\.jsonl$/u),
      expect.stringMatching(/^\d+\.gz$/u),
      'MEMORY.md',
      'proposal.json',
    ]),
  );

  const listed = await run(ws, 'mesh', 'forget', ws.path, 'kestrel silo');
  expect(listed.code).toBe(1);
  expect(listed.stdout).toContain('MEMORY.md:4: - 2026-03-14: The kestrel nests behind');
  expect(listed.stdout).toContain('memory/archive/2026-03-14.md.gz:');
  const forgotten = await run(ws, 'mesh', 'forget', ws.path, 'kestrel silo', '--yes', '--purge');
  expect([forgotten.code, forgotten.stderr]).toEqual([0, '']);

  expect(holding(state, ws.path)).toEqual([]);
  const resumed = await boot('--resume', 'last', '--message', '/who');
  expect(resumed.stdout + resumed.stderr).not.toMatch(NEEDLE);
  expect(ws.text('MEMORY.md')).toContain('the pump is blue');
  const { message } = await agents.selectFrom('turns').select('message').executeTakeFirstOrThrow();
  expect(message).toBe('(forgotten).');
});

it('is one line of a place; words that stand nowhere are told', async () => {
  const ws = makeBornWorkspace({});
  mkdirSync(join(ws.path, 'memory'), { recursive: true });
  writeFileSync(
    join(ws.path, 'memory/2026-03-13.md'),
    `# Memory — 2026-03-13\n\n## Session [09:00]\n\n- The pump by the lake is blue and new:\n  - ${SAID}\n  - It was cheap.\n`,
  );
  const found = await run(ws, 'mesh', 'search', ws.path, 'pump lake', '--json');
  const id = String(found.events[0]?.['id']);
  const no = await run(ws, 'mesh', 'forget', ws.path, id, '--line', '9', '--json', '--yes');
  expect(refusalOf(no.events)).toBe('MEMORY_ABSENT');
  const one = await run(ws, 'mesh', 'forget', ws.path, id, '--line', '2', '--yes');
  expect(one.code).toBe(0);
  expect(ws.text('memory/2026-03-13.md')).toMatch(/blue and new:\n {2}- It was cheap\.\n$/u);
  const none = await run(ws, 'mesh', 'forget', ws.path, 'kestrel silo', '--yes');
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('No line has these words')]);
});

it('gives the space back where an index fills the disk', () => {
  const ws = makeBornWorkspace({});
  const lines = Array.from(
    { length: 9000 },
    (_, at) => `- the word${at} of harbour ${at * 7919}\n`,
  );
  ws.write('memory/2026-03-13.md', `# Memory — 2026-03-13\n\n${lines.join('')}`);
  const disk = join(ws.stateHome, 'small');
  mkdirSync(disk, { recursive: true });
  const script = `mount -t tmpfs -o size=400k,mode=700 none "$0" && YAMO_MEMORY_DB_DIR="$0" "$@"; find "$0" -type f | wc -l`;
  const node = resolve('node_modules/.bin/node');
  const { stdout, stderr } = spawnSync(
    'unshare',
    [
      '-Urm',
      'sh',
      '-c',
      script,
      disk,
      node,
      resolve('dist/yamo.js'),
      'mesh',
      'search',
      ws.path,
      'harbour',
    ],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        XDG_STATE_HOME: ws.stateHome,
        XDG_CONFIG_HOME: ws.configHome,
      },
    },
  );
  expect([stdout, stderr]).toEqual(['0\n', expect.stringContaining('(the disk is full;')]);
});
