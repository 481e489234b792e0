import { labelledIn } from '#lib/workspace/labelled-line.ts';
import { fieldFor } from '#lib/language/labels.ts';
import type { Line } from '#lib/text/lines.ts';
import { isZone } from '#lib/text/zones.ts';
import { timezoneOf } from '#lib/workspace/profile.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { withoutDocument } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.3/timezone',
  title: 'The time zone in USER.md is an IANA name',
  section: '§2.3',
  level: 'should',
  tier: 'none',
  why: 'The zone decides which day "today" is, and so which log is read. What is no IANA name is not understood, and an offset such as UTC+1 is wrong for half of the year.',
  remedy:
    'Write the name of the zone from the IANA list, such as Europe/Berlin or America/New_York.',
  fix: 'none',
  requirements: ['Y43'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'an IANA name', files: { 'USER.md': '**Timezone:** Asia/Tokyo\n' } },
      { shows: 'a remark beside it', files: { 'USER.md': '- Timezone: Europe/Berlin (UTC+1)\n' } },
      { shows: 'no zone at all', files: { 'USER.md': '**Name:** Ada\n' } },
      { shows: 'a placeholder', files: { 'USER.md': '**Timezone:** [TZ identifier]\n' } },
      { shows: 'the word in a sentence', files: { 'USER.md': 'The timezone changes: often.\n' } },
    ],
    bad: [
      {
        shows: 'a city',
        files: { 'USER.md': '# User\n\n**Timezone:** Berlin\n' },
        at: ['USER.md:3'],
      },
      {
        shows: 'a name of no zone',
        files: { 'USER.md': '| Timezone | CEST |\n' },
        at: ['USER.md:1'],
      },
      { shows: 'an offset', files: { 'USER.md': '- **Timezone:** UTC+8\n' }, at: ['USER.md:1'] },
      { shows: 'words', files: { 'USER.md': 'Time zone: where Ada is\n' }, at: ['USER.md:1'] },
    ],
  }),
  check: (workspace) => {
    const user = workspace.document('USER.md');
    if (user === undefined) return withoutDocument(workspace, 'USER.md');
    const lines = user.lines.filter(
      ({ kind, text }) => kind !== 'comment' && kind !== 'code' && zonesIn(text).length > 0,
    );
    // As the kernel does it: the first line with a value settles the matter.
    const line = lines.find(({ text }) => timezoneOf(text) !== undefined) ?? lines.find(isOffset);
    if (line === undefined) return NOT_APPLICABLE;
    const value = timezoneOf(line.text);
    if (value !== undefined && isZone(value)) return [];
    const found = value === undefined ? 'an offset from UTC' : 'something that is no time zone';
    return [{ file: 'USER.md', line: line.line, found, expected: 'an IANA name' }];
  },
});

/** The values that a line labels as a time zone. */
const zonesIn = (text: string): readonly string[] =>
  labelledIn(text).flatMap(({ label, value }) =>
    fieldFor(label, 'user') === 'user.timezone' ? [value] : [],
  );

/** `Timezone: UTC+8`, which the kernel passes over. */
const isOffset = ({ text }: Line): boolean =>
  zonesIn(text).some((value) => /^(?:UTC|GMT)? ?[+−-] ?\d/i.test(value));
