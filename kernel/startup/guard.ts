/**
 * Ring 0. The boot guard (RFC-0009 §6.3): bootstrap instructions (§2.6, RFC-0006 §1) are read into memory before any of them is
 * carried out (§6.2), deleted by the kernel (§4.3), proved gone and made durably gone before anything else may see them.
 *
 *   list → lstat → open → fstat → read → [agreed?] → [record: taken] → unlink → fstat: no name left
 *        → lstat: ENOENT → fsync(directory) → the path still names the directory → list again
 *
 * Synchronous and plain node:fs, so that the order below is the order of the system calls. Each
 * refusal leaves the instructions on disk, or says that they are gone; it never goes on half-way.
 */
import { BOOTSTRAP_FILES, type BootstrapFile } from '#lib/spec/files.ts';
import { AnyRefusal, Ring0Refusal as Refusal } from '#lib/spec/refusal.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';
import type { InstructionsRead } from '#lib/yamo/instructions.ts';
import { isCopyName } from '#lib/workspace/copy-name.ts';
import { lookalikeOf } from '#lib/text/lookalike-names.ts';
import { asRefusal, closeQuietly, errnoOf, type Stat } from '#kernel/fs/disk.ts';
import { examine } from '#kernel/fs/examine.ts';
import type { BootstrapRecord, TakenFile } from '#lib/workspace/bootstrap-record.ts';
import { ThirdPartyLayout } from './third-party-layout.ts';
import type { GhostSealed } from './ghost.ts';
import { type Held, hold, lookFor, type Present } from './held-instructions.ts';
import type { Workspace } from './workspace.ts';

/** Bootstrap instructions, in memory only. */
export interface BootstrapInstructions {
  readonly file: BootstrapFile;
  readonly text: string;
}

export interface GuardOptions {
  readonly kind: SessionKind;
  /** What the kernel remembers of an earlier first boot of this workspace. */
  readonly record: BootstrapRecord | undefined;
  /** What shows, without such a record, that the first boot is over. */
  readonly priorUseEvidence: string | undefined;
  /** A human asked for the instructions to be carried out although a first boot was finished. */
  readonly rebirth: boolean;
  /** Throws where the instructions, as they were read, are not to be taken. Nothing has been deleted. Ring 0 reads no documents. */
  readonly agree: (orders: readonly BootstrapInstructions[]) => InstructionsRead;
  /** Makes it durable, before the first unlink, that these files were taken. */
  readonly remember: (files: readonly TakenFile[]) => void;
  /** Takes that back, when nothing was deleted after all. */
  readonly forget: () => void;
  /** Hears of files that are deleted, and whose instructions nobody will carry out: the guard refuses after it. */
  readonly lost: (files: readonly TakenFile[]) => void;
}

/** Proof that no bootstrap instructions are in the workspace, of RFC-0009 or another layout. Carries them, if there were any. */
export class BootstrapGone<By extends GhostSealed | ThirdPartyLayout = GhostSealed> {
  readonly sealed: By;
  /** Names that look like copies of bootstrap instructions, found where there were none. */
  readonly leftovers: readonly string[];
  readonly taken: readonly TakenFile[];
  #orders: readonly BootstrapInstructions[];

  private constructor(sealed: By, held: readonly Held[], leftovers: readonly string[]) {
    this.sealed = sealed;
    this.leftovers = leftovers;
    this.taken = held.map(({ taken }) => taken);
    this.#orders = held.map(({ taken, text }) => ({ file: taken.file, text }));
  }

  /** Is this the first boot (§6.1)? */
  get firstBoot(): boolean {
    return this.taken.length > 0;
  }

  /** The instructions, once: they are handed to the bootstrap flow, which lets go of them when it ends. */
  handOver(): readonly BootstrapInstructions[] {
    const orders = this.#orders;
    this.#orders = [];
    return orders;
  }

