import type { LayoutRole } from '#lib/layout/document.ts';
import { LAYOUT_NAMES } from '#lib/spec/layouts.ts';
import { isLayoutFile } from '#lib/layout/membership.ts';
import { isPlaceholder } from '#lib/text/placeholder.ts';
import type { Document } from '#audit/workspace/document.ts';
import type { Finding } from '#audit/workspace/finding.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** `- **Name:** value`, `name: value`. */
const FIELD =
  /^(?:[-*]\s+)?\**\p{L}[\p{L}\p{M} ]{0,30}\**\s{0,4}[:：]\**[ \t]*(?=[^\s/])(.{1,200})$/u;
const VARIABLE = /\{\{[ \t]{0,4}[A-Za-z][\w. -]{0,40}\}\}/u;

const SAYS_WHO: ReadonlySet<LayoutRole> = new Set(['identity', 'soul', 'user']);

export const rule = defineRule({
  id: 'layout/template-left',
  title: 'What a template left open is filled in',
  section: '§2.1',
  level: 'should',
  tier: 'none',
  layouts: LAYOUT_NAMES.filter((name) => name !== 'rfc-0009'),
  why: 'Once an agent is made, a placeholder is read to it in every session as if it were its name.',
  remedy: 'Write in place of each placeholder what it stands for, or delete the line.',
  fix: 'none',
  requirements: ['Y17', 'Y18'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'an identity that is filled in',
        layout: 'aletheia',
        files: { 'SOUL.md': 'You are Syn.\n', 'IDENTITY.md': 'name: Syn\nemoji: 🧭\n' },
      },
      {
        shows: 'placeholders while the first run waits',
        layout: 'gsv',
        files: { 'BOOTSTRAP.md': 'x\n', 'IDENTITY.md': '- **Vibe:** (a few words)\n' },
      },
    ],
    bad: [
      {
        shows: 'what a first run was to fill in',
        layout: 'gsv',
        files: { 'IDENTITY.md': '- **Name:** Zim\n- **Vibe:** (a few words)\n' },
        at: ['IDENTITY.md:2'],
      },
      {
        shows: 'a persona of Nexus with a variable of its template',
        layout: 'nexus',
        files: {
          'AGENTS.md': '# Rules\n',
          'state/agents/zim/IDENTITY.md': 'name: Zim\n',
          'state/agents/zim/SOUL.md': '# Soul\n\nYou are {{name}}.\n',
        },
        at: ['state/agents/zim/SOUL.md:3'],
      },
    ],
  }),
  check: (workspace) => {
    if (workspace.state !== 'initialised') return NOT_APPLICABLE;
    const { layout } = workspace;
    const files = layout.files.filter(({ role }) => SAYS_WHO.has(role));
    return workspace.names
      .filter((name) => isLayoutFile({ ...layout, files }, name))
      .flatMap((name) => leftIn(workspace.document(name)));
  },
});

const leftIn = (document: Document | undefined): readonly Finding[] => {
  if (document?.text.trim() === '')
    return [{ file: document.name, found: 'a file that says nothing', expected: 'who that is' }];
  const open = (document?.lines ?? []).filter(
    ({ kind, text }) =>
      kind !== 'code' && kind !== 'fence' && kind !== 'comment' && isOpen(text.trim()),
  );
  const [first] = open;
  if (document === undefined || first === undefined) return [];
  const found = open.length === 1 ? 'a placeholder' : `${open.length} placeholders, the first here`;
  return [{ file: document.name, line: first.line, found, expected: 'what it stands for' }];
};

const isOpen = (line: string): boolean => {
  if (VARIABLE.test(line)) return true;
  const value = FIELD.exec(line)?.[1];
  return value !== undefined && /^[*_]*[([<{]/u.test(value) && isPlaceholder(value);
};
