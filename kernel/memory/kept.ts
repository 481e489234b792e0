/**
 * MEMORY.md as a main session, or a command of its owner, saw it last (RFC-0009 §5.3): its bytes, for its owner alone, so that
 * a change which nobody announced is noticed, stands in the journal and can be undone. Two files: the bytes, and a stamp
 * that spares reading them. The bytes are written first, so a stamp that a kill left old only costs another look.
 */
import { FILE_MAX_BYTES, FILE_SETTLED_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { GuardedBy } from '#lib/guard.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { errnoOf, type Stat } from '#kernel/fs/disk.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import type { isMemoryStamp } from '#kernel/state/shapes.ts';
import { stateOf } from '#kernel/state/store.ts';
import { readBytes } from './archive.ts';

export const MEMORY = 'MEMORY.md';

type Stamp = GuardedBy<typeof isMemoryStamp>;

/** A change that was found and that nobody has been told of. */
export type UntoldChange = NonNullable<Stamp['untold']>;

/** MEMORY.md at one moment; `undefined`: there is no file of this name. */
export interface Seen {
  readonly bytes: Buffer | undefined;
  readonly stat: Stat | undefined;
}

/** What was kept; without bytes there was no file. */
export type StoredMemory = Pick<Stamp, 'fault' | 'untold'> & Pick<Seen, 'bytes'>;

/** What a look at MEMORY.md shows that does not open it. */
export interface Glimpse {
  /** It is what was kept of it, by what lstat says. */
  readonly isAsKept: boolean;
  /** A change was found and not told. */
  readonly isUntold: boolean;
}

/** Throws STATE_UNUSABLE. */
export const glimpseOf = ({ root }: Workspace, home: StateHome): Glimpse => {
  const stamp = stampOf(home);
  if (stamp === undefined) return { isAsKept: false, isUntold: false };
  const isAsKept = stamp.settled && stamp.identity === identityAt(root);
  return { isAsKept, isUntold: stamp.untold !== undefined };
};

const identityAt = (root: Directory): string | undefined => {
  try {
    return identityOf(root.disk.lstat(root.at(MEMORY)));
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
};

/** `undefined` if nothing was kept yet. Throws STATE_UNUSABLE. */
export const storedMemory = (home: StateHome): StoredMemory | undefined => {
  const stamp = stampOf(home);
  return stamp && { ...stamp, bytes: stateOf(home).read(STATE.memoryBytes) };
};

/**
 * MEMORY.md as it is now; what is no regular file is none, and why it cannot be read is said. Throws nothing else than
 * bugs: a file that moves is looked at another time.
 */
export const lookAtMemory = ({ root }: Workspace): Seen | { readonly fault: string } => {
  const stat = (): Stat | undefined => root.disk.lstat(root.at(MEMORY));
  try {
    return readBytes(root, MEMORY, MEMORY, FILE_MAX_BYTES) ?? { bytes: undefined, stat: undefined };
  } catch (error) {
    const code = error instanceof Refusal ? error.code : errnoOf(error);
    if (code === undefined) throw error;
    return code === 'FILE_SYMLINK' || code === 'FILE_NOT_REGULAR'
      ? { bytes: undefined, stat: stat() }
      : { fault: code };
  }
};

/** Keeps MEMORY.md as it is now. The caller holds the write lock. Throws STATE_UNUSABLE. */
export const keepMemory = (home: StateHome, { bytes, stat }: Seen, untold?: UntoldChange): void => {
  const kept = stampOf(home) && stateOf(home).read(STATE.memoryBytes);
  if (bytes === undefined) stateOf(home).remove(STATE.memoryBytes);
  else if (kept?.equals(bytes) !== true) stateOf(home).write(STATE.memoryBytes, bytes);
  const age = stat === undefined ? FILE_SETTLED_MS : Date.now() - Number(stat.ctimeNs / 1_000_000n);
  put(home, {
    version: 1,
    identity: identityOf(stat),
    settled: age >= FILE_SETTLED_MS,
    ...(untold !== undefined && { untold }),
  });
};

/** It cannot be read: what was kept of it stays. Throws STATE_UNUSABLE. */
export const storeFault = (home: StateHome, fault: string): void => {
  const { untold } = stampOf(home) ?? {};
  put(home, {
    version: 1,
    identity: '',
    settled: false,
    fault,
    ...(untold !== undefined && { untold }),
  });
};

/** What was found and not told, which counts as told from here on. The caller holds the write lock. Throws STATE_UNUSABLE. */
export const takeUntold = (home: StateHome): UntoldChange | undefined => {
  const stamp = stampOf(home);
  if (stamp?.untold === undefined) return undefined;
  const { untold, ...rest } = stamp;
  put(home, rest);
  return untold;
};

const stampOf = (home: StateHome): Stamp | undefined => stateOf(home).read(STATE.memoryStamp);

const put = (home: StateHome, stamp: Stamp): void => {
  const before = stampOf(home);
  if (JSON.stringify(before) !== JSON.stringify(stamp))
    stateOf(home).write(STATE.memoryStamp, stamp);
};

/** The change of inode counts, too: a program may set the other times. */
const identityOf = (stat: Stat | undefined): string =>
  stat === undefined
    ? ''
    : [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].map(String).join(' ');
