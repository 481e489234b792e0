/** `yamo memory grep`: words in MEMORY.md, the logs and those that were put away, newest first. */
import { INDEX_HINT } from '#lib/memory/index-hint.ts';
import { SEARCH_HITS_MAX } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { Search, queryTerms } from '#lib/workspace/search.ts';
import { dayNotesOf, type LogName, logsOf } from '#kernel/memory/logs.ts';
import { isFolder } from '#cli/args/host.ts';
import { harmless, jsonLine, print, printError, styled } from '#cli/io/terminal.ts';
import { looking, readEach } from './owner.ts';
import type { RunAction } from './words.ts';

const newestFirst = (one: LogName, other: LogName): number => (one.day < other.day ? 1 : -1);

/** Throws WORKSPACE_… refusals, SEARCH_EMPTY, MEMORY_DIR_UNUSABLE, FILE_UNREADABLE. */
export const grep: RunAction = (given, words) => {
  if (words.about === undefined) return 'Say what to look for, in quotes if it is several words.';
  if (words.positional === undefined && isFolder(words.about))
    return `${words.about} is a folder; say behind it what to look for.`;
  const terms = queryTerms(words.about);
  if (terms === undefined) throw new Refusal('SEARCH_EMPTY', {});
  return looking(given, words, (workspace) => {
    const search = new Search(terms, SEARCH_HITS_MAX);
    const files = [
      { file: 'MEMORY.md' },
      ...[...logsOf(workspace), ...dayNotesOf(workspace)].toSorted(newestFirst),
    ];
    const code = readEach(workspace, files, ({ file }, { text }) => search.look(file, text));
    const { hits, more } = search.result();
    for (const hit of hits)
      print(
        given.flag('json')
          ? jsonLine(hit)
          : `${styled('dim', `${hit.file}:${hit.line}:`)} ${harmless(hit.text)}\n`,
      );
    if (given.flag('json')) return code;
    if (hits.length === 0) printError(`Nothing was found. ${INDEX_HINT}\n`);
    if (more > 0) printError(`… and ${more} more.\n`);
    return code;
  });
};
