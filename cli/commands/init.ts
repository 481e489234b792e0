/** `yamo init`: lay out or complete a workspace, and say what was done. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { disk } from '#kernel/fs/disk.ts';
import { initWorkspace, type InitOutcome } from '#kernel/owner/init.ts';
import { type Project, projectAt } from '#kernel/owner/project.ts';
import { hostFor, layoutSaid, workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { harmless, isInteractive, print, styled } from '#cli/io/terminal.ts';

export const init = async (given: Given<'init'>): Promise<number> => {
  const host = await hostFor(
    { settings: undefined },
    {
      human: undefined,
      emit: () => undefined,
      signal: new AbortController().signal,
    },
  );
  const path = await placeFor(given);
  if (path === undefined) return EXIT.done;
  const [name, role, user] = [given.text('name'), given.text('role'), given.text('user')];
  const dryRun = given.flag('dry-run');
  const outcome = await initWorkspace(
    {
      path,
      tier: given.text('template') === 'lite' ? 'lite' : 'v3',
      withBootstrap: given.flag('with-bootstrap'),
      layout: layoutSaid(given),
      dryRun,
      names: { ...(name && { name }), ...(role && { role }), ...(user && { user }) },
    },
    host,
  );
  if (given.flag('json')) print(`${asJson(outcome, dryRun)}\n`);
  else if (dryRun) await showPlan(outcome);
  else tell(outcome);
  return EXIT.done;
};

/** Without the texts of files. */
const asJson = ({ workspace, done, left, notes, kept }: InitOutcome, dryRun: boolean): string =>
  JSON.stringify({ workspace, done, left, notes, kept, ...(dryRun && { dryRun }) });

const tell = ({ workspace, done, left, notes, kept }: InitOutcome): void => {
  for (const line of done) print(`${styled('green', '✓')} ${line}\n`);
  for (const line of left) print(`${styled('yellow', '!')} ${line}\n`);
  for (const path of kept) print(`  as it was before: ${path}\n`);
  for (const line of notes) print(`  ${line}\n`);
  if (done.length === 0) print('Nothing was missing.\n');
  const edit = done.includes('created BOOTSTRAP.md') ? 'Fill in BOOTSTRAP.md, then: ' : 'Next: ';
  print(`${edit}yamo boot ${quoted(workspace)}\n`);
};

const showPlan = async ({ done, left, notes, changes }: InitOutcome): Promise<void> => {
  const { patchOf } = await import('#cli/io/patch.ts');
  // Of a file that is created its name says enough.
  const changed = changes.flatMap(({ file, before, after }) =>
    before === undefined ? [] : [{ file, before: before.bytes.toString('utf8'), after }],
  );
  print(patchOf(changed));
  for (const line of done) print(`${styled('yellow', '~')} ${line}\n`);
  for (const line of [...left, ...notes]) print(`  ${line}\n`);
  print(done.length === 0 ? 'Nothing was missing.\n' : 'Nothing was changed.\n');
};

/**
 * Where the workspace shall be; `undefined` if its owner wants none after all. In a project a person is asked. Throws
 * INIT_IN_PROJECT where nobody can be.
 */
const placeFor = async (given: Given<'init'>): Promise<string | undefined> => {
  const path = workspaceOf(given);
  const project = given.flag('here') ? undefined : projectAt(disk, path);
  if (project === undefined) return path;
  if (given.flag('json') || !isInteractive())
    throw new Refusal('INIT_IN_PROJECT', {
      path: project.path,
      evidence: project.evidence.join(', '),
      command: `yamo init ${quoted(project.elsewhere)}`,
    });
  return askWhere(project);
};

const askWhere = async ({ path, evidence, elsewhere }: Project): Promise<string | undefined> => {
  print(
    `${harmless(path)} is a project (${evidence.join(', ')}): USER.md, MEMORY.md and memory/ would lie in it, and may be committed.\n`,
  );
  print(`Where shall the agent live? (. for here) [${harmless(elsewhere)}] `);
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return placeSaid(line.trim(), path, elsewhere);
    print('\n');
    return undefined;
  } finally {
    lines.close();
  }
};

const placeSaid = (answer: string, here: string, elsewhere: string): string => {
  if (answer === '') return elsewhere;
  if (answer === '.') return here;
  return answer.startsWith('~/') ? join(homedir(), answer.slice(2)) : answer;
};

const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
