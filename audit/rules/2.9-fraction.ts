import { overEntries, STATE_FILE } from '#audit/facts/heartbeat.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.9/fraction',
  title: 'Times in "lastChecks" are whole seconds',
  section: '§2.9',
  level: 'advisory',
  tier: 'none',
  why: 'The format asks for whole numbers. A kernel takes a fraction for a check that has never run, and does it again.',
  remedy: 'Drop what stands after the point; in Python, `int(time.time())`.',
  fix: 'safe',
  requirements: ['Y78'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'whole numbers, however they are written',
        files: { [STATE_FILE]: '{"lastChecks": {"mail": 1773126000, "tides": 1.773126e9}}\n' },
      },
      {
        shows: 'fractions beside "lastChecks"',
        files: { [STATE_FILE]: '{"lastChecks": {}, "threshold": 0.75}\n' },
      },
    ],
    bad: [
      {
        shows: 'what a clock of Python returns',
        files: { [STATE_FILE]: '{\n"lastChecks": {\n"mail": 1773126000.934849}}\n' },
        at: [`${STATE_FILE}:3`],
      },
    ],
  }),
  check: overEntries(() => ({ fault, value }) => {
    if (fault !== 'fraction' || typeof value !== 'number') return undefined;
    const seconds = Math.floor(value);
    return {
      found: 'a fraction of a second',
      expected: 'a whole number of seconds since 1970, or null',
      fix: {
        kind: 'safe',
        title: 'Drop the fraction',
        // Zero would be the next finding.
        text: seconds === 0 ? 'null' : String(seconds),
      },
    };
  }),
});
