/** `yamo stop`: ends the service of workspaces, or the daemon. */
import process from 'node:process';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { disk } from '#kernel/fs/disk.ts';
import { runningDaemon } from '#daemon/phases/home.ts';
import type { Given } from '#cli/args/options.ts';
import { askDaemon } from '#cli/daemon/client.ts';
import { jsonLine, print, printError } from '#cli/io/terminal.ts';
import { servedPath } from './start.ts';

/** Throws DAEMON_NONE, DAEMON_SAYS. */
export const stop = async (given: Given<'stop'>): Promise<number> => {
  const { env: environment } = process;
  const host = { disk, uid: process.geteuid?.() ?? 0, environment };
  const running = runningDaemon(host);
  if (running === undefined) throw new Refusal('DAEMON_NONE', {});
  const { pid } = running;
  const asked = given.positionals.length > 0 ? given.positionals.map(servedPath) : [undefined];
  for (const path of asked) {
    const { ends } = await askDaemon(running, 'stop', path === undefined ? {} : { path });
    if (given.flag('json')) print(jsonLine({ event: 'stopped', pid, path, ends }));
    else
      printError(
        `${path ?? 'The daemon'} ${path === undefined ? 'ends' : 'is served no longer'}${ends === true && path !== undefined ? ', and the daemon ends' : ''} (process ${pid}).\n`,
      );
  }
  return EXIT.done;
};
