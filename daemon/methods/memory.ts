/** What clients read of memory: as `yamo memory show`, `grep`, `review` and `timeline`, for the owner, whose token it is. */
import { memoryEntries, recordedSources } from '#lib/memory/entries.ts';
import { type Note, summaryOf, TakenOver } from '#lib/memory/notes.ts';
import { COUNTED_DAYS_MAX, SEARCH_HITS_MAX } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { daysBefore } from '#lib/text/days.ts';
import { Search, queryTerms } from '#lib/workspace/search.ts';
import {
  dayNotesOf,
  type LogName,
  logsOf,
  memoryAbout,
  readMemoryFile,
} from '#kernel/memory/logs.ts';
import { daysThere } from '#kernel/owner/days-there.ts';
import type { FileText } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { linesOf, placeHash } from '#kernel/wire/place-hash.ts';
import { type DaysSite, eachRead, memoryDay, memoryDays } from '#daemon/memory/days.ts';
import type { Serving } from '#daemon/workspace/serving.ts';
import { silentVoice } from './ask-command.ts';
import {
  count,
  DAY,
  FLAG,
  formed,
  ID,
  list,
  MOMENT,
  optional,
  orNull,
  shape,
  textField,
  word,
  WORDS,
} from './field.ts';
import { journalHere } from './journal-here.ts';
import { type Method, type MethodClient, method } from './method.ts';

const QUERY_MAX_CHARS = 1000;

const LINE = count(1);
const UNREAD = list(shape({ file: WORDS, code: WORDS, what: WORDS }));
const NOTE = shape({ line: LINE, text: WORDS });

const MEMORY_DAY = shape({
  day: DAY,
  said: count(0),
  noted: count(0),
  decided: count(0),
  bytes: count(0),
  isArchived: FLAG,
});

const DECISION = shape({
  at: MOMENT,
  is: word('memory', 'answer', 'knowledge'),
  text: WORDS,
  journal: optional(count(1)),
});

const SOURCE = shape({
  file: WORDS,
  line: LINE,
  text: orNull(WORDS),
  is: word('recorded', 'alike'),
  journal: optional(count(1)),
  at: optional(MOMENT),
});

const ENTRY = shape({
  line: LINE,
  text: WORDS,
  heading: WORDS,
  hash: WORDS,
  sources: list(SOURCE),
});

