/** Questions about days without an index, with the rights of the session. */
import { describe, expect, it } from 'vitest';
import type { AccessContext } from '#kernel/gate/decide.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';
import { searchDays } from '#kernel/mesh/search-days.ts';
import type { SearchParams, SearchResult } from '#lib/protocol/protocol.ts';
import { SHARED } from '#lib/spec/session-policy.ts';
import { deskOf } from '#test/support/desk.ts';
import { enterWorkspace, laterRefusalOf } from '#test/support/kernel.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const FILES = {
  'MEMORY.md': '# Memory\n\n- 2026-11-19: The berth of the Aurora is 4, which Ada told us.\n',
  'memory/2026-11-21.md':
    '# Memory — 2026-11-21\n\n- The berth is free, and the harbour was told so.\n',
  'memory/2026-11-20.md':
    '# Memory — 2026-11-20\n\n- A berth was asked for by the owner of the Merle.\n',
  'memory/2026-11-10.md':
    '# Memory — 2026-11-10\n\n- Ada moved her desk to the window of the office.\n',
};

const ask = (
  params: SearchParams,
  standing: Partial<AccessContext> = {},
): Promise<SearchResult | undefined> => {
  const opened = enterWorkspace(makeBornWorkspace(FILES), { start: '2026-11-21T09:05' });
  const broker = deskOf(opened, standing);
  const parts = { broker, redactor: new CredentialRedactor(), redacted: () => undefined };
  return searchDays(parts, params, opened.clock);
};

const places = async (...asked: Parameters<typeof ask>): Promise<readonly string[] | undefined> =>
  (await ask(...asked))?.hits.map(({ file, line }) => `${file}:${line}`);

describe('days without an index', () => {
  it('are found by the clock of the session', async () => {
    expect(await places({ query: 'What happened yesterday?' })).toEqual(['memory/2026-11-20.md:3']);
    expect(await places({ query: 'What happened this week?' })).toEqual([
      'MEMORY.md:3',
      'memory/2026-11-20.md:3',
      'memory/2026-11-21.md:3',
    ]);
    expect(await places({ query: 'berth' })).toBeUndefined();
  });

  it('are those that were given', async () => {
    const days = { from: '2026-11-20', to: '2026-11-21' };
    expect(await places({ query: 'what was noted', ...days })).toEqual([
      'memory/2026-11-20.md:3',
      'memory/2026-11-21.md:3',
    ]);
    expect((await places({ query: 'the berth', asOf: '2026-11-20' }))?.[0]).toBe(
      'memory/2026-11-20.md:3',
    );
    for (const odd of [
      { from: '2026-02-30' },
      { from: '2026-11-21', to: '2026-11-20' },
      { asOf: 'now' },
    ])
      expect(await laterRefusalOf(() => ask({ query: 'berth', ...odd }))).toBe('SEARCH_DAY');
  });

  it('beside something, or with nothing written on them, are looked for in all files', async () => {
    const beside = await ask({ query: 'What happened the week before Ada moved her desk?' });
    expect(beside?.note).toContain('memory/2026-11-10.md:3 (2026-11-10)');
    const none = await ask({ query: 'What happened on 15 November?' });
    expect(none?.hits.map(({ file }) => file)).toContain('memory/2026-11-10.md');
    expect(none?.note).toBe('There is no note of 2026-11-15; what is near is shown.');
  });

  it('hold for a shared session what it may read, and nothing else', async () => {
    const open = { kind: SHARED, seesLogs: true } as const;
    expect(await places({ query: 'What happened this week?' }, open)).toEqual([
      'memory/2026-11-20.md:3',
      'memory/2026-11-21.md:3',
    ]);
    expect(await laterRefusalOf(() => ask({ query: 'yesterday' }, { kind: SHARED }))).toBe(
      'GATE_DENIED',
    );
  });
});
