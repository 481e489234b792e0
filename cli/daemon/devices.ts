/** `yamo devices`: the browsers that have logged in. */
import { EXIT } from '#lib/spec/exits.ts';
import { textAt } from '#lib/text/json.ts';
import { folderOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { askDaemon } from '#cli/daemon/client.ts';
import { daemonHere } from '#cli/daemon/open.ts';
import { servedPath } from '#cli/daemon/start.ts';
import { harmless, jsonLine, print, printError } from '#cli/io/terminal.ts';

/** Throws DAEMON_NONE, DAEMON_SAYS. */
export const devices = async (given: Given<'devices'>): Promise<number> => {
  const [remove, rename, to] = [given.text('remove'), given.text('rename'), given.text('to')];
  if ((rename === undefined) !== (to === undefined)) {
    printError('--rename and --to belong together.\nSee: yamo devices --help\n');
    return EXIT.usage;
  }
  const [folder] = given.positionals;
  const { devices: all } = await askDaemon(daemonHere(), 'devices', {
    ...(folder !== undefined && { path: servedPath(folderOf(folder)) }),
    ...(remove !== undefined && { remove }),
    ...(rename !== undefined && { rename, to }),
  });
  const listed = Array.isArray(all) ? all : [];
  if (given.flag('json')) print(jsonLine({ devices: listed }));
  else if (listed.length === 0) printError('No browser has logged in. yamo open lets one in.\n');
  else for (const one of listed) print(lineOf(one));
  return EXIT.done;
};

const lineOf = (device: unknown): string => {
  const text = (name: string): string => harmless(textAt(device, name) ?? '');
  return `${text('id')}  ${text('name')}, since ${text('since')}, seen ${text('seen')}\n`;
};
