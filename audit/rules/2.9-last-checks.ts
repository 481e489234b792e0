import { overState, STATE_FILE } from '#audit/facts/heartbeat.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.9/last-checks',
  title: 'The times of the checks stand in an object "lastChecks"',
  section: '§2.9',
  level: 'must',
  tier: 'lite',
  why: 'A heartbeat looks for the times of its checks in "lastChecks". Times that stand elsewhere are never found, and every check is due each time.',
  remedy:
    'Give the file a member "lastChecks", an object, and move the times of the checks into it: one member per check.',
  fix: 'none',
  requirements: ['Y75'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'no checks so far', files: { [STATE_FILE]: '{"lastChecks": {}}\n' } },
      {
        shows: 'times beside the object as well',
        files: {
          [STATE_FILE]:
            '{"lastChecks": {"mail": 1773126000}, "lastHeartbeat": "2026-03-10T07:00:00Z"}\n',
        },
      },
      {
        shows: 'neither the object nor a time: 2.9/last-checks-absent speaks of it',
        files: { [STATE_FILE]: '{"cadence": "30m", "beats": 48}\n' },
      },
    ],
    bad: [
      {
        shows: 'times in the top level',
        files: { [STATE_FILE]: '{\n  "mail": 1773126000,\n  "calendar": null\n}\n' },
        at: [`${STATE_FILE}:2`],
      },
      {
        shows: 'a time in words under another name',
        files: { [STATE_FILE]: '{\n  "beats": 12,\n  "last_check": "2026-03-04 08:15:00"\n}\n' },
        at: [`${STATE_FILE}:3`],
      },
      {
        shows: 'times in an object of another name',
        files: { [STATE_FILE]: '{"last_checks":\n{"mail":\n1773126000}}\n' },
        at: [`${STATE_FILE}:3`],
      },
      {
        shows: 'a list instead of an object',
        files: { [STATE_FILE]: '{\n  "lastChecks": [1773126000]\n}\n' },
        at: [`${STATE_FILE}:2`],
      },
      {
        shows: 'null instead of an object',
        files: { [STATE_FILE]: '{"lastChecks": null}\n' },
        at: [`${STATE_FILE}:1`],
      },
    ],
  }),
  check: overState(({ lastChecks }) => {
    if (lastChecks.is === 'object') return [];
    const isAbsent = lastChecks.is === 'absent';
    const at = isAbsent ? lastChecks.time : lastChecks.at;
    if (at === undefined) return [];
    return [
      {
        file: STATE_FILE,
        line: at.line,
        column: at.column,
        found: isAbsent ? 'a time, and no member "lastChecks"' : 'a "lastChecks" that is no object',
        expected: 'an object "lastChecks" with one member per check',
        anchor: 'lastChecks',
      },
    ];
  }),
});
