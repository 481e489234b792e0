import { zoneFindings } from '#audit/facts/timezone.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.3/timezone-words',
  title: 'The time zone in USER.md is told by its name, not in words',
  section: '§2.3',
  level: 'advisory',
  tier: 'none',
  why: 'A person knows what is meant; a kernel does not, and takes the zone of the machine. An offset such as UTC+1 is taken as it stands, and is wrong for half of the year where there is summer time.',
  remedy:
    'Write the name of the zone from the IANA list beside it, such as Asia/Shanghai or Europe/Berlin.',
  fix: 'none',
  requirements: ['Y43'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'an IANA name', files: { 'USER.md': '**Timezone:** Asia/Tokyo\n' } },
      { shows: 'a remark beside it', files: { 'USER.md': '- Timezone: Europe/Berlin (UTC+1)\n' } },
      { shows: 'no zone at all', files: { 'USER.md': '**Name:** Ada\n' } },
      {
        shows: 'what tells no zone, of which another rule speaks',
        files: { 'USER.md': 'Time zone: where Ada is\n' },
      },
    ],
    bad: [
      {
        shows: 'a city',
        files: { 'USER.md': '# User\n\n**Timezone:** Berlin\n' },
        at: ['USER.md:3'],
      },
      {
        shows: 'an abbreviation',
        files: { 'USER.md': '| Timezone | CEST |\n' },
        at: ['USER.md:1'],
      },
      { shows: 'an offset', files: { 'USER.md': '- **Timezone:** UTC+8\n' }, at: ['USER.md:1'] },
      {
        shows: 'Chinese',
        files: { 'USER.md': '- **Timezone:** 北京时间，东8区\n' },
        at: ['USER.md:1'],
      },
    ],
  }),
  check: (workspace) => zoneFindings(workspace, 'in words'),
});
