import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { newsFor } from '#lib/memory/repeated.ts';

const LOG = '# Memory — 2026-03-10\n\n## Session [09:00]\n\n- one\n- two\n\n### Later\n\n- three\n';

describe('lines that an agent sends again (§2.5)', () => {
  it.each([
    ['the whole day', LOG, '', 6],
    ['the day and more', `${LOG}- four\n`, '- four\n', 6],
    ['its end and more', '- three\n- four\n', '- three\n- four\n', 0],
    ['two lines and more', '- one\n- two\n- four\n', '- four\n', 2],
    ['more, and two lines', '- four\n- one\n- two\n', '- four\n', 2],
    ['something between them', '- one\n- four\n- two\n', '- one\n- four\n- two\n', 0],
    ['another order', '- two\n- one\n', '- two\n- one\n', 0],
    ['one line alone', '- one\n', '- one\n', 0],
    ['blank lines between', '- one\n\n\n- two\n- four\n', '- four\n', 2],
    ['blanks at the ends of lines', '- one  \n- two \n- four\n', '- four\n', 2],
    ['a heading with what follows', '### Later\n\n- three\n- four\n', '- four\n', 2],
    ['new lines around', '- a\n- one\n- two\n- b\n', '- a\n- b\n', 2],
    ['nothing', '', '', 0],
  ])('%s', (_, added, text, repeated) => {
    expect(newsFor(LOG, added)).toEqual({ text, repeated });
  });

  const line = fc.constantFrom('- a', '- b', '- c', '', '## d', ' ');
  const lines = fc.array(line).map((all) => all.map((one) => `${one}\n`).join(''));

  it('adds to an empty log whatever comes, and loses no line that the log has not', () => {
    fc.assert(
      fc.property(lines, lines, (log, added) => {
        expect(newsFor('', added)).toEqual({ text: added, repeated: 0 });
        const { text } = newsFor(log, added);
        const there = `${log}${text}`.split('\n').map((one) => one.trimEnd());
        for (const one of added.split('\n')) expect(there).toContain(one.trimEnd());
      }),
    );
  });
});
