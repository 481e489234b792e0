import { overState, STATE_FILE } from '#audit/facts/heartbeat.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.9/last-checks-absent',
  title: 'heartbeat-state.json has a member "lastChecks"',
  section: '§2.9',
  level: 'must',
  tier: 'lite',
  why: 'A heartbeat keeps the times of its checks in "lastChecks". A state without it says of no check when it ran, and every check is due each time.',
  remedy: 'Add "lastChecks" to the object, or delete the file: a workspace may do without it.',
  fix: 'none',
  requirements: ['Y75'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'no checks so far', files: { [STATE_FILE]: '{"lastChecks": {}}\n' } },
      { shows: 'no file', files: { [STATE_FILE]: null } },
      {
        shows: 'times elsewhere: 2.9/last-checks speaks of it',
        files: { [STATE_FILE]: '{"mail": 1773126000}\n' },
      },
    ],
    bad: [
      { shows: 'an empty object', files: { [STATE_FILE]: '{}\n' }, at: [STATE_FILE] },
      {
        shows: 'counters and cadences only',
        files: { [STATE_FILE]: '{"beats": 48, "every": "30m", "quiet": [23, 8]}\n' },
        at: [STATE_FILE],
      },
    ],
  }),
  check: overState(({ lastChecks }) =>
    lastChecks.is === 'absent' && lastChecks.time === undefined
      ? [
          {
            file: STATE_FILE,
            found: 'no member "lastChecks"',
            expected: 'an object "lastChecks", empty if no check has run',
            anchor: 'lastChecks',
          },
        ]
      : [],
  ),
});
