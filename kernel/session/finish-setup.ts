/** The end of a first run of another layout: its human says that all was done, and its instructions go. */
import { Refusal } from '#lib/spec/refusals.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { lookAt } from '#kernel/startup/read.ts';

/** What was done, in a sentence. Throws FILE_… refusals, WRITE_FAILED, WORKSPACE_WRITING. */
export const deleteBootstrapFile = (
  { workspace, exclusively }: OpenWorkspace,
  file: string,
): string =>
  exclusively(() => {
    const place = workspace.place(file);
    if (place === undefined || lookAt(place.directory, place.name, file) === undefined)
      return `${file} is gone already.`;
    const { directory, name } = place;
    try {
      directory.disk.unlink(directory.at(name));
      directory.sync();
    } catch (error) {
      throw asRefusal(
        error,
        (errno) => new Refusal('WRITE_FAILED', { operation: 'delete', path: file, errno }),
      );
    }
    return `${file} is deleted: the next session is an ordinary one.`;
  });