  /**
   * Carries out §6.3 on `workspace`. Throws a BOOTSTRAP_… refusal, WORKSPACE_SWAPPED, or
   * STATE_UNUSABLE if it cannot be remembered that the instructions were taken.
   */
  static prove<By extends GhostSealed | ThirdPartyLayout>(
    workspace: Workspace,
    sealed: By,
    options: GuardOptions,
  ): BootstrapGone<By> {
    if (sealed instanceof ThirdPartyLayout && sealed.leavesBootstrapToAgent)
      throw new TypeError("they are not the kernel's in this layout");
    const names = list(
      workspace,
      (errno) => new Refusal('BOOTSTRAP_UNREADABLE', { file: 'The directory', errno }),
    );
    const found = BOOTSTRAP_FILES.flatMap((file) => lookFor(workspace, file));
    refuseContradiction(names, found);
    refuseTwins(names, found);
    const copies = names.filter(isCopyName);
    const first = found[0];
    if (first === undefined) return new BootstrapGone(sealed, [], copies);
    refuseUnwelcome(first.file, options);
    refuseIncomplete(found, options);
    if (copies[0] !== undefined) throw new Refusal('BOOTSTRAP_COPIES', { file: copies[0] });

    const held: Held[] = [];
    const progress: Progress = { remembered: false, deleted: [] };
    try {
      try {
        for (const one of found) held.push(hold(workspace, one));
        const orders = held.map(({ taken, text }) => ({ file: taken.file, text }));
        if (!options.agree(orders).isOf(orders)) throw new TypeError('other instructions');
        takeAway(workspace, held, options, progress);
      } finally {
        for (const { opened } of held) closeQuietly(workspace.root.disk, opened.fd);
      }
      refuseRemains(listAgain(workspace, first.file), names, first.file);
    } catch (error) {
      if (progress.deleted.length > 0) options.lost(progress.deleted);
      else if (progress.remembered) forgetQuietly(options);
      throw error;
    }
    return new BootstrapGone(sealed, held, []);
  }
}

/** How far the guard came, for what it says when it goes no further. */
interface Progress {
  remembered: boolean;
  readonly deleted: TakenFile[];
}

/** Remembers that the instructions are taken, deletes them, and proves it of each file. */
const takeAway = (
  workspace: Workspace,
  held: readonly Held[],
  { remember }: GuardOptions,
  progress: Progress,
): void => {
  remember(held.map(({ taken }) => taken));
  progress.remembered = true;
  for (const one of held) {
    unlink(workspace, one);
    progress.deleted.push(one.taken);
  }
  for (const one of held) proveGone(workspace, one);
  const [first] = held;
  if (first !== undefined) makeDurable(workspace, first.taken.file);
  workspace.confirmPath();
};

const list = ({ root }: Workspace, refusal: (errno: string) => Refusal): readonly string[] => {
  try {
    return root.names();
  } catch (error) {
    throw asRefusal(error, refusal);
  }
};

/** What was not forgotten is said to have been taken while it is there: the next boot sees that, and takes it. */
const forgetQuietly = ({ forget }: GuardOptions): void => {
  try {
    forget();
  } catch (error) {
    if (!(error instanceof AnyRefusal)) throw error;
  }
};

const listAgain = (workspace: Workspace, file: BootstrapFile): readonly string[] =>
  list(workspace, (errno) => new Refusal('BOOTSTRAP_UNPROVEN', { file, errno }));

/** A file system that lists a file and says that there is none cannot be asked whether the file is gone. */
const refuseContradiction = (names: readonly string[], found: readonly Present[]): void => {
  const listed = BOOTSTRAP_FILES.filter((file) => names.includes(file));
  const denied = listed.find((file) => !found.some((one) => one.file === file));
  if (denied !== undefined) {
    const errno = 'the folder lists it, and lstat says ENOENT';
    throw new Refusal('BOOTSTRAP_UNREADABLE', { file: denied, errno });
  }
};

/** On a file system that folds case the listing shows another spelling of the file that lstat found. */
const refuseTwins = (names: readonly string[], found: readonly Present[]): void => {
  for (const name of names) {
    const expected = lookalikeOf(name);
    if (expected === undefined) continue;
    const folded = found.some(({ file }) => file === expected) && !names.includes(expected);
    if (!folded) throw new Refusal('BOOTSTRAP_CASE', { file: JSON.stringify(name), expected });
  }
};

