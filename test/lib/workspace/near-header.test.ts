/** The ghost header and the words for what stands in its place (RFC-0006 §2.1). */
import { describe, expect, it } from 'vitest';

import { auditSnapshot } from '#audit/engine/audit.ts';
import { applyEdits } from '#audit/engine/fixes.ts';
import { nearHeader } from '#lib/workspace/near-header.ts';
import { rule } from '#audit/rules/0006-2.1-ghost-header.ts';
import { GHOST_HEADER } from '#lib/spec/files.ts';
import { withGhostHeader } from '#lib/workspace/header.ts';
import { CONTEXT, snapshotOf } from '#test/support/golden.ts';

const BOM = '\uFEFF';
const findingsFor = (text: string) =>
  auditSnapshot(snapshotOf({ 'AGENTS.md': text }), CONTEXT, [rule], {
    pedantic: false,
    strict: false,
  }).findings;

describe('a near miss is called by its own name [K3] [K4]', () => {
  it.each([
    ['> [!IMPORTANT]\n> **YAMO-NATIVE KERNEL v3.0 ACTIVE**\n', 2, /call-out/u],
    [`# ${GHOST_HEADER}\n`, 1, /heading/u],
    [`> ${GHOST_HEADER}\n`, 1, /quote/u],
    [`**${GHOST_HEADER}**\n`, 1, /bold/u],
    [`_${GHOST_HEADER}_\n`, 1, /italic/u],
    [`\`${GHOST_HEADER}\`\n`, 1, /as code/u],
    [`- ${GHOST_HEADER}\n`, 1, /list/u],
    [`<!-- ${GHOST_HEADER} -->\n`, 1, /in a comment/u],
    [`\`\`\`\n${GHOST_HEADER}\n\`\`\`\n`, 2, /code block/u],
    ['YAMO\u2011NATIVE KERNEL ACTIVE', 1, /dash/u],
    ['YAMO\u2013NATIVE KERNEL ACTIVE', 1, /dash/u],
    ['Yamo-Native Kernel Active', 1, /letter case/u],
    ['YAMO-NATIVE  KERNEL ACTIVE', 1, /blanks/u],
    ['YAMO NATIVE KERNEL ACTIVE', 1, /blanks/u],
    ['YAMO-NATIVE KERNEL v3.0 ACTIVE', 1, /version/u],
    [`${GHOST_HEADER} v3.0`, 1, /version/u],
    [`${GHOST_HEADER}: do not remove`, 1, /more text/u],
    [`${GHOST_HEADER}.`, 1, /more text/u],
    [`\u200B${GHOST_HEADER}`, 1, /invisible/u],
    [`${BOM}${BOM}${GHOST_HEADER}`, 1, /invisible/u],
    [`---\nname: x\n---\n\n${GHOST_HEADER}`, 5, /front matter before/u],
    [`---\n${GHOST_HEADER}\n---\n`, 2, /front matter/u],
    [`<!-- a -->\n\n${GHOST_HEADER}`, 3, /a comment before/u],
    [`# Rules\r\n\r\n${GHOST_HEADER}`, 3, /other text before/u],
    ['The YAMO native kernel is what runs here.', 1, /come near/u],
  ])('%j', (text, line, words) => {
    const near = nearHeader(text);
    expect(near?.line).toBe(line);
    expect(near?.found).toMatch(words);
    expect(findingsFor(text)).toMatchObject([{ line, found: near?.found }]);
  });

  it('is looked for in twenty lines, and not in long ones', () => {
    expect(nearHeader(`${'\n'.repeat(19)}# ${GHOST_HEADER}`)?.line).toBe(20);
    expect(nearHeader(`${'\n'.repeat(20)}# ${GHOST_HEADER}`)).toBeUndefined();
    expect(nearHeader(`${'yamo '.repeat(2_000_000)}${GHOST_HEADER}`)).toBeUndefined();
  });
});

describe('the fix', () => {
  it.each(['# Rules\n', '# Rules\r\n', `${BOM}# Rules\r\nx\n`, '', `> ${GHOST_HEADER}\n`])(
    'puts the header before %j as the kernel does, and leaves every other byte [K9]',
    (text) => {
      const edits = findingsFor(text)[0]?.fix?.edits ?? [];
      const healed = applyEdits(text, edits);
      expect(healed).toBe(withGhostHeader(text));
      expect(findingsFor(healed)).toEqual([]);
    },
  );
});
