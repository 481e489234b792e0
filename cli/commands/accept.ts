/** `yamo accept`: the owner has looked at a change made outside yamo and takes the files as they are. */
import process from 'node:process';
import { isLayoutName, LAYOUTS } from '#lib/layout/bundled.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { acceptWorkspace } from '#kernel/owner/accept.ts';
import { disk } from '#kernel/fs/disk.ts';
import { layoutGiven, workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { print, styled } from '#cli/io/terminal.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';

export const accept = async (given: Given<'accept'>): Promise<number> => {
  const said = await layoutGiven(given);
  const uid = process.geteuid?.() ?? 0;
  const { files, firstBoot, removedLines, layout } = acceptWorkspace(disk, workspaceOf(given), {
    uid,
    stateRoot: xdgFolder('XDG_STATE_HOME', process.env),
    layout: typeof said === 'object' ? said.layout : said,
  });
  const { tellDaemon } = await import('#cli/daemon/beside.ts');
  await tellDaemon('accept', workspaceOf(given));
  if (given.flag('json')) {
    print(`${JSON.stringify({ files, birth: firstBoot, removedLines, layout })}\n`);
    return EXIT.done;
  }
  if (layout !== undefined) {
    const title = isLayoutName(layout) ? LAYOUTS[layout].title : layout;
    print(`${styled('green', '✓')} the workspace is one of ${title}\n`);
  }
  for (const { file, sha256 } of files)
    print(`${styled('green', '✓')} ${file} is accepted as it is (sha256 ${sha256})\n`);
  if (firstBoot)
    print(`${styled('green', '✓')} the interrupted first boot is accepted as finished\n`);
  if (removedLines)
    print(`${styled('green', '✓')} what was taken out of MEMORY.md is private no more\n`);
  return EXIT.done;
};
