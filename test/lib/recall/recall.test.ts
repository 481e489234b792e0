import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuseRanks } from '#lib/recall/fusion.ts';
import { recall } from '#lib/recall/recall.ts';
import { WEIGHTS } from '#lib/recall/score.ts';
import { FIXTURE_FILES, FIXTURE_QUESTIONS } from '#test/support/recall/fixture.ts';
import { MemoryStore, unitsOf } from '#test/support/recall/memory-store.ts';
import { measure } from '#test/support/recall/questions.ts';

describe('recall [Y103]', () => {
  it('answers the questions of the fixture', async () => {
    const { at10, mrr } = await measure(new MemoryStore(unitsOf(FIXTURE_FILES)), FIXTURE_QUESTIONS);
    expect(at10).toBe(1);
    expect(mrr).toBeGreaterThanOrEqual(0.87);
  });

  const TALK = {
    'memory/2026-02-21.md': `## Session [10:00]

- Ada: What colour will the new boat have?
- Bo: We painted it dark green on Sunday.
- Ada: Nice. And the old one?
- Bo: It is still for sale in Hamburg.
- Ada: Did you hear of the storm?
- Bo: No.
`,
    'memory/2026-03-04.md':
      '## Session [11:00]\n\n- The harbour office closes at noon on all days this week.\n',
    'MEMORY.md':
      '# Memory\n\n## Tidal model\n\n- runs on Fridays at the lab by the harbour, with new data\n',
  };
  const units = unitsOf(TALK);
  const texts = new Map(units.map(({ id, text }) => [id, text]));
  const store = new MemoryStore(units);
  const first = async (question: string): Promise<string | undefined> =>
    texts.get((await recall(store, question, { limit: 3 }))[0]?.unit.id ?? '');

  it('knows an answer by the question before it', async () => {
    const hits = await recall(store, 'What colour has the boat?', { limit: 2 });
    expect(hits.map(({ unit }) => unit.seq)).toEqual([0, 1]);
  });

  it('finds a unit by the heading above it', async () => {
    expect(await first('tidal models')).toContain('runs on Fridays');
  });

  it('prefers the day that is asked for, and the speaker', async () => {
    expect(await first('What about the harbour in March 2026?')).toContain('office');
    expect(await first('What did Bo hear?')).toContain('No.');
  });

  it('finds what happened on a day, without a word in common', async () => {
    expect(await first('Was there anything on 4 March?')).toContain('office');
  });

  it('says what a score is made of', async () => {
    const [best] = await recall(store, 'When did they paint the boat green?', { limit: 1 });
    const sum = Object.values(best?.parts ?? {}).reduce((total, part) => total + part, 0);
    expect(sum).toBeCloseTo(best?.score ?? -1, 10);
    expect(best?.parts).toMatchObject({ own: WEIGHTS.own, time: WEIGHTS.time });
    expect(best?.parts).not.toHaveProperty('number');
  });

  it('finds nothing for no words, and for words that nobody said', async () => {
    expect(await recall(store, '', { limit: 3 })).toEqual([]);
    expect(await recall(store, 'to be or not to be', { limit: 3 })).toEqual([]);
    expect(await recall(store, 'zeppelin', { limit: 3 })).toEqual([]);
  });

  it('answers the same for the same, whatever order the units came in', async () => {
    const shuffled = fc.shuffledSubarray([...units], { minLength: units.length });
    const expected = await recall(store, 'boat harbour Bo', { limit: 10 });
    await fc.assert(
      fc.asyncProperty(shuffled, async (some) => {
        expect(await recall(new MemoryStore(some), 'boat harbour Bo', { limit: 10 })).toEqual(
          expected,
        );
      }),
      { numRuns: 20 },
    );
  });

  it('lets meaning count where there are vectors, also without a common word', async () => {
    const vectors = new Map(
      units.map(({ key, text }) => [key, text.includes('sale') ? [1, 0] : [0, 1]]),
    );
    const asked = { limit: 1, vector: Float32Array.of(1, 0.1) };
    const both = new MemoryStore(units, vectors);
    for (const by of ['scores', 'ranks'] as const) {
      const [best] = await recall(both, 'zeppelin', { ...asked, by });
      expect(texts.get(best?.unit.id ?? '')).toContain('for sale');
    }
  });
});

describe('fuseRanks', () => {
  it('is one over sixty and the rank, summed', () => {
    expect(fuseRanks({ words: ['a', 'b'], vector: ['b', 'c'] })).toEqual([
      { id: 'b', score: 1 / 62 + 1 / 61, parts: { words: 1 / 62, vector: 1 / 61 } },
      { id: 'a', score: 1 / 61, parts: { words: 1 / 61 } },
      { id: 'c', score: 1 / 62, parts: { vector: 1 / 62 } },
    ]);
  });

  it('gives each id once, best first, and no id more than all rankings can', () => {
    const rankings = fc.array(fc.array(fc.stringMatching(/^[a-f]$/u), { maxLength: 8 }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(rankings, (all) => {
        const fused = fuseRanks(Object.fromEntries(all.entries()));
        expect(new Set(fused.map(({ id }) => id))).toEqual(new Set(all.flat()));
        expect(fused).toHaveLength(new Set(all.flat()).size);
        for (const [index, { score }] of fused.entries()) {
          expect(score).toBeLessThanOrEqual(all.length / 61);
          expect(score).toBeLessThanOrEqual(fused[index - 1]?.score ?? 1);
        }
      }),
    );
  });
});
