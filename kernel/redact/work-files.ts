/** Which files of a workspace a search looks through beside those of its layout. */
import { MEMORY_DIR } from '#lib/spec/files.ts';
import { WORK_SEARCH_FILES, WORK_SEARCH_FOLDERS } from '#lib/spec/limits.ts';
import { noteDayOf } from '#lib/memory/foreign-marks.ts';
import { listWork, splitPath } from '#kernel/gate/work.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { tryCall } from '#kernel/process/try-call.ts';

/** Packages of others: a search among them finds what nobody wrote. */
const NOT_SEARCHED: ReadonlySet<string> = new Set(['node_modules']);

/**
 * Files to be searched, folder by folder, up to what a search takes: in `memory` the notes of days under longer names. Folders
 * that cannot be read are passed over.
 */
export const workFiles = (workspace: Workspace, what: 'memory' | 'all'): readonly string[] => {
  if (what === 'memory') return namesIn(workspace, MEMORY_DIR).filter(isDayNote).toReversed();
  const files: string[] = [];
  const waiting = [''];
  for (let folders = 0; folders < WORK_SEARCH_FOLDERS; folders += 1) {
    const folder = waiting.shift();
    if (folder === undefined || files.length >= WORK_SEARCH_FILES) break;
    for (const name of namesIn(workspace, folder)) {
      if (!name.endsWith('/')) files.push(name);
      else if (!NOT_SEARCHED.has(splitPath(name.slice(0, -1)).name))
        waiting.push(name.slice(0, -1));
    }
  }
  return files.slice(0, WORK_SEARCH_FILES);
};

const isDayNote = (file: string): boolean => noteDayOf(file) !== undefined;

const namesIn = (workspace: Workspace, folder: string): readonly string[] =>
  tryCall(() => listWork(workspace, folder)?.names) ?? [];
