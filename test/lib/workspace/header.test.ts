import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GHOST_HEADER } from '#lib/spec/files.ts';
import { hasGhostHeader, withGhostHeader } from '#lib/workspace/header.ts';
import { forAll } from '#test/support/property.ts';

const BOM = '\uFEFF';

describe('hasGhostHeader', () => {
  it('wants the exact text of RFC-0006 [K3]', () => {
    expect(GHOST_HEADER).toBe('YAMO-NATIVE KERNEL ACTIVE');
    expect(hasGhostHeader('YAMO-NATIVE KERNEL ACTIVE\n\n# Atlas\n')).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['a byte order mark', BOM],
    ['blank lines', '\n\r\n\r\n'],
    ['a mark and blank lines', `${BOM}\r\n\r\n`],
    ['blanks and tabs', ' \t'],
  ])('allows %s before it [K4] (R-22)', (_, before) => {
    expect(hasGhostHeader(`${before}${GHOST_HEADER}\n`)).toBe(true);
  });

  it.each(['', '\n', '\r\n', '\r', '  \t', ' \r\n\n# Atlas'])(
    'allows %j after it [K3] (R-22)',
    (after) => {
      expect(hasGhostHeader(`${GHOST_HEADER}${after}`)).toBe(true);
    },
  );

  it.each([
    ['no header', '# Atlas\n'],
    ['an empty file', ''],
    ['a heading', `# ${GHOST_HEADER}\n`],
    ['a quote', `> ${GHOST_HEADER}\n`],
    ['bold type', `**${GHOST_HEADER}**\n`],
    ['a list item', `- ${GHOST_HEADER}\n`],
    ['code', `\`\`\`\n${GHOST_HEADER}\n\`\`\`\n`],
    ['another case', 'Yamo-Native Kernel Active\n'],
    ['a version', `${GHOST_HEADER} v3.0\n`],
    ['a full stop', `${GHOST_HEADER}.\n`],
    ['two blanks inside', 'YAMO-NATIVE  KERNEL ACTIVE\n'],
    ['another hyphen', 'YAMO\u2011NATIVE KERNEL ACTIVE\n'],
    ['front matter before it', `---\nname: x\n---\n${GHOST_HEADER}\n`],
    ['a title before it', `# Atlas\n${GHOST_HEADER}\n`],
    ['a comment before it', `<!-- x -->\n${GHOST_HEADER}\n`],
    ['two byte order marks', `${BOM}${BOM}${GHOST_HEADER}\n`],
    ['a character of no width', `\u200B${GHOST_HEADER}\n`],
    ['a line broken in two', 'YAMO-NATIVE\nKERNEL ACTIVE\n'],
  ])('is not content with %s [K3] [K4] (R-22)', (_, text) => {
    expect(hasGhostHeader(text)).toBe(false);
  });
});

describe('withGhostHeader', () => {
  it.each([
    ['# Atlas\n', `${GHOST_HEADER}\n\n# Atlas\n`],
    ['# Atlas\r\nx\n', `${GHOST_HEADER}\r\n\r\n# Atlas\r\nx\n`],
    ['# Atlas\rx', `${GHOST_HEADER}\r\r# Atlas\rx`],
    [`${BOM}# Atlas\r\n`, `${BOM}${GHOST_HEADER}\r\n\r\n# Atlas\r\n`],
    ['# Atlas', `${GHOST_HEADER}\n\n# Atlas`],
    ['', `${GHOST_HEADER}\n\n`],
  ])('puts it before %j with the same line ends [K9]', (text, healed) => {
    expect(withGhostHeader(text)).toBe(healed);
  });

  it('leaves every character of the text, and a text with the header [K9]', () => {
    const piece = fc.constantFrom(BOM, '\n', '\r\n', '\r', '# Atlas', GHOST_HEADER, ' ', '---');
    const text = fc.oneof(
      fc.string(),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    forAll(text, (before) => {
      const after = withGhostHeader(before);
      expect(hasGhostHeader(after)).toBe(true);
      const added = after.length - before.length;
      const mark = before.startsWith(BOM) ? 1 : 0;
      expect(after.slice(0, mark) + after.slice(mark + added)).toBe(before);
      expect(after.slice(mark, mark + added).trim()).toBe(GHOST_HEADER);
    });
  });
});
