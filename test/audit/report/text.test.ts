import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters, styleText } from 'node:util';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOf } from '#lib/text/terminal.ts';
import { isSeen } from '#lib/text/unseen.ts';

import type { Report } from '#audit/report/report.ts';
import { text, type TextOptions } from '#audit/report/text.ts';
import { visibleShellWord, visible } from '#lib/report/visible.ts';
import { type ReportSpan, wrapSpans } from '#audit/report/wrap.ts';
import { goldenFiles, snapshotOf } from '#test/support/golden.ts';
import { handMade, handMadeReport, HOSTILE, named, placeOf, reportOf } from './reports.ts';

const PLAIN: TextOptions = { paint: (_, words) => words, width: 80, verbose: false };

const linesOf = (report: Report, options: Partial<TextOptions> = {}): readonly string[] =>
  text(report, { ...PLAIN, ...options }).split('\n');

const words = (lines: readonly string[]): string => lines.join(' ').replaceAll(/\s+/gu, ' ');

describe('the first three lines', () => {
  it('say what it is, what is missing, and what to run', () => {
    expect(
      linesOf(reportOf([placeOf('robin', snapshotOf(goldenFiles('v3.0')))])).slice(0, 3),
    ).toEqual([
      'robin: initialised, RFC-0009 v3.0 (static)',
      'Nothing is missing: there is no higher tier.',
      'Next: yamo boot robin',
    ]);
    const [first, second, third] = linesOf(handMadeReport());
    expect(first).toBe('agents/robin: initialised, non-conformant');
    expect(second).toBe(
      'Missing for RFC-0009 Lite: The section "Safety" says something; and 1 more',
    );
    expect(third).toBe('Next: yamo audit agents/robin --fix');
  });

  it.each(['v3.0', 'lite', 'pending', 'uninitialised'] as const)(
    'are three at 80 columns for the golden workspace %s',
    (name) => {
      const lines = linesOf(reportOf([placeOf(name, snapshotOf(goldenFiles(name)))]));
      expect(lines[0]).toMatch(new RegExp(`^${name}: `, 'u'));
      expect(lines[2]).toMatch(/^Next: yamo \w/u);
    },
  );

  it('lead on from several workspaces to the first that does not pass', () => {
    const good = handMade({ path: 'good', passes: true, tier: 'RFC-0009 v3.0', findings: [] });
    const lines = linesOf(handMadeReport([good, handMade()]));
    expect(lines.slice(0, 6)).toEqual([
      '2 workspaces: 1 non-conformant, 1 RFC-0009 v3.0',
      'Not every workspace passes; RFC-0009 Lite is asked of them.',
      'Next: yamo audit agents/robin --fix',
      '',
      '✓ RFC-0009 v3.0 (static, unverified) good: no findings',
      '✗ non-conformant                     agents/robin: 4 errors, 2 warnings, 1 note',
    ]);
  });
});

describe('the findings', () => {
  it('say place, level, rule, what was found, what was expected, what to do and the fix', () => {
    const said = words(linesOf(handMadeReport()));
    expect(said).toContain(
      '! warning 0006-2.1/ghost-header (RFC-0006 §2.1), line 1:1 found another first line; expected the ghost header as the first line Put the header before everything else. fix: yamo audit agents/robin --fix (Put the header before the text)',
    );
    expect(said).toContain('(Move the log to the archive, asks first)');
  });

  it('that say the same are said once, with all their lines', () => {
    expect(words(linesOf(handMadeReport()))).toContain(
      '✗ error 4.2/labelled-credential (§4.2), lines 3:11, 9:11, 14:11, password, 14 characters found',
    );
  });

  it('of workspaces that pass are shown with verbose only', () => {
    const workspace = { tier: 'RFC-0009 Lite' as const, passes: true };
    const notes = handMade().findings.filter(({ level }) => level === 'note');
    const quiet = handMade({ ...workspace, path: 'quiet', findings: notes });
    const report = handMadeReport([quiet, handMade()]);
    expect(words(linesOf(report)).match(/2\.5\/old-log/gu)).toHaveLength(1);
    expect(words(linesOf(report, { verbose: true })).match(/2\.5\/old-log/gu)).toHaveLength(2);
  });
});

describe('always printed', () => {
  it('is the tier that the program implements [Y6]', () => {
    expect(linesOf(reportOf([]))).toContain('yamo 0.2.0 implements RFC-0009 v3.0.');
  });

  it.each([true, false])('is how much was suppressed, also none (verbose: %s)', (verbose) => {
    expect(words(linesOf(handMadeReport(), { verbose }))).toContain(
      'Suppressed: 2 by yamo-allow comments, 1 by the baseline (4.2/labelled-credential: 3).',
    );
    const none = handMade({ suppressed: { allowed: 0, baseline: 0, config: 0, byRule: {} } });
    expect(words(linesOf(handMadeReport([none]), { verbose }))).toContain(
      'Suppressed: 0 by yamo-allow comments, 0 by the baseline.',
    );
  });

  it('is what could not be answered, or not be audited, and why', () => {
    expect(words(linesOf(handMadeReport()))).toContain(
      'Not answered: 2.3/name: USER.md is ignored by git, and this is a checkout',
    );
    const failed = reportOf([{ path: 'gone', error: 'there is no such folder (ENOENT)' }]);
    expect(linesOf(failed)[0]).toBe('gone: could not be audited: there is no such folder (ENOENT)');
  });
});

