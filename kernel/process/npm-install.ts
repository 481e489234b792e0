/**
 * Packages that a user installs by choice, fetched by npm as a lock file of ours names them: exact versions, each with
 * its checksum, and no script of theirs is run. They are fetched beside their place and renamed into it when they are
 * whole: what was ended half-way is used by nobody, and the next one takes it away.
 */
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { memberAt } from '#lib/text/json.ts';
import { disk, errnoOf } from '#kernel/fs/disk.ts';
import { Lock } from './lock.ts';
import { makePrivate } from './private-folder.ts';
import { findProgram } from './program.ts';
import { DONE, runToEnd } from './child.ts';

/** What is fetched, and where it goes. */
export interface NpmInstall {
  /** Holds `package.json` and `package-lock.json`. */
  readonly lock: string;
  /** The folder that is to hold `node_modules`; what is there is replaced. */
  readonly into: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Ends it; nothing is installed then. */
  readonly signal: AbortSignal;
}

/** Why nothing was installed or removed, in words; what was there before is as it was. */
export class InstallFailed extends Error {
  override readonly name = 'InstallFailed';
}

const FILES = ['package.json', 'package-lock.json'] as const;
const PART = '.part-';
const OLD = '.old-';
const ARGS = ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'] as const;
/** Settings of npm that would say more than what went wrong. */
const QUIET = ['--loglevel=error', '--no-update-notifier', '--no-progress'] as const;
/** What of npm's complaint is kept. */
const COMPLAINT_MAX_CHARS = 4096;
const REASON_MAX_CHARS = 200;

/** Throws InstallFailed. */
export const npmInstall = async ({ lock, into, ...how }: NpmInstall): Promise<void> => {
  const unchecked = withoutChecksum(join(lock, 'package-lock.json'));
  if (unchecked !== undefined)
    throw new InstallFailed(`yamo has no checksum of ${unchecked} for this machine`);
  await exclusively(into, async () => {
    const part = mkdtempSync(into + PART);
    try {
      for (const file of FILES) copyFileSync(join(lock, file), join(part, file));
      await npm(part, how);
      replace(part, into);
    } finally {
      rmSync(part, { recursive: true, force: true });
    }
  });
};

/** Removes what was installed into `into`; false if nothing was. Throws InstallFailed. */
export const npmUninstall = async (into: string): Promise<boolean> =>
  await exclusively(into, () => {
    const isThere = existsSync(into);
    if (isThere) putAside(into);
    clear(into);
    return isThere;
  });

/** One at a time, and what others left half-way is taken away first. Throws InstallFailed. */
const exclusively = async <Value>(
  into: string,
  work: () => Promise<Value> | Value,
): Promise<Value> => {
  let lock: Lock | undefined;
  try {
    makePrivate(disk, dirname(into));
    lock = new Lock(join(dirname(into), 'install.lock'), 0);
    if (!lock.take()) throw new InstallFailed('another yamo installs or uninstalls just now');
    clear(into);
    return await work();
  } catch (error) {
    const errno = errnoOf(error);
    throw errno === undefined ? error : new InstallFailed(errno);
  } finally {
    lock?.close();
  }
};

const clear = (into: string): void => {
  const marks = [PART, OLD].map((mark) => basename(into) + mark);
  for (const name of readdirSync(dirname(into)))
    if (marks.some((mark) => name.startsWith(mark)))
      rmSync(join(dirname(into), name), { recursive: true, force: true });
};

const putAside = (into: string): string => {
  const old = mkdtempSync(into + OLD);
  renameSync(into, old);
  return old;
};

const replace = (part: string, into: string): void => {
  const old = existsSync(into) ? putAside(into) : undefined;
  try {
    renameSync(part, into);
  } catch (error) {
    if (old !== undefined) renameSync(old, into);
    throw error;
  }
  if (old !== undefined) rmSync(old, { recursive: true, force: true });
};

const npm = async (
  directory: string,
  { environment, signal }: Pick<NpmInstall, 'environment' | 'signal'>,
): Promise<void> => {
  const found = findProgram('npm', environment['PATH'] ?? '');
  if ('errno' in found)
    throw new InstallFailed('npm, which comes with Node.js, is not on the PATH');
  const command = { program: found.path, args: [...ARGS, ...QUIET], environment, directory };
  const { how, complaint } = await runToEnd(command, { signal });
  if (signal.aborted) throw new InstallFailed('it was interrupted');
  if (how !== DONE) throw new InstallFailed(reasonIn(complaint.slice(0, COMPLAINT_MAX_CHARS)));
};

/** The first things that npm complains about, on one line. */
const reasonIn = (complaint: string): string => {
  const said = complaint
    .split('\n')
    .flatMap((line) => /^npm error\s+(.*\S)/.exec(line)?.[1] ?? [])
    .filter((line) => !line.startsWith('A complete log'));
  return `npm: ${said.join(' ').slice(0, REASON_MAX_CHARS) || 'it failed without a word'}`;
};

interface Locked {
  readonly link?: boolean;
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

/** The first package of a lock file that would be installed on this machine without a checksum; `undefined`: there is none. */
const withoutChecksum = (file: string): string | undefined => {
  const { packages }: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const here = { os: process.platform, cpu: process.arch, libc: libc() };
  const [path] =
    Object.entries(packages).find(
      ([name, { integrity, os, cpu, libc: libraries }]) =>
        name !== '' &&
        integrity === undefined &&
        (os?.includes(here.os) ?? true) &&
        (cpu?.includes(here.cpu) ?? true) &&
        (libraries?.includes(here.libc) ?? true),
    ) ?? [];
  return path?.split('node_modules/').at(-1);
};

/** As package.json calls it. */
const libc = (): string => {
  const glibc = memberAt(process.report.getReport(), 'header', 'glibcVersionRuntime');
  return glibc === undefined ? 'musl' : 'glibc';
};
