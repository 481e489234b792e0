import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { lossOf } from '#lib/memory/loss.ts';
import { bootOfLine } from '#lib/memory/origin.ts';
import {
  applyProposal,
  entryLine,
  mergeProposals,
  splitProposal,
  type Proposal,
  sourceOf,
  without,
} from '#lib/memory/proposal.ts';

const SOURCE = 'memory/2026-02-21.md:14';
const MEMORY = '# Memory\n\n- 2026-01-01: tea\n- 2026-01-02: the crane rests\n';

const entry = (text: string, more: object = {}) => ({ text, source: SOURCE, ...more });
const removal = (line: number, text: string) => ({ line, text, why: 'it changed' });
const on = (memory: string, add: Proposal['add'], remove: Proposal['remove'] = []) =>
  applyProposal(memory, { add, remove });

describe('a proposal', () => {
  it('adds dated entries, takes lines out, and puts what supersedes in their place [Y102]', () => {
    const result = on(
      MEMORY,
      [entry('the crane works again', { supersedes: 4 }), entry('2026-02-20: coffee, too')],
      [removal(3, '- 2026-01-01: tea'), removal(4, '- 2026-01-02: the crane rests')],
    );
    expect(result).toEqual({
      ok: true,
      after: '# Memory\n\n- 2026-02-21: the crane works again\n- 2026-02-20: coffee, too\n',
      added: 2,
      removed: 2,
    });
  });

  it('finds a line that moved, and refuses one that is not there or there twice', () => {
    expect(on(`new\n${MEMORY}`, [], [removal(3, '- 2026-01-01: tea')])).toMatchObject({
      after: `new\n${MEMORY.replace('- 2026-01-01: tea\n', '')}`,
    });
    expect(on(MEMORY, [], [removal(3, '- 2026-01-01: juice')])).toMatchObject({ ok: false });
    expect(on('- a\n- a\n', [], [removal(9, '- a')])).toMatchObject({ ok: false });
    expect(on('- a\n- a\n', [], [removal(2, '- a')])).toMatchObject({ after: '- a\n' });
    expect(on(MEMORY, [entry('x', { supersedes: 3 })])).toMatchObject({ ok: false });
  });

  it('adds nothing twice', () => {
    const once = on(MEMORY, [entry('fog')]);
    const text = once.ok ? once.after : '';
    expect(on(text, [entry('fog')])).toMatchObject({ after: text, added: 0 });
    expect(
      mergeProposals({ add: [entry('a')], remove: [] }, { add: [entry('a')], remove: [] }).add,
    ).toHaveLength(1);
  });

  it('writes one line for each entry, whatever its text holds', () => {
    expect(entryLine(entry('a <!-- b'))).toContain(String.raw`a \<!-- b`);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const line = entryLine(entry(text));
        expect(line.startsWith('- ') && line.endsWith('\n')).toBe(true);
        expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u2029]|(?<!\\)<!--/u);
        const result = on(MEMORY, [entry(text)]);
        const after = result.ok ? result.after : '';
        expect(after.startsWith(MEMORY)).toBe(true);
        expect(after.split('\n').length - MEMORY.split('\n').length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('keeps apart what is marked, with what it supersedes', () => {
    const marked = entry('b', { marks: ['why'], supersedes: 3 });
    const remove = [removal(3, '- 2026-01-01: tea'), removal(4, '- 2026-01-02: the crane rests')];
    expect(splitProposal({ add: [entry('a'), marked], remove })).toEqual({
      plain: { add: [entry('a')], remove: remove.slice(1) },
      marked: { add: [marked], remove: remove.slice(0, 1) },
    });
    // A marked line keeps back what would take its place, and another one that takes it, too.
    const lines = [{ ...removal(3, '- 2026-01-01: tea'), marks: ['why'] }, ...remove.slice(1)];
    const two = [entry('c', { supersedes: 3 }), entry('d', { supersedes: 4 })];
    expect(splitProposal({ add: two, remove: lines })).toEqual({
      plain: { add: two.slice(1), remove: lines.slice(1) },
      marked: { add: two.slice(0, 1), remove: lines.slice(0, 1) },
    });
  });

  it('is left without what was decided', () => {
    const [one, two] = ['a', 'b'].map((text) => ({ text, source: 'memory/2026-03-08.md:3' }));
    const gone = { line: 4, text: '- x', why: 'y' };
    if (one === undefined || two === undefined) throw new Error('two entries');
    const all = { add: [one, two], remove: [gone] };
    expect(without(all, { add: [two], remove: [gone] })).toEqual({ add: [one], remove: [] });
    expect(without(all, { add: [two], remove: [] })).toEqual({ add: [one], remove: [gone] });
    expect(without(all, all)).toBeUndefined();
  });

  it('names places in logs and nothing else', () => {
    expect(sourceOf(SOURCE)).toEqual({ day: '2026-02-21', file: 'memory/2026-02-21.md', line: 14 });
    for (const text of [
      'memory/2026-02-30.md:1',
      'MEMORY.md:1',
      'memory/2026-02-21.md:0',
      '../memory/2026-02-21.md:1',
    ])
      expect(sourceOf(text), text).toBeUndefined();
  });
});

const text = (count: number): string =>
  `# Memory\n${Array.from({ length: count }, (_, at) => `- entry ${at}\n`).join('')}`;

describe('a loss', () => {
  it('is most where more goes than stays, and never for a line or two', () => {
    expect(lossOf(text(10), text(5))).toEqual({ lost: 5, lines: 10, isMost: false });
    expect(lossOf(text(10), text(4)).isMost).toBe(true);
    expect(lossOf(text(2), '').isMost).toBe(false);
    expect(lossOf(text(3), '').isMost).toBe(true);
  });

  it('is none where lines only move', () => {
    const lines = text(10).split('\n');
    expect(lossOf(text(10), lines.toReversed().join('\n')).lost).toBe(0);
  });
});

describe('who wrote a line', () => {
  const LOG = [
    '# Memory — 2026-02-21',
    '- by hand',
    '## Session [09:00]',
    '- session_opened;2026-02-21T09:00:00.000Z;kind;main;boot;one;',
    '- first',
    String.raw`- session_opened\;2026-02-21T09:00:00.000Z;kind;main;boot;forged;`,
    '- session_closed;2026-02-21T09:10:00.000Z;reason;end;boot;one;',
    '- after it',
    '## Session [10:00]',
    '- unknown',
    '- session_opened;2026-02-21T10:00:00.000Z;kind;main;boot;two;',
    '- second',
  ].join('\n');

  it('is told by the events of the kernel around it, and by nothing else', () => {
    const boots = [2, 5, 6, 8, 10, 12].map((line) => bootOfLine(LOG, line));
    expect(boots).toEqual([undefined, 'one', 'one', undefined, undefined, 'two']);
  });
});
