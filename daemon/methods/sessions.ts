/** What clients ask of sessions: which there are and which of them wait, what was said, what they are called. */
import { now } from '#daemon/data/columns.ts';
import {
  forgetSaid,
  labelSession,
  labelsOf,
  type ListedSession,
  listSessions,
} from '#daemon/data/session-list.ts';
import { CommandRefused, type CommandWords } from '#daemon/workspace/own-commands.ts';
import type { Serving } from '#daemon/workspace/serving.ts';
import type { ServedWorkspace } from '#daemon/workspace/served.ts';
import { linesOfCommand } from './ask-command.ts';
import {
  anything,
  count,
  type MethodField,
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
import { type Method, method } from './method.ts';
import { OWNER } from './owner.ts';

/** By which a session that was kept is called. */
const KEPT = formed(/^[\w-]{1,100}$/u);
const NAME = textField(100, 0);
/** A command gets it, which takes no control characters. */
const QUERY = formed(/^\P{Cc}{1,1000}$/u);

const ORIGIN = word('owner', 'clock', 'automation', 'helper', 'worker', 'chat');
const STATE = word('waiting', 'working', 'idle', 'done');

const LABEL = { name: orNull(WORDS), archivedAt: orNull(MOMENT) };

const LISTED = shape({
  id: ID,
  kept: orNull(KEPT),
  kind: WORDS,
  role: word('manager', 'worker'),
  origin: WORDS,
  persona: orNull(WORDS),
  startedAt: MOMENT,
  endedAt: orNull(MOMENT),
  ending: orNull(WORDS),
  ...LABEL,
  title: WORDS,
  turns: count(0),
  lastAt: orNull(MOMENT),
  state: STATE,
});

const SUMMARY = {
  id: KEPT,
  kind: WORDS,
  agent: WORDS,
  startedAt: MOMENT,
  updatedAt: MOMENT,
  title: WORDS,
  turns: count(0),
  v: count(1),
  folder: optional(WORDS),
};

const FOUND = {
  ...SUMMARY,
  hits: list(shape({ by: word('human', 'agent'), text: WORDS })),
  more: count(0),
};

const LISTS: CommandWords = ['sessions', '--json'];

/** By their names. */
export const SESSION_METHODS: Readonly<Record<string, Method>> = {
  'sessions.list': method(
    'The sessions that are open.',
    {},
    shape({
      sessions: list(
        shape({ id: ID, origin: ORIGIN, isAwake: FLAG, isWorking: FLAG, kept: orNull(KEPT) }),
      ),
    }),
    async ({ sessions }) => ({
      sessions: sessions.all.map(({ id, origin, isAwake, isWorking, kept = null }) => ({
        id,
        origin: origin.by,
        isAwake,
        isWorking,
        kept,
      })),
    }),
  ),
  'sessions.find': method(
    'Conversations that this daemon began, the newest first, by state: waiting (for your answer), working, idle (open) or done; by who began them; archived or not. "before" is the startedAt of the last one that you have.',
    {
      state: optional(STATE),
      origins: optional(list(ORIGIN)),
      archived: optional(FLAG),
      before: optional(MOMENT),
    },
    shape({ sessions: list(LISTED) }),
    async (serving, { state, origins, archived, before }) => {
      const stateOf = await statesIn(serving);
      const ids = state && idsOf(stateOf, state);
      const asked = { origins, isArchived: archived, ids, before };
      const rows = await listSessions(serving.data.agents, asked);
      const withState = (
        row: ListedSession,
      ): ListedSession & { readonly state: State | 'done' } => ({
        ...row,
        state: stateOf.get(row.id) ?? 'done',
      });
      return { sessions: rows.map(withState) };
    },
  ),
  'sessions.search': method(
    'Sessions that were kept in which these words were said, the last one first, with the lines.',
    { query: QUERY },
    shape({ sessions: list(shape({ ...FOUND, ...LABEL })) }),
    async (serving, { query }, { workspace }) => ({
      sessions: await labelled(serving, workspace, [...LISTS, `--find=${query}`], shape(FOUND)),
    }),
    { isLimited: true },
  ),
  'sessions.open': method(
    'Opens a session.',
    {},
    shape({ session: ID }),
    async ({ sessions }) => ({ session: (await sessions.open(OWNER)).id }),
    { isLimited: true },
  ),
  'sessions.resume': method(
    'Goes on with a session that was kept, by its id in sessions.kept, or "last".',
    { id: ID },
    shape({ session: ID }),
    async ({ sessions }, { id }) => ({ session: (await sessions.open(OWNER, id)).id }),
    { isLimited: true },
  ),
  'sessions.close': method(
    'Ends a session.',
    { session: ID },
    shape({}),
    async ({ sessions }, { session }) => {
      await sessions.close(session, 'closed by its owner');
      return {};
    },
  ),
  'sessions.rename': method(
    'Calls a session that was kept by a name; an empty one takes the name back.',
    { id: KEPT, name: NAME },
    shape({}),
    async (serving, { id, name }) => label(serving, id, { name: name.trim() || null }),
  ),
  'sessions.archive': method(
    'Puts a session that was kept out of sight, or back. Nothing of it is removed.',
    { id: KEPT, archived: FLAG },
    shape({}),
    async (serving, { id, archived }) =>
      label(serving, id, { archived_at: archived ? now() : null }),
  ),
  'sessions.delete': method(
    'Removes what was said in a session that was kept, and by its workers, for good. Memory that came of it stays, and so does the record of its boots. One that is open is closed first.',
    { id: KEPT },
    shape({}),
    async (serving, { id }, { workspace }) => {
      const { sessions, commands, data, events } = serving;
      const open = sessions.all.find(({ kept }) => kept === id);
      if (open !== undefined) await sessions.close(open.id, 'deleted by its owner');
      // Where another kernel has it open, nothing is removed.
      const unknown = await linesOfCommand(
        commands,
        workspace,
        [...LISTS, `--delete=${id}`],
        anything('the id'),
      ).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof CommandRefused && error.code === 'SESSION_UNKNOWN') return error;
          throw error;
        },
      );
      const of = await forgetSaid(data, id);
      // Its transcript may have gone by its age, and there may have been none.
      if (of.length === 0 && unknown !== undefined) throw unknown;
      await events.append({ type: 'session', payload: { kept: id, isDeleted: true } });
      return {};
    },
  ),
  'sessions.kept': method(
    'Sessions that were kept and can be resumed, the last one first, as yamo sessions lists them, with what their owner calls them.',
    {},
    shape({ sessions: list(shape({ ...SUMMARY, ...LABEL })) }),
    async (serving, _params, { workspace }) => ({
      sessions: await labelled(serving, workspace, LISTS, shape(SUMMARY)),
    }),
  ),
  'sessions.transcript': method(
    'What was said in a session that was kept, by its id in sessions.kept.',
    { id: KEPT },
    shape({ entries: list(anything('An entry: "t" is boot, human, agent or tool.')) }),
    async ({ commands }, { id }, { workspace }) => ({
      entries: await linesOfCommand(
        commands,
        workspace,
        [...LISTS, `--show=${id}`],
        anything('an entry'),
      ),
    }),
  ),
  'sessions.events': method(
    'Events of one session, by its id in sessions.list; "next" is the number after which to go on, null at the end.',
    { session: ID, after: optional(count(0)) },
    shape({ events: list(anything('An event, as /events tells it.')), next: orNull(count(0)) }),
    ({ events }, { session, after = 0 }) => events.ofSession(session, after),
  ),
};

