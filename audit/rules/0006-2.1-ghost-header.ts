import { GHOST_HEADER } from '#lib/spec/files.ts';
import { hasGhostHeader, withGhostHeader } from '#lib/workspace/header.ts';
import { NOT_APPLICABLE, notAuditable } from '#audit/workspace/finding.ts';
import type { Fix } from '#audit/workspace/finding.ts';
import { nearHeader } from '#lib/workspace/near-header.ts';
import { defineRule } from '#audit/rule/rule.ts';

const REST = '\n# Rules\n\n## Safety\n\nAsk first.\n';
const near = (shows: string, text: string, at = 'AGENTS.md:1') => ({
  shows,
  files: { 'AGENTS.md': text },
  at: [at],
});

export const rule = defineRule({
  id: '0006-2.1/ghost-header',
  title: 'AGENTS.md begins with the ghost header',
  section: 'RFC-0006 §2.1',
  level: 'must',
  tier: 'v3.0',
  why: 'A v3.0 kernel takes the header as the sign that AGENTS.md is the protocol and not a text that somebody put in its place. It compares letters, so a similar line is no header.',
  remedy: `Put the line "${GHOST_HEADER}" first in AGENTS.md, with nothing else on it.`,
  fix: 'safe',
  requirements: ['K3', 'K4', 'K10'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a byte order mark, blank lines and Windows line ends',
        files: { 'AGENTS.md': `\uFEFF\r\n\r\n${GHOST_HEADER}\r\n\r\n# Rules\r\n` },
      },
      { shows: 'blanks after it', files: { 'AGENTS.md': `${GHOST_HEADER}  \n${REST}` } },
    ],
    bad: [
      near('no header', `# Rules\n${REST}`),
      near('an empty file', ''),
      near(
        'the call-out of the installers',
        `> [!IMPORTANT]\n> **YAMO-NATIVE KERNEL v3.0 ACTIVE**\n${REST}`,
        'AGENTS.md:2',
      ),
      near('a heading', `# ${GHOST_HEADER}\n${REST}`),
      near('a quote', `> ${GHOST_HEADER}\n${REST}`),
      near('bold type', `**${GHOST_HEADER}**\n${REST}`),
      near('another dash', `YAMO\u2011NATIVE KERNEL ACTIVE\n${REST}`),
      near('lower case', `yamo-native kernel active\n${REST}`),
      near('a version', `YAMO-NATIVE KERNEL v3.0 ACTIVE\n${REST}`),
      near('more words', `${GHOST_HEADER}, do not remove\n${REST}`),
      near('front matter before it', `---\nname: x\n---\n${GHOST_HEADER}\n${REST}`, 'AGENTS.md:4'),
      near('a comment before it', `<!-- mine -->\n\n${GHOST_HEADER}\n${REST}`, 'AGENTS.md:3'),
      near('a title before it', `# Rules\n\n${GHOST_HEADER}\n${REST}`, 'AGENTS.md:3'),
    ],
  }),
  check: (workspace) => {
    const reason = workspace.whyNoDocument('AGENTS.md');
    if (reason !== undefined) return notAuditable(reason);
    const text = workspace.document('AGENTS.md')?.text;
    if (text === undefined) return NOT_APPLICABLE;
    if (hasGhostHeader(text)) return [];
    const { line, found } = nearHeader(text) ?? { line: 1, found: 'no ghost header' };
    const expected = `"${GHOST_HEADER}" as the first line, and nothing else on it`;
    return [{ file: 'AGENTS.md', line, found, expected, fix: prepended(text), anchor: 'header' }];
  },
});

function prepended(text: string): Fix {
  const at = text.startsWith('\uFEFF') ? 1 : 0;
  const healed = withGhostHeader(text);
  const header = healed.slice(at, at + healed.length - text.length);
  return {
    kind: 'safe',
    title: 'Put the ghost header in front',
    edits: [{ file: 'AGENTS.md', start: at, end: at, text: header }],
  };
}
