/** The line scanner against remark: two readers of Markdown that must agree, or disagree for a reason. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  type Cause,
  CAUSES,
  compare,
  type Disagreement,
  disagreements,
  remarkReading,
  scannerReading,
} from '#test/support/markdown-oracle.ts';

/** Lines by the two kinds and the cause, for a person. */
class Tally {
  readonly #counts = new Map<string, number>();
  texts = 0;
  headings = 0;
  hidden = 0;

  add(text: string): readonly Disagreement[] {
    const { found, remarks: read } = compare(text);
    this.texts += 1;
    this.headings += read.filter(({ kind }) => kind === 'heading').length;
    this.hidden += read.filter(({ kind }) => HIDING.has(kind)).length;
    for (const { cause, scanner, remark } of found) {
      const name = `${cause}: ${remark} read as ${scanner}`;
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    }
    return found;
  }

  of(cause: string): number {
    return [...this.#counts].reduce(
      (sum, [name, count]) => (name.startsWith(`${cause}:`) ? sum + count : sum),
      0,
    );
  }

  print(title: string): void {
    const rows = [...this.#counts].toSorted(([, a], [, b]) => b - a);
    process.stdout.write(
      [
        `${title}: ${this.texts} texts, ${this.headings} headings, ${this.hidden} lines of code, comments, front matter`,
        ...rows.map(([name, count]) => `  ${String(count).padStart(6)}  ${name}`),
        '',
      ].join('\n'),
    );
  }
}

/** What a viewer shows, one way or another, and the scanner reads as text. */
const SHOWN: ReadonlySet<string> = new Set(['indented code', 'HTML block']);
const HIDING: ReadonlySet<string> = new Set(['code', 'comment', 'front matter']);

const word = fc.constantFrom(
  'a',
  'Safety',
  '# not',
  'b `c`',
  'x <!-- y',
  '-->',
  '| a |',
  '1.',
  '-',
  '2. b',
  '<b>',
  '\u00A0',
  '\0',
  '\uD800',
  'https://a.example',
  '记忆',
  '- [ ] a',
  '<!--',
  '\\# a',
);
const indent = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  fc.constantFrom(' ', '  ', '   ', '    ', '     ', '      ', '\t', ' \t'),
);
const container = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  fc.constantFrom('- ', '* ', '-', '-   ', '-\t', '- - ', '1. ', '1.', '2) ', '10. ', '1.  '),
  fc.constantFrom('> ', '>', '> > ', '- > ', '> - ', '[^1]: '),
);
const join3 = (parts: readonly string[]): string => parts.join('');
const heading = fc
  .tuple(
    fc.constantFrom('#', '##', '###', '######', '#######', '#\t', '# ', '##  '),
    fc.constantFrom('', ' ', '\t'),
    word,
    fc.constantFrom('', ' #', ' ##  ', '#', '\t#\t', ' \\#'),
  )
  .map(join3);
const fence = fc
  .tuple(
    fc.constantFrom('```', '````', '~~~', '~~~~~', '``'),
    fc.constantFrom('', 'js', ' a b', '`x', ' ', '\t', '~'),
  )
  .map(join3);
const body = fc.oneof(
  fc.constant(''),
  word,
  heading,
  fence,
  fc.constantFrom('<!--', '-->', '<!-- a -->', '<!-- a --> b', '<!-->', '<!--->', 'a -->', '--->'),
  fc.constantFrom('---', '===', '--- ', '***', '----', '- - -', '--', '* * *'),
  fc.constantFrom(
    '<div>',
    '</div>',
    '<pre>',
    '</pre>',
    '<?php',
    '?>',
    '<!X',
    '<script>',
    '<![CDATA[',
  ),
  fc.constantFrom('| a | b |', '|---|---|', 'a | b', '[a]: /u "t', 't"', '[^1]: x', '[a]:'),
);
const line = fc
  .tuple(indent, container, indent, body, fc.constantFrom('\n', '\n', '\n', '\r\n', '\r'))
  .map(join3);
