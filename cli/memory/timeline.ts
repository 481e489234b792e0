/** `yamo memory timeline`: the days of a memory as a picture, in the terminal or as a page. */
import { summaryOf } from '#lib/memory/notes.ts';
import {
  barOf,
  type DayOfLog,
  dailyBytes,
  factsOf,
  timelineRows,
  sizeOf,
  TIMELINE_DAYS,
  type TimelineRow,
} from '#lib/memory/timeline.ts';
import { dayNotesOf, logsOf } from '#kernel/memory/logs.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { jsonLine, print, styled, width } from '#cli/io/terminal.ts';
import { daysOf, looking, readEach } from './owner.ts';
import { timelinePage } from './timeline-page.ts';
import type { RunAction } from './words.ts';

/** Throws WORKSPACE_… refusals, MEMORY_DIR_UNUSABLE, FILE_UNREADABLE. */
export const timeline: RunAction = (given, words) => {
  const days = daysOf(given, TIMELINE_DAYS);
  if (days === 0) return '--days takes one day or more.';
  if (given.flag('html') && given.flag('json')) return '--html and --json exclude each other.';
  return looking(given, words, (workspace, { today }) => {
    const { logs, code } = daysIn(workspace);
    if (given.flag('json')) {
      for (const log of logs) print(jsonLine(log));
      return code;
    }
    const rows = timelineRows(logs, today, days);
    if (given.flag('html')) print(timelinePage(workspace.path, today, rows));
    else print(rows.length === 0 ? 'There are no logs yet.\n' : pictureOf(rows, width()));
    return code;
  });
};

/** What each log holds, and the exit code of having read them. */
const daysIn = (
  workspace: Workspace,
): { readonly logs: readonly DayOfLog[]; readonly code: number } => {
  const logs: DayOfLog[] = [];
  const code = readEach(
    workspace,
    [...logsOf(workspace), ...dayNotesOf(workspace)],
    ({ day, isArchived }, { bytes, text }) => {
      const { sessions, notes } = summaryOf(text);
      logs.push({ day, bytes: bytes.byteLength, sessions, notes: notes.length, isArchived });
    },
  );
  return { logs, code };
};

const LABEL_COLUMNS = 'YYYY-MM-DD'.length;
const SIZE_COLUMNS = 8;
/** A narrower terminal is shown less, and no bar shorter than this. */
const BAR_MIN_COLUMNS = 6;

/** The rows as lines of at most `columns`. */
export const pictureOf = (rows: readonly TimelineRow[], columns: number): string => {
  const facts = rows.map(factsOf);
  const widest = Math.max(...facts.map((fact) => fact.length));
  const room = columns - LABEL_COLUMNS - SIZE_COLUMNS - 6;
  const hasFacts = room - widest >= BAR_MIN_COLUMNS;
  const bar = Math.max(BAR_MIN_COLUMNS, hasFacts ? room - widest : room);
  const most = Math.max(1, ...rows.map(dailyBytes));
  return rows
    .map((row, index) => {
      const picture = barOf(dailyBytes(row) / most, bar);
      const pad = ' '.repeat(bar - picture.length);
      const end = hasFacts ? `  ${facts[index] ?? ''}` : '';
      const line = `${row.label.padEnd(LABEL_COLUMNS)}  ${styled('cyan', picture)}${pad}  ${sizeOf(row.bytes).padStart(SIZE_COLUMNS)}${end}`;
      return `${gapOf(row)}${line.trimEnd()}\n`;
    })
    .join('');
};

const gapOf = ({ gap }: TimelineRow): string =>
  gap === 0
    ? ''
    : styled(
        'dim',
        `${' '.repeat(LABEL_COLUMNS)}  ${gap} ${gap === 1 ? 'day' : 'days'} without a log\n`,
      );
