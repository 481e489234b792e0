/** heartbeat-state.json with the times that models invent, and HEARTBEAT.md. */
import type { Case } from './case.ts';

const state = (title: string, text: string, wanted: readonly string[] = []): Case => ({
  title,
  files: { 'memory/heartbeat-state.json': text },
  wanted,
});

const FILE = 'memory/heartbeat-state.json';
/** 2026-03-10 08:00 UTC. */
const NOW = Date.UTC(2026, 2, 10, 8) / 1000;
const DAY = 86_400;

export const HEARTBEAT_CASES: readonly Case[] = [
  state(
    'honest times',
    `{ "lastChecks": { "mail": ${NOW}, "weather": ${NOW - 2 * DAY}, "news": null } }\n`,
  ),
  state('no check yet', '{ "lastChecks": {} }\n'),
  state(
    'other members are allowed',
    `{ "lastChecks": { "mail": ${NOW} }, "notes": "quiet week", "runs": 12 }\n`,
  ),
  state(
    'a time of last year',
    `{\n  "lastChecks": {\n    "mail": ${NOW - 365 * DAY} ⟦2.9/implausible⟧\n  }\n}\n`,
  ),
  state(
    'a time of two years ago, by days',
    `{\n  "lastChecks": {\n    "mail": ${NOW - 730 * DAY}, ⟦2.9/implausible⟧\n    "news": ${NOW - DAY}\n  }\n}\n`,
  ),
  state(
    'the example of the specification',
    '{\n  "lastChecks": {\n    "email": 1703275200, ⟦2.9/implausible⟧\n    "calendar": 1703260800, ⟦2.9/implausible⟧\n    "weather": null\n  }\n}\n',
  ),
  state(
    'a time to come',
    `{\n  "lastChecks": {\n    "mail": ${NOW + 40 * DAY} ⟦2.9/implausible⟧\n  }\n}\n`,
  ),
  state(
    'an hour ahead is a clock, not an invention',
    `{ "lastChecks": { "mail": ${NOW + 3600} } }\n`,
  ),
  state(
    'a check that is long ago, with no log near',
    `{ "lastChecks": { "backup": ${NOW - 45 * DAY} } }\n`,
  ),
  state('milliseconds', `{\n  "lastChecks": {\n    "mail": ${NOW}000 ⟦2.9/milliseconds⟧\n  }\n}\n`),
  state('a fraction', `{\n  "lastChecks": {\n    "mail": ${NOW}.934849 ⟦2.9/fraction⟧\n  }\n}\n`),
  state('0 for never', '{\n  "lastChecks": {\n    "mail": 0 ⟦2.9/zero⟧\n  }\n}\n'),
  state(
    'an ISO time as text',
    '{\n  "lastChecks": {\n    "mail": "2026-03-10T08:00:00Z" ⟦2.9/seconds⟧\n  }\n}\n',
  ),
  state(
    'prose for a time',
    '{\n  "lastChecks": {\n    "appeal": "pending - waiting for an answer" ⟦2.9/seconds⟧\n  }\n}\n',
  ),
  state('true for a time', '{\n  "lastChecks": {\n    "mail": true ⟦2.9/seconds⟧\n  }\n}\n'),
  state('a negative time', '{\n  "lastChecks": {\n    "mail": -5 ⟦2.9/seconds⟧\n  }\n}\n'),
  state(
    'an object for each check',
    `{\n  "lastChecks": {\n    "mail": { "at": ${NOW} } ⟦2.9/seconds⟧\n  }\n}\n`,
  ),
  state('times at the top', `{ "mail": ${NOW}, "news": ${NOW - DAY} }\n`, [
    `2.9/last-checks ${FILE}`,
    `~2.9/last-checks-absent ${FILE}`,
  ]),
  state('last_check as text at the top', '{ "last_check": "2026-03-04 08:15:00" }\n', [
    `~2.9/last-checks ${FILE}`,
    `~2.9/last-checks-absent ${FILE}`,
  ]),
  state('counters and no time', '{ "runs": 3 }\n', [`2.9/last-checks-absent ${FILE}`]),
  state('lastChecks is a list', '{ "lastChecks": [1773129600] }\n', [`2.9/last-checks ${FILE}`]),
  state('not JSON', '{ "lastChecks": { "mail": 1773129600, } }\n', [`2.9/json ${FILE}`]),
  state('a comment is not JSON', '// state\n{ "lastChecks": {} }\n', [`2.9/json ${FILE}`]),
  state('an empty file', '', [`2.9/json ${FILE}`]),
  state('a list at the top', '[]\n', [`2.9/json ${FILE}`]),
  state(
    'a check twice',
    `{\n  "lastChecks": {\n    "mail": ${NOW},\n    "mail": ${NOW - DAY} ⟦2.9/duplicate-key⟧\n  }\n}\n`,
  ),
  state('digits as text', `{\n  "lastChecks": {\n    "mail": "${NOW}" ⟦2.9/seconds⟧\n  }\n}\n`),
  state('an exponent is a number', '{ "lastChecks": { "mail": 1.77312e9 } }\n', []),
  state('a byte order mark', `\uFEFF{ "lastChecks": { "mail": ${NOW} } }\n`, [`~2.9/json ${FILE}`]),
  state(
    'an ISO time elsewhere that knows the year',
    `{\n  "lastHeartbeat": "2026-03-10T07:50:00Z",\n  "lastChecks": {\n    "mail": ${NOW - 365 * DAY} ⟦2.9/implausible⟧\n  }\n}\n`,
  ),
  state(
    'milliseconds of last year',
    `{\n  "lastChecks": {\n    "mail": ${NOW - 365 * DAY}000 ⟦2.9/milliseconds⟧\n  }\n}\n`,
    [`~2.9/implausible ${FILE}`],
  ),
  state('lastChecks in other letters', `{ "last_checks": { "mail": ${NOW} } }\n`, [
    `2.9/last-checks ${FILE}`,
    `~2.9/last-checks-absent ${FILE}`,
  ]),
  state('two objects in one file', '{ "lastChecks": {} }\n{ "lastChecks": {} }\n', [
    `2.9/json ${FILE}`,
  ]),
  {
    title: 'a short checklist',
    files: { 'HEARTBEAT.md': '# Heartbeat\n\n- [ ] Mail\n- [ ] Calendar\n' },
  },
  {
    title: 'comments only',
    files: {
      'HEARTBEAT.md': '# HEARTBEAT.md\n\n<!-- Keep this file empty to skip heartbeats. -->\n',
    },
  },
  {
    title: 'a book of a heartbeat',
    files: {
      'HEARTBEAT.md': `# Heartbeat\n\n${'- Look at the mail of the archive and answer what is easy.\n'.repeat(45)}`,
    },
    wanted: ['2.7/short HEARTBEAT.md'],
  },
];
