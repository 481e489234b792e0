import type { OldSecret } from '#lib/workspace/snapshot.ts';
import { judgeHistory, shortId } from '#audit/facts/history.ts';
import { defineRule } from '#audit/rule/rule.ts';

const old = (commit: string, file: string, value: string): OldSecret => ({
  commit,
  file,
  line: 12,
  kind: 'password',
  value,
});

const history = (...secrets: readonly OldSecret[]) => ({ history: { changes: [], secrets } });

export const rule = defineRule({
  id: '4.2/secret-in-history',
  title: 'No credential stands in an old version of a file',
  section: '§4.2',
  level: 'advisory',
  tier: 'none',
  needs: 'history',
  why: 'A credential that was deleted from a file stays in every clone of the repository. Whoever can read the repository has it.',
  remedy:
    'Change the credential where it is used; that alone makes the old one worthless. Then, if you want, take it out of the history with `git filter-repo`.',
  fix: 'none',
  requirements: ['Y95'],
  since: '0.2.0',
  examples: () => ({
    good: [{ shows: 'a history without credentials', files: {}, facts: history() }],
    bad: [
      {
        shows: 'one credential in two commits, and another one',
        files: {},
        facts: history(
          old('4f2a9c1be7d03a5586f1', 'TOOLS.md', 'tide-table-1'),
          old('90ce11ab27d03a5586f1', 'TOOLS.md', 'tide-table-1'),
          old('90ce11ab27d03a5586f1', 'USER.md', 'tide-table-2'),
        ),
        at: ['TOOLS.md', 'USER.md'],
      },
    ],
  }),
  check: (workspace) =>
    judgeHistory(workspace.snapshot.history, ({ secrets }) => {
      // Of one credential in many versions of a file there is nothing to say twice.
      const groups = Map.groupBy(secrets, ({ file, value }) => JSON.stringify([file, value]));
      return [...groups.values()].flatMap((group) => {
        const [first] = group;
        if (first === undefined) return [];
        const secret = workspace.secretFacts(first.kind, first.value);
        const commits = new Set(group.map(({ commit }) => commit)).size;
        const more = commits > 1 ? ` and of ${commits - 1} more` : '';
        return [
          {
            file: first.file,
            found: `a credential in line ${first.line} of the version of commit ${shortId(first)}${more}`,
            expected: 'credentials that never come into the history',
            secret,
          },
        ];
      });
    }),
});
