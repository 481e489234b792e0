/** `yamo open`: the page of the daemon that runs, in a browser, with a login that works once. */
import process from 'node:process';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { disk } from '#kernel/fs/disk.ts';
import { openInBrowser } from '#kernel/process/standard-streams.ts';
import { type DaemonFacts, runningDaemon } from '#daemon/phases/home.ts';
import { folderOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { askDaemon } from '#cli/daemon/client.ts';
import { servedPath } from '#cli/daemon/start.ts';
import { jsonLine, print, printError } from '#cli/io/terminal.ts';

/** Throws DAEMON_NONE, DAEMON_SAYS. */
export const open = async (given: Given<'open'>): Promise<number> => {
  const running = daemonHere();
  const [folder] = given.positionals;
  const name = given.text('name');
  const isForPhone = given.flag('phone');
  const answer = await askDaemon(running, 'login', {
    ...(folder !== undefined && { path: servedPath(folderOf(folder)) }),
    ...(name !== undefined && { name }),
    ...(isForPhone && { phone: true }),
  });
  const url = String(answer['url']);
  if (given.flag('json')) {
    print(jsonLine({ url }));
    return EXIT.done;
  }
  if (isForPhone) {
    const { renderUnicodeCompact } = await import('uqr');
    print(`${renderUnicodeCompact(url)}\n${url}\n`);
    return EXIT.done;
  }
  if (!given.flag('print') && (await openInBrowser(url, process.env))) {
    printError('The page is open in your browser.\n');
    return EXIT.done;
  }
  print(`${url}\n`);
  return EXIT.done;
};

/** Throws DAEMON_NONE where none runs. */
export const daemonHere = (): DaemonFacts => {
  const { env: environment } = process;
  const running = runningDaemon({ disk, uid: process.geteuid?.() ?? 0, environment });
  if (running === undefined) throw new Refusal('DAEMON_NONE', {});
  return running;
};
