/** `yamo memory show`: MEMORY.md, the log of a day, or one that was put away. */
import { noteDayOf } from '#lib/memory/foreign-marks.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { archivedDayOf, dailyFile, isDay } from '#lib/text/day.ts';
import { memoryAbout } from '#kernel/memory/logs.ts';
import type { FileText } from '#kernel/startup/read.ts';
import { harmless, jsonLine, print, styled } from '#cli/io/terminal.ts';
import { looking } from './owner.ts';
import type { RunAction } from './words.ts';

/** Throws WORKSPACE_… and FILE_… refusals, MEMORY_ABSENT. */
export const show: RunAction = (given, words) =>
  looking(given, words, (workspace) => {
    const { about = 'MEMORY.md' } = words;
    const files = memoryAbout(workspace, about);
    if (files.length === 0)
      throw new Refusal('MEMORY_ABSENT', { file: isDay(about) ? dailyFile(about) : about });
    const json = given.flag('json');
    for (const file of files) {
      if (noteDayOf(file.file) !== undefined && !json)
        print(`${styled('dim', `── ${harmless(file.file)}`)}\n`);
      showFile(file, json);
    }
    return EXIT.done;
  });

/** A file as it stands. */
export const showFile = ({ file, text, bytes, sha256 }: FileText, json: boolean): number => {
  const isArchived = archivedDayOf(file) !== undefined;
  if (json) print(jsonLine({ file, archived: isArchived, bytes: bytes.byteLength, sha256, text }));
  else print(harmless(text === '' || text.endsWith('\n') ? text : `${text}\n`));
  return EXIT.done;
};
