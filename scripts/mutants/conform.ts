import type { Changes } from './mutant.ts';

const SUITE = ['test/conform/suite.test.ts'];
const PROVIDER = ['test/conform/provider.test.ts'];

export const CONFORM: readonly Changes[] = [
  {
    file: 'conform/case/judge.ts',
    tests: SUITE,
    changes: [
      ['an agent beside the instructions is not seen', 'to > read.entry', 'to < read.entry'],
      ['a missing proof is not seen', 'proof === undefined,', 'proof === null,'],
      ['a title that needs no tools ends the case', '!hasTried && lacksTools', 'lacksTools'],
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
    file: 'conform/provider/plan.ts',
    tests: PROVIDER,
    changes: [
      [
        'tools are not asked for',
        'if (step === undefined || tool',
        'if (step !== undefined || tool',
      ],
      ['tools that are not offered are asked for', 'tools.includes(tool.name)', 'true'],
      ['what is added to results begins a turn', 'results.length === 0);', 'true);'],
    ],
  },
  {
    file: 'conform/provider/chat.ts',
    tests: PROVIDER,
    changes: [
      ['a call without its result is accepted', 'if (open.size > 0)', 'if (open.size > 9)'],
      ['a result of no call is accepted', 'if (!open.delete(one.tool_call_id))', 'if (!one)'],
      ['rules are not shown', "role === 'system' ||", "role === 'tool' ||"],
    ],
  },
  {
    file: 'conform/provider/messages.ts',
    tests: PROVIDER,
    changes: [
      ['what came of tools is not shown', "block.type !== 'tool_result'", "block.type !== 'text'"],
    ],
  },
  {
    file: 'conform/provider/messages/request.ts',
    tests: PROVIDER,
    changes: [
      [
        'a call without its result is accepted',
        'if (missing.length > 0)',
        'if (missing.length > 9)',
      ],
      ['a result of no call is accepted', 'if (!open.includes(id))', 'if (id.length > 99)'],
    ],
  },
  {
    file: 'conform/machine/provider/main.ts',
    tests: ['test/conform/provider-server.test.ts'],
    changes: [['requests are not searched for canaries', 'signal(one);', 'String(one);']],
  },
  {
    file: 'conform/suite/run.ts',
    tests: SUITE,
    changes: [
      ['a chapter that is not claimed is held', 'id.charAt(0)', 'id'],
      [
        'a case that is claimed is not held',
        'claimed.includes(one.id)',
        'claimed.includes(one.title)',
      ],
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