type State = 'waiting' | 'working' | 'idle';

/** How each session is that is open. */
const statesIn = async ({ sessions, questions }: Serving): Promise<ReadonlyMap<string, State>> => {
  const waiting = new Set((await questions.open()).map(({ session }) => session));
  return new Map(
    sessions.all.map(({ id, isWorking }) => [
      id,
      waiting.has(id) ? 'waiting' : isWorking ? 'working' : 'idle',
    ]),
  );
};

const idsOf = (states: ReadonlyMap<string, State>, state: State | 'done') => {
  const these = [...states].flatMap(([id, is]) => (state === 'done' || is === state ? id : []));
  return { are: state === 'done' ? 'not in' : 'in', these } as const;
};

/** What a command lists, with what its owner calls each. */
const labelled = async <One extends { readonly id: string }>(
  { commands, data }: Serving,
  workspace: ServedWorkspace,
  asked: CommandWords,
  one: MethodField<One>,
) => {
  const found = await linesOfCommand(commands, workspace, asked, one);
  const labels = await labelsOf(data.agents);
  return found.map((session) =>
    Object.assign(session, labels.get(session.id) ?? { name: null, archivedAt: null }),
  );
};

/** The other places of the owner are told. */
const label = async (
  { data, events }: Serving,
  kept: string,
  given: Parameters<typeof labelSession>[2],
): Promise<object> => {
  await labelSession(data.agents, kept, given);
  const { name, archivedAt } = (await labelsOf(data.agents)).get(kept) ?? {};
  await events.append({ type: 'session', payload: { kept, name, archivedAt } });
  return {};
};
