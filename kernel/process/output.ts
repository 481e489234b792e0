/** Files that the owner asked for: reports, not part of any workspace, with the mode that the owner's umask gives. */
import { writeFileSync } from 'node:fs';
import { Refusal } from '#lib/spec/refusals.ts';
import { asRefusal } from '#kernel/fs/disk.ts';

/** Writes `text` to `path`, over what was there. Throws OUTPUT_UNWRITABLE. */
export const writeOutput = (path: string, text: string): void => {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw asRefusal(error, (errno) => new Refusal('OUTPUT_UNWRITABLE', { path, errno }));
  }
};
