import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '#test/support/recall/memory-store.ts';
import { type BlockRow, nextRow, verifyChain } from '#lib/yamo/chain.ts';
import { checkDocument } from '#lib/yamo/document.ts';
import { lessonBlock, recallBlock, reflectBlock, retainBlock } from '#lib/yamo/memory-blocks.ts';
import { forAll, inRuns } from '#test/support/property.ts';

const HEAD = 'name: M;\nversion: 1.0.0;\n---\n';
const AT = { agent: 'yamo', at: '2026-02-21T14:30:00.000Z' };
const RETAIN = { ...AT, sha256, id: 'mem_1_abcdef', type: 'global', content: 'Tide; at noon – ü' };

/** Every block, with a text wherever it takes one. */
const allWith = (text: string): readonly string[] => [
  retainBlock({
    ...AT,
    sha256,
    agent: text,
    id: text,
    type: text,
    content: text,
    hypothesis: text,
  }),
  recallBlock({ ...AT, query: text, limit: 8, found: 2, topScore: 3.2 }),
  reflectBlock({
    sha256,
    ...AT,
    id: 'reflect_1_abcdef',
    topic: text,
    sources: 3,
    insight: text,
    confidence: 0.825,
  }),
  lessonBlock({
    ...AT,
    id: 'lesson_1_abcdef',
    patternId: '8e9c0883bcd69739',
    severity: 'high',
    confidence: 0.9,
    situation: text,
    errorPattern: text,
    oversight: text,
    fix: text,
    rule: text,
    scope: text,
    inverse: text,
  }),
];

const chain = (texts: readonly string[]): readonly BlockRow[] => {
  const rows: BlockRow[] = [];
  for (const [at, text] of texts.entries())
    rows.push(nextRow({ agent: 'yamo', operation: 'retain', text, at }, rows.at(-1), sha256));
  return rows;
};

describe('blocks of memory [Y96]', () => {
  it('are those of RFC-0011', () => {
    expect(retainBlock(RETAIN)).toBe(`agent: MemoryMesh_yamo;
intent: store_memory_for_future_retrieval;
context:
  memory_id;mem_1_abcdef;
  memory_type;global;
  timestamp;2026-02-21T14:30:00.000Z;
  content_length;20;
constraints:
  hypothesis;It helps a later session;
priority: medium;
output:
  memory_stored;mem_1_abcdef;
  content_preview;sha256:${sha256('Tide; at noon – ü')};
meta:
  rationale;Memory persisted for search and retrieval;
  observation;Content scrubbed and stored;
  confidence;1.0;
log: memory_retained;timestamp;2026-02-21T14:30:00.000Z;id;mem_1_abcdef;type;global;
handoff: End;
`);
    const intents = allWith('x').map((block) => /^intent: (.*);$/mu.exec(block)?.[1]);
    expect(intents).toEqual([
      'store_memory_for_future_retrieval',
      'recall_relevant_memories',
      'synthesize_beliefs_from_memories',
      'distill_wisdom_from_execution',
    ]);
    expect(allWith('x')[3]).toContain('handoff: SubconsciousReflector;');
  });

  it('are accepted by the check of documents, whatever is told in them', () => {
    inRuns(50)(fc.string({ unit: 'binary', maxLength: 120 }), (text) => {
      for (const [at, block] of allWith(text).entries()) {
        const faults = checkDocument(HEAD + block).filter(({ level }) => level === 'error');
        expect(faults).toEqual([]);
        const lines = allWith('x')[at]?.match(/^\S/gmu);
        expect(block.match(/^\S/gmu)?.length).toBe(lines?.length);
      }
    });
  });

  it('hold no personal data', () => {
    for (const block of allWith('ask bo@example.com or +49 711 1234567'))
      expect(block).not.toMatch(/example\.com|711/u);
  });

  it('preview sixty characters and no half of one, as their hash', () => {
    const block = retainBlock({ ...RETAIN, content: `${'a'.repeat(59)}😀tail` });
    expect(block).toContain(`content_preview;sha256:${sha256(`${'a'.repeat(59)}😀`)};`);
  });
});

describe('the chain of blocks', () => {
  it('begins with the hash of GENESIS [E-Y-16]', () => {
    const [first] = chain(['x']);
    expect(first?.prev_hash).toBe(
      '901131d838b17aac0f7885b81e03cbdc9f5157a00343d30ab22083685ed1416a',
    );
    expect(first?.id).toMatch(/^yamo_retain_0_[0-9a-f]{6}$/u);
    expect(verifyChain([], sha256)).toEqual({ isWhole: true, rows: 0 });
  });

  it('is found broken where a row was changed, taken out or moved', () => {
    forAll(fc.array(fc.string(), { minLength: 2, maxLength: 8 }), fc.nat(), (texts, pick) => {
      const rows = chain(texts);
      const at = pick % rows.length;
      expect(verifyChain(rows, sha256)).toEqual({ isWhole: true, rows: rows.length });
      const changed = rows.map((row, index) =>
        index === at ? Object.assign({}, row, { yamo_text: `${row.yamo_text}.` }) : row,
      );
      expect(verifyChain(changed, sha256)).toEqual({ isWhole: false, at, why: 'text' });
      const without = rows.toSpliced(at, 1);
      expect(verifyChain(without, sha256)).toEqual(
        at === rows.length - 1 ? { isWhole: true, rows: at } : { isWhole: false, at, why: 'order' },
      );
      expect(verifyChain(rows.toReversed(), sha256).isWhole).toBe(false);
    });
  });
});
