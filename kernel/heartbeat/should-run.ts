/**
 * A workspace as a heartbeat looks at it before it wakes anybody (RFC-0009 §2.7): what is to be done, when it was done
 * last, and what stands against it. Nothing of an agent is loaded for that, since most heartbeats end here.
 */
import { afterSkip, type Beats, NO_BEATS, type SkipReason } from '#lib/heartbeat/beats.ts';
import { readChecklist } from '#lib/heartbeat/checklist.ts';
import { type Checks, HEARTBEAT_STATE, NO_CHECKS, readChecks } from '#lib/heartbeat/checks.ts';
import {
  decideHeartbeat,
  type HeartbeatDecision,
  type HeartbeatFacts,
  type Purse,
} from '#lib/heartbeat/decide.ts';
import { secondsIn } from '#lib/heartbeat/duration.ts';
import { hoursIn } from '#lib/heartbeat/hours.ts';
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import {
  HEARTBEAT_MAX_SECONDS,
  HEARTBEAT_MIN_SECONDS,
  HEARTBEAT_SECONDS,
} from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { isZone } from '#lib/text/zones.ts';
import { timezoneOf } from '#lib/workspace/profile.ts';
import type { Settings } from '#kernel/contract/boot-request.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { offsetIn, systemZone } from '#kernel/process/zone.ts';
import { readFile } from '#kernel/startup/read.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import { rememberedZone } from '#kernel/state/zone.ts';
import { readBeats, writeSkipped } from './store.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { stateOf } from '#kernel/state/store.ts';

/** What a heartbeat is asked for with. */
export interface ShouldRunRequest {
  readonly path: string;
  /** The clock asks, and no human. */
  readonly byClock: boolean;
  /** How often, where whoever asks says so. */
  readonly everySeconds: number | undefined;
  readonly zone: string | undefined;
}

/** This machine and its owner's settings. */
export interface ShouldRunHost {
  readonly disk: Disk;
  readonly uid: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly settings: Settings;
}

/** What was found, and what follows from it. */
export interface ShouldRun {
  readonly facts: HeartbeatFacts;
  readonly decision: HeartbeatDecision;
  /** The workspace, without links. */
  readonly path: string;
}

/** Decides whether a heartbeat wakes its agent, and remembers one that is left out. Throws WORKSPACE_…, STATE_…, FILE_… and SETTINGS_… refusals. */
export const shouldRun = (request: ShouldRunRequest, host: ShouldRunHost): Promise<ShouldRun> =>
  inWorkspace(request.path, host, async (workspace, home) => {
    const facts = await factsOf(workspace, home, { request, host });
    const decision = decideHeartbeat(facts);
    if (!decision.wakes && home !== undefined) remember(home, facts, decision.reason);
    return { facts, decision, path: workspace.path };
  });

/** The same without a word of it in the state. Throws as `shouldRun`. */
export const peekShouldRun = (request: ShouldRunRequest, host: ShouldRunHost): Promise<ShouldRun> =>
  inWorkspace(request.path, host, async (workspace, home) => {
    const facts = await factsOf(workspace, home, { request, host });
    return { facts, decision: decideHeartbeat(facts), path: workspace.path };
  });

const remember = (home: StateHome, { beats, now }: HeartbeatFacts, reason: SkipReason): void => {
  const after = afterSkip(beats, reason, now);
  if (after !== beats) writeSkipped(home, after);
};

/** Runs `work` on a workspace and the state that there is of it; both are closed then. Throws WORKSPACE_… and STATE_… refusals. */
export const inWorkspace = async <Value>(
  path: string,
  { disk, uid, environment }: Omit<ShouldRunHost, 'settings'>,
  work: (workspace: Workspace, home: StateHome | undefined) => Value | Promise<Value>,
): Promise<Value> => {
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  try {
    const home = StateHome.peek(xdgFolder('XDG_STATE_HOME', environment), workspace, uid);
    try {
      return await work(workspace, home);
    } finally {
      home?.close();
    }
  } finally {
    workspace.close();
  }
};

interface Asked {
  readonly request: ShouldRunRequest;
  readonly host: ShouldRunHost;
}

