import { LAYOUT_NAMES } from '#lib/spec/layouts.ts';
import { defineRule } from '#audit/rule/rule.ts';
import { HIDDEN_KINDS, hiddenPlaces, injectionFindings } from '#audit/facts/injected-words.ts';

export const rule = defineRule({
  id: '1/hidden-characters',
  title: 'Files of the layout hold no characters that a reader cannot see',
  section: '§1',
  level: 'advisory',
  tier: 'none',
  layouts: LAYOUT_NAMES,
  why: 'What is invisible in an editor still reaches the model: whole sentences can be hidden in tag characters, and marks of direction show a line in another order than it is read.',
  remedy:
    'Delete the characters with an editor that shows them; find out how they came into the file.',
  fix: 'none',
  requirements: ['Y4'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'emoji of several characters, with joiners, selectors and tags',
        files: {
          'TOOLS.md':
            '# Tools\n\n- 👩‍🚀 ❤️ 1️⃣ ℹ️ \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\n',
        },
      },
      {
        shows: 'the joiners of Persian and Hindi, a mark of direction beside Hebrew',
        files: { 'USER.md': '# User\n\nمی\u200Cخواهم, क्\u200Dष, שלום\u200E (Ada)\n' },
      },
      { shows: 'a byte order mark at the beginning', files: { 'TOOLS.md': '\uFEFF# Tools\n' } },
      { shows: 'a file that is not of the layout', files: { 'notes.txt': 'a\u200Bb\n' } },
    ],
    bad: [
      {
        shows: 'a zero-width blank inside a word',
        files: { 'TOOLS.md': '# Tools\n\nHarbour cra\u200Bne\n' },
        at: ['TOOLS.md:3'],
      },
      {
        shows: 'a line whose direction is turned round',
        files: { 'HEARTBEAT.md': '- [ ] look \u202Eat the tide\u202C\n' },
        at: ['HEARTBEAT.md:1'],
      },
      {
        shows: 'letters spelled in tags, and a row of selectors',
        files: { 'TOOLS.md': 'quay \u{E0068}\u{E0069}\n\nrope\uFE01\uFE02\n' },
        at: ['TOOLS.md:1', 'TOOLS.md:3'],
      },
      {
        shows: 'a character for private use',
        files: { 'USER.md': '# User\n\n- **Phone:** \uF8FF\n' },
        at: ['USER.md:3'],
      },
    ],
  }),
  check: (workspace) =>
    injectionFindings(
      workspace,
      hiddenPlaces,
      HIDDEN_KINDS,
      'text in which every character can be seen',
    ),
});
