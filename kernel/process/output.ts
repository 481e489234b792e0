/** Files that the owner asked for: reports, not part of any workspace, with the mode that the owner's umask gives. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { Refusal } from '#lib/spec/refusals.ts';
import { asRefusal } from '#kernel/fs/disk.ts';

/** Writes `text` to `path`, over what was there. Throws OUTPUT_UNWRITABLE. */
export const writeOutput = (path: string, text: string): void =>
  orUnwritable(path, () => writeFileSync(path, text));

/** Before long work: changes nothing, and throws OUTPUT_UNWRITABLE where `path` cannot be written. */
export const checkOutput = (path: string): void =>
  orUnwritable(path, () => appendFileSync(path, ''));

const orUnwritable = (path: string, write: () => void): void => {
  try {
    write();
  } catch (error) {
    throw asRefusal(error, (errno) => new Refusal('OUTPUT_UNWRITABLE', { path, errno }));
  }
};
