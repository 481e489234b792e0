/**
 * What a workspace passes until it is served (N12, N13): each phase takes what only the one before it makes, so another
 * order does not compile. Those of the process stand between AutomationsSeeded and AutomationsLoaded.
 */
import { join } from 'node:path';
import process from 'node:process';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, type Stat } from '#kernel/fs/disk.ts';
import { sweepTemporaries } from '#kernel/fs/replace.ts';
import { isHeld, Lock } from '#kernel/process/lock.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { stateOf } from '#kernel/state/store.ts';
import { Databases } from '#daemon/data/open.ts';
import { insert, insertIfMissing } from '#daemon/data/write.ts';
import type { ProcessPhase } from '#daemon/phases/process.ts';
import { syncPointers } from '#daemon/nexus/credentials.ts';
import type { ActiveAutomation } from '#daemon/hooks/points.ts';
import { activeAutomations } from '#daemon/hooks/automations.ts';
import { endLeftRuns } from '#daemon/hooks/runner.ts';
import { seedShipped } from '#daemon/nexus/seed.ts';
import { dataFolder, readServeConfig, type ServeConfig, type ServeSite } from './config.ts';
import { now } from '#daemon/data/columns.ts';

/** The names of the phases, in their order. */
export const PHASES = [
  'ConfigRead',
  'DatabasesOpen',
  'CredentialsSynced',
  'OwnerSeeded',
  'AutomationsSeeded',
  'AutomationsLoaded',
  'Healthy',
] as const;

/** A phase by its name. */
export type PhaseName = (typeof PHASES)[number];

/** What the phases of one start work with. */
export interface WorkspaceStart {
  readonly host: Pick<Host, 'disk' | 'uid' | 'environment' | 'version'>;
  readonly path: string;
  /** Hears of each phase when it is passed. */
  readonly passed: (phase: PhaseName) => void;
  /** What is to be undone when it ends or fails, the last first. */
  readonly onEnd: (undo: () => void) => void;
}

/** A workspace that is ours, and says how it is to be served. */
interface Held {
  readonly start: WorkspaceStart;
  readonly site: ServeSite;
  readonly config: ServeConfig;
}

/** The same with its databases. */
interface Opened extends Held {
  readonly databases: Databases;
  /** The row of this start. */
  readonly row: number;
}

/** The same with what runs by itself. */
interface Loaded extends Opened {
  readonly automations: readonly ActiveAutomation[];
}

class Passed<Name extends PhaseName, Has extends Held = Opened> {
  readonly has: Has;
  readonly #name: Name;

