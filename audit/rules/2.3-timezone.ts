import { zoneFindings } from '#audit/facts/timezone.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.3/timezone',
  title: 'The time zone in USER.md is an IANA name',
  section: '§2.3',
  level: 'should',
  tier: 'none',
  why: 'The zone decides which day "today" is, and so which log is read. What is no IANA name is not understood.',
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
      {
        shows: 'words that tell it, of which another rule speaks',
        files: { 'USER.md': '**Timezone:** Berlin\n' },
      },
      { shows: 'the word in a sentence', files: { 'USER.md': 'The timezone changes: often.\n' } },
    ],
    bad: [
      {
        shows: 'a name of no zone',
        files: { 'USER.md': '# User\n\n**Timezone:** Middle Earth/Shire\n' },
        at: ['USER.md:3'],
      },
      { shows: 'words', files: { 'USER.md': 'Time zone: where Ada is\n' }, at: ['USER.md:1'] },
    ],
  }),
  check: (workspace) => zoneFindings(workspace, 'unknown'),
});