describe('any terminal', () => {
  it.each([20, 40, 80, 200])('of %i columns gets every word, and no line is wider', (width) => {
    const report = handMadeReport([handMade(), ...HOSTILE.map((name) => named(name))]);
    const lines = linesOf(report, { width, verbose: true });
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
    const single = handMadeReport([handMade()]);
    // How many titles the second line holds is the one thing that depends on the width.
    const [narrow, wide] = [width, 1000].map((columns) =>
      linesOf(single, { width: columns })
        .join('')
        .replaceAll(/\s/gu, '')
        .replace(/^.*?Next:/u, ''),
    );
    expect(narrow).toBe(wide);
  });

  it('gets colours that change no column', () => {
    const report = handMadeReport([handMade(), named('x')]);
    const painted = text(report, {
      ...PLAIN,
      width: 40,
      paint: (style, plain) => styleText(style, plain, { validateStream: false }),
    });
    expect(painted).toContain('\u001B[31m');
    expect(stripVTControlCharacters(painted)).toBe(text(report, { ...PLAIN, width: 40 }));
  });

  it.each(HOSTILE)('sees nothing but visible characters of %j', (name) => {
    const output = text(handMadeReport([named(name), handMade()]), { ...PLAIN, width: 100 });
    expect(isSeen(output.replaceAll('\n', ''))).toBe(true);
    expect(output).not.toMatch(/::|##\[/u);
  });
});

describe('a name of a file', () => {
  it.each([
    ['a\nb', 'a\\nb'],
    ['\u202Egnp.md', '\\u{202E}gnp.md'],
    ['\u001B[31m', '\\u{1B}[31m'],
    ['\uD800', '\\u{D800}'],
    ['a\u00ADb\u200Bc\u{E0041}', 'a\\u{AD}b\\u{200B}c\\u{E0041}'],
    ['::x', ':\\u{3A}x'],
    ['##[x', '#\\u{23}[x'],
    ['日本語 😀 é', '日本語 😀 é'],
  ])('%j is shown as %s', (name, shown) => {
    expect(visible(name)).toBe(shown);
  });

  it('is always visible on one line, and stays as it is where it was', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
            fc.constantFrom(':', '#', '['),
          ),
        }),
        (name) => {
          expect(isSeen(visible(name))).toBe(true);
          expect(visible(name)).not.toMatch(/::|##\[/u);
          expect(visible(visible(name))).toBe(visible(name));
        },
      ),
    );
  });

  it('is one word of a command, and bash reads the same name', () => {
    const names = [...HOSTILE, '', "it's", "$'x'", 'a b', '~', '*', '!!', '$HOME', '`id`', '\\n\n'];
    for (const name of names.filter((one) => one.isWellFormed() && !one.includes('\0'))) {
      const { stdout } = spawnSync('bash', ['-c', `printf %s ${visibleShellWord(name)}`], {
        encoding: 'utf8',
        env: { LC_ALL: 'C.UTF-8' },
      });
      expect(stdout).toBe(name);
    }
  });
});

describe('wrapping', () => {
  const spans = fc.array(
    fc.record({
      text: fc.string({ unit: fc.constantFrom('a', 'b', ' ', '語', '😀', '-', 'é') }),
      style: fc.constantFrom('red' as const, 'dim' as const),
    }),
  );

  it('keeps every letter, and no line is too wide or ends in a blank', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 20, max: 90 }), fc.nat(8), (given, width, rest) => {
        const indent = { first: 0, rest };
        const lines = wrapSpans(given, indent, { width, paint: (_, plain) => plain }).split('\n');
        for (const line of lines) {
          expect(widthOf(line)).toBeLessThanOrEqual(width);
          expect(line).not.toMatch(/\S +$/u);
        }
        const letters = given.map((span: ReportSpan) => span.text).join('');
        expect(lines.join('').replaceAll(' ', '')).toBe(letters.replaceAll(' ', ''));
      }),
    );
  });

  it('parts no word that fits on a line', () => {
    const said = wrapSpans(
      [{ text: 'one two three four five six' }],
      { first: 0, rest: 2 },
      {
        width: 20,
        paint: (_, plain) => plain,
      },
    );
    expect(said).toBe('one two three four\n  five six');
  });

  it('breaks a word that is longer than a line, and only such a one', () => {
    const said = wrapSpans(
      [{ text: `${'x'.repeat(45)} y` }],
      { first: 0, rest: 2 },
      {
        width: 20,
        paint: (_, plain) => plain,
      },
    );
    expect(said).toBe(`${'x'.repeat(20)}\n  ${'x'.repeat(18)}\n  ${'x'.repeat(7)} y`);
  });
});
