/**
 * Ring 0. Everything that could fail later is tried now, before anything is changed or deleted
 * the files by lstat, the disk by a test file. No file of the workspace is opened.
 */
import { randomBytes } from 'node:crypto';
import type { SessionKind } from '#lib/spec/access.ts';
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { PREFLIGHT_PROBE_BYTES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { dailyFile, dayBefore } from '#lib/workspace/day.ts';
import { writeAll } from '#kernel/effects/bytes.ts';
import { errnoOf, OPEN, type Stat } from '#kernel/effects/disk.ts';
import { examine } from '#kernel/effects/examine.ts';
import type { BirthRecord } from '#kernel/state/birth.ts';
import { type Forbidden, lookAt, NOTHING_FORBIDDEN } from './read.ts';
import type { Workspace } from './workspace.ts';

export interface Preflight {
  /** Birth orders, or something of their name, are there. What it is, the guard decides. */
  readonly firstBoot: boolean;
  readonly forbidden: Forbidden;
}

/**
 * Throws NOT_INITIALISED or BOOTSTRAP_CONSUMED (§6.1), MEMORY_ALIASED and FILE_HARDLINKED (shared
 * sessions), FILE_SYMLINK, FILE_NOT_REGULAR, FILE_UNREADABLE, MEMORY_DIR_UNUSABLE, WORKSPACE_UNWRITABLE.
 */
export const preflight = (
  workspace: Workspace,
  kind: SessionKind,
  today: string,
  record: BirthRecord | undefined,
): Preflight => {
  const ready = inspect(workspace, kind, today, record);
  if (ready.firstBoot && kind === 'main') probe(workspace);
  return ready;
};

/** The part of it that changes nothing. */
export const inspect = (
  workspace: Workspace,
  kind: SessionKind,
  today: string,
  record: BirthRecord | undefined,
): Preflight => {
  const firstBoot = BOOTSTRAP_FILES.some((file) => examine(workspace.root, file).is !== 'absent');
  const soul = lookAt(workspace.root, 'SOUL.md', 'SOUL.md');
  if (!firstBoot && soul === undefined) throw notInitialised(workspace, record);
  const forbidden = kind === 'shared' ? forbidMemory(workspace) : NOTHING_FORBIDDEN;
  for (const file of filesOf(kind, today)) {
    const place = workspace.place(file);
    const stat = place && lookAt(place.directory, place.name, file);
    if (stat !== undefined) refuseSecondName(stat, file, forbidden);
  }
  if (soul?.size === 0n) throw new Refusal('SOUL_EMPTY', {});
  return { firstBoot, forbidden };
};

const filesOf = (kind: SessionKind, today: string): readonly string[] => {
  const files = ['AGENTS.md', 'SOUL.md', 'USER.md', dailyFile(today), dailyFile(dayBefore(today))];
  return kind === 'main' ? [...files, 'MEMORY.md'] : files;
};

const notInitialised = (workspace: Workspace, record: BirthRecord | undefined): Refusal => {
  const taken = record?.state === 'taken' ? record.files[0] : undefined;
  if (record === undefined || taken === undefined) {
    return new Refusal('NOT_INITIALISED', { path: workspace.path });
  }
  return new Refusal('BOOTSTRAP_CONSUMED', {
    file: taken.file,
    sha256: taken.sha256,
    at: record.takenAt,
  });
};

/**
 * What MEMORY.md is, without opening it: in a shared session no other name may lead to it (§4.1).
 */
export const forbidMemory = ({ root }: Workspace): Forbidden => {
  const found = examine(root, 'MEMORY.md');
  switch (found.is) {
    case 'absent':
      return { memory: [], hardLinks: true };
    case 'regular':
      if (found.stat.nlink === 1n) return { memory: [found.stat], hardLinks: true };
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

/** Can the workspace take what a birth writes? Tried with a file of that size, which is removed again. */
const probe = ({ root, path }: Workspace): void => {
  const { disk } = root;
  const name = root.at(`.preflight.${randomBytes(6).toString('hex')}.yamo-tmp`);
  try {
    const fd = disk.open(name, OPEN.create, 0o600);
    try {
      writeAll(disk, fd, new Uint8Array(PREFLIGHT_PROBE_BYTES));
    } finally {
      // A close may fail as a write does (NFS, quotas); the file goes all the same.
      try {
        disk.close(fd);
      } finally {
        disk.unlink(name);
      }
    }
  } catch (error) {
    throw new Refusal('WORKSPACE_UNWRITABLE', { path, errno: errnoOf(error) });
  }
};
