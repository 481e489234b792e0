import { namedPaths } from '#audit/facts/named-paths.ts';
import { FILES } from '#lib/spec/files.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/named-file',
  title: 'The files that the workspace names are there',
  section: '§1',
  level: 'advisory',
  tier: 'none',
  layouts: ['rfc-0009', 'openclaw'],
  needs: 'here',
  why: 'An agent that is told to run a script or to read a list that is not there looks for it in every session, or makes one up.',
  remedy: 'Name the file where it is now, or take the sentence out.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a script that is there, and a file that the agent is to make',
        files: {
          'TOOLS.md': '# Tools\n\nThe pump: `bin/pump.sh`.\n\nWrite the level to `level.csv`.\n',
        },
        facts: { absent: new Set() },
      },
    ],
    bad: [
      {
        shows: 'a script that is not',
        files: { 'TOOLS.md': '# Tools\n\nThe pump: run `bin/pump.sh`.\n' },
        facts: { absent: new Set(['bin/pump.sh']) },
        at: ['TOOLS.md:3'],
      },
    ],
  }),
  check: ({ rootDocuments, snapshot: { absent } }) =>
    rootDocuments.flatMap((document) => {
      const missing = namedPaths(document).filter(
        ({ path }) => absent?.has(path) === true && !OF_LAYOUT.has(path),
      );
      return [...Map.groupBy(missing, ({ path }) => path)].flatMap(([path, [first]]) =>
        first === undefined
          ? []
          : [
              {
                file: document.name,
                line: first.line,
                found: `${path}, which is not there`,
                expected: 'a file that is',
                anchor: path,
              },
            ],
      );
    }),
});

/** Of these other rules speak. */
const OF_LAYOUT: ReadonlySet<string> = new Set(FILES.map(({ name }) => name));
