import type { Changes } from './mutant.ts';

const CHANGE = ['test/kernel/memory/change.test.ts'];
const WRITES = ['test/kernel/memory/writes.test.ts'];
const OLD = ['test/kernel/owner/old-logs.test.ts'];

export const MEMORY: readonly Changes[] = [
  {
    file: 'kernel/memory/change.ts',
    tests: CHANGE,
    changes: [
      ['what was changed does not go back', '      putBack(workspace, changes);\n', ''],
      [
        'a file that was saved meanwhile is removed',
        '      refuseIfMoved(file, directory.disk.lstat(directory.at(name)), now.stat);\n',
        '',
      ],
      [
        'what a kill left is settled by nobody',
        "if (entry.state === 'begun') settle(",
        "if (entry.state === 'done') settle(",
      ],
    ],
  },
  {
    file: 'kernel/owner/old-logs.ts',
    tests: OLD,
    changes: [
      ['young logs go without consent', 'days < LOG_KEEP_DAYS && !consent', 'days < 0'],
      [
        'the log of today goes',
        'daysFrom(day, today) > Math.max(0, days)',
        'daysFrom(day, today) >= days',
      ],
      [
        'another archive is taken for this one',
        'unpack(file, there).equals(log)',
        'there.length > 0',
      ],
    ],
  },
  {
    file: 'kernel/owner/undo-memory.ts',
    tests: OLD,
    changes: [
      ['an undo that was taken back counts', '&& !undone.has(id)', ''],
      ['what was changed since is lost', 'if (isSame(now, after)) return', 'return'],
    ],
  },
  {
    file: 'kernel/memory/writes.ts',
    tests: WRITES,
    changes: [
      ['most of MEMORY.md may go', 'if (isMost && ', 'if (false && '],
      ['a loss is refused again and again', '      this.#explained.add(hash);\n', ''],
      ['lines leave MEMORY.md unseen', 'if (lost === 0 && ', 'if ('],
    ],
  },
  {
    file: 'kernel/memory/origins.ts',
    tests: WRITES,
    changes: [
      ['a shared session marks nothing', "kind === 'main' ? [] :", 'kind ? [] :'],
      ['commands mark nothing', "operation === 'command:execute'", "operation === 'command'"],
      ['other files mark nothing', 'roleOf(file) === undefined', 'false'],
      [
        'what nobody knows is not marked',
        'if (bootId === undefined) return UNKNOWN;',
        'if (bootId === undefined) return [];',
      ],
    ],
  },
  {
    file: 'kernel/memory/archive.ts',
    tests: ['test/kernel/memory/archive.test.ts'],
    changes: [
      ['an archive fills the memory', ', { maxOutputLength: maxBytes }', ''],
      ['what is no text is shown', 'if (reason !== undefined) throw', 'if (reason === null) throw'],
    ],
  },
];
