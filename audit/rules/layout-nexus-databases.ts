import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

const FOLDER = 'state/data';
const DATABASES = ['events', 'agents', 'identity', 'memory', 'embeddings', 'runtime'].map(
  (name) => `${FOLDER}/${name}.db`,
);

const TREE = Object.fromEntries(['AGENTS.md', ...DATABASES].map((name) => [name, 'x\n']));

export const rule = defineRule({
  id: 'layout/nexus-databases',
  title: 'The six databases of Nexus are there',
  section: '§1',
  level: 'advisory',
  tier: 'none',
  layouts: ['nexus'],
  why: 'Nexus keeps events, agents, identity, memory, embeddings and its own runtime in six databases, and makes all of them when it is set up. What lies beside them is of another version, or of somebody else.',
  remedy: 'Let the runtime of Nexus make what is missing: it does when it starts.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'all six, and what a database writes beside itself',
        layout: 'nexus',
        files: { ...TREE, 'state/data/events.db-wal': '' },
      },
    ],
    bad: [
      {
        shows: 'a tree that no runtime has started in',
        layout: 'nexus',
        files: { 'AGENTS.md': '# Rules\n' },
        at: [FOLDER],
      },
      {
        shows: 'five of them, and one more',
        layout: 'nexus',
        files: { ...TREE, 'state/data/memory.db': null, 'state/data/work.db': 'x\n' },
        at: ['state/data/memory.db', 'state/data/work.db'],
      },
    ],
  }),
  check: (workspace) => {
    if (workspace.state === 'uninitialised') return NOT_APPLICABLE;
    const missing = DATABASES.filter((name) => !workspace.has(name));
    const others = workspace.names.filter(
      (name) => name.startsWith(`${FOLDER}/`) && name.endsWith('.db') && !DATABASES.includes(name),
    );
    if (missing.length === DATABASES.length)
      return [{ file: FOLDER, found: 'no database', expected: 'six of them' }];
    return [
      ...missing.map((file) => ({ file, found: `no ${file}`, expected: 'one of six databases' })),
      ...others.map((file) => ({ file, found: 'a seventh database', expected: 'six of them' })),
    ];
  },
});
