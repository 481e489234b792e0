import { JSON_FAULTS } from '#audit/workspace/json.ts';
import { defineRule } from '#audit/rule/rule.ts';
import { type StateFault, readingOf, shortened, STATE_FILE } from '#audit/facts/heartbeat.ts';
import { withoutDocument } from '#audit/facts/presence.ts';
import type { Finding } from '#audit/workspace/finding.ts';

const FAULTS = {
  ...JSON_FAULTS,
  root: { found: 'JSON that is no object', expected: 'an object with the member "lastChecks"' },
} as const;

/** What is taken out of the file, because no reader of JSON needs it. */
const NEEDLESS: Readonly<Partial<Record<keyof typeof FAULTS, string>>> = {
  mark: 'Delete the byte order mark',
  comma: 'Delete the comma before the closing bracket',
};

export const rule = defineRule({
  id: '2.9/json',
  title: 'heartbeat-state.json is a JSON object',
  section: '§2.9',
  level: 'must',
  tier: 'lite',
  why: 'The state is read by programs. A file that their JSON parser refuses is as good as none: every check is due again, or the heartbeat stops.',
  remedy:
    'Correct the place that the finding names. JSON has no comments, no commas before a closing bracket, and double quotes only.',
  fix: 'safe',
  requirements: ['Y75'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'no file: a fresh workspace has none', files: { [STATE_FILE]: null } },
      {
        shows: 'members beside "lastChecks", whatever they hold',
        files: {
          [STATE_FILE]:
            '{"lastChecks": {"mail": null}, "notes": [{"a": [1.5, true]}], "cadence": "30m"}',
        },
      },
    ],
    bad: [
      { shows: 'an empty file', files: { [STATE_FILE]: '' }, at: [`${STATE_FILE}:1`] },
      {
        shows: 'an object that is not closed',
        files: { [STATE_FILE]: '{\n  "lastChecks": {\n    "mail": 1773126000\n  }\n' },
        at: [`${STATE_FILE}:5`],
      },
      {
        shows: 'comments, and a comma after the last member',
        files: {
          [STATE_FILE]:
            '{\n  // when it ran\n  "lastChecks": {\n    "mail": 1773126000, /* new */\n  }\n}\n',
        },
        at: [`${STATE_FILE}:2`, `${STATE_FILE}:4`, `${STATE_FILE}:4`],
      },
      {
        shows: 'a byte order mark',
        files: { [STATE_FILE]: '\uFEFF{"lastChecks": {}}\n' },
        at: [`${STATE_FILE}:1`],
      },
      { shows: 'an array', files: { [STATE_FILE]: '[1773126000]\n' }, at: [`${STATE_FILE}:1`] },
      {
        shows: 'text of YAML',
        files: { [STATE_FILE]: 'lastChecks:\n  mail: 1773126000\n' },
        at: [`${STATE_FILE}:1`],
      },
    ],
  }),
  check: (workspace) => {
    const reading = readingOf(workspace);
    if (reading === undefined) return withoutDocument(workspace, STATE_FILE);
    const counts = new Map<string, number>();
    const findings = reading.faults.map((fault) => {
      const count = (counts.get(fault.fault) ?? 0) + 1;
      counts.set(fault.fault, count);
      return findingOf(fault, count);
    });
    return shortened(findings);
  },
});

const findingOf = ({ fault, start, end, line, column }: StateFault, count: number): Finding => {
  const { found, expected } = FAULTS[fault];
  const anchor = `${fault} ${count}`;
  const finding = { file: STATE_FILE, line, column, found, expected, anchor };
  const title = NEEDLESS[fault];
  if (title === undefined) return finding;
  const edits = [{ file: STATE_FILE, start, end, text: '' }];
  return { ...finding, fix: { kind: 'safe', title, edits } };
};