const factsOf = async (
  workspace: Workspace,
  home: StateHome | undefined,
  { request, host }: Asked,
): Promise<HeartbeatFacts> => {
  const { settings } = host;
  const now = Math.floor(Date.now() / 1000);
  const beats = home === undefined ? NO_BEATS : readBeats(home);
  const zone = request.zone ?? zoneOf(workspace, home) ?? systemZone(host.environment);
  const checklist = readFile(workspace, 'HEARTBEAT.md');
  const { activeHours = '' } = settings.heartbeat;
  return {
    now,
    byClock: request.byClock,
    beats,
    everySeconds:
      request.everySeconds ?? beats.everySeconds ?? everyIn(settings) ?? HEARTBEAT_SECONDS,
    hours: hoursIn(activeHours),
    offset: offsetIn(zone),
    checklist: checklist && readChecklist(checklist.text),
    checks: checksIn(workspace, now),
    isUnborn: isUnborn(workspace),
    purses: await pursesOf(beats, host, now),
    isBusy: home !== undefined && (await isBusy(home)),
  };
};

/** Where USER.md says that its human lives; else as the last boot had it. Throws FILE_… and STATE_… refusals. */
const zoneOf = (workspace: Workspace, home: StateHome | undefined): string | undefined => {
  const remembered = home && rememberedZone(home);
  const user = readFile(workspace, 'USER.md');
  const named = user && timezoneOf(user.text);
  return named !== undefined && (named === remembered || isZone(named)) ? named : remembered;
};

/** Throws SETTINGS_INVALID. */
const everyIn = ({ heartbeat: { every } }: Settings): number | undefined => {
  if (every === undefined) return undefined;
  const seconds = secondsIn(every);
  if (seconds !== undefined && isEvery(seconds)) return seconds;
  throw new Refusal('SETTINGS_INVALID', {
    path: 'heartbeat.every',
    reason: 'it is no time from 1m to 30d',
  });
};

/** Is this a time between heartbeats? */
export const isEvery = (seconds: number): boolean =>
  seconds >= HEARTBEAT_MIN_SECONDS && seconds <= HEARTBEAT_MAX_SECONDS;

/** A state that is no text is a broken one. Throws FILE_… refusals. */
const checksIn = (workspace: Workspace, now: number): Checks => {
  try {
    const file = readFile(workspace, HEARTBEAT_STATE);
    return file === undefined ? NO_CHECKS : readChecks(file.text, now);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'FILE_NOT_TEXT')
      return { ...NO_CHECKS, isBroken: true };
    throw error;
  }
};

/** Who has no SOUL.md, or instructions that wait, has a first boot before them, and that has a human. */
const isUnborn = ({ root }: Workspace): boolean =>
  root.disk.lstat(root.at('SOUL.md')) === undefined ||
  BOOTSTRAP_FILES.some((name) => root.disk.lstat(root.at(name)) !== undefined);

/** What all sessions of this machine may cost in a day, and what the heartbeats of this workspace may. */
const pursesOf = async (
  { spent }: Beats,
  { disk, environment, settings }: ShouldRunHost,
  now: number,
): Promise<readonly Purse[]> => {
  const { budgets, heartbeat } = settings;
  const day = new Date(now * 1000).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const { tokens, usd } = spent?.day === day ? spent : { tokens: 0, usd: 0 };
  const own: Purse = {
    of: 'of heartbeats today (heartbeat.day… in the settings)',
    tokens,
    usd,
    mostTokens: heartbeat.dayTokens,
    mostUsd: heartbeat.dayUsd,
  };
  if (budgets.dayTokens === undefined && budgets.dayUsd === undefined) return [own];
  const { spentOn } = await import('#kernel/state/ledger.ts');
  const all = spentOn(xdgFolder('XDG_STATE_HOME', environment), day, disk);
  const of = 'of today (budgets.day… in the settings)';
  return [{ of, ...all, mostTokens: budgets.dayTokens, mostUsd: budgets.dayUsd }, own];
};

/** Locks are looked at only where somebody says that a turn runs. */
const isBusy = async (home: StateHome): Promise<boolean> => {
  const state = stateOf(home);
  const says = state
    .keys(STATE.openSession)
    .some((bootId) => state.read(STATE.openSession, bootId)?.isBusy === true);
  if (!says) return false;
  const { isTurnRunning } = await import('#kernel/state/sessions.ts');
  return isTurnRunning(home);
};
