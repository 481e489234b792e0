/** `yamo restore`: a workspace out of a backup. */
import { plural } from '#lib/report/plural.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { folderOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { untilSignal } from '#cli/daemon/backup.ts';
import { harmless, jsonLine, print, printError, styled } from '#cli/io/terminal.ts';

/** Throws what `restoreBackup` throws. */
export const restore = async (given: Given<'restore'>): Promise<number> => {
  const [file, path, ...more] = given.positionals;
  if (file === undefined || path === undefined || more.length > 0) {
    printError('Say which backup, and where to: yamo restore FILE DIR\n');
    return EXIT.usage;
  }
  return untilSignal(async (host) => {
    const { restoreBackup } = await import('#daemon/backup/restore.ts');
    const restored = await restoreBackup({ file: folderOf(file), path: folderOf(path) }, host);
    const { files, databases, at } = restored;
    if (given.flag('json')) return print(jsonLine(restored));
    const kept = databases.length === 0 ? '' : `, ${plural(databases.length, 'database')}`;
    print(
      `${styled('green', '✓')} ${harmless(restored.path)} as it was at ${harmless(at)} (${plural(files, 'file')}${kept})\n`,
    );
  });
};
