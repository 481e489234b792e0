/** `yamo convert`: a workspace in another layout, beside the first, and where everything went. */
import process from 'node:process';
import { LAYOUT_NAMES } from '#lib/spec/layouts.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { shellWord } from '#lib/spec/shell-word.ts';
import { padded, widthOf } from '#lib/text/terminal.ts';
import { disk } from '#kernel/fs/disk.ts';
import { convertWorkspace, type Converted } from '#kernel/owner/convert.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { folderOf, layoutNamed, workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { harmless, jsonLine, print, printError, styled } from '#cli/io/terminal.ts';

export const convert = async (given: Given<'convert'>): Promise<number> => {
  const [out, said] = [given.text('out'), given.text('to')];
  const to = LAYOUT_NAMES.find((name) => name === said);
  if (out === undefined || out === '' || to === undefined) {
    printError('Say what it is to be, and where: yamo convert DIR --to rfc-0009 --out NEW\n');
    return EXIT.usage;
  }
  const dryRun = given.flag('dry-run');
  const converted = await convertWorkspace(
    {
      path: workspaceOf(given),
      from: layoutNamed(given),
      to,
      persona: given.text('persona'),
      out: folderOf(out),
      dryRun,
    },
    {
      disk,
      uid: process.geteuid?.() ?? 0,
      stateRoot: xdgFolder('XDG_STATE_HOME', process.env),
    },
  );
  if (given.flag('json')) print(jsonLine({ ...converted, dryRun }));
  else show(converted, dryRun);
  return EXIT.done;
};

const show = ({ moves, left, made, out, to }: Converted, dryRun: boolean): void => {
  const width = Math.max(0, ...moves.map(({ from }) => widthOf(harmless(from))));
  for (const { from, to: place, why } of moves)
    print(`${padded(harmless(from), width)}  ${harmless(place)} ${styled('dim', `(${why})`)}\n`);
  for (const { file, why } of left)
    print(
      `${padded(harmless(file), width)}  ${styled('yellow', 'stays')} ${styled('dim', `(${why})`)}\n`,
    );
  for (const file of made) print(`${harmless(file)} is made, from what SOUL.md says.\n`);
  if (dryRun) print('Nothing was written.\n');
  else {
    const layout = to === 'rfc-0009' ? '' : ` --layout ${to}`;
    print(`Next: yamo init ${harmless(shellWord(out))}${layout}, which adds what it lacks\n`);
  }
};
