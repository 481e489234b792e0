/**
 * A workspace at a glance. Nothing of it is changed, made or waited for, also while sessions run: it is read through a
 * disk on which nothing can be written, and locks are looked at. No text of its files is told, but what a heartbeat said.
 */
import { lastEnd, nextAt, type Ran, type SkipReason } from '#lib/heartbeat/beats.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { isJsonObject } from '#lib/text/json.ts';
import { dryDisk } from '#kernel/boot/dry-disk.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { recalls } from '#kernel/contract/settings.ts';
import { heartbeatStatus } from '#kernel/heartbeat/inspect.ts';
import { waitingProposal } from '#kernel/memory/proposals.ts';
import { indexFolder } from '#kernel/mesh/places.ts';
import { driftedIn } from './drift.ts';
import { isHeld } from '#kernel/process/lock.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { chooseAgent } from '#kernel/programs/choose.ts';
import { presumed } from '#kernel/programs/consent.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { lastRecord } from '#kernel/state/chain.ts';
import { StateHome } from '#kernel/state/home.ts';
import { type Spent, spentOn } from '#kernel/state/ledger.ts';
import { markedSessions, type OpenSession } from '#kernel/state/sessions.ts';
import { listTranscripts, type TranscriptSummary } from '#kernel/state/transcripts.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { stateOf } from '#kernel/state/store.ts';

/** What could not be found out, by the code of the refusal. */
export interface Unknown {
  readonly refused: string;
}

/** The last boot, from its record. Times are ISO 8601, UTC. */
interface LastBoot {
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly kind?: string;
  /** `closed`, `refused`, `failed` or `died`, and the code of a refusal. */
  readonly end: string;
  readonly code?: string;
}

/** A session that was kept, without a word that was said in it. */
export type PastSession = Pick<TranscriptSummary, 'id' | 'kind' | 'agent' | 'updatedAt' | 'turns'>;

/** A session that runs now. */
export type RunningSession = Pick<OpenSession, 'bootId' | 'kind' | 'startedAt'> & {
  readonly isBusy: boolean;
};

/** The clock of a workspace. Times in whole seconds since 1970. */
export interface BeatsStatus {
  readonly everySeconds: number;
  /** `undefined` while there was none and no timer is known. */
  readonly next: number | undefined;
  readonly last: Ran | undefined;
  /** What one said last, to its human. */
  readonly said: { readonly at: number; readonly text: string } | undefined;
  /** A model or another agent would work through the list. */
  readonly model: boolean;
  /** The list asks for the agent now. */
  readonly wakes: boolean;
  /** Why it would not. */
  readonly reason: SkipReason | undefined;
  /** The same in words. */
  readonly why: string | undefined;
}

/** What waits for the human of a workspace. Questions outlive their session in a daemon alone, which counts them. */
interface Waiting {
  /** Changes proposed for MEMORY.md. */
  readonly proposals: number;
}

/** One workspace. */
export interface WorkspaceStatus {
  readonly path: string;
  /** Who would serve now. */
  readonly serves: { readonly agent: string } | Unknown;
  readonly lastBoot: LastBoot | undefined;
  readonly running: readonly RunningSession[];
  /** The latest first. */
  readonly sessions: readonly PastSession[];
  readonly waiting: Waiting;
  readonly heartbeat: BeatsStatus | Unknown;
  /** Files that were changed outside yamo since they were accepted. */
  readonly drift: readonly string[];
  readonly index: { readonly search: boolean; readonly recall: boolean; readonly isMade: boolean };
}

const SESSIONS_SHOWN = 3;

/** Throws WORKSPACE_… and STATE_… refusals. */
export const workspaceStatus = async (path: string, asked: Host): Promise<WorkspaceStatus> => {
  const host: Host = { ...asked, disk: dryDisk(asked.disk) };
  const { disk, uid, environment, settings } = host;
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  const home = StateHome.peek(xdgFolder('XDG_STATE_HOME', environment), workspace, uid);
  try {
    const made = home && indexFolder({ workspace, home }, environment);
    const { search } = settings.mesh;
    const recall = recalls(settings);
    return {
      path: workspace.path,
      serves: await known(() => ({ agent: presumed(chooseAgent(NOBODY, host), home).name })),
      lastBoot: home && lastBootIn(home),
      running: home === undefined ? [] : runningIn(home),
      sessions: home === undefined ? [] : pastIn(home),
      waiting: { proposals: home === undefined ? 0 : proposalsIn(home) },
      heartbeat: await known(() => beatsOf(path, host)),
      drift: home === undefined ? [] : driftIn(workspace, home),
      index: { search, recall, isMade: made !== undefined && disk.lstat(made) !== undefined },
    };
  } finally {
    home?.close();
    workspace.close();
  }
};

/** What models cost on this machine today (UTC), for all workspaces together. Throws STATE_UNUSABLE. */
export const spentToday = (
  { disk, environment }: Pick<Host, 'disk' | 'environment'>,
  now: Date,
): Spent & { readonly day: string } => {
  const day = now.toISOString().slice(0, 'YYYY-MM-DD'.length);
  return { day, ...spentOn(xdgFolder('XDG_STATE_HOME', environment), day, disk) };
};

/** Nobody named an agent or a model. */
const NOBODY = { agent: undefined, model: undefined };

const known = async <Value>(find: () => Value | Promise<Value>): Promise<Value | Unknown> => {
  try {
    return await find();
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code };
    throw error;
  }
};

const lastBootIn = (home: StateHome): LastBoot | undefined => {
  const entry = lastRecord(home);
  if (entry === undefined) return undefined;
  const { startedAt, endedAt, kind, ending } = entry;
  if (typeof startedAt !== 'string' || !isJsonObject(ending)) return undefined;
  const { end, code } = ending;
  return {
    startedAt,
    end: String(end),
    ...(typeof endedAt === 'string' && { endedAt }),
    ...(typeof kind === 'string' && { kind }),
    ...(typeof code === 'string' && { code }),
  };
};

const runningIn = (home: StateHome): readonly RunningSession[] =>
  markedSessions(home)
    .filter(({ bootId }) => isHeld(stateOf(home).path(STATE.sessionLock, bootId)))
    .map(({ bootId, kind, startedAt, isBusy = false }) => ({ bootId, kind, startedAt, isBusy }));

const pastIn = (home: StateHome): readonly PastSession[] =>
  listTranscripts(home)
    .slice(0, SESSIONS_SHOWN)
    .map(({ id, kind, agent, updatedAt, turns }) => ({ id, kind, agent, updatedAt, turns }));

const proposalsIn = (home: StateHome): number => {
  const { add = [], remove = [] } = waitingProposal(home) ?? {};
  return add.length + remove.length;
};

const beatsOf = async (path: string, host: Host): Promise<BeatsStatus> => {
  const { facts, decision, said, nobody } = await heartbeatStatus(
    { path, byClock: true, everySeconds: undefined, zone: undefined, ...NOBODY },
    host,
  );
  const word = said.at(-1);
  const { beats, now, everySeconds } = facts;
  return {
    everySeconds,
    next: lastEnd(beats, now) === undefined ? undefined : nextAt(beats, facts, now),
    last: beats.last,
    said: word && { at: word.at, text: word.text },
    model: nobody === undefined,
    wakes: decision.wakes,
    reason: decision.wakes ? undefined : decision.reason,
    why: decision.wakes ? undefined : decision.why,
  };
};

const driftIn = (workspace: Workspace, home: StateHome): readonly string[] =>
  driftedIn(workspace, home).map(({ file }) => file);
