import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { summaryOf, TakenOver } from '#lib/memory/notes.ts';
import { forAll } from '#test/support/property.ts';

const LOG = [
  '# Memory — 2026-02-21',
  '',
  '## Session [09:00]',
  '',
  '- session_opened;2026-02-21T09:00:00.000Z;kind;main;boot;b1;',
  '- 09:01 The pier of Emden closes at four on Fridays.',
  '- 09:02 Ada prefers tea.',
  '- session_closed;2026-02-21T09:10:00.000Z;reason;end;boot;b1;',
  '',
  '## Session 14:30',
  '',
  '这个周五码头四点关门',
  '',
].join('\n');

describe('a log in numbers', () => {
  it('counts sessions, and takes what is neither heading nor event for a note', () => {
    const { sessions, notes } = summaryOf(LOG);
    expect(sessions).toBe(2);
    expect(notes.map(({ line }) => line)).toEqual([6, 7, 12]);
  });

  it('never throws, and names lines that the text has', () => {
    forAll(fc.string({ unit: 'binary' }), (text) => {
      const { notes } = summaryOf(text);
      const count = text.split(/\r\n|[\r\n]/).length;
      expect(notes.every(({ line }) => line >= 1 && line <= count)).toBe(true);
    });
  });
});

describe('what MEMORY.md has taken over', () => {
  const { notes } = summaryOf(LOG);
  const missing = (memory: string): readonly number[] =>
    new TakenOver(memory).missing(notes).map(({ line }) => line);

  it('is a note of which one line says most, in other words too [Y100]', () => {
    expect(missing('')).toEqual([6, 7, 12]);
    expect(missing('- 2026-02-21: on Fridays the Emden pier closes at four\n')).toEqual([7, 12]);
    expect(missing('- 周五码头四点关门\n')).toEqual([6, 7]);
  });

  it('is none of which many lines say a little', () => {
    expect(missing('- the pier\n- of Emden\n- Fridays\n- at four\n')).toEqual([6, 7, 12]);
  });

  it('is not what stands in a comment or in code', () => {
    expect(missing('<!-- Ada prefers tea. -->\n```\nAda prefers tea.\n```\n')).toContain(7);
  });
});
