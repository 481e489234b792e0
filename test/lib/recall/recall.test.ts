import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuseRanks } from '#lib/recall/fusion.ts';
import { recall } from '#lib/recall/recall.ts';
import type { StoredUnit, Stretch } from '#lib/recall/store.ts';
import { RECALL_WITH_NEIGHBOURS } from '#lib/spec/limits.ts';
import { WEIGHTS } from '#lib/recall/score.ts';
import { FIXTURE_FILES, FIXTURE_QUESTIONS } from '#test/support/recall/fixture.ts';
import { HeldUnits } from '#lib/recall/held-units.ts';
import { unitsOf } from '#test/support/recall/memory-store.ts';
import { ask, measure } from '#test/support/recall/questions.ts';
import { forAll } from '#test/support/property.ts';

describe('recall [Y103]', () => {
  it('answers the questions of the fixture', async () => {
    const { at10, mrr } = await measure(new HeldUnits(unitsOf(FIXTURE_FILES)), FIXTURE_QUESTIONS);
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
  const store = new HeldUnits(units);
  const first = async (question: string): Promise<string | undefined> =>
    texts.get((await ask(store, question, { limit: 3 }))[0]?.unit.id ?? '');

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
    const hits = await ask(store, 'Was there anything on 4 March?', { limit: 9 });
    expect(new Set(hits.map(({ unit }) => unit.day))).toEqual(new Set(['2026-03-04']));
    const lines = hits.map(({ unit }) => unit.from);
    expect(lines).toEqual(lines.toSorted((one, other) => one - other));
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
        expect(await recall(new HeldUnits(some), 'boat harbour Bo', { limit: 10 })).toEqual(
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
    const both = new HeldUnits(units, vectors);
    for (const by of ['scores', 'ranks'] as const) {
      const [best] = await recall(both, 'zeppelin', { ...asked, by });
      expect(texts.get(best?.unit.id ?? '')).toContain('for sale');
    }
  });
});

/** The parts of the scores of a memory, in the order of its units. */
const partsOf = async (lines: readonly string[], question: string) => {
  const store = new HeldUnits(unitsOf({ 'MEMORY.md': `${lines.join('\n')}\n` }));
  const hits = await recall(store, question, { limit: 9 });
  return hits
    .toSorted(({ unit: one }, { unit: other }) => one.from - other.from)
    .map(({ parts }) => parts);
};

describe('a score', () => {
  const WITH = '- Wren carried the lighthouse ledger down the northern harbour stairs.';
  const WITHOUT = '- Somebody painted seven benches beside another quiet garden gate.';
  it('counts a word once, where it stands best', async () => {
    const parts = await partsOf(['## A', '', WITH, WITHOUT, WITH], 'lighthouse');
    // The unit before says it, and so does the next one.
    expect(parts.map(({ context }) => context)).toEqual([1, 0.5, 1]);
  });

  it('counts a word of a heading less', async () => {
    const [text, heading] = await partsOf(
      ['## A', '', WITH, '', '## Lighthouse', '', WITH.replace('lighthouse', 'quayside')],
      'lighthouse',
    );
    expect(text?.own).toBe(WEIGHTS.own);
    expect(heading?.own).toBeGreaterThan(0);
    expect(heading?.own).toBeLessThan(WEIGHTS.own);
  });

  it('knows words side by side by their order', async () => {
    const [text, turned] = await partsOf(
      ['## A', '', WITH, '', '## B', '', WITH.replace('lighthouse ledger', 'ledger lighthouse')],
      'lighthouse ledger',
    );
    expect([text?.pair, turned?.pair]).toEqual([WEIGHTS.pair, undefined]);
  });

  it('prefers no speaker where two are named', async () => {
    const talk = [
      '## Session [10:00]',
      '',
      '- Ada: hear, hear.',
      '- Bo: I hear.',
      '- Ada: Yes.',
      '- Bo: No.',
    ];
    const speakers = async (question: string) =>
      (await partsOf(talk, question)).map(({ speaker }) => Math.sign(speaker ?? 0));
    expect(await speakers('Did Bo hear?')).toEqual([-1, 1, -1, 1]);
    expect(await speakers('Did Ada and Bo hear?')).toEqual([0, 0, 0, 0]);
  });

  it('is of all that stands around a unit, also where another one stands near', async () => {
    class Asked extends HeldUnits {
      readonly stretches: Stretch[] = [];
      override neighbours(stretches: readonly Stretch[]): readonly StoredUnit[] {
        this.stretches.push(...stretches);
        return super.neighbours(stretches);
      }
    }
    const long = WITH.replace('.', `, ${'benches '.repeat(60)}.`);
    const lines = Array.from({ length: 20 }, (_, at) =>
      at === 10
        ? '- Lighthouse by lighthouse, and the lighthouse of the lighthouse keepers there.'
        : at === 9
          ? long
          : WITHOUT,
    );
    const others = Array.from(
      { length: RECALL_WITH_NEIGHBOURS },
      (_, at) => `## ${at}\n\n${WITH}\n`,
    );
    const store = new Asked(
      unitsOf({ 'MEMORY.md': `## X\n\n${lines.join('\n')}\n\n${others.join('\n')}` }),
    );
    await recall(store, 'lighthouse', { limit: 1 });
    expect(store.stretches).toContainEqual({ session: 'MEMORY.md#X', from: 5, to: 15 });
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
    forAll(rankings, (all) => {
      const fused = fuseRanks(Object.fromEntries(all.entries()));
      expect(new Set(fused.map(({ id }) => id))).toEqual(new Set(all.flat()));
      expect(fused).toHaveLength(new Set(all.flat()).size);
      for (const [index, { score }] of fused.entries()) {
        expect(score).toBeLessThanOrEqual(all.length / 61);
        expect(score).toBeLessThanOrEqual(fused[index - 1]?.score ?? 1);
      }
    });
  });
});