  constructor(name: Name, has: Has) {
    this.#name = name;
    this.has = has;
    has.start.passed(this.#name);
  }
}

export type { Passed as WorkspacePhase };

/** It is ours for as long as it is served. Throws WORKSPACE_…, STATE_…, SERVE_CONFIG_INVALID, WORKSPACE_SERVED. */
export const takeWorkspace = (start: WorkspaceStart): Passed<'ConfigRead', Held> => {
  const { disk, uid, environment } = start.host;
  const workspace = Workspace.open(disk, start.path, { strict: false, uid });
  start.onEnd(() => workspace.close());
  const home = StateHome.open(xdgFolder('XDG_STATE_HOME', environment), workspace, uid);
  start.onEnd(() => home.close());
  const lock = takeService(home);
  if (typeof lock === 'string')
    throw new Refusal('WORKSPACE_SERVED', { path: workspace.path, pid: lock });
  start.onEnd(() => lock.close());
  const site = { workspace, home };
  return new Passed('ConfigRead', { start, site, config: readServeConfig(site) });
};

/** The lock of whoever serves a workspace, until it is closed; or else the process that has it. Throws STATE_UNUSABLE. */
export const takeService = (home: StateHome): Lock | string => {
  const lock = new Lock(join(home.path, LOCK), 0);
  try {
    if (lock.take()) {
      stateOf(home).write(STATE.server, String(process.pid));
      return lock;
    }
  } catch (error) {
    lock.close();
    throw error;
  }
  lock.close();
  return serverOf(home);
};

/** The process that serves it; `undefined` if none does. Throws STATE_UNUSABLE. */
export const servedBy = (home: StateHome): string | undefined =>
  isHeld(join(home.path, LOCK)) ? serverOf(home) : undefined;

/** Refuses where the folder `path` is served. Throws WORKSPACE_SERVED, STATE_UNUSABLE. */
export const refuseServed = (
  path: string,
  stat: Stat,
  { disk, uid, environment }: Pick<Host, 'disk' | 'uid' | 'environment'>,
): void => {
  const home = StateHome.peek(
    xdgFolder('XDG_STATE_HOME', environment),
    { root: { disk }, stat },
    uid,
  );
  try {
    const pid = home && servedBy(home);
    if (pid !== undefined) throw new Refusal('WORKSPACE_SERVED', { path, pid });
  } finally {
    home?.close();
  }
};

const LOCK = 'serve.lock';

const serverOf = (home: StateHome): string => stateOf(home).read(STATE.server) ?? 'unknown';

/** The databases are there, and of the newest version. Throws DATABASE_…, STATE_… and MEMORY_DIR_UNUSABLE. */
export const openData = async (
  { has }: Passed<'ConfigRead', Held>,
  _bound: ProcessPhase<'PortBound'>,
): Promise<Passed<'DatabasesOpen'>> => {
  const { start, site, config } = has;
  const { uid, version } = start.host;
  const databases = await Databases.open(swept(dataFolder(site, config, start.host)), uid);
  start.onEnd(() => databases.close());
  const { runtime } = databases.queries;
  const row = await insert(runtime, 'starts', { at: now(), pid: process.pid, version });
  const opened = { ...has, databases, row };
  await keep(opened, 'ConfigRead');
  return passed(opened, 'DatabasesOpen');
};

/** Nothing is left of a database whose maker was killed: who has the lock of the service is the only one to make them. */
const swept = (folder: Directory): Directory => {
  try {
    sweepTemporaries(folder);
    return folder;
  } catch (error) {
    throw asRefusal(error, (reason) => new Refusal('DATABASE_UNUSABLE', { file: 'data', reason }));
  }
};

/** Where the logins of other programs are is known, for 15 minutes (N14, N15). Throws DATABASE_UNUSABLE. */
export const syncCredentials = async ({
  has,
}: Passed<'DatabasesOpen'>): Promise<Passed<'CredentialsSynced'>> => {
  const { config, databases, site, start } = has;
  if (config.layout === 'nexus')
    await syncPointers(databases.queries.identity, site.workspace, start.host);
  return passed(has, 'CredentialsSynced');
};

/** There is an owner to learn about (N16). Throws DATABASE_UNUSABLE. */
export const seedOwner = async ({
  has,
}: Passed<'CredentialsSynced'>): Promise<Passed<'OwnerSeeded'>> => {
  const at = now();
  await insertIfMissing(has.databases.queries.identity, 'entities', {
    type: 'person',
    name: 'Owner',
    is_owner: 1,
    created_at: at,
    updated_at: at,
    source: 'yamo start',
    trust: 'owner',
  });
  return passed(has, 'OwnerSeeded');
};

/** The automations that come with it are there; what the owner changed stays (N17, N37, N38). Throws what `seedShipped` throws. */
export const seedAutomations = async ({
  has,
}: Passed<'OwnerSeeded'>): Promise<Passed<'AutomationsSeeded'>> => {
  if (has.config.layout === 'nexus')
    await seedShipped(has.databases.queries.runtime, has.site.workspace);
  return passed(has, 'AutomationsSeeded');
};

/** The active automations are known; clients and adapters are connected by now. Throws DATABASE_UNUSABLE. */
export const loadAutomations = async (
  { has }: Passed<'AutomationsSeeded'>,
  _adapters: ProcessPhase<'AdaptersUp'>,
): Promise<Passed<'AutomationsLoaded', Loaded>> => {
  const { runtime } = has.databases.queries;
  await endLeftRuns(runtime);
  return passed({ ...has, automations: await activeAutomations(runtime) }, 'AutomationsLoaded');
};

/** It is served. Throws DATABASE_UNUSABLE. */
export const declareHealthy = async ({
  has,
}: Passed<'AutomationsLoaded', Loaded>): Promise<Passed<'Healthy', Loaded>> =>
  passed(has, 'Healthy');

const passed = async <Name extends PhaseName, Has extends Opened>(
  has: Has,
  name: Name,
): Promise<Passed<Name, Has>> => {
  await keep(has, name);
  return new Passed(name, has);
};

/** The records of a start show its order. */
const keep = ({ databases, row }: Opened, phase: PhaseName): Promise<number> =>
  insert(databases.queries.runtime, 'phases', { start: row, phase, at: now() });
