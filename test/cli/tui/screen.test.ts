import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOf } from '#lib/text/terminal.ts';

import { type Drawn, Screen } from '#cli/tui/screen.ts';
import { VirtualTerminal } from '#test/support/vt.ts';
import { inRuns } from '#test/support/property.ts';

const rowsOf = (...texts: readonly string[]): readonly Drawn[] =>
  texts.map((text) => ({ text, width: widthOf(text) }));

const terminal = (columns = 20, rows = 8): VirtualTerminal =>
  new VirtualTerminal(columns, rows, widthOf);

describe('a screen', () => {
  it('keeps what is done above what lives', () => {
    const shown = terminal();
    const screen = new Screen(shown);
    screen.draw([], rowsOf('> '));
    screen.draw(rowsOf('one', 'two'), rowsOf('status', '> a'), { row: 1, column: 3 });
    expect(shown.text).toBe('one\ntwo\nstatus\n> a');
    expect(shown.cursor).toEqual({ row: 3, column: 3 });
    screen.draw(rowsOf('three'), []);
    expect(shown.text).toBe('one\ntwo\nthree');
    expect(shown.cursor).toEqual({ row: 3, column: 0 });
  });

  it('writes nothing where nothing changed, and only the row that did', () => {
    const shown = terminal();
    const screen = new Screen(shown);
    screen.draw([], rowsOf('wait 1', 'next: more', '> typed'), { row: 2, column: 7 });
    shown.written = '';
    screen.draw([], rowsOf('wait 1', 'next: more', '> typed'), { row: 2, column: 7 });
    expect(shown.written).toBe('');
    screen.draw([], rowsOf('wait 2', 'next: more', '> typed'), { row: 2, column: 7 });
    expect(shown.written).toContain('wait 2');
    expect(shown.written).not.toContain('more');
    expect(shown.written).not.toContain('typed');
  });

  it('does not write a row again that lived and stays as it was', () => {
    const shown = terminal();
    const screen = new Screen(shown);
    screen.draw([], rowsOf('a partial line', '> '));
    shown.written = '';
    screen.draw(rowsOf('a partial line'), rowsOf('> '));
    expect(shown.written).not.toContain('partial');
    expect(shown.text).toBe('a partial line\n>');
  });

  it('shows the end of what is higher than the terminal', () => {
    const shown = terminal(20, 4);
    const screen = new Screen(shown);
    screen.draw([], rowsOf('1', '2', '3', '4', '5'));
    expect(shown.text).toBe('3\n4\n5');
    screen.draw(rowsOf('1', '2', '3', '4', '5'), rowsOf('> '));
    expect(shown.text).toBe('1\n2\n3\n4\n5\n>');
  });

  it('is the same at the end, whatever came in between', () => {
    const row = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'b', ' ', '漢'), maxLength: 9 }),
      fc.string({ unit: fc.constantFrom('x', 'y'), minLength: 18, maxLength: 70 }),
    );
    const short = fc.string({ unit: fc.constantFrom('a', 'b', '漢'), maxLength: 9 });
    const step = fc.record({
      done: fc.array(row, { maxLength: 5 }),
      live: fc.array(short, { maxLength: 12 }),
      at: fc.nat(),
      column: fc.nat(18),
    });
    inRuns(400)(fc.array(step, { maxLength: 12 }), (steps) => {
      const shown = terminal(20, 8);
      const screen = new Screen(shown);
      const expected = terminal(20, 8);
      for (const { done, live, at, column } of steps) {
        const place =
          live.length === 0
            ? undefined
            : { row: live.length - 1 - (at % Math.min(live.length, 7)), column };
        screen.draw(rowsOf(...done), rowsOf(...live), place);
        for (const text of done) expected.write(`${text}\r\n`);
      }
      screen.draw([], []);
      expect(shown.text).toBe(expected.text);
      expect(shown.cursor).toEqual(expected.cursor);
    });
  });
});