/** By their names. */
export const MEMORY_METHODS: Readonly<Record<string, Method>> = {
  'memory.notes': method(
    'The logs and notes of each day, the oldest first, by their names.',
    {},
    shape({ memory: FLAG, files: list(shape({ day: DAY, file: WORDS, isArchived: FLAG })) }),
    async ({ workspace }) => ({
      memory: readMemoryFile(workspace, 'MEMORY.md') !== undefined,
      files: [...logsOf(workspace), ...dayNotesOf(workspace)].toSorted(oldestFirst),
    }),
  ),
  // No other file is named here: one of the databases would lose its locks by being read.
  'memory.read': method(
    'MEMORY.md, or what was written down on a day.',
    { about: optional(formed(/^(?:MEMORY\.md|\d{4}-\d{2}-\d{2})$/u)) },
    shape({ files: list(shape({ file: WORDS, bytes: count(0), sha256: WORDS, text: WORDS })) }),
    async ({ workspace }, { about = 'MEMORY.md' }) => {
      const files = memoryAbout(workspace, about);
      if (files.length === 0) throw new Refusal('MEMORY_ABSENT', { file: about });
      return { files: files.map(shown) };
    },
  ),
  'memory.search': method(
    'Lines of MEMORY.md, the logs and the notes with these words.',
    { query: textField(QUERY_MAX_CHARS) },
    shape({
      hits: list(shape({ file: WORDS, line: LINE, text: WORDS })),
      more: count(0),
      unread: UNREAD,
    }),
    async ({ workspace }, { query }) => {
      const terms = queryTerms(query);
      if (terms === undefined) throw new Refusal('SEARCH_EMPTY', {});
      const search = new Search(terms, SEARCH_HITS_MAX);
      const files = [...logsOf(workspace), ...dayNotesOf(workspace)].toSorted(oldestFirst);
      const unread = await eachRead(
        workspace,
        [{ file: 'MEMORY.md' }, ...files.toReversed()],
        ({ file }, read) => search.look(file, read.text),
      );
      return { ...search.result(), unread };
    },
  ),
  'memory.review': method(
    'What the log of a day holds that MEMORY.md does not.',
    { day: DAY },
    shape({
      logs: list(shape({ file: WORDS, notes: count(0), open: list(NOTE) })),
      unread: UNREAD,
    }),
    async ({ workspace }, { day }) => {
      const taken = new TakenOver(readMemoryFile(workspace, 'MEMORY.md')?.text ?? '');
      const logs: { file: string; notes: number; open: readonly Note[] }[] = [];
      const unread = await eachRead(
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
  'memory.timeline': method(
    'Days of which there is something, the newest first: how much was said, noted and decided; 30 days up to today, or to a day. "oldest" is the first of all days.',
    { to: optional(DAY), days: optional(count(1, COUNTED_DAYS_MAX)) },
    shape({ today: DAY, days: list(MEMORY_DAY), oldest: orNull(DAY), unread: UNREAD }),
    async (serving, { to, days = TIMELINE_DAYS }, client) => {
      const site = await daysSite(serving, client);
      const today = site.dayOf(new Date().toISOString());
      const last = to ?? today;
      const found = await memoryDays(site, { from: daysBefore(last, days - 1), to: last });
      return { today, ...found };
    },
  ),
  'memory.day': method(
    'What was said, noted and decided on a day. "told" are the sentences that stand out in the notes, with their lines.',
    { day: DAY },
    shape({
      told: list(shape({ file: WORDS, line: LINE, text: WORDS })),
      said: list(shape({ session: ID, at: MOMENT, message: WORDS, reply: orNull(WORDS) })),
      noted: list(shape({ file: WORDS, notes: list(NOTE) })),
      decided: list(DECISION),
      unread: UNREAD,
    }),
    async (serving, { day }, client) => memoryDay(await daysSite(serving, client), day),
  ),
  'memory.entries': method(
    'What MEMORY.md says, line by line, with where it is from: "recorded" where a proposal named the line of a log, else lines of logs that say the same. With its hash memory.forget takes it out.',
    {},
    shape({ entries: list(ENTRY), unread: UNREAD }),
    async (serving, _params, client) => {
      const { workspace } = serving;
      const text = readMemoryFile(workspace, 'MEMORY.md')?.text ?? '';
      const journal = (await journalHere(serving, client)).map(({ entry }) => entry);
      const recorded = recordedSources(journal);
      const { alike, unread } = await alikeIn(workspace, new TakenOver(text));
      const lines = linesOf(text);
      const entries = memoryEntries(text).map((entry) => {
        const named = recorded.get(entry.text.trim());
        const sources = (alike.get(entry.line) ?? []).slice(0, SOURCES_SHOWN);
        const { line, text: said, heading } = entry;
        return {
          line,
          text: said,
          heading,
          hash: placeHash(lines, line, line),
          sources: named === undefined ? sources : [namedSource(named), ...sources],
        };
      });
      return { entries, unread };
    },
  ),
};

const TIMELINE_DAYS = 30;
const SOURCES_SHOWN = 3;

type AlikeSource = ReturnType<typeof namedSource>;

/** The notes of all logs that say what a line of MEMORY.md says, by its number, the oldest first. */
const alikeIn = async (workspace: Workspace, taken: TakenOver) => {
  const alike = new Map<number, AlikeSource[]>();
  const files = [...logsOf(workspace), ...dayNotesOf(workspace)].toSorted(oldestFirst);
  const unread = await eachRead(workspace, files, ({ file }, read) => {
    for (const note of summaryOf(read.text).notes) {
      const at = taken.lineOf(note);
      if (at === undefined) continue;
      const source: AlikeSource = { file, line: note.line, text: note.text, is: 'alike' };
      alike.set(at, [...(alike.get(at) ?? []), source]);
    }
  });
  return { alike, unread };
};

const namedSource = ({
  source,
  journal,
  at,
}: {
  readonly source: string;
  readonly journal: number;
  readonly at: string;
}): {
  file: string;
  line: number;
  text: string | null;
  is: 'recorded' | 'alike';
  journal?: number;
  at?: string;
} => {
  const cut = source.lastIndexOf(':');
  const line = Number(source.slice(cut + 1));
  return { file: source.slice(0, cut), line, text: null, is: 'recorded', journal, at };
};

const oldestFirst = (one: LogName, other: LogName): number => (one.day < other.day ? -1 : 1);

const shown = ({ file, text, bytes, sha256 }: FileText) => ({
  file,
  bytes: bytes.byteLength,
  sha256,
  text,
});

const daysSite = async (serving: Serving, client: MethodClient): Promise<DaysSite> => {
  const { environment } = await client.workspace.hostNow(silentVoice());
  const { workspace, data } = serving;
  const journal = await journalHere(serving, client);
  return { workspace, data, journal, dayOf: daysThere(workspace, environment) };
};
