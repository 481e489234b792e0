/** `yamo memory timeline`: the days of a memory as a picture with what stands out, in the terminal or as a page. */
import { DaysTold, type Sentence } from '#lib/memory/told.ts';
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
import { harmless, jsonLine, print, styled, width } from '#cli/io/terminal.ts';
import { cut } from '#cli/io/width.ts';
import { daysOf, looking, readEach } from './owner.ts';
import { type Noted, timelinePage } from './timeline-page.ts';
import type { RunAction } from './words.ts';

/** Throws WORKSPACE_… refusals, MEMORY_DIR_UNUSABLE, FILE_UNREADABLE. */
export const timeline: RunAction = (given, words) => {
  const days = daysOf(given, TIMELINE_DAYS);
  if (days === 0) return '--days takes one day or more.';
  if (given.flag('html') && given.flag('json')) return '--html and --json exclude each other.';
  return looking(given, words, (workspace, { today }) => {
    const { logs, told, noted, code } = daysIn(workspace);
    if (given.flag('json')) {
      for (const log of logs) print(jsonLine({ ...log, ...told.on(log.day) }));
      return code;
    }
    const rows = timelineRows(logs, today, days);
    const ofDay = (day: string): readonly Sentence[] => told.on(day, SENTENCES_SHOWN).told;
    if (given.flag('html'))
      print(timelinePage(workspace.path, today, rows, { told: ofDay, noted }));
    else
      print(
        rows.length === 0
          ? 'There are no logs yet.\n'
          : pictureOf(rows, width(), (day) => ofDay(day).map(({ text }) => text)),
      );
    return code;
  });
};

/** So many sentences say what a day was. */
const SENTENCES_SHOWN = 2;

/** What each log holds, and the exit code of having read them. */
const daysIn = (workspace: Workspace) => {
  const logs: DayOfLog[] = [];
  const told = new DaysTold();
  const noted: Noted[] = [];
  const code = readEach(
    workspace,
    [...logsOf(workspace), ...dayNotesOf(workspace)],
    ({ day, file, isArchived }, { bytes, text }) => {
      const { sessions, notes } = summaryOf(text);
      logs.push({ day, bytes: bytes.byteLength, sessions, notes: notes.length, isArchived });
      told.add(day, file, text);
      noted.push({ day, file, notes });
    },
  );
  return { logs, told, noted, code };
};

const LABEL_COLUMNS = 'YYYY-MM-DD'.length;
const SIZE_COLUMNS = 8;
/** A narrower terminal is shown less, and no bar shorter than this. */
const BAR_MIN_COLUMNS = 6;

/** The rows as lines of at most `columns`, below each day what it tells. */
const pictureOf = (
  rows: readonly TimelineRow[],
  columns: number,
  told: (day: string) => readonly string[],
): string => {
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
      const below = told(row.label).map((text) =>
        styled(
          'dim',
          `${' '.repeat(LABEL_COLUMNS)}  ${cut(harmless(text), columns - LABEL_COLUMNS - 2)}\n`,
        ),
      );
      return `${gapOf(row)}${line.trimEnd()}\n${below.join('')}`;
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
