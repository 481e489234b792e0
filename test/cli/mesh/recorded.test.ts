import { mkdirSync } from 'node:fs';

import { expect, it } from 'vitest';

import { recordSearch } from '#cli/mesh/recorded.ts';
import { MemoryLedger } from '#kernel/mesh/ledger.ts';
import { refusalOf } from '#test/support/kernel.ts';
import { freshPath } from '#test/support/workspace.ts';

it('keeps a conclusion from what was found, and none from nothing', () => {
  const folder = freshPath('ledger');
  mkdirSync(folder);
  const hit = { file: 'memory/2026-11-02.md', line: 5, text: '- The tide was high.', score: 2 };
  const searched = { query: 'tides of ada@example.com', limit: 20, hits: [hit] };
  const nothing = { ...searched, hits: [] };
  expect(refusalOf(() => recordSearch(folder, nothing, 'It floods.'))).toBe('MESH_NO_INSIGHT');
  expect(refusalOf(() => recordSearch(folder, searched, ' ?! '))).toBe('MESH_NO_INSIGHT');
  expect(recordSearch(folder, nothing, undefined)).toBeUndefined();
  const id = recordSearch(folder, searched, 'It floods.');
  const ledger = MemoryLedger.open(folder);
  expect(ledger.records().map((record) => [record.id, record.content])).toEqual([
    [id, 'It floods.'],
  ]);
  expect(ledger.blocks().map((block) => block.operation_type)).toEqual(['recall', 'reflect']);
  expect(JSON.stringify(ledger.blocks())).not.toContain('ada@');
  expect(ledger.verify().isWhole).toBe(true);
  ledger.close();
});
