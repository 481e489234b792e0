/** Putting the fixes of an audit on the disk: whole files, durably, under the locks of a boot (RFC-0009 §2.2, R-24). */
import { Refusal } from '#lib/spec/refusals.ts';
import { Clock } from '#kernel/process/clock.ts';
import { asRefusal, type Disk } from '#kernel/fs/disk.ts';
import { createFile, replaceFile } from '#kernel/fs/replace.ts';
import type { SaidLayout } from '#lib/layout/detect.ts';
import { keepingMemory, leftIn } from '#kernel/memory/change.ts';
import { admitLayout } from '#kernel/run/layout.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { keepingBaselines } from '#kernel/state/baseline.ts';
import { readFile } from '#kernel/startup/read.ts';

/** A file as the audit read it, and as it shall be. */
export interface FileFix {
  /** Relative to the workspace. */
  readonly file: string;
  /** As audited, byte order mark included; `undefined` if there was no such file. */
  readonly before: string | undefined;
  readonly after: string;
}

interface FixHost {
  readonly uid: number;
  readonly stateRoot: string;
  /** `--layout`. */
  readonly layout?: SaidLayout | undefined;
}

/**
 * Writes every file, or refuses before the first if one of them is no longer what was audited. A write that fails
 * half-way leaves each file whole, old or new. Throws FILE_MOVED, FILE_…, LAYOUT_… and WORKSPACE_… refusals, FIX_FAILED.
 */
export const fixWorkspace = (
  disk: Disk,
  path: string,
  files: readonly FileFix[],
  { uid, stateRoot, layout }: FixHost,
): void => {
  const opened = OpenWorkspace.open(disk, path, {
    strict: false,
    uid,
    stateRoot,
    clock: Clock.start(),
  });
  try {
    admitLayout(opened, layout);
    opened.takeLease();
    // What the owner's own command changes is no change behind the kernel's back.
    keepingBaselines(opened, () => keepingMemory(opened, () => writeAll(opened, files)));
    for (const { file } of files) opened.exclusively(() => leftIn(opened).settle(file));
  } finally {
    opened.close();
  }
};

const writeAll = ({ workspace }: OpenWorkspace, files: readonly FileFix[]): void => {
  const current = files.map(({ file, before }) => {
    const read = readFile(workspace, file);
    if (read?.bytes.toString('utf8') !== before) throw new Refusal('FILE_MOVED', { file });
    return read;
  });
  for (const [index, { file, after }] of files.entries()) {
    const place = workspace.place(file);
    if (place === undefined) throw new Refusal('MEMORY_DIR_UNUSABLE', { reason: 'ENOENT' });
    const { directory, name } = place;
    const bytes = Buffer.from(after);
    const previous = current[index]?.stat;
    try {
      if (previous === undefined) createFile(directory, name, bytes);
      else replaceFile(directory, { name, bytes, previous });
    } catch (error) {
      throw asRefusal(error, (errno) => new Refusal('FIX_FAILED', { file, errno, written: index }));
    }
  }
};
