import type { Changes } from './mutant.ts';

const CHANGE = ['test/kernel/memory/change.test.ts'];
const WRITES = ['test/kernel/memory/writes.test.ts'];
const PROPOSAL = ['test/lib/memory/proposal.test.ts'];
const COMMIT = ['test/kernel/memory/commit.test.ts'];
const DECIDE = ['test/lib/heartbeat/decide.test.ts'];
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
  {
    file: 'lib/memory/proposal.ts',
    tests: PROPOSAL,
    changes: [
      ['one of two equal lines is taken out', 'found.length === 1 ? found[0]', 'found[0]'],
      ['marked entries are applied unseen', 'add: add.filter((entry) => !waits(entry)),', 'add,'],
      [
        'a line goes whose successor waits',
        'remove: remove.filter(({ line }) => !lines.has(line)),',
        'remove,',
      ],
      ['a comment swallows what follows', ".replaceAll('<!--', String.raw`\\<!--`)", ''],
      ['what was decided waits on', '!lines.has(entryLine(entry))', 'true'],
      ['removals that were decided wait on', '!gone.has(text)', 'true'],
    ],
  },
  {
    file: 'lib/memory/loss.ts',
    tests: PROPOSAL,
    changes: [
      ['a line that moved is lost', 'return count <= 0;', 'return true;'],
      ['a short memory cannot be mended', 'lost >= MEMORY_LOSS_LINES && ', ''],
    ],
  },
  {
    file: 'kernel/memory/judge.ts',
    tests: WRITES,
    changes: [
      ['credentials are proposed', 'if (credential !== undefined)', 'if (credential === null)'],
      ['an entry is from nowhere', "log === undefined || line === ''", 'log === undefined'],
      ['instructions are no mark', 'scan(`${text}\\n${line}`).length > 0', 'false'],
    ],
  },
  {
    file: 'kernel/memory/commit.ts',
    tests: COMMIT,
    changes: [
      ['a merge takes the commit in', '    await this.#refuseUnderWay();\n', ''],
      [
        'what is staged of the file is lost',
        'if (listed !== `${old.mode} ${old.object} 0\\t${path}\\0`) return;',
        '',
      ],
      ['filters run', '[...without, ', '['],
      ['what was there before is in no commit', "files, 'before',", "files, 'after',"],
      ['other files leave the repository', 'input: [...others, ...row]', 'input: row'],
    ],
  },
  {
    file: 'kernel/owner/forget.ts',
    tests: ['test/kernel/owner/forget.test.ts'],
    changes: [
      ['the next line is forgotten, too', 'lines.slice(to)', 'lines.slice(to + 1)'],
      ['an archive becomes no archive', 'isArchived ? pack(rest) : rest', 'rest'],
      ['what is no text is written anew', 'if (reason !== undefined)', 'if (reason === null)'],
    ],
  },
  {
    file: 'lib/heartbeat/decide.ts',
    tests: DECIDE,
    changes: [
      ['a human is too early', 'facts.byClock && dueAt', 'dueAt'],
      ['an empty list wakes the agent', 'checklist?.isEmpty === true', 'checklist === null'],
      ['it comes at night', 'hours === undefined || isWithin', 'hours !== null || isWithin'],
      ['money has no end', 'usd >= mostUsd', 'usd > 2 * mostUsd'],
      ['tokens have no end', 'tokens >= mostTokens', 'tokens > 2 * mostTokens'],
      [
        'it comes into a turn',
        "      isBusy\n        ? 'A turn",
        "      !isBusy\n        ? 'A turn",
      ],
      ['it comes before the first boot', 'isUnborn ?', '!isUnborn ?'],
    ],
  },
  {
    file: 'lib/heartbeat/hours.ts',
    tests: DECIDE,
    changes: [
      [
        'no hours go over midnight',
        'minute >= from || minute < to',
        'minute >= from && minute < to',
      ],
      [
        'the last minute counts',
        'minute >= from && minute < to :',
        'minute >= from && minute <= to :',
      ],
    ],
  },
  {
    file: 'lib/heartbeat/due.ts',
    tests: ['test/lib/heartbeat/checks.test.ts'],
    changes: [
      ['a check is done again at once', 'now - one.last >= one.everySeconds', 'true'],
      ['spellings are checks of their own', 'byKey.get(keyOf(name))', 'byKey.get(name)'],
    ],
  },
  {
    file: 'lib/recall/fusion.ts',
    tests: ['test/lib/recall/recall.test.ts'],
    changes: [
      ['ranks count from 0', '1 / (k + index + 1)', '1 / (k + index)'],
      ['an id counts twice in one ranking', '[...new Set(rankings[name])]', '[...rankings[name]]'],
    ],
  },
];
