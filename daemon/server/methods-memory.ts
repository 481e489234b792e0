/** What clients ask of memory: as `yamo memory show`, `grep` and `review`, for the owner, whose token it is. */
import { setImmediate as turn } from 'node:timers/promises';
import { SEARCH_HITS_MAX } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { summaryOf, TakenOver } from '#lib/memory/notes.ts';
import { Search, queryTerms } from '#lib/workspace/search.ts';
import {
  dayNotesOf,
  type LogName,
  logsOf,
  memoryAbout,
  readMemoryFile,
} from '#kernel/memory/logs.ts';
import type { FileText } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { formed, type Method, method, optional, textField } from './method.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const QUERY_MAX_CHARS = 1000;

/** By their names. */
export const MEMORY_METHODS: Readonly<Record<string, Method>> = {
  'memory.notes': method(
    'The logs and notes of each day, the oldest first, by their names.',
    {},
    async ({ workspace }) => ({
      memory: readMemoryFile(workspace, 'MEMORY.md') !== undefined,
      files: [...logsOf(workspace), ...dayNotesOf(workspace)].toSorted(oldestFirst),
    }),
  ),
  // No other file is named here: one of the databases would lose its locks by being read.
  'memory.read': method(
    'MEMORY.md, or what was written down on a day.',
    { about: optional(formed(/^(?:MEMORY\.md|\d{4}-\d{2}-\d{2})$/u)) },
    async ({ workspace }, { about = 'MEMORY.md' }) => {
      const files = memoryAbout(workspace, about);
      if (files.length === 0) throw new Refusal('MEMORY_ABSENT', { file: about });
      return { files: files.map(shown) };
    },
  ),
  'memory.search': method(
    'Lines of MEMORY.md, the logs and the notes with these words.',
    { query: textField(QUERY_MAX_CHARS) },
    async ({ workspace }, { query }) => {
      const terms = queryTerms(query);
      if (terms === undefined) throw new Refusal('SEARCH_EMPTY', {});
      const search = new Search(terms, SEARCH_HITS_MAX);
      const files = [...logsOf(workspace), ...dayNotesOf(workspace)].toSorted(oldestFirst);
      const unread = await eachOf(
        workspace,
        [{ file: 'MEMORY.md' }, ...files.toReversed()],
        ({ file }, read) => search.look(file, read.text),
      );
      return { ...search.result(), unread };
    },
  ),
  'memory.review': method(
    'What the log of a day holds that MEMORY.md does not.',
    { day: formed(DAY) },
    async ({ workspace }, { day }) => {
      const taken = new TakenOver(readMemoryFile(workspace, 'MEMORY.md')?.text ?? '');
      const logs: object[] = [];
      const unread = await eachOf(
        workspace,
        logsOf(workspace).filter((one) => one.day === day),
        ({ file }, read) => {
          const { notes } = summaryOf(read.text);
          logs.push({ file, notes: notes.length, open: taken.missing(notes) });
        },
      );
      return { logs, unread };
    },
  ),
};

const oldestFirst = (one: LogName, other: LogName): number => (one.day < other.day ? -1 : 1);

const shown = ({ file, text: content, bytes, sha256 }: FileText): object => ({
  file,
  bytes: bytes.byteLength,
  sha256,
  text: content,
});

/** Reads one after the other, and lets others go on between them. Returns which could not be read, and why. */
const eachOf = async <One extends { readonly file: string }>(
  workspace: Workspace,
  all: readonly One[],
  work: (one: One, read: FileText) => void,
): Promise<readonly object[]> => {
  const unread: object[] = [];
  for (const one of all) {
    await turn();
    try {
      const read = readMemoryFile(workspace, one.file);
      if (read !== undefined) work(one, read);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      unread.push({ file: one.file, code: error.code, what: error.message });
    }
  }
  return unread;
};
