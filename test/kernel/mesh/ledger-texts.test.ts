/** What stands in no file, found as what stands in files is: on real processes of the mesh. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { LEDGER_FILE } from '#kernel/mesh/ledger-file.ts';
import { MemoryLedger } from '#kernel/mesh/ledger.ts';
import { Recalled } from '#kernel/session/recalled.ts';
import { SHARED, MAIN } from '#lib/spec/session-policy.ts';
import { filesWith, type Indexing, indexOn, placesFound, STORES } from '#test/support/mesh.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const MEMORY = '# Memory\n\n- 2026-11-02: The tidal model runs on Fridays on the old computer.\n';
const RECORD = {
  id: 'mem_1700000000000_abcdef',
  content: 'The lighthouse keeper of the northern pier is called Mirjam.',
  metadata: '{}',
  created_at: 1_700_000_000_000,
  updated_at: null,
  session_id: null,
  agent_id: null,
  memory_type: 'global',
  importance_score: null,
  access_count: null,
  last_accessed: null,
  heritage_chain: null,
  lesson_pattern_id: null,
  source_skill_id: null,
} as const;
const LESSON = {
  situation: 'The service began without a key',
  errorPattern: 'auth_fallback',
  oversight: 'Nobody looked whether the key is there',
  fix: 'It looks now',
  rule: 'Refuse to start without a key',
  scope: 'start of the service',
  severity: 'high',
  confidence: 0.9,
} as const;

const ledgerOf = ({ index }: Indexing): MemoryLedger => MemoryLedger.open(index.ledgerFolder());

describe.each(STORES)('the ledger, in an index in %s', (store) => {
  it('is found by its id, as it is now, and by no shared session [Y103]', async () => {
    const workspace = makeBornWorkspace({ 'MEMORY.md': MEMORY });
    const main = indexOn(workspace, store);
    expect(await placesFound(main, 'lighthouse keepers')).toEqual([]);
    const ledger = ledgerOf(main);
    ledger.take({ records: [RECORD], others: [] }, 0);
    const { hits } = await main.index.search({ query: 'lighthouse keepers' });
    const place = `ledger:${RECORD.id}`;
    expect(hits.map(({ file, text }) => [file, text])).toEqual([[place, RECORD.content]]);
    expect(await main.index.exported()).toMatchObject({ records: 2 });
    const shared = indexOn(workspace, store, {
      kind: SHARED,
      settings: { dailyLogsInShared: true },
    });
    workspace.write(
      'memory/2026-11-21.md',
      '# Memory — 2026-11-21\n\n- The tide was high today.\n',
    );
    expect(await placesFound(shared, 'lighthouse keepers')).toEqual([]);
    ledger.remove(RECORD.id);
    expect(await placesFound(main, 'lighthouse keepers')).toEqual([]);
    // A search waits for the index for a moment only; whoever forgets waits for all of it.
    await main.index.sync();
    await main.index.purge();
    for (const word of ['lighthous', 'Mirjam', 'mirjam'])
      expect(filesWith(main.folder, word)).toEqual([]);
    ledger.close();
  });
});

describe('lessons in a session that recalls', () => {
  it('come once, with their source, from a chain that is whole', async () => {
    const main = indexOn(makeBornWorkspace({ 'MEMORY.md': MEMORY }), 'sqlite');
    const ledger = ledgerOf(main);
    const learned = ledger.learn(LESSON, Date.now());
    ledger.learn({ ...LESSON, scope: 'elsewhere', confidence: 0.5 }, Date.now());
    const { daily } = main.opened;
    const scene = () => ({
      kind: MAIN,
      today: daily.today,
      zone: 'UTC',
      log: daily.file,
      nonce: 'abcdef',
      may: () => ({ allowed: true as const, role: 'daily' as const, creates: false }),
    });
    const recalling = (): Recalled =>
      new Recalled({
        index: main.index,
        isShown: () => false,
        session: scene,
        marksOf: () => [],
        look: () => undefined,
        maxTokens: 600,
      });
    const session = recalling();
    const {
      parts: [first, ...more],
    } = await session.for('Does the service start without a key?');
    expect(learned.kind).toBe('new');
    expect(first && 'document' in first ? first.document : '').toMatch(
      /\[lesson lesson_\d+_[0-9a-f]{6}: high, 90 % sure; start of the service\]\nRefuse to start without a key/u,
    );
    expect(JSON.stringify(more)).not.toContain('start of the service');
    expect(JSON.stringify(await session.for('tidal model'))).not.toContain('lesson');
    const database = new DatabaseSync(join(main.index.ledgerFolder(), LEDGER_FILE));
    database.exec("DROP TRIGGER blocks_stay; UPDATE yamo_blocks SET yamo_text = 'x' WHERE at = 1");
    database.close();
    expect(JSON.stringify(await recalling().for('tidal model'))).not.toContain('90 % sure');
    ledger.close();
  });
});
