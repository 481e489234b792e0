/** `yamo init`: lay out or complete a workspace, and say what was done. */
import { EXIT } from '#lib/spec/exits.ts';
import { initWorkspace } from '#kernel/init.ts';
import { hostFor, workspaceOf } from '../host.ts';
import type { Given } from '../options.ts';
import { print, styled } from '../terminal.ts';

export const init = async (given: Given): Promise<number> => {
  const host = await hostFor(given, {
    human: undefined,
    emit: () => undefined,
    signal: new AbortController().signal,
  });
  const [name, role, user] = [given.text('name'), given.text('role'), given.text('user')];
  const outcome = initWorkspace(
    {
      path: workspaceOf(given),
      tier: given.text('template') === 'lite' ? 'lite' : 'v3',
      withBootstrap: given.flag('with-bootstrap'),
      names: { ...(name && { name }), ...(role && { role }), ...(user && { user }) },
    },
    host,
  );
  if (given.flag('json')) {
    print(`${JSON.stringify(outcome)}\n`);
    return EXIT.done;
  }
  const { workspace, done, left } = outcome;
  for (const line of done) print(`${styled('green', '✓')} ${line}\n`);
  for (const line of left) print(`${styled('yellow', '!')} ${line}\n`);
  if (done.length === 0) print('Nothing was missing.\n');
  const edit = done.includes('created BOOTSTRAP.md') ? 'Fill in BOOTSTRAP.md, then: ' : 'Next: ';
  print(`${edit}yamo boot ${quoted(workspace)}\n`);
  return EXIT.done;
};

const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
