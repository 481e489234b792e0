import type { Finding } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

const LOG = /^memory\/\d{4}-\d{2}-\d{2}\.yamo$/u;
const STATE = 'memory/heartbeat-state.yamo';

export const rule = defineRule({
  id: '1/legacy-state',
  title: 'Logs and heartbeat state have the formats of RFC-0009',
  section: '§1',
  level: 'should',
  tier: 'none',
  why: 'An older kernel kept its logs and its state as .yamo files. Nothing that follows RFC-0009 reads them, so for the agent they did not happen.',
  remedy:
    'Copy what is worth keeping into memory/YYYY-MM-DD.md and memory/heartbeat-state.json, and move the .yamo files away.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'Markdown logs and JSON state', files: {} },
      {
        shows: 'other .yamo files',
        files: { 'memory/notes.yamo': 'agent: Notes;\n', 'skills.yamo': 'agent: Skills;\n' },
      },
    ],
    bad: [
      {
        shows: 'state of the older kernel',
        files: { [STATE]: 'last_checks:\n  email;null;\n' },
        at: [STATE],
      },
      {
        shows: 'many logs of the older kernel, reported once',
        files: {
          'memory/2026-03-08.yamo': 'agent: Log;\n',
          'memory/2026-03-09.yamo': 'agent: Log;\n',
        },
        at: ['memory/2026-03-08.yamo'],
      },
    ],
  }),
  check: (workspace) => {
    const logs = workspace.names.filter((name) => LOG.test(name)).toSorted();
    const [first] = logs;
    const findings: Finding[] = [];
    if (first !== undefined) {
      findings.push({
        file: first,
        found:
          logs.length === 1 ? 'a log as .yamo' : `${logs.length} logs as .yamo, the first here`,
        expected: 'daily logs in Markdown',
      });
    }
    if (workspace.has(STATE)) {
      findings.push({
        file: STATE,
        found: 'heartbeat state as .yamo',
        expected: 'memory/heartbeat-state.json',
      });
    }
    return findings;
  },
});
