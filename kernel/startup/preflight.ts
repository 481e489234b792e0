/**
 * Ring 0. Everything that could fail later is tried now, before anything is changed or deleted
 * and whether there is an agent or instructions to make one (§2.1, §6.1): the files by lstat. Nothing is changed, and no file of the workspace is opened.
 */
import { BOOTSTRAP_FILES, type BootstrapFile, MEMORY_DIR } from '#lib/spec/files.ts';
import { Ring0Refusal as Refusal } from '#lib/spec/refusal.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';
import { dailyFile, dayBefore } from '#lib/text/day.ts';
import { lookalikeOf } from '#lib/text/lookalike-names.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, type Stat } from '#kernel/fs/disk.ts';
import { examine } from '#kernel/fs/examine.ts';
import type { BootstrapRecord } from '#lib/workspace/bootstrap-record.ts';
import { type Forbidden, lookAt, NOTHING_FORBIDDEN } from './read.ts';
import type { Workspace } from './workspace.ts';

export interface Inspected {
  /** Bootstrap instructions, or something of their name, are there. What it is, the guard decides. */
  readonly firstBoot: boolean;
  /** Those that are regular files. */
  readonly regular: readonly BootstrapFile[];
  readonly forbidden: Forbidden;
  /** What of the workspace its group can write, `memory` among it. */
  readonly groupWritable: readonly string[];
}

/**
 * Throws NOT_INITIALISED, BOOTSTRAP_CONSUMED or BOOTSTRAP_CASE (§6.1), MEMORY_ALIASED and FILE_HARDLINKED (shared
 * sessions), FILE_SYMLINK, FILE_NOT_REGULAR, FILE_UNREADABLE, MEMORY_DIR_UNUSABLE, FILE_OWNER, FILE_WORLD_WRITABLE,
 * FILE_GROUP_WRITABLE (strict).
 */
export const inspect = (
  workspace: Workspace,
  kind: SessionKind,
  today: string,
  record: BootstrapRecord | undefined,
): Inspected => {
  const { root } = workspace;
  const orders = BOOTSTRAP_FILES.map((file) => ({ file, found: examine(root, file) }));
  const firstBoot = orders.some(({ found }) => found.is !== 'absent');
  const soul = lookAt(root, 'SOUL.md', 'SOUL.md');
  if (!firstBoot && soul === undefined) {
    refuseMisspelt(workspace);
    throw notInitialised(workspace, record);
  }
  const forbidden = kind.permissions.seesMemory ? NOTHING_FORBIDDEN : forbidMemory(workspace);
  const seen = new Map<string, Stat>();
  const regular = orders.flatMap(({ file, found }) => {
    if (found.is !== 'regular') return [];
    seen.set(file, found.stat);
    return [file];
  });
  for (const stat of forbidden.memory) seen.set('MEMORY.md', stat);
  for (const file of filesOf(kind, today)) {
    const place = workspace.place(file);
    const stat = place && lookAt(place.directory, place.name, file);
    if (stat === undefined) continue;
    refuseSecondName(stat, file, forbidden);
    seen.set(file, stat);
  }
  const memory = workspace.memory();
  if (memory !== undefined) seen.set(MEMORY_DIR, statOf(memory));
  const groupWritable = [...seen].flatMap(([file, stat]) =>
    workspace.refuseStrangersOf(file, stat) ? [file] : [],
  );
  if (soul?.size === 0n) throw new Refusal('SOUL_EMPTY', {});
  return { firstBoot, regular, forbidden, groupWritable };
};

const statOf = ({ disk, fd }: Directory): Stat => {
  try {
    return disk.fstat(fd);
  } catch (error) {
    throw asRefusal(error, (reason) => new Refusal('MEMORY_DIR_UNUSABLE', { reason }));
  }
};

const filesOf = (kind: SessionKind, today: string): readonly string[] => {
  const files = ['AGENTS.md', 'SOUL.md', 'USER.md', dailyFile(today), dailyFile(dayBefore(today))];
  return kind.permissions.seesMemory ? [...files, 'MEMORY.md'] : files;
};

/** Bootstrap instructions that only the spelling of their name keeps from being found. Where a folder cannot be listed, the refusal that follows says so. */
const refuseMisspelt = ({ root }: Workspace): void => {
  let names: readonly string[];
  try {
    names = root.names();
  } catch {
    return;
  }
  for (const name of names) {
    const expected = lookalikeOf(name);
    if (expected !== undefined)
      throw new Refusal('BOOTSTRAP_CASE', { file: JSON.stringify(name), expected });
  }
};

const notInitialised = (workspace: Workspace, record: BootstrapRecord | undefined): Refusal => {
  if (record?.state !== 'taken' || record.files.length === 0) {
    return new Refusal('NOT_INITIALISED', { path: workspace.path });
  }
  return new Refusal('BOOTSTRAP_CONSUMED', {
    file: record.files.map(({ file }) => file).join(' and '),
    sha256: record.files.map(({ sha256 }) => sha256).join(', '),
    at: record.takenAt,
  });
};

/**
 * What long-term memory is, without opening it: in a shared session no other name may lead to it (§4.1).
 */
export const forbidMemory = (
  workspace: Workspace,
  names: readonly string[] = ['MEMORY.md'],
): Forbidden => ({
  memory: names.flatMap((name) => {
    const place = workspace.place(name);
    return place === undefined ? [] : memoryAt(place.directory, place.name);
  }),
  hardLinks: true,
});

const memoryAt = (directory: Directory, name: string): readonly Stat[] => {
  const found = examine(directory, name);
  switch (found.is) {
    case 'absent':
      return [];
    case 'regular':
      if (found.stat.nlink === 1n) return [found.stat];
      throw new Refusal('MEMORY_ALIASED', { reason: `has ${found.stat.nlink} names` });
    case 'symlink':
      throw new Refusal('MEMORY_ALIASED', { reason: 'is a symbolic link' });
    case 'irregular':
      throw new Refusal('MEMORY_ALIASED', { reason: `is a ${found.type}` });
    case 'unreadable':
      throw new Refusal('MEMORY_ALIASED', { reason: `cannot be examined (${found.errno})` });
  }
};

const refuseSecondName = (stat: Stat, file: string, { hardLinks }: Forbidden): void => {
  if (hardLinks && stat.nlink !== 1n) {
    throw new Refusal('FILE_HARDLINKED', { file, links: Number(stat.nlink) });
  }
};
