import type { Changes } from './mutant.ts';

const SUITE = ['test/conform/suite.test.ts'];

export const CONFORM: readonly Changes[] = [
  {
    file: 'conform/case/judge.ts',
    tests: SUITE,
    changes: [
      ['an agent beside the instructions is not seen', 'to > read.entry', 'to < read.entry'],
      ['a missing proof is not seen', 'proof === undefined,', 'proof === null,'],
    ],
  },
  {
    file: 'conform/case/aim.ts',
    tests: SUITE,
    changes: [
      ['another process may be hit, too', '|| !isChanged(call)', '|| true'],
      ['calls on other files are counted', 'nthOf(calls, call, files)', 'nthOf(calls, call)'],
    ],
  },
  {
    file: 'conform/suite/report.ts',
    tests: SUITE,
    changes: [['what could not be told passes', '> 0 ? EXIT.machine', '> 99 ? EXIT.machine']],
  },
  {
    file: 'conform/witness/sight.ts',
    tests: SUITE,
    changes: [
      ['what a child of the agent got is not seen', 'found.set(child, {', 'found.set(pid, {'],
      ['a text in two pieces is not seen', 'data.slice(-kept)', "''"],
    ],
  },
];
