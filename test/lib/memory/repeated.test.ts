import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { repeatedLines } from '#lib/memory/repeated.ts';
import { forAll } from '#test/support/property.ts';

const LOG = '# Memory — 2026-03-10\n\n## Session [09:00]\n\n- one\n- two\n\n### Later\n\n- three\n';

describe('lines that an agent sends again (§2.5)', () => {
  it.each([
    ['the whole day', LOG, 6],
    ['the day and more', `${LOG}- four\n`, 6],
    ['its last line and more', '- three\n- four\n', 0],
    ['two lines and more', '- one\n- two\n- four\n', 2],
    ['more, and two lines', '- four\n- one\n- two\n', 2],
    ['something between them', '- one\n- four\n- two\n', 0],
    ['another order', '- two\n- one\n', 0],
    ['one line alone', '- one\n', 0],
    ['blank lines between', '- one\n\n\n- two\n- four\n', 2],
    ['blanks at the ends of lines', '- one  \n- two \n- four\n', 2],
    ['a heading with what follows', '### Later\n\n- three\n- four\n', 2],
    ['new lines around', '- a\n- one\n- two\n- b\n', 2],
    ['nothing', '', 0],
  ])('%s: %i', (_, added, repeated) => {
    expect(repeatedLines(LOG, added)).toBe(repeated);
  });

  it('are none in an empty log, and all where the whole log comes again', () => {
    const lines = fc.array(fc.constantFrom('- a', '- b', '', '## d', ' '), { minLength: 1 });
    forAll(lines, (all) => {
      const text = all.join('\n');
      const count = all.filter((line) => line.trim() !== '').length;
      expect(repeatedLines('', text)).toBe(0);
      expect(repeatedLines(text, text)).toBe(count > 1 ? count : 0);
    });
  });
});
