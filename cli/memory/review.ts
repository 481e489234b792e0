/** `yamo memory review`: old logs, and what stands in them that MEMORY.md does not have. */
import { LOG_REVIEW_DAYS } from '#lib/spec/limits.ts';
import { isDay } from '#lib/text/day.ts';
import { daysFrom } from '#lib/text/days.ts';
import { type Note, summaryOf, TakenOver } from '#lib/memory/notes.ts';
import { sizeOf } from '#lib/memory/timeline.ts';
import { logsOf, readMemoryFile } from '#kernel/memory/logs.ts';
import { harmless, jsonLine, print, printError, styled } from '#cli/io/terminal.ts';
import { cut } from '#cli/io/width.ts';
import { daysOf, looking, readEach } from './owner.ts';
import type { RunAction } from './words.ts';

/** So many lines of each log are shown where no day was named. */
const LINES_SHOWN = 3;
const COLUMNS_SHOWN = 200;

/** Throws WORKSPACE_… and FILE_… refusals, MEMORY_DIR_UNUSABLE. */
export const review: RunAction = (given, words) => {
  const { about } = words;
  if (about !== undefined && !isDay(about)) return 'Logs are reviewed: name a day, or none.';
  return looking(given, words, (workspace, { today }) => {
    const days = daysOf(given, LOG_REVIEW_DAYS);
    const logs = logsOf(workspace).filter(({ day, isArchived }) =>
      about === undefined ? !isArchived && daysFrom(day, today) > days : day === about,
    );
    const taken = new TakenOver(readMemoryFile(workspace, 'MEMORY.md')?.text ?? '');
    const reviewed: Reviewed[] = [];
    const code = readEach(workspace, logs, ({ file, day }, { bytes, text }) => {
      const { notes } = summaryOf(text);
      const open = taken.missing(notes);
      reviewed.push({ file, day, bytes: bytes.byteLength, notes: notes.length, open });
    });
    const isShort = about === undefined;
    for (const one of reviewed) {
      if (given.flag('json')) print(jsonLine(one));
      else tell(one, isShort);
    }
    if (given.flag('json')) return code;
    if (logs.length === 0)
      print(isShort ? `No log is older than ${days} days.\n` : `There is no log of ${about}.\n`);
    else if (isShort)
      printError(
        styled('dim', 'Take over what will last (yamo memory curate), then: yamo memory archive\n'),
      );
    return code;
  });
};

interface Reviewed {
  readonly file: string;
  readonly day: string;
  readonly bytes: number;
  readonly notes: number;
  readonly open: readonly Note[];
}

const tell = ({ file, bytes, notes, open }: Reviewed, isShort: boolean): void => {
  const lines = `${open.length} of ${notes} ${notes === 1 ? 'line' : 'lines'} not in MEMORY.md`;
  print(`${styled('bold', file)}  ${sizeOf(bytes)}, ${lines}\n`);
  const shown = isShort ? open.slice(0, LINES_SHOWN) : open;
  for (const { line, text } of shown)
    print(
      `  ${styled('dim', `${line}:`)} ${harmless(isShort ? cut(text, COLUMNS_SHOWN) : text)}\n`,
    );
  if (shown.length < open.length)
    print(styled('dim', `  … and ${open.length - shown.length} more\n`));
};
