import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGENTS_SECTIONS } from '#lib/spec/files.ts';
import { meaningOf, missingSections, outline } from '#lib/text/outline.ts';
import { forAll } from '#test/support/property.ts';

const titles = (text: string): string[] => outline(text).map(({ title }) => title);
const agents = (...names: readonly string[]): string =>
  names.map((name) => `## ${name}\n\ntext\n`).join('\n');

describe('outline', () => {
  it('reads level, title and line of ATX headings [R-86]', () => {
    expect(outline('# One\n\ntext\n   ### Three ###  \n###### Six')).toEqual([
      { level: 1, title: 'One', line: 1 },
      { level: 3, title: 'Three', line: 4 },
      { level: 6, title: 'Six', line: 5 },
    ]);
  });

  it.each([
    ['no space', '#Safety'],
    ['seven hashes', '####### Safety'],
    ['four spaces', '    # Safety'],
    ['a tab', '\t# Safety'],
    ['a no-break space', '##\u00A0Safety'],
    ['setext', 'Safety\n---\nSafety\n==='],
    ['a quote', '> # Safety'],
  ])('does not take %s for a heading [R-86]', (_, text) => {
    expect(outline(text)).toEqual([]);
  });

  it.each([
    ['## Safety ##', 'Safety'],
    ['## Safety #', 'Safety'],
    ['## Safety#', 'Safety#'],
    ['## C \\#', 'C \\#'],
    ['##\tSafety\t##\t', 'Safety'],
    ['##', ''],
    ['## ##', ''],
    ['### a # b #', 'a # b'],
  ])('strips what CommonMark strips from %j', (text, title) => {
    expect(titles(text)).toEqual([title]);
  });

  it.each([
    ['backticks', '```\n# x\n```\n# y'],
    ['tildes', '~~~ md `x`\n# x\n~~~\n# y'],
    ['a longer fence', '````md\n```\n# x\n```\n````\n# y'],
    ['a longer close', '```\n# x\n`````  \n# y'],
    ['an indented fence', '   ```sh\n# x\n  ```\n# y'],
    ['another mark inside', '```\n~~~\n# x\n```\n# y'],
    ['a close with text', '```\n``` x\n# x\n```\n# y'],
    ['a close indented by four', '```\n    ```\n# x\n```\n# y'],
    ['a fence in a list item', '- ```\n  # x\n  ```\n\n# y'],
    ['an item that ends before its fence', '1. ```\n   # x\n# y'],
    ['a comment', '<!-- # x -->\n# y'],
    ['a comment over lines', '<!--\n# x\n-->\n# y'],
    ['a fence in a comment', '<!--\n```\n-->\n# y'],
    ['a comment in a fence', '```\n<!--\n```\n# y'],
    ['the shortest comment', '<!-->\n# y'],
    ['front matter', '---\n# x\n---\n# y'],
    ['front matter after a byte order mark', '\uFEFF---\r\n# x\r\n---\r\n# y'],
    ['inline code with three backticks', '``` a ```\n# y'],
    ['text before a comment', 'a <!--\n# y'],
    ['a rule that opens nothing', '---\n\n# y'],
  ])('sees through %s [R-86]', (_, text) => {
    expect(titles(text)).toEqual(['y']);
  });

  it('takes an open fence or comment to the end', () => {
    expect(titles('# y\n```\n# x')).toEqual(['y']);
    expect(titles('# y\n<!--\n# x')).toEqual(['y']);
  });

  it('numbers lines the same for every line ending', () => {
    const lines = ['# a', '', 'b', '## c'];
    for (const end of ['\n', '\r\n', '\r']) {
      expect(outline(`\uFEFF${lines.join(end)}${end}`)).toEqual([
        { level: 1, title: 'a', line: 1 },
        { level: 2, title: 'c', line: 4 },
      ]);
    }
  });

  it('never throws, and points at lines that are there', () => {
    const piece = fc.constantFrom('#', ' ', '\n', '\r', '`', '~', '<!--', '-->', '---', 'x', '\t');
    forAll(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      const lines = text.split(/\r\n|\n|\r/u);
      for (const { level, title, line } of outline(text)) {
        expect(lines[line - 1]).toContain('#'.repeat(level));
        expect(lines[line - 1]).toContain(title);
      }
    });
  });

  it('finds each heading that a writer wrote, whatever code stands between', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const part = fc.record({ word, level: fc.integer({ min: 1, max: 6 }), code: word });
    forAll(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts
        .map((p) => `${'#'.repeat(p.level)} ${p.word}\n~~~~\n# ${p.code}\n~~~~\n`)
        .join('');
      expect(outline(text).map(({ level, title }) => [level, title])).toEqual(
        parts.map((p) => [p.level, p.word]),
      );
    });
  });

  it('reads a large hostile file to its end', () => {
    const size = 2_000_000;
    expect(outline(`## ${'# '.repeat(size)}x`)).toHaveLength(1);
    expect(outline('<!--'.repeat(size))).toEqual([]);
    expect(outline('a\n'.repeat(size))).toEqual([]);
    expect(outline(`${'`'.repeat(size)}\n${'`'.repeat(size - 1)}\n# x`)).toEqual([]);
  });
});

