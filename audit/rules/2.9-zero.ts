import { overEntries, STATE_FILE } from '#audit/facts/heartbeat.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.9/zero',
  title: 'A check that has never run is null in "lastChecks", not 0',
  section: '§2.9',
  level: 'advisory',
  tier: 'none',
  why: 'Zero is a time: the first second of 1970. A reader that shows how long a check has waited says half a century.',
  remedy: 'Write null for a check that has never run.',
  fix: 'safe',
  requirements: ['Y76'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'null', files: { [STATE_FILE]: '{"lastChecks": {"mail": null}}\n' } },
      {
        shows: 'zero beside "lastChecks"',
        files: { [STATE_FILE]: '{"lastChecks": {}, "failures": 0}\n' },
      },
    ],
    bad: [
      {
        shows: 'zero, in three spellings',
        files: { [STATE_FILE]: '{"lastChecks": {\n"a": 0,\n"b": -0,\n"c": 0.0\n}}\n' },
        at: [2, 3, 4].map((line) => `${STATE_FILE}:${line}`),
      },
    ],
  }),
  check: overEntries(
    () =>
      ({ value }) =>
        value === 0
          ? {
              found: 'zero',
              expected: 'null for a check that has never run',
              fix: { kind: 'safe', title: 'Write null', text: 'null' },
            }
          : undefined,
  ),
});