/** Instructions that are for no first boot of this workspace (§4.1, R-79, R-84). */
const refuseUnwelcome = (
  file: BootstrapFile,
  {
    kind,
    record,
    priorUseEvidence,
    rebirth,
  }: Pick<GuardOptions, 'kind' | 'record' | 'priorUseEvidence' | 'rebirth'>,
): void => {
  if (!kind.permissions.takesInstructions) throw new Refusal('BOOTSTRAP_IN_SHARED', { file });
  if (rebirth) return;
  if (record?.state === 'done')
    throw new Refusal('BOOTSTRAP_RETURNED', { file, at: record.doneAt ?? record.takenAt });
  if (priorUseEvidence !== undefined)
    throw new Refusal('BOOTSTRAP_LEFT', { file, evidence: priorUseEvidence });
};

/** Of two files of instructions, one was deleted by a boot that went no further: the other alone is half of what was meant. */
const refuseIncomplete = (found: readonly Present[], { record, rebirth }: GuardOptions): void => {
  if (record?.state !== 'taken' || rebirth) return;
  const isThere = ({ file }: TakenFile): boolean => found.some((one) => one.file === file);
  const file = record.files.find(isThere);
  const gone = record.files.find((one) => !isThere(one));
  if (file !== undefined && gone !== undefined) {
    const { takenAt: at } = record;
    throw new Refusal('BOOTSTRAP_HALF_TAKEN', {
      file: file.file,
      gone: gone.file,
      sha256: gone.sha256,
      at,
    });
  }
};

const unlink = ({ root }: Workspace, { taken: { file } }: Held): void => {
  try {
    root.disk.unlink(root.at(file));
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    throw errno === 'ENOENT'
      ? new Refusal('BOOTSTRAP_VANISHED', { file })
      : undeletable(file, errno);
  }
};

/** Two proofs: the file that was read has no name left, and the name leads nowhere. */
const proveGone = ({ root }: Workspace, { taken: { file }, opened }: Held): void => {
  let now: Stat;
  try {
    now = root.disk.fstat(opened.fd);
  } catch (error) {
    throw asRefusal(error, (errno) => new Refusal('BOOTSTRAP_UNPROVEN', { file, errno }));
  }
  if (now.nlink !== 0n) {
    throw new Refusal('BOOTSTRAP_SURVIVES', {
      file,
      reason:
        'it still has a name: another link, a lower file system layer, or an unlink that did nothing',
    });
  }
  if (now.size !== opened.stat.size || now.mtimeNs !== opened.stat.mtimeNs) {
    throw new Refusal('BOOTSTRAP_CHANGED', { file });
  }
  const after = examine(root, file);
  if (after.is === 'unreadable')
    throw new Refusal('BOOTSTRAP_UNPROVEN', { file, errno: after.errno });
  if (after.is !== 'absent') throw new Refusal('BOOTSTRAP_REAPPEARED', { file });
};

/** Without this the file is back after a power cut. Some file systems have no such call: then they need none. */
const makeDurable = ({ root }: Workspace, file: BootstrapFile): void => {
  try {
    root.sync();
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    if (errno === 'EINVAL' || errno === 'ENOSYS' || errno === 'ENOTSUP') return;
    throw new Refusal('BOOTSTRAP_NOT_DURABLE', { file, errno });
  }
};

/** Network and FUSE file systems hide a deleted open file under a new name; a copy may have been made, or the file again. */
const refuseRemains = (
  now: readonly string[],
  before: readonly string[],
  file: BootstrapFile,
): void => {
  const hidden = now.find((name) => /^\.(fuse_hidden|nfs)/.test(name) && !before.includes(name));
  if (hidden !== undefined)
    throw new Refusal('BOOTSTRAP_SURVIVES', { file, reason: `as ${hidden}` });
  const again = BOOTSTRAP_FILES.find((name) => now.includes(name));
  if (again !== undefined) throw new Refusal('BOOTSTRAP_REAPPEARED', { file: again });
  const copy = now.find((name) => isCopyName(name) || lookalikeOf(name) !== undefined);
  if (copy !== undefined) throw new Refusal('BOOTSTRAP_COPIED', { file: JSON.stringify(copy) });
};

/** A file of instructions that the system does not let go. */
export const undeletable = (file: BootstrapFile, errno: string): Refusal =>
  new Refusal('BOOTSTRAP_UNDELETABLE', { file, errno });
