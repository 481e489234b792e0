/** `yamo mesh` as a user runs it, and the index in sessions that asked for it. */
import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { readFormat1 } from '#lib/yamo/format1.ts';
import { filesHolding } from '#test/support/snapshot.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { type Result, wordsOf, writeSettings, yamo } from '#test/support/yamo.ts';

const MEMORY =
  '# Memory\n\n- 2026-11-02: The tidal model runs on Fridays on the harbour computer.\n';
const TOKEN = ['ghp', 'x7Kd93mPq20LsVbN8tRw5ZyC4hJf6G1aQeTu'].join('_');

const mesh = (
  { stateHome, configHome }: TempWorkspace,
  ...words: readonly string[]
): Promise<Result> =>
  yamo(['mesh', ...words], {
    env: { XDG_STATE_HOME: stateHome, XDG_CONFIG_HOME: configHome, HOME: configHome },
  });

describe('yamo mesh', () => {
  it('finds what was remembered in other words, and nothing that was taken out [Y103]', async () => {
    const ws = makeBornWorkspace();
    const say = '/remember the tidal model runs on Fridays';
    await yamo(['boot', '--message', say], { workspace: ws });
    const found = await mesh(ws, 'search', ws.path, 'tide models', '--json');
    expect([found.code, found.events]).toMatchObject([0, [{ file: 'MEMORY.md', line: 3 }]]);
    const explained = await mesh(ws, 'search', ws.path, 'tide models', '--explain');
    expect(explained.stdout).toMatch(/^MEMORY\.md:3 .*\n {2}\d\.\d\d = own/u);
    // The index has words in no order.
    for (const [phrase, at] of [
      ['"the tidal model"', 'MEMORY.md:3'],
      ['"model tidal"', 'Nothing was found.'],
    ] as const)
      expect((await mesh(ws, 'search', ws.path, phrase)).stdout).toMatch(at);
    ws.write('MEMORY.md', '# Memory\n');
    const gone = await mesh(ws, 'search', ws.path, 'tidal', '--json');
    expect([gone.code, gone.stdout]).toEqual([0, '']);
  });

  it('says until when a note held in whose place curation has put another', async () => {
    const ws = makeBornWorkspace({
      'MEMORY.md': '# Memory\n\n- 2026-11-18: Ada lives in Lime Row.\n',
      'memory/2026-11-18.md': '# Memory — 2026-11-18\n\n- 09:01 Ada lives in Lime Row.\n',
      'memory/2026-11-20.md':
        '# Memory — 2026-11-20\n\n- 09:01 Canal Side became the home of Ada.\n',
      'proposal.json': JSON.stringify({
        add: [
          {
            text: 'Canal Side is the home of Ada.',
            source: 'memory/2026-11-20.md:3',
            supersedes: 3,
          },
        ],
        remove: [{ line: 3, text: '- 2026-11-18: Ada lives in Lime Row.', why: 'she moved' }],
      }),
    });
    const from = ['--from', ws.at('proposal.json'), '--yes', '--marked', '--consent'];
    const curated = await yamo(['memory', 'curate', ...from], { workspace: ws });
    expect([curated.code, curated.stderr]).toEqual([0, '']);
    const { stdout } = await mesh(ws, 'search', ws.path, 'Lime Row', '--explain');
    expect(stdout).toContain('(until 20 November, then MEMORY.md:3)');
    expect(stdout).toContain('; it took its place in MEMORY.md');
    // What one entry says may be taken back by another, so a damaged one leaves no mark, and every hit.
    const [entry = ''] = globSync('yamo/*/journal/1.json', { cwd: ws.stateHome });
    const path = join(ws.stateHome, entry);
    for (const torn of [readFileSync(path, 'utf8').slice(0, 60), 'no JSON', '{}']) {
      writeFileSync(path, torn);
      const found = await mesh(ws, 'search', ws.path, 'Lime Row');
      expect(found.code).toBe(0);
      expect(found.stdout).toMatch(/^memory\/2026-11-18\.md:3/u);
      expect(found.stdout).not.toContain('until');
      expect(found.stderr).toContain(`What curation has replaced is not marked: ${path} does not`);
      expect(found.stderr).toContain(`mv ${path} ${path}.damaged`);
    }
    renameSync(path, `${path}.damaged`);
    expect((await mesh(ws, 'search', ws.path, 'Lime Row')).stderr).toBe('');
  });

  it('says what is kept and what is not, and never the credential [§4.2]', async () => {
    const ws = makeBornWorkspace({ 'MEMORY.md': `${MEMORY}- The key of the mirror is ${TOKEN}\n` });
    const { code, stdout } = await mesh(ws, 'sync', ws.path);
    expect([code, stdout]).toEqual([0, expect.stringContaining('MEMORY.md:4 is not kept')]);
    expect(stdout).not.toContain(TOKEN);
    expect(filesHolding(ws.stateHome, TOKEN)).toEqual([]);
    const { stdout: status } = await mesh(ws, 'status', ws.path);
    expect(status).toMatch(/^holds {5}1 place of 1 file$/mu);
    ws.write('memory/archive/2026-01-02.md.gz', 'no archive');
    for (const action of [['sync'], ['search', 'mirror']]) {
      const told = await mesh(ws, ...action.slice(0, 1), ws.path, ...action.slice(1));
      expect([told.code, told.stdout + told.stderr]).toEqual([
        4,
        expect.stringMatching(/2026-01-02\.md\.gz is no log that was put away/u),
      ]);
    }
  });

  it('forgets a place: its line, every byte of the index, and not without being told [R-92]', async () => {
    const log =
      '# Memory — 2026-11-02\n\n- 09:30 The tidal model runs on Fridays on the computer.\n- 10:00 Ada wants the berth of the Aurora to be painted green.\n';
    const ws = makeBornWorkspace({ 'memory/2026-11-02.md': log });
    const { events } = await mesh(ws, 'search', ws.path, 'tidal model', '--json');
    const id = String(events[0]?.['id']);
    const asked = await mesh(ws, 'forget', ws.path, id);
    expect([asked.code, asked.stdout]).toEqual([1, expect.stringContaining('-- 09:30 The tidal')]);
    expect(ws.text('memory/2026-11-02.md')).toBe(log);
    expect((await mesh(ws, 'forget', ws.path, id, '--yes')).code).toBe(0);
    expect(ws.text('memory/2026-11-02.md')).toBe(log.replace(/- 09:30.*\n/u, ''));
    expect(filesHolding(ws.stateHome, 'tidal')).toEqual([]);
    const again = await mesh(ws, 'forget', ws.path, id, '--yes');
    expect([again.code, again.stderr]).toEqual([4, expect.stringContaining('MESH_ID_UNKNOWN')]);
    const undone = await yamo(['memory', 'undo'], { workspace: ws });
    expect([undone.code, ws.text('memory/2026-11-02.md')]).toEqual([0, log]);
  });

  it('exports records without credentials and personal data [Y96]', async () => {
    const mail = '- Ada can be asked about the tides at ada@example.com or +1 415 555 0100.\n';
    const ws = makeBornWorkspace({ 'MEMORY.md': `${MEMORY}${mail}- The mirror has ${TOKEN}\n` });
    const { code, stdout, stderr } = await mesh(ws, 'export', ws.path);
    expect([code, stderr]).toEqual([0, '[MemoryMesh] Exported 2 records\n']);
    const imported = readFormat1(stdout);
    expect([imported?.faults, imported?.records.length]).toEqual([[], 2]);
    expect(stdout).toContain('[REDACTED_EMAIL]');
    expect(stdout).not.toMatch(new RegExp(`ada@|555|${TOKEN}`, 'u'));
  });

  it.each([
    [['find', '/tmp', 'x'], 'yamo mesh has no "find"'],
    [['search'], 'Say what to search for'],
    [['search', '/tmp/'], 'is a folder; say behind it what to search for'],
    [['forget'], 'the id that yamo mesh search shows'],
    [['status', '--limit', '3'], '--limit says nothing to yamo mesh status'],
    [['search', 'a', 'b', 'c'], 'one word too many'],
    [['search', 'a', '--limit', 'ten'], '--limit is a number'],
  ])('explains %j', async (words, mistake) => {
    const { code, stderr } = await mesh(makeBornWorkspace(), ...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(mistake)]);
  });
});

