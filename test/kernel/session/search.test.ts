import { linkSync } from 'node:fs';

import { describe, expect, it, vi } from 'vitest';

import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import { StaleWrite } from '#kernel/gate/files.ts';
import type { AccessContext } from '#kernel/gate/decide.ts';
import type { JournalEntry } from '#kernel/gate/journal.ts';
import { Journal } from '#kernel/run/journal.ts';
import { searchMemory, type SearchParts } from '#kernel/session/search.ts';
import type { SearchParams, SearchResult } from '#lib/protocol/protocol.ts';
import { SHARED } from '#lib/spec/session-policy.ts';
import { deskOf, type DeskParts } from '#test/support/desk.ts';
import { recording } from '#test/support/disk.ts';
import { laterRefusalOf, enterWorkspace } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

vi.mock('#lib/spec/limits.ts', async (original) => ({
  ...(await original<object>()),
  SEARCH_MAX_BYTES: 2000,
}));

const FILES = {
  'MEMORY.md': '# Memory\n\n- The berth of the Aurora is 4.\n',
  'memory/2026-11-21.md': '# Memory — 2026-11-21\n\n- The berth is free.\n',
  'memory/2026-11-20.md': '# Memory — 2026-11-20\n\n- A berth was asked for.\n',
  'memory/heartbeat-state.json': '{"lastChecks": {"berth": 1}}',
  'USER.md': '# User\n\n- berth\n',
  'memory/berth.md': 'berth\n',
};

interface Desk {
  readonly broker: Broker;
  readonly told: readonly JournalEntry[];
  /** Every call on a file. */
  readonly calls: readonly string[];
}

const deskAt = (
  temp: TempWorkspace,
  standing: Partial<AccessContext> = {},
  parts: DeskParts = {},
): Desk => {
  const { disk, calls } = recording();
  const told: JournalEntry[] = [];
  const journal = new Journal((entry) => told.push(entry));
  const opened = enterWorkspace(temp, { disk, start: '2026-11-21T09:05' });
  return {
    broker: deskOf(opened, standing, { note: (entry) => journal.note(entry), ...parts }),
    told,
    calls,
  };
};

const search = (
  broker: Broker,
  params: SearchParams,
  more: Partial<SearchParts> = {},
): Promise<SearchResult> =>
  searchMemory(
    {
      broker,
      redactor: new CredentialRedactor(),
      redacted: () => undefined,
      ...more,
    },
    params,
  );

const OPEN_LOGS = { kind: SHARED, seesLogs: true } as const;

const filesFound = async ({ broker }: Desk, query = 'berth'): Promise<readonly string[]> =>
  (await search(broker, { query })).hits.map(({ file }) => file);

