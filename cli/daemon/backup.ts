/** `yamo backup`: one file with all that a workspace is, also while it is served. */
import process from 'node:process';
import { plural } from '#lib/report/plural.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { disk } from '#kernel/fs/disk.ts';
import type { BackupHost } from '#daemon/backup/place.ts';
import type { TakenBackup } from '#daemon/backup/take.ts';
import { runningDaemon } from '#daemon/phases/home.ts';
import { folderOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { VERSION } from '#cli/args/version.ts';
import { askDaemon } from '#cli/daemon/client.ts';
import { exitAfterSignal, onSignals, type Signal } from '#cli/io/signals.ts';
import { harmless, jsonLine, print, printError, styled } from '#cli/io/terminal.ts';

/** Throws what `takeBackup` throws, DAEMON_SAYS, WORKSPACE_SERVED. */
export const backup = async (given: Given<'backup'>): Promise<number> => {
  const [path, file, ...more] = given.positionals;
  if (path === undefined || file === undefined || more.length > 0) {
    printError('Say which workspace, and where to: yamo backup DIR FILE\n');
    return EXIT.usage;
  }
  return untilSignal(async (host) => {
    const { takeBackup } = await import('#daemon/backup/take.ts');
    const taken = await takeBackup(
      {
        path: folderOf(path),
        file: folderOf(file),
        askServer: async (served, folder) => {
          const running = runningDaemon(host);
          if (running === undefined) return false;
          await askDaemon(running, 'backup', { path: served, folder });
          return true;
        },
      },
      host,
    );
    if (given.flag('json')) print(jsonLine(taken));
    else show(taken);
  });
};

/** Work that a signal ends in good order; returns the exit code. Throws what the work throws. */
export const untilSignal = async (work: (host: BackupHost) => Promise<void>): Promise<number> => {
  const stop = new AbortController();
  let ended: Signal | undefined;
  onSignals((signal) => {
    ended ??= signal;
    stop.abort();
  });
  const { signal } = stop;
  const uid = process.geteuid?.() ?? 0;
  const environment = { ...process.env };
  try {
    await work({ disk, uid, environment, version: VERSION, signal });
  } catch (error) {
    if (ended === undefined || error !== signal.reason) throw error;
    printError('Ended before it was whole: nothing is there.\n');
    return exitAfterSignal(ended, EXIT.done);
  }
  return EXIT.done;
};

const show = ({ file, files, databases, left }: TakenBackup): void => {
  for (const { file: name, why } of left)
    print(`${styled('yellow', 'left out')} ${harmless(name)} ${styled('dim', `(${why})`)}\n`);
  const more = databases.length === 0 ? '' : `, ${plural(databases.length, 'database')}`;
  print(`${styled('green', '✓')} ${harmless(file)} (${plural(files, 'file')}${more})\n`);
};