const start = fc.constantFrom(
  '',
  '',
  '',
  '\uFEFF',
  '---\nx: 1\n---\n',
  '---\n',
  '\n',
  '--- \r\n# a\r\n---\t\r\n',
);
const markdown = fc
  .tuple(start, fc.array(line, { minLength: 1, maxLength: 9 }))
  .map(([first, lines]) => first + lines.join(''));

/** Each cause alone: what it is, a text, the causes of its lines. */
const EXAMPLES: readonly (readonly [string, string, readonly Cause[]])[] = [
  ['a setext heading', 'Safety\n---\n', ['setext heading', 'setext heading']],
  ['a heading in a quote', '> # a\n', ['in a quote']],
  ['a heading behind a list marker', '- # a\n', ['in a list item']],
  ['a heading in a footnote', '[^1]: # a\n', ['in a footnote']],
  ['HTML that is no comment', '<div>\n# a\n', ['HTML block', 'HTML block']],
  ['text four columns deep', '\n    a\n', ['indented code']],
  ['a number that begins no list', '    a\n\n10. ~~~\n', ['indented code', 'no list item']],
  [
    'a fence after a line that belongs to the item all the same',
    '- a\nb\n  ```\n# c\n',
    ['its container ends'],
  ],
];

/** Long lists of changes and licences are read each night: `npm run test:soak`. */
const PACKAGE_MAX_CHARS = process.env['YAMO_MARKDOWN'] === 'all' ? Infinity : 60_000;

describe('the line scanner and remark', () => {
  it('agree on generated Markdown, or disagree for a reason of the table [R-86]', () => {
    const tally = new Tally();
    fc.assert(
      fc.property(markdown, (text) => {
        const unknown = tally.add(text).filter(({ cause }) => cause === 'unclassified');
        expect(unknown).toEqual([]);
      }),
      { numRuns: 6000, seed: 20_260_310 },
    );
    tally.print('generated');
    expect(tally.headings).toBeGreaterThan(1000);
    expect(tally.hidden).toBeGreaterThan(4000);
  });

  it('agree on the Markdown files of the packages in use [R-86]', () => {
    const tally = new Tally();
    const unknown = markdownFiles(resolve(import.meta.dirname, '../../../node_modules')).flatMap(
      (file) => {
        const text = readFileSync(file, 'utf8');
        if (text.length > PACKAGE_MAX_CHARS) return [];
        return tally
          .add(text)
          .filter(({ cause }) => cause === 'unclassified')
          .map(({ line: at, scanner, remark }) => ({ file, at, scanner, remark }));
      },
    );
    tally.print('packages');
    expect(unknown).toEqual([]);
    expect(tally.texts).toBeGreaterThan(100);
    expect(tally.headings).toBeGreaterThan(1500);
  });

  it('agree on every line of the workspaces of this project, but for what the scanner reads as text [R-86]', () => {
    const tally = new Tally();
    const found = markdownFiles(resolve(import.meta.dirname, '../../../workspaces')).flatMap(
      (file) =>
        tally
          .add(readFileSync(file, 'utf8'))
          .map(({ line: at, scanner, cause }) => ({ file, at, scanner, cause })),
    );
    tally.print('workspaces');
    expect(found.filter(({ cause, scanner }) => !SHOWN.has(cause) || scanner !== 'text')).toEqual(
      [],
    );
    expect(tally.texts).toBeGreaterThan(10);
  });

  it('the table knows every cause, each with an example [R-86]', () => {
    const causes = EXAMPLES.map(([, text]) => disagreements(text).map(({ cause }) => cause));
    expect(causes).toEqual(EXAMPLES.map(([, , expected]) => expected));
    expect([...new Set(causes.flat())].toSorted()).toEqual(Object.keys(CAUSES).toSorted());
  });

  it('are compared heading by heading: level and the place of the title', () => {
    expect(remarkReading('## a ##\n')[1]).toEqual(scannerReading('## a ##\n')[1]);
    expect(remarkReading('## a ##\n')[1]?.heading).toEqual({ level: 2, from: 3, to: 4 });
  });
});

/** Every Markdown file below a folder, links not followed. */
function markdownFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:md|markdown)$/iu.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
