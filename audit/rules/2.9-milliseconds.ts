import { overEntries, STATE_FILE } from '#audit/facts/heartbeat.ts';
import { fromSmallerUnit } from '#audit/facts/instant.ts';
import { defineRule } from '#audit/rule/rule.ts';

const EXPECTED = 'seconds since 1970: ten digits in our days';

export const rule = defineRule({
  id: '2.9/milliseconds',
  title: 'Times in "lastChecks" are not in milliseconds',
  section: '§2.9',
  level: 'must',
  tier: 'lite',
  why: 'Read as seconds, a time in milliseconds lies fifty thousand years ahead, and the check is never due again.',
  remedy: 'Divide by 1000 and drop the fraction; in JavaScript, `Math.floor(Date.now() / 1000)`.',
  fix: 'safe',
  requirements: ['Y78'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'seconds',
        files: { [STATE_FILE]: '{"lastChecks": {"mail": 1773126000}}\n' },
      },
      {
        shows: 'milliseconds beside "lastChecks"',
        files: { [STATE_FILE]: '{"lastChecks": {}, "startedAt": 1773126000000}\n' },
      },
    ],
    bad: [
      {
        shows: 'milliseconds, whole and with a fraction',
        files: {
          [STATE_FILE]: '{"lastChecks": {\n"mail": 1773126000000,\n"tides": 1773126000000.25\n}}\n',
        },
        at: [`${STATE_FILE}:2`, `${STATE_FILE}:3`],
      },
      {
        shows: 'nanoseconds, and a number that is no time in any unit',
        files: {
          [STATE_FILE]: '{"lastChecks": {\n"mail": 1773126000000000000,\n"tides": 1e400\n}}\n',
        },
        at: [`${STATE_FILE}:2`, `${STATE_FILE}:3`],
      },
    ],
  }),
  check: overEntries(() => ({ fault, value }) => {
    if (fault !== 'too large' || typeof value !== 'number') return undefined;
    const time = fromSmallerUnit(value);
    if (time === undefined) return { found: 'a number too large for a time', expected: EXPECTED };
    return {
      found: `a time in ${time.unit}`,
      expected: EXPECTED,
      fix: { kind: 'safe', title: 'Write the same time in seconds', text: String(time.seconds) },
    };
  }),
});
