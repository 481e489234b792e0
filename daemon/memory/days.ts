/** The days of a memory: what was said, what was noted, what was decided. */
import { setImmediate as turn } from 'node:timers/promises';
import { summaryOf } from '#lib/memory/notes.ts';
import { DaysTold, type DayTold } from '#lib/memory/told.ts';
import { TIMELINE_TEXT_CHARS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { isJsonObject } from '#lib/text/json.ts';
import { dayNotesOf, logsOf, readMemoryFile } from '#kernel/memory/logs.ts';
import type { Recorded } from '#kernel/memory/journal.ts';
import type { FileText } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { Queries } from '#daemon/data/open.ts';

/** What one is told of. */
export interface DaysSite {
  readonly workspace: Workspace;
  readonly data: Pick<Queries, 'agents' | 'runtime' | 'memory'>;
  /** The journal of memory. */
  readonly journal: readonly Recorded[];
  /** The day that a moment (ISO 8601, UTC) is where the human lives. */
  readonly dayOf: (at: string) => string;
}

/** A day in numbers. */
export interface MemoryDay {
  readonly day: string;
  /** Messages to the agent. */
  readonly said: number;
  /** Lines of the log and of other notes. */
  readonly noted: number;
  /** Changes of memory, answers of the owner, and knowledge that they took in or left out. */
  readonly decided: number;
  readonly bytes: number;
  readonly isArchived: boolean;
}

/** Something that was decided. */
export interface MemoryDecision {
  readonly at: string;
  readonly is: 'memory' | 'answer' | 'knowledge';
  readonly text: string;
  /** Of the journal of memory. */
  readonly journal?: number;
}

/** What was said, in its beginning. */
export interface SaidTurn {
  readonly session: string;
  readonly at: string;
  readonly message: string;
  readonly reply: string | null;
}

/** A file of a day with what was noted in it. */
export interface NotedFile {
  readonly file: string;
  readonly notes: readonly { readonly line: number; readonly text: string }[];
}

/** Files that could not be read, and why. */
export type Unread = readonly {
  readonly file: string;
  readonly code: string;
  readonly what: string;
}[];

/** Moments are asked for by days of UTC, a day more at each end. */
const DAY_MS = 86_400_000;
const around = (from: string, to: string): readonly [string, string] => [
  new Date(Date.parse(from) - DAY_MS).toISOString(),
  new Date(Date.parse(to) + 2 * DAY_MS).toISOString(),
];

/**
 * The days from `from` to `to` of which there is something, the newest first; and the oldest day of which there is
 * anything, `null` for none. Throws DATABASE_UNUSABLE, MEMORY_DIR_UNUSABLE.
 */
export const memoryDays = async (
  site: DaysSite,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{
  readonly days: readonly MemoryDay[];
  readonly oldest: string | null;
  readonly unread: Unread;
}> => {
  const days = new Map<string, MemoryDay>();
  const add = (day: string, more: Partial<Omit<MemoryDay, 'day'>>): void => {
    if (day < from || day > to) return;
    const { said, noted, decided, bytes, isArchived } = days.get(day) ?? NOTHING;
    days.set(day, {
      day,
      said: said + (more.said ?? 0),
      noted: noted + (more.noted ?? 0),
      decided: decided + (more.decided ?? 0),
      bytes: bytes + (more.bytes ?? 0),
      isArchived: isArchived || more.isArchived === true,
    });
  };
  const { workspace, dayOf } = site;
  const files = [...logsOf(workspace), ...dayNotesOf(workspace)];
  const wanted = files.filter(({ day }) => day >= from && day <= to);
  const unread = await eachRead(workspace, wanted, ({ day, isArchived }, { text, bytes }) =>
    add(day, { noted: summaryOf(text).notes.length, bytes: bytes.byteLength, isArchived }),
  );
  for (const { at } of await turnsBetween(site.data, around(from, to))) add(dayOf(at), { said: 1 });
  for (const { at } of await decisions(site, around(from, to))) add(dayOf(at), { decided: 1 });
  const { first } = await site.data.agents
    .selectFrom('turns')
    .select(({ fn }) => fn.min('started_at').as('first'))
    .executeTakeFirstOrThrow();
  const all = [...files.map(({ day }) => day), ...(first === null ? [] : [dayOf(first)])];
  return {
    days: [...days.values()].toSorted((one, other) => (one.day < other.day ? 1 : -1)),
    oldest: all.toSorted()[0] ?? null,
    unread,
  };
};

const NOTHING = { said: 0, noted: 0, decided: 0, bytes: 0, isArchived: false } as const;

/** One day with its words. Throws DATABASE_UNUSABLE, MEMORY_DIR_UNUSABLE. */
export const memoryDay = async (
  site: DaysSite,
  day: string,
): Promise<{
  readonly said: readonly SaidTurn[];
  readonly told: DayTold['told'];
  readonly noted: readonly NotedFile[];
  readonly decided: readonly MemoryDecision[];
  readonly unread: Unread;
}> => {
  const { workspace, dayOf } = site;
  const isThen = ({ at }: { readonly at: string }): boolean => dayOf(at) === day;
  const files = [...logsOf(workspace), ...dayNotesOf(workspace)].filter((one) => one.day === day);
  const noted: NotedFile[] = [];
  const days = new DaysTold();
  const unread = await eachRead(workspace, files, ({ file }, { text }) => {
    const { notes } = summaryOf(text);
    days.add(day, file, text);
    noted.push({ file, notes: notes.map(({ line, text: note }) => ({ line, text: note })) });
  });
  const said = await turnsBetween(site.data, around(day, day));
  const decided = await decisions(site, around(day, day));
  const { told } = days.on(day);
  return { said: said.filter(isThen), told, noted, decided: decided.filter(isThen), unread };
};

const turnsBetween = async (
  { agents }: DaysSite['data'],
  [from, to]: readonly [string, string],
): Promise<readonly SaidTurn[]> => {
  const rows = await agents
    .selectFrom('turns')
    .select(['session', 'started_at as at', 'message', 'reply'])
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .orderBy('started_at')
    .execute();
  return rows.map((row) =>
    Object.assign(row, {
      message: beginningOf(row.message),
      reply: row.reply === null ? null : beginningOf(row.reply),
    }),
  );
};

const beginningOf = (text: string): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length > TIMELINE_TEXT_CHARS ? `${line.slice(0, TIMELINE_TEXT_CHARS - 1)}…` : line;
};

const decisions = async (
  { data: { runtime, memory }, journal }: DaysSite,
  [from, to]: readonly [string, string],
): Promise<readonly MemoryDecision[]> => {
  const changes = journal
    .filter(({ entry: { at, state } }) => at >= from && at < to && state === 'done')
    .map(({ entry: { id, at, kind, files, why } }): MemoryDecision => {
      const names = files.map(({ file }) => file).join(', ');
      return {
        at,
        is: 'memory',
        text: [`${kind}: ${names}`, why ?? []].flat().join('. '),
        journal: id,
      };
    });
  const answers = await runtime
    .selectFrom('questions')
    .select(['asks', 'answer', 'answered_at'])
    .where('answer', 'is not', null)
    .where('answered_at', '>=', from)
    .where('answered_at', '<', to)
    .execute();
  const pieces = await memory
    .selectFrom('proposals')
    .select(['kind', 'payload', 'state', 'decided_at'])
    .where('decided_at', '>=', from)
    .where('decided_at', '<', to)
    .execute();
  return [
    ...changes,
    ...answers.map(({ asks, answer, answered_at: at }): MemoryDecision => {
      const asked: unknown = JSON.parse(asks);
      const text = isJsonObject(asked) ? String(asked['text']) : '';
      return { at: at ?? '', is: 'answer', text: beginningOf(`${text} ${answer ?? ''}`) };
    }),
    ...pieces.map(({ kind, payload, state, decided_at: at }): MemoryDecision => {
      const said: unknown = JSON.parse(payload);
      const words = isJsonObject(said) ? (said['text'] ?? said['summary'] ?? said['name']) : '';
      return {
        at: at ?? '',
        is: 'knowledge',
        text: beginningOf(`${kind} ${state}: ${String(words)}`),
      };
    }),
  ].toSorted((one, other) => (one.at < other.at ? -1 : 1));
};

/** Reads one after the other, and lets others go on between them. Returns which could not be read, and why. */
export const eachRead = async <One extends { readonly file: string }>(
  workspace: Workspace,
  all: readonly One[],
  work: (one: One, read: FileText) => void,
): Promise<Unread> => {
  const unread: Unread[number][] = [];
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
