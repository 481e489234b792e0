import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { copiedFile, mergeConflict, noteDayOf } from '#lib/memory/foreign-marks.ts';
import { forAll } from '#test/support/property.ts';

const SIDES = '<<<<<<< HEAD\n- stays\n=======\n- moved\n>>>>>>> laptop\n';

describe('a merge that stopped', () => {
  it.each([
    ['git', `# Memory\n\n${SIDES}`, 3],
    ['git with the base', SIDES.replace('=======', '||||||| 1a2b\n- was\n======='), 1],
    ['Windows', SIDES.replaceAll('\n', '\r\n'), 1],
    ['a byte order mark', `\uFEFF${SIDES}`, 1],
    ['longer marks', SIDES.replaceAll(/([<>=])\1{6}/gu, '$&$1$1'), 1],
    ['names with blanks', SIDES.replace('laptop', "laptop of Ada's, 3rd"), 1],
    ['no names', '<<<<<<<\na\n=======\nb\n>>>>>>>\n', 1],
    ['front matter', `---\n${SIDES}---\n`, 2],
    ['a comment', `<!--\n${SIDES}-->\n`, 2],
    ['jj', '<<<<<<< Conflict 1 of 1\n%%%%%%% Changes\n-a\n+b\n>>>>>>> Conflict 1 of 1 ends\n', 1],
    ['two of them', `${SIDES}x\n${SIDES}`, 1],
    ['the end of the file', SIDES.trimEnd(), 1],
  ])('is seen: %s', (_, text, line) => {
    expect(mergeConflict(text)).toBe(line);
  });

  it.each([
    ['a heading underlined with equals signs', '# Memory\n\nTides\n=======\n\n- Emden\n'],
    ['code that shows one', `\`\`\`\n${SIDES}\`\`\`\n`],
    ['a quotation of seven levels', '>>>>>>> deep\n'],
    ['a beginning alone', '<<<<<<< HEAD\n- a\n'],
    ['the other order', '>>>>>>> a\n<<<<<<< b\n'],
    ['marks within a line', 'git writes <<<<<<< and >>>>>>> there\n'],
    ['six', SIDES.replaceAll(/([<>=])\1{6}/gu, '$1$1$1$1$1$1')],
    ['an indented one', SIDES.replaceAll(/^/gmu, '    ')],
    ['nothing', ''],
  ])('is none: %s', (_, text) => {
    expect(mergeConflict(text)).toBeUndefined();
  });
});

describe('a copy by another program', () => {
  it.each([
    ['MEMORY.sync-conflict-20261125-101010-ABCDEFG.md', 'MEMORY.md'],
    ['MEMORY 2.md', 'MEMORY.md'],
    ['SOUL (1).md', 'SOUL.md'],
    ["USER (Ada's conflicted copy 2026-11-25).md", 'USER.md'],
    ['USER (conflicted copy 2026-11-25 101010).md', 'USER.md'],
    ['MEMORY (In Konflikt stehende Kopie von Ada 2026-11-25).md', 'MEMORY.md'],
    ['MEMORY (Copie en conflit de Ada).md', 'MEMORY.md'],
    ['AGENTS (Conflicted copy phone 202611251010).md', 'AGENTS.md'],
    ['TOOLS (SFConflict ada@example.org 2026-11-25-10-10-10).md', 'TOOLS.md'],
    ['MEMORY-DESKTOP-4QK2A7B.md', 'MEMORY.md'],
    ['MEMORY-LAPTOP-9C0P1-2.md', 'MEMORY.md'],
    ['MEMORY-Adas-MacBook-Pro.md', 'MEMORY.md'],
    ['MEMORY_LOCAL_1234.md', 'MEMORY.md'],
    ['.MEMORY.md.swp', 'MEMORY.md'],
    ['.#SOUL.md', 'SOUL.md'],
    ['#SOUL.md#', 'SOUL.md'],
    ['SOUL.md~', 'SOUL.md'],
    ['SOUL.md.orig', 'SOUL.md'],
    ['CLAUDE.md.rej', 'CLAUDE.md'],
    ['MEMORY copy.md', 'MEMORY.md'],
    ['HEARTBEAT.bak.md', 'HEARTBEAT.md'],
    ['memory/2026-11-24.sync-conflict-20261125-101010-ABCDEFG.md', 'memory/2026-11-24.md'],
    ['memory/2026-11-24 2.md', 'memory/2026-11-24.md'],
    ['memory/2026-11-24 (1).md', 'memory/2026-11-24.md'],
    ['memory/.2026-11-24.md.swp', 'memory/2026-11-24.md'],
  ])('%s is one of %s', (path, file) => {
    expect(copiedFile(path)).toBe(file);
  });

  it.each([
    'MEMORY.md',
    'memory-palaces.md',
    'MEMORY-golden-rules.md',
    'MEMORY.yamo',
    'memory/2026-11-24.md',
    'memory/2026-11-24-1514.md',
    'memory/2026-11-24-glaze-order.md',
    'memory/2026-11-24-2.md',
    'memory/2026-13-24 2.md',
    'SOULS.md',
    'TOOLS-of-the-trade.md',
    'USER-guide.md',
    'projects/MEMORY 2.md',
    'notes 2.md',
    'README.md.orig',
    'MEMORY-LANE.md',
    'AGENTS.mdx',
  ])('%s is none', (path) => {
    expect(copiedFile(path)).toBeUndefined();
  });

  it('takes any name, and none for its own copy', () => {
    forAll(fc.string({ unit: 'binary', maxLength: 40 }), (end) => {
      expect(copiedFile(`MEMORY${end}`)).not.toBe(`MEMORY${end}`);
    });
  });
});

describe('a note of a day under a longer name', () => {
  it.each([
    'memory/2026-03-10-1514.md',
    'memory/2026-03-10-glaze-order.md',
    'memory/2026-03-10-第一.md',
    'memory/2026-03-10-1514-2.md',
    'memory/2026-03-10-a b.md',
  ])('is %s', (name) => {
    expect(noteDayOf(name)).toBe('2026-03-10');
  });

  it.each([
    'memory/2026-03-10.md',
    'memory/2026-02-30-1514.md',
    'memory/2026-03-10-.md',
    'memory/2026-03-10-1514.txt',
    'memory/2026-03-10-1514/x.md',
    'memory/archive/2026-03-10-1514.md',
    'notes/2026-03-10-1514.md',
    '2026-03-10-1514.md',
    'memory/2026-03-10-DESKTOP-4QK2A7B.md',
    'memory/2026-03-10-backup.md',
  ])('is not %s', (name) => {
    expect(noteDayOf(name)).toBeUndefined();
  });
});
