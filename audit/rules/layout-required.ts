import { LAYOUT_NAMES } from '#lib/spec/layouts.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: 'layout/required',
  title: 'The files that the layout requires are there, and say something',
  section: '§1',
  level: 'must',
  tier: 'lite',
  layouts: LAYOUT_NAMES.filter((name) => name !== 'rfc-0009'),
  why: 'An agent whose required files are missing or empty starts as nobody, or not at all.',
  remedy:
    'Write the file, or lay it out from a template: yamo init DIR --layout NAME completes a workspace.',
  fix: 'none',
  requirements: ['Y22'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'the two files of Aletheia that must be there, and no others',
        layout: 'aletheia',
        files: { 'SOUL.md': '# Syn\n', 'IDENTITY.md': 'name: Syn\n' },
      },
      { shows: 'GSV, which requires none', layout: 'gsv', files: { 'USER.md': 'Ada\n' } },
    ],
    bad: [
      {
        shows: 'Aletheia without IDENTITY.md, and with an empty SOUL.md',
        layout: 'aletheia',
        files: { 'SOUL.md': '\n', 'USER.md': 'Ada\n' },
        at: ['IDENTITY.md', 'SOUL.md'],
      },
    ],
  }),
  check: (workspace) => {
    if (workspace.state === 'uninitialised') return NOT_APPLICABLE;
    return workspace.layout.files.flatMap(({ name, required }) => {
      if (required !== true || workspace.isIgnored(name)) return [];
      const isThere = workspace.has(name);
      const text = workspace.document(name)?.text;
      if (isThere && (text === undefined || text.trim() !== '')) return [];
      const found = isThere ? 'a file that says nothing' : `no ${name}`;
      const expected = `what ${workspace.layout.title} requires`;
      return [{ file: name, found, expected, ...(!isThere && { absent: true as const }) }];
    });
  },
});