describe('a session with an index', () => {
  it('searches by it, explains, and finds other files by words', async () => {
    const ws = makeBornWorkspace({ 'MEMORY.md': MEMORY, 'tides.md': 'The tides of the bay.\n' });
    writeSettings(ws, { mesh: { search: true } });
    const found = await yamo(['boot', '--json', '--message', '/search --explain running models'], {
      workspace: ws,
    });
    expect(found.events).toContainEqual({
      event: 'answer',
      text: expect.stringMatching(/^- MEMORY\.md:3 .*tidal model.* \(\d\.\d\d = own/u),
    });
    // The index has words in no order.
    const phrases = ['"the tidal model"', '"model tidal"'].map((words) => `/search ${words}`);
    for (const [at, words] of phrases.entries()) {
      const { events } = await yamo(['boot', '--json', '--message', words], { workspace: ws });
      const text = String(events.find(({ event }) => event === 'answer')?.['text']);
      expect(text.startsWith('- MEMORY.md:3'), text).toBe(at === 0);
    }
    const others = await yamo(['boot', '--json', '--message', '/search bay'], { workspace: ws });
    expect(others.events).toContainEqual({
      event: 'answer',
      text: '- tides.md:1 The tides of the bay.',
    });
  });

  it('keeps a shared one from MEMORY.md, and without logs from any index [Y94]', async () => {
    const ws = makeBornWorkspace({ 'MEMORY.md': MEMORY });
    writeSettings(ws, { mesh: { search: true } });
    const shared = ['boot', '--json', '--session', 'shared', '--message', '/search tidal'];
    const { events } = await yamo(shared, { workspace: ws });
    expect(JSON.stringify(events)).not.toContain('Fridays');
    expect(wordsOf(events)).not.toContain('tidal model');
  });
});

it('memories handed on are exported without personal data, and taken over by another workspace once [Y96]', async () => {
  const from = makeBornWorkspace({
    'MEMORY.md': `${MEMORY}- Ask bo@example.com about the tide.\n`,
  });
  const exported = await mesh(from, 'export', from.path);
  expect(exported.stdout).toMatch(/^\{"_export":\{"format":1\}\}\n/u);
  expect(exported.stdout).not.toContain('example.com');
  const to = makeBornWorkspace({ 'handed.jsonl': exported.stdout });
  const file = `${to.path}/handed.jsonl`;
  const taken = await mesh(to, 'import', to.path, file, '--json');
  expect([taken.code, taken.events]).toMatchObject([0, [{ added: 2, known: 0 }]]);
  const again = await mesh(to, 'import', to.path, file, '--json');
  expect(again.events).toMatchObject([{ added: 0, known: 2 }]);
  const found = await mesh(to, 'search', to.path, 'model on Fridays', '--json', '--record');
  const [hit] = found.events;
  expect([found.code, hit?.['file']]).toEqual([0, expect.stringMatching(/^ledger:mem_/u)]);
  const insight = ['--reflect', 'The harbour computer is busy each Friday.'];
  const kept = await mesh(to, 'search', to.path, 'model on Fridays', ...insight);
  expect([kept.code, kept.stderr]).toEqual([0, expect.stringMatching(/^Kept as ledger:mem_/mu)]);
  const forgotten = await mesh(to, 'forget', to.path, String(hit?.['id']), '--yes');
  expect([forgotten.code, forgotten.stdout]).toEqual([0, expect.stringContaining('ledger:mem_')]);
  const after = await mesh(to, 'search', to.path, 'busy tidal computer');
  expect(after.stdout).toContain('each Friday');
  expect(after.stdout).not.toContain('tidal');
  const blocks = await mesh(to, 'export', to.path, '--blocks');
  expect([blocks.code, blocks.stdout.match(/^intent: .*$/gmu)]).toEqual([
    0,
    [
      'intent: store_memory_for_future_retrieval;',
      'intent: store_memory_for_future_retrieval;',
      'intent: recall_relevant_memories;',
      'intent: synthesize_beliefs_from_memories;',
    ],
  ]);
  const lessons = await mesh(to, 'lessons', to.path);
  expect([lessons.code, lessons.stdout]).toEqual([0, 'No lesson is kept.\n']);
});
