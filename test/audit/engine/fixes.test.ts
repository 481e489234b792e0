/** Fixes that are made together, and texts that keep every other byte. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Edit, RuleFinding } from '#audit/workspace/finding.ts';
import { applyEdits, editsByFile, planFixes } from '#audit/engine/fixes.ts';
import { forAll } from '#test/support/property.ts';

const finding = (kind: 'safe' | 'asks', ...edits: readonly Edit[]): RuleFinding => ({
  rule: 'x/y',
  file: edits[0]?.file ?? '',
  found: 'a',
  expected: 'b',
  fix: { kind, title: 'Fix it', edits },
});

const edit = (start: number, end: number, text: string, file = 'A.md'): Edit => ({
  file,
  start,
  end,
  text,
});

describe('fixes', () => {
  it('of the kinds that were asked for are planned, each place once', () => {
    const planned = planFixes(
      [
        finding('safe', edit(0, 2, 'x')),
        finding('safe', edit(1, 3, 'y')),
        finding('asks', edit(8, 9, 'z')),
        finding('safe', edit(0, 2, 'other', 'B.md')),
        { rule: 'x/y', file: 'A.md', found: 'a', expected: 'b' },
      ],
      ['safe'],
    );
    expect(planned.map(({ fix }) => fix.edits[0]?.text)).toEqual(['x', 'other']);
  });

  it('that insert at one place are made one after the other, in two rounds', () => {
    const both = [finding('safe', edit(4, 4, 'one')), finding('safe', edit(4, 4, 'two'))];
    expect(planFixes(both, ['safe'])).toHaveLength(1);
  });

  it('that need several edits are made whole or not at all', () => {
    const planned = planFixes(
      [finding('safe', edit(5, 6, 'a')), finding('safe', edit(0, 1, 'b'), edit(5, 6, 'c'))],
      ['safe'],
    );
    expect(
      editsByFile(planned)
        .get('A.md')
        ?.map(({ text }) => text),
    ).toEqual(['a']);
  });

  it('leave every character outside of their edits as it is', () => {
    const edits = fc
      .array(fc.tuple(fc.nat(60), fc.nat(5), fc.string()), { maxLength: 8 })
      .map((all) =>
        planFixes(
          all.map(([at, length, text]) => finding('safe', edit(at, at + length, text))),
          ['safe'],
        ),
      );
    forAll(fc.string({ minLength: 66, maxLength: 99 }), edits, (text, planned) => {
      const made = editsByFile(planned).get('A.md') ?? [];
      let rest = applyEdits(text, made);
      let at = 0;
      for (const { start, end, text: put } of made) {
        const kept = text.slice(at, start);
        expect(rest.startsWith(kept + put)).toBe(true);
        rest = rest.slice(kept.length + put.length);
        at = end;
      }
      expect(rest).toBe(text.slice(at));
    });
  });

  it('that overlap are a bug, and said to be one', () => {
    expect(() => applyEdits('abcdef', [edit(0, 3, ''), edit(2, 4, '')])).toThrow(RangeError);
    expect(() => applyEdits('abc', [edit(0, 9, '')])).toThrow(RangeError);
  });
});