describe('a search in memory', () => {
  it('finds lines of MEMORY.md, then of the logs, the newest first, then of other files (R-99)', async () => {
    const { broker } = deskAt(makeBornWorkspace(FILES));
    expect(await search(broker, { query: 'berth' })).toEqual({
      hits: [
        { file: 'MEMORY.md', line: 3, text: '- The berth of the Aurora is 4.' },
        { file: 'memory/2026-11-21.md', line: 3, text: '- The berth is free.' },
        { file: 'memory/2026-11-20.md', line: 3, text: '- A berth was asked for.' },
        { file: 'memory/berth.md', line: 1, text: 'berth' },
      ],
      more: 0,
    });
  });

  it('shows as many hits as are wanted, and one at least', async () => {
    const { broker } = deskAt(makeBornWorkspace(FILES));
    for (const [limit, hits] of [
      [2, 2],
      [0, 1],
      [-1, 1],
      [1.9, 1],
    ] as const) {
      const result = await search(broker, { query: 'berth', limit });
      expect([result.hits.length, result.more]).toEqual([hits, 4 - hits]);
    }
  });

  it('wants a word', async () => {
    const { broker } = deskAt(makeBornWorkspace(FILES));
    expect(await laterRefusalOf(() => search(broker, { query: ' ?! ' }))).toBe('SEARCH_EMPTY');
  });

  it('shows no credential, wherever its label stands; lines keep their numbers [§4.2]', async () => {
    const body = Array.from({ length: 2 }, (_, line) => `MIIEvberth${line}`.padEnd(64, 'Ab3xY9Qz'));
    const marks = ['BEGIN', 'END'].map((mark) => `-----${mark} PRIVATE KEY-----`);
    const key = [marks[0], ...body, marks[1]].join('\n');
    const ws = makeBornWorkspace({
      'MEMORY.md': `# Memory\n\n**Password:**\n\nberth-7\n\n${key}\n- The berth is free.\n`,
      'memory/2026-11-21.md': '# Memory\n\n- router: Tr0ub4dor-and-3\n',
      'memory/2026-11-20.md': '# Memory\n\n- Wi-Fi password: Tr0ub4dor-and-3\n',
    });
    const { broker } = deskAt(ws);
    const told: string[] = [];
    const redactor = new CredentialRedactor();
    const parts = { redactor, redacted: (file: string) => void told.push(file) };
    const found = await search(broker, { query: 'berth MIIEvberth QIBADAN free' }, parts);
    expect(JSON.stringify(found)).not.toMatch(/berth-7|MIIE|QIBA/);
    expect(found.hits).toContainEqual({
      file: 'MEMORY.md',
      line: 11,
      text: '- The berth is free.',
    });
    const marked = await search(broker, { query: 'wi-fi withheld' }, parts);
    expect(marked.hits.map(({ file, line }) => `${file}:${line}`).toSorted()).toEqual([
      'MEMORY.md:10',
      'MEMORY.md:5',
      'MEMORY.md:7',
      'MEMORY.md:8',
      'MEMORY.md:9',
      'memory/2026-11-20.md:3',
      'memory/2026-11-21.md:3',
    ]);
    expect(JSON.stringify(marked)).not.toMatch(/Tr0ub/);
    expect(new Set(told)).toEqual(
      new Set(['MEMORY.md', 'memory/2026-11-20.md', 'memory/2026-11-21.md']),
    );
  });

  it('is noted with the files of which something was shown, and with no others', async () => {
    const { broker, told } = deskAt(makeBornWorkspace(FILES));
    await search(broker, { query: 'berth', limit: 1 });
    expect(told.map((entry) => 'file' in entry && [entry.operation, entry.file])).toEqual([
      ['list', 'memory'],
      ['read', 'MEMORY.md'],
    ]);
  });

  it('leaves out what is no text, and counts it', async () => {
    const temp = makeBornWorkspace({
      ...FILES,
      'memory/2026-11-19.md': Buffer.from([0xff, 0xfe, 0x00]),
    });
    const { broker } = deskAt(temp);
    const { hits, skipped } = await search(broker, { query: 'berth' });
    expect([hits.length, skipped]).toEqual([4, 1]);
  });

  it('leaves out the oldest logs where there is too much, and counts them', async () => {
    const temp = makeBornWorkspace({
      ...FILES,
      'memory/2026-11-19.md': 'far away\n'.repeat(250),
      'memory/2026-11-18.md': 'berth\n',
      'memory/2026-11-17.md': 'berth\n',
    });
    const { broker } = deskAt(temp);
    const { hits, skipped } = await search(broker, { query: 'berth' });
    expect([hits.length, skipped]).toEqual([3, 3]);
  });

  it('does not count as having seen a file: nothing is overwritten that the agent has not read', async () => {
    const temp = makeBornWorkspace(FILES);
    const { broker } = deskAt(temp);
    await broker.read('MEMORY.md');
    temp.write('MEMORY.md', '# Memory\n\n- The berth is 5 now.\n');
    await search(broker, { query: 'berth' });
    await expect(broker.write('MEMORY.md', '# Memory\n\n- Mine.\n')).rejects.toBeInstanceOf(
      StaleWrite,
    );
  });
});

describe('a search in a shared session', () => {
  it('is refused where logs may not be read, and opens nothing', async () => {
    const { broker, told, calls } = deskAt(makeBornWorkspace(FILES), { kind: SHARED });
    expect(await laterRefusalOf(() => search(broker, { query: 'berth' }))).toBe('GATE_DENIED');
    expect(calls.filter((call) => /^open .*\.md/.test(call))).toEqual([]);
    expect(told.map(({ answer }) => answer)).toEqual(['GATE_DENIED']);
  });

  it('never opens MEMORY.md', async () => {
    const desk = deskAt(makeBornWorkspace(FILES), OPEN_LOGS);
    expect(await filesFound(desk)).toEqual(['memory/2026-11-21.md', 'memory/2026-11-20.md']);
    const opened = desk.calls.filter((call) => /^open .*\.md/.test(call));
    expect(opened).toEqual(['open 2026-11-21.md', 'open 2026-11-20.md']);
  });

  it('does not find by what is withheld', async () => {
    const desk = deskAt(makeBornWorkspace(FILES), OPEN_LOGS, {
      redact: (_file, text) => text.replaceAll(/.*asked.*/g, '[withheld]'),
    });
    expect(await filesFound(desk)).toEqual(['memory/2026-11-21.md']);
    expect(await filesFound(desk, 'asked')).toEqual([]);
  });

  it('leaves out a log that has a second name', async () => {
    const temp = makeBornWorkspace(FILES);
    linkSync(temp.at('memory/2026-11-20.md'), temp.at('other'));
    const { broker } = deskAt(temp, OPEN_LOGS);
    const { hits, skipped } = await search(broker, { query: 'berth' });
    expect([hits.length, skipped]).toEqual([1, 1]);
  });
});