describe('missingSections', () => {
  it('finds nothing missing where all five stand at level two [Y24]', () => {
    expect(missingSections(agents(...AGENTS_SECTIONS))).toEqual({ missing: [], near: [] });
  });

  it('names the two that the OpenClaw template spells otherwise [R-85]', () => {
    const text = `# AGENTS.md - Your Workspace\n\n${agents(
      'First Run',
      'Session Startup',
      'Memory',
      'Red Lines',
      'Existing Solutions Preflight',
      'External vs Internal',
      'Group Chats',
    )}`;
    const { missing, near } = missingSections(text);
    expect(missing).toEqual(['Every Session', 'Safety']);
    expect(near).toEqual([
      { section: 'Every Session', title: 'Session Startup', level: 2, line: 7 },
      { section: 'Safety', title: 'Red Lines', level: 2, line: 15 },
    ]);
  });

  it.each([
    ['## 🛡️ Safety Rules', 'Safety'],
    ['### Safety', 'Safety'],
    ['## SAFETY', 'Safety'],
    ['## **Safety**', 'Safety'],
    ['## External  vs.  Internal', 'External vs Internal'],
    ['## External & Internal', 'External vs Internal'],
    ['# Bootstrap', 'First Run'],
    ['## 3. Memory', 'Memory'],
    ['## 💾 Memory (Lazy Loading)', 'Memory'],
    ['## 🛡️ Safety & Security', 'Safety'],
    ['## FIRST THING EVERY SESSION — before the tide tables', 'Every Session'],
    ['### Every Session (Always Load)', 'Every Session'],
    ['## 每次会话', 'Every Session'],
    ['## 启动流程', 'Every Session'],
    ['## 安全与管理', 'Safety'],
    ['## 初回実行', 'First Run'],
    ['## セッション開始時', 'Every Session'],
    ['## レッドライン（絶対に越えてはいけない線）', 'Safety'],
    ['## 外部 vs 内部', 'External vs Internal'],
    ['## Безопасность', 'Safety'],
    ['## Mémoire', 'Memory'],
  ])('counts %s as near and as missing [R-85]', (heading, section) => {
    const found = missingSections(heading);
    expect(found.missing).toHaveLength(AGENTS_SECTIONS.length);
    expect(found.near).toMatchObject([{ section, line: 1 }]);
  });

  it.each(['## Memory Maintenance', '## Unsafety', '## Not Safety', '## First Runner', '## '])(
    'does not take %s for a near miss [R-85]',
    (heading) => {
      expect(missingSections(heading).near).toEqual([]);
    },
  );

  it.each([
    ['Safety', { section: 'Safety', alias: 'safety', isOwnName: true }],
    ['🛡️ SAFETY!', { section: 'Safety', alias: 'safety', isOwnName: true }],
    ['Red Lines', { section: 'Safety', alias: 'red lines', isOwnName: false }],
    ['Hard Rules', undefined],
    [`Safety${' '.repeat(300)}`, undefined],
  ])('says what the heading %j was meant as, in words of our own [R-78]', (title, meaning) => {
    expect(meaningOf(title)).toEqual(meaning);
  });

  it('has no near miss for a section that is there', () => {
    const text = `${agents(...AGENTS_SECTIONS)}\n### Safety\n## Red Lines`;
    expect(missingSections(text)).toEqual({ missing: [], near: [] });
  });

  it('does not count a section inside a fence', () => {
    expect(missingSections('```\n## Safety\n```').missing).toContain('Safety');
  });
});
