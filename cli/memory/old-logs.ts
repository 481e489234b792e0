/** `yamo memory archive` and `retain`: old logs put away, or removed. */
import { EXIT } from '#lib/spec/exits.ts';
import { LOG_REVIEW_DAYS } from '#lib/spec/limits.ts';
import type { Day } from '#kernel/owner/memory.ts';
import {
  type Age,
  type Disposal,
  dispose,
  type UntouchedLog,
  oldLogs,
} from '#kernel/owner/old-logs.ts';
import { Progress } from '#cli/io/progress.ts';
import type { Given } from '#cli/args/options.ts';
import { harmless, jsonLine, print, printError, styled, styledError } from '#cli/io/terminal.ts';
import { daysOf, looking, toChange } from './owner.ts';
import type { RunAction, Words } from './words.ts';

/** Throws LOG_YOUNG, FILE_MOVED, MEMORY_UNWRITABLE, WORKSPACE_…, LAYOUT_… and STATE_… refusals. */
export const archive: RunAction = (given, words) =>
  run('archive', given, words, {
    days: daysOf(given, LOG_REVIEW_DAYS),
    isDry: given.flag('dry-run'),
  });

/** Throws as `archive`. */
export const retain: RunAction = (given, words) => {
  if (given.text('days') === undefined) return 'Say how long logs are kept: --days N.';
  if (given.flag('apply') && given.flag('dry-run'))
    return '--apply and --dry-run exclude each other.';
  return run('retain', given, words, { days: daysOf(given, 0), isDry: !given.flag('apply') });
};

interface Wanted {
  readonly days: number;
  readonly isDry: boolean;
}

const run = (
  disposal: Disposal,
  given: Given<'memory'>,
  words: Words,
  { days, isDry }: Wanted,
): number => {
  const json = given.flag('json');
  const consent = given.flag('consent');
  const ageOf = (day: Day): Age => {
    const { today, machineDay } = day;
    if (today > machineDay)
      printError(`${today} has not come yet: ages count from ${machineDay}.\n`);
    return { ...day, days, consent };
  };
  if (isDry)
    return looking(given, words, (workspace, day) => {
      const logs = oldLogs(workspace, disposal, ageOf(day));
      for (const { file } of logs) print(json ? jsonLine({ file, would: disposal }) : `${file}\n`);
      if (!json) printError(wouldBe(disposal, logs.length));
      return EXIT.done;
    });
  return toChange(given, words, (changing, day) => {
    const logs = oldLogs(changing.workspace, disposal, ageOf(day));
    const progress = new Progress();
    const { entries, files, kept } = dispose(changing, disposal, logs, (done) =>
      progress.show(`${done} of ${logs.length} logs`),
    );
    progress.done();
    const ids = entries.map(({ id }) => id);
    if (json) print(jsonLine({ done: disposal, files, kept, journal: ids }));
    else tell(disposal, files.length, ids, kept);
    return kept.length > 0 ? EXIT.refused : EXIT.done;
  });
};

const logs = (count: number): string => `${count} ${count === 1 ? 'log' : 'logs'}`;

const WOULD: Readonly<Record<Disposal, readonly [string, string]>> = {
  archive: ['would be put away', 'without --dry-run they are.'],
  retain: ['would be removed', 'with --apply they are.'],
};

const wouldBe = (disposal: Disposal, count: number): string => {
  if (count === 0) return 'No log is old enough.\n';
  const [would, how] = WOULD[disposal];
  return `${logs(count)} ${would}; ${how}\n`;
};

const DONE: Readonly<Record<Disposal, string>> = {
  archive: 'put away in memory/archive/',
  retain: 'removed',
};

const tell = (
  disposal: Disposal,
  count: number,
  ids: readonly number[],
  kept: readonly UntouchedLog[],
): void => {
  for (const { what, code } of kept)
    printError(`${styledError('yellow', '!')} ${harmless(what)} (${code})\n`);
  if (count === 0 && kept.length === 0) print('No log is old enough.\n');
  if (count === 0) return;
  print(`${styled('green', '✓')} ${logs(count)} ${DONE[disposal]}\n`);
  const [first, ...others] = ids;
  const which = others.length === 0 ? ` ${first}` : '';
  printError(
    styledError(
      'dim',
      `To take it back: yamo memory undo${which}
`,
    ),
  );
};
