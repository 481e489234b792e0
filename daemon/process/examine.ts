/** What a start of the daemon would meet: looked at from another process, without a change and without a lock. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DAEMON_PORT } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import { Database } from '#kernel/sqlite/database.ts';
import { DATABASE_FORMS, NEXUS_DATA } from '#daemon/data/open.ts';
import { isNexus, peekServeConfig } from '#daemon/phases/config.ts';
import { LOOPBACK } from '#daemon/phases/reach.ts';
import { runningDaemon } from '#daemon/phases/home.ts';
import { servedBy } from '#daemon/phases/workspace.ts';
import { installedUnit } from './unit.ts';

type ExamineHost = Pick<Host, 'disk' | 'uid' | 'environment'>;

/** Why something would be refused. */
interface Refused {
  readonly code: string;
  readonly what: string;
  readonly remedy: string;
}

/** The daemon of this user. */
export interface DaemonFound {
  readonly running: { readonly pid: number; readonly port?: number; readonly phase: string } | null;
  /** The unit of systemd that starts it. */
  readonly unit: string | null;
  readonly refused: readonly Refused[];
}

/** A workspace as a start would find it. */
export interface ServiceFound {
  readonly path: string;
  /** The process that serves it, which holds its serve.lock. */
  readonly servedBy: string | null;
  /** Databases that are there and in order. */
  readonly databases: readonly string[];
  /** Where it would listen; `null` while a daemon runs, which has its own. */
  readonly port: number | null;
  readonly refused: readonly Refused[];
}

/** Throws bugs alone. */
export const examineDaemon = (host: ExamineHost): DaemonFound => {
  const refused: Refused[] = [];
  const facts = attempt(refused, () => runningDaemon(host));
  const unit = attempt(refused, () => installedUnit(host)) ?? null;
  if (facts === undefined) return { running: null, unit, refused };
  const { pid, port, phase } = facts;
  return { running: { pid, ...(port !== undefined && { port }), phase }, unit, refused };
};

/** Throws bugs alone. */
export const examineService = async (path: string, host: ExamineHost): Promise<ServiceFound> => {
  const refused: Refused[] = [];
  const found = attempt(refused, () => lookAt(path, host, refused));
  const isRunning = attempt(refused, () => runningDaemon(host)) !== undefined;
  const port = isRunning ? null : (found?.port ?? DAEMON_PORT);
  const errno = port === null ? undefined : await portFault(port, found?.bind ?? LOOPBACK);
  if (port !== null && errno !== undefined)
    attempt(refused, () => {
      throw errno === 'EADDRINUSE'
        ? new Refusal('PORT_TAKEN', { port })
        : new Refusal('PORT_UNUSABLE', { port, errno });
    });
  const { path: real = path, served = null, databases = [] } = found ?? {};
  return { path: real, servedBy: served, databases, port, refused };
};

interface Looked {
  readonly path: string;
  readonly served: string | null;
  readonly port: number | undefined;
  readonly bind: string | undefined;
  readonly databases: readonly string[];
}

const NEVER_SERVED = { served: null, port: undefined, bind: undefined, databases: [] } as const;

const lookAt = (
  path: string,
  { disk, uid, environment }: ExamineHost,
  refused: Refused[],
): Looked => {
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  const home = StateHome.peek(xdgFolder('XDG_STATE_HOME', environment), workspace, uid);
  try {
    const real = workspace.path;
    if (home === undefined) return { path: real, ...NEVER_SERVED };
    const served = attempt(refused, () => servedBy(home)) ?? null;
    const config = attempt(refused, () => peekServeConfig({ workspace, home }));
    const inTree = attempt(refused, () => isNexus({ workspace, home })) === true;
    const folder = join(...(inTree ? [real, NEXUS_DATA] : [home.path, 'data']));
    const databases = attempt(refused, () => databasesIn(folder, { disk, uid, refused })) ?? [];
    return { path: real, served, port: config?.port, bind: config?.bind, databases };
  } finally {
    home?.close();
    workspace.close();
  }
};

/** Those that are not there are made by the start. */
const databasesIn = (
  path: string,
  { disk, uid, refused }: Pick<ExamineHost, 'disk' | 'uid'> & { readonly refused: Refused[] },
): readonly string[] => {
  const folder = folderAt(disk, path);
  try {
    return DATABASE_FORMS.filter(
      (form) => folder && attempt(refused, () => Database.check(folder, form, uid)) === true,
    ).map(({ file }) => file);
  } finally {
    folder?.close();
  }
};

/** `undefined` where there is none. Throws DATABASE_UNUSABLE. */
const folderAt = (disk: Host['disk'], path: string): Directory | undefined => {
  try {
    return disk.lstat(path) && Directory.open(disk, path);
  } catch (error) {
    throw asRefusal(error, (reason) => new Refusal('DATABASE_UNUSABLE', { file: path, reason }));
  }
};

/** Its value; what is refused is noted. */
const attempt = <Value>(refused: Refused[], work: () => Value): Value | undefined => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message: what, remedy } = error;
    refused.push({ code, what, remedy });
    return undefined;
  }
};

/** Why nobody can listen there now. */
const portFault = (port: number, host: string): Promise<string | undefined> => {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
};
