/** `yamo memory today`, `week`, `on` and `about`: what the notes tell, in their own sentences, each with its place. */
import { type DayTold, DaysTold } from '#lib/memory/told.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { dailyFile, isDay } from '#lib/text/day.ts';
import { daysBefore } from '#lib/text/days.ts';
import { placeOf } from '#lib/text/place.ts';
import { queryTerms } from '#lib/workspace/search.ts';
import { dayNotesOf, type LogName, logsOf, readMemoryFile } from '#kernel/memory/logs.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { isFolder } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { harmless, jsonLine, print, printError, styled } from '#cli/io/terminal.ts';
import { looking, readEach } from './owner.ts';
import { showFile } from './show.ts';
import type { RunAction } from './words.ts';

/** All throw WORKSPACE_… and FILE_… refusals, MEMORY_DIR_UNUSABLE. */
export const today: RunAction = (given, words) =>
  looking(given, words, (workspace, { today: day }) => {
    const json = given.flag('json');
    const file = dailyFile(day);
    if (!json && !given.flag('raw')) return tellDays(workspace, given, day, day);
    const log = readMemoryFile(workspace, file);
    if (log !== undefined) return showFile(log, json);
    if (json) print(jsonLine({ file, text: null }));
    else printError(`Nothing was written down today: there is no ${file} yet.\n`);
    return EXIT.done;
  });

/** The last seven days. */
export const week: RunAction = (given, words) =>
  looking(given, words, (workspace, { today: day }) =>
    tellDays(workspace, given, daysBefore(day, WEEK_DAYS - 1), day),
  );

const WEEK_DAYS = 7;

/** One day. */
export const onDay: RunAction = (given, words) => {
  const { about: day = '' } = words;
  if (!isDay(day)) return 'Say which day: yamo memory on 2026-03-14.';
  return looking(given, words, (workspace) => tellDays(workspace, given, day, day));
};

/** Throws SEARCH_EMPTY, too. */
export const about: RunAction = (given, words) => {
  if (words.about === undefined) return 'Say about what, in quotes if it is several words.';
  if (words.positional === undefined && isFolder(words.about))
    return `${words.about} is a folder; say behind it about what.`;
  const terms = queryTerms(words.about);
  if (terms === undefined) throw new Refusal('SEARCH_EMPTY', {});
  return looking(given, words, (workspace) => {
    const told = new DaysTold();
    const code = readInto(told, workspace, [
      { day: MEMORY, file: MEMORY, isArchived: false },
      ...filesOf(workspace),
    ]);
    tell(told.about(terms), given.flag('json'), 'Nothing was noted about that.');
    return code;
  });
};

/** Stands for the day of what MEMORY.md says. */
const MEMORY = 'MEMORY.md';

const filesOf = (workspace: Workspace): readonly LogName[] =>
  [...logsOf(workspace), ...dayNotesOf(workspace)].toSorted((one, other) =>
    one.day < other.day ? -1 : 1,
  );

const readInto = (told: DaysTold, workspace: Workspace, files: readonly LogName[]): number =>
  readEach(workspace, files, ({ day, file }, { text }) => told.add(day, file, text));

const tellDays = (
  workspace: Workspace,
  given: Given<'memory'>,
  from: string,
  to: string,
): number => {
  const files = filesOf(workspace);
  const isAsked = ({ day }: LogName): boolean => from <= day && day <= to;
  const asked = files.filter(isAsked);
  const days = [...new Set(asked.map(({ day }) => day))];
  const told = new DaysTold();
  const code = readInto(told, workspace, asked);
  // What stands out is told by the other days.
  const isTooMuch = days.some((day) => told.on(day).more > 0);
  const others = isTooMuch ? files.filter((file) => !isAsked(file)) : [];
  const more = readInto(told, workspace, others);
  const nothing =
    from === to
      ? `Nothing was noted on ${from}: there is nothing in ${dailyFile(from)}.`
      : `Nothing was noted from ${from} to ${to}.`;
  tell(
    days.map((day) => told.on(day)),
    given.flag('json'),
    nothing,
  );
  return Math.max(code, more);
};

const tell = (days: readonly DayTold[], json: boolean, nothing: string): void => {
  const noted = days.filter(({ told }) => told.length > 0);
  for (const day of noted) print(json ? jsonLine(day) : dayText(day));
  if (noted.length === 0 && !json) printError(`${nothing}\n`);
};

const dayText = ({ day, told, more }: DayTold): string =>
  [
    styled('bold', harmless(day)),
    ...told.map(
      (sentence) => `  ${harmless(sentence.text)}  ${styled('dim', harmless(placeOf(sentence)))}`,
    ),
    ...(more === 0 ? [] : [styled('dim', `  … and ${more} more: yamo memory show ${day}`)]),
    '',
  ].join('\n');
