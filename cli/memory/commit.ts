/** Commits of what `yamo memory` changes: whether the owner wants them, and what came of them. */
import process from 'node:process';
import { readSettings } from '#kernel/contract/settings.ts';
import { disk } from '#kernel/fs/disk.ts';
import type { Committed } from '#kernel/memory/commit.ts';
import type { Given } from '#cli/args/options.ts';
import { harmless, print, printError, styled, styledError } from '#cli/io/terminal.ts';

/** By the option, or by the settings. Throws SETTINGS_INVALID. */
export const isToCommit = async (given: Given<'memory'>): Promise<boolean> =>
  given.flag('commit') ||
  (await readSettings(disk, process.env, given.text('settings'))).curation.commit;

/** Says what came of it. */
export const tellCommitted = (committed: Committed): void => {
  if ('commit' in committed)
    print(`${styled('green', '✓')} committed: ${committed.commit.slice(0, ID_CHARS)}\n`);
  else printError(`${styledError('yellow', '!')} not committed: ${harmless(committed.reason)}\n`);
};

const ID_CHARS = 12;
