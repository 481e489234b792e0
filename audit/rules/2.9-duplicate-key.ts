import { overState, shortened, STATE_FILE } from '#audit/facts/heartbeat.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.9/duplicate-key',
  title: 'No key stands twice in an object of heartbeat-state.json',
  section: '§2.9',
  level: 'should',
  tier: 'none',
  why: 'Of two members with one key every reader keeps one and drops the other without a word. Which of the two times was true is lost at the next writing.',
  remedy: 'Keep the member that is true and delete the other.',
  fix: 'none',
  requirements: ['Y75'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'the same key in two objects',
        files: { [STATE_FILE]: '{"lastChecks": {"mail": null}, "cadence": {"mail": "30m"}}\n' },
      },
      {
        shows: 'keys that differ in case',
        files: { [STATE_FILE]: '{"lastChecks": {"mail": null, "Mail": null}}\n' },
      },
    ],
    bad: [
      {
        shows: 'a check that stands twice',
        files: {
          [STATE_FILE]: '{"lastChecks": {\n"mail": 1773126000,\n"m\\u0061il": 1773122400\n}}\n',
        },
        at: [`${STATE_FILE}:3`],
      },
      {
        shows: '"lastChecks" twice',
        files: { [STATE_FILE]: '{\n"lastChecks": {},\n"lastChecks": {}\n}\n' },
        at: [`${STATE_FILE}:3`],
      },
    ],
  }),
  check: overState(({ repeated }) =>
    shortened(
      repeated.map(({ line, column }, at) => ({
        file: STATE_FILE,
        line,
        column,
        found: 'a key that stands twice in its object',
        expected: 'each key once',
        anchor: `repetition ${at + 1}`,
      })),
    ),
  ),
});
