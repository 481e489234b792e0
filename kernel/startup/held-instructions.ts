/**
 * Ring 0. One file of bootstrap instructions, for the guard (RFC-0009 §6.3): looked for, opened, read, and held
 * open: its descriptor is the witness of the proof that it is gone.
 */
import type { BootstrapFile } from '#lib/spec/files.ts';
import { BOOTSTRAP_MAX_BYTES } from '#lib/spec/limits-ring-0.ts';
import { Ring0Refusal as Refusal } from '#lib/spec/refusal.ts';
import type { TakenFile } from '#lib/workspace/bootstrap-record.ts';
import { sha256, stripBom, textFault } from '#kernel/fs/bytes.ts';
import { asRefusal, closeQuietly, type Stat } from '#kernel/fs/disk.ts';
import { examine, openExamined, type OpenedFile, readOpened } from '#kernel/fs/examine.ts';
import type { Workspace } from './workspace.ts';

/** A file of instructions that is there. */
export interface Present {
  readonly file: BootstrapFile;
  readonly stat: Stat;
}

/** The same, read and held open. */
export interface Held {
  readonly taken: TakenFile & { readonly file: BootstrapFile };
  readonly text: string;
  readonly opened: OpenedFile;
}

/** The RFC's stat(): one lstat per name. Only a regular file with one name is a file of instructions. */
export const lookFor = ({ root }: Workspace, file: BootstrapFile): readonly Present[] => {
  const found = examine(root, file);
  switch (found.is) {
    case 'absent':
      return [];
    case 'symlink':
      throw new Refusal('BOOTSTRAP_SYMLINK', { file });
    case 'irregular':
      throw new Refusal('BOOTSTRAP_NOT_REGULAR', { file, type: found.type });
    case 'unreadable':
      throw new Refusal('BOOTSTRAP_UNREADABLE', { file, errno: found.errno });
    case 'regular':
      refuseUnfit(file, found.stat);
      return [{ file, stat: found.stat }];
  }
};

const refuseUnfit = (file: BootstrapFile, { nlink, ino, size }: Stat): void => {
  if (nlink !== 1n) {
    throw new Refusal('BOOTSTRAP_HARDLINKED', { file, links: Number(nlink), inode: String(ino) });
  }
  if (size > BigInt(BOOTSTRAP_MAX_BYTES)) {
    throw new Refusal('BOOTSTRAP_TOO_LARGE', {
      file,
      bytes: Number(size),
      limit: BOOTSTRAP_MAX_BYTES,
    });
  }
};

/** Opens and reads one file of instructions, and keeps it open: its descriptor is the proof's witness. */
export const hold = ({ root }: Workspace, { file, stat: seen }: Present): Held => {
  const opened = openExamined(root, file, seen);
  if ('moved' in opened) {
    throw opened.moved
      ? new Refusal('BOOTSTRAP_CHANGED', { file })
      : new Refusal('BOOTSTRAP_UNREADABLE', { file, errno: opened.errno });
  }
  try {
    refuseUnfit(file, opened.stat);
    const bytes = readOpened(root, opened);
    if (bytes === 'changed') throw new Refusal('BOOTSTRAP_CHANGED', { file });
    const taken = { file, sha256: sha256(bytes), bytes: bytes.byteLength };
    const text = textOf(file, bytes);
    // One copy less in this process's memory; the text is let go of when the first boot ends.
    bytes.fill(0);
    return { taken, text, opened };
  } catch (error) {
    closeQuietly(root.disk, opened.fd);
    throw asRefusal(error, (errno) => new Refusal('BOOTSTRAP_UNREADABLE', { file, errno }));
  }
};

const textOf = (file: BootstrapFile, bytes: Buffer): string => {
  const reason = textFault(bytes);
  if (reason !== undefined) throw new Refusal('BOOTSTRAP_NOT_TEXT', { file, reason });
  return stripBom(bytes.toString('utf8'));
};
