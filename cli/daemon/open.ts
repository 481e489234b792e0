/** `yamo open`: the address of the daemon that runs. */
import process from 'node:process';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { disk } from '#kernel/fs/disk.ts';
import { runningDaemon } from '#daemon/phases/home.ts';
import type { Given } from '#cli/args/options.ts';
import { askDaemon } from '#cli/daemon/client.ts';
import { jsonLine, print } from '#cli/io/terminal.ts';

/** Throws DAEMON_NONE, DAEMON_SAYS. */
export const open = async (given: Given<'open'>): Promise<number> => {
  const { env: environment } = process;
  const running = runningDaemon({ disk, uid: process.geteuid?.() ?? 0, environment });
  if (running === undefined) throw new Refusal('DAEMON_NONE', {});
  const { url } = await askDaemon(running, 'login', {});
  print(given.flag('json') ? jsonLine({ url }) : `${String(url)}\n`);
  return EXIT.done;
};
