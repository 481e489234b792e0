/** `yamo init`: lay out or complete a workspace, and say what was done. */
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { INDEX_HINT } from '#lib/memory/index-hint.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { shellWord } from '#lib/spec/shell-word.ts';
import type { TemplateValues } from '#lib/workspace/template.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { homeOf } from '#kernel/process/xdg.ts';
import type { TreeData } from '#kernel/owner/init-layout.ts';
import type { TreeLayout } from '#kernel/process/package.ts';
import { disk } from '#kernel/fs/disk.ts';
import { initWorkspace, type InitOutcome } from '#kernel/owner/init.ts';
import { type Project, projectAt } from '#kernel/owner/project.ts';
import { folderOf, hostFor, layoutNamed, layoutSaid, workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { harmless, isInteractive, print, printError, styled } from '#cli/io/terminal.ts';

export const init = async (given: Given<'init'>): Promise<number> => {
  const host = await hostFor(
    { settings: undefined },
    {
      human: undefined,
      emit: () => undefined,
      signal: new AbortController().signal,
    },
  );
  const layout = layoutNamed(given);
  if (layout !== undefined && layout !== 'rfc-0009') return await layOutTree(layout, given, host);
  const path = await placeFor(given);
  if (path === undefined) return EXIT.done;
  const dryRun = given.flag('dry-run');
  if (given.flag('with-bootstrap')) {
    const { refuseBesideDaemon } = await import('#cli/daemon/beside.ts');
    refuseBesideDaemon(path);
  }
  const outcome = await initWorkspace(
    {
      path,
      tier: given.text('template') === 'lite' ? 'lite' : 'v3',
      withBootstrap: given.flag('with-bootstrap'),
      layout: layoutSaid(given),
      dryRun,
      names: namesIn(given),
    },
    host,
  );
  if (given.flag('json')) print(`${asJson(outcome, dryRun)}\n`);
  else if (dryRun) await showPlan(outcome);
  else tell(outcome);
  return EXIT.done;
};

const namesIn = (given: Given<'init'>): Partial<TemplateValues> => {
  const [name, role, user] = [given.text('name'), given.text('role'), given.text('user')];
  return { ...(name && { name }), ...(role && { role }), ...(user && { user }) };
};

/** A tree of another system. */
const layOutTree = async (
  layout: TreeLayout,
  given: Given<'init'>,
  host: Host,
): Promise<number> => {
  if (given.text('template') !== undefined || given.flag('with-bootstrap')) {
    printError('--template and --with-bootstrap are for workspaces of RFC-0009.\n');
    return EXIT.usage;
  }
  const path = await placeFor(given);
  if (path === undefined) return EXIT.done;
  const { initTree } = await import('#kernel/owner/init-layout.ts');
  const dryRun = given.flag('dry-run');
  const data = layout === 'nexus' ? await nexusData() : undefined;
  const { workspace, done } = initTree({ path, layout, names: namesIn(given), dryRun, data }, host);
  if (given.flag('json')) {
    print(`${JSON.stringify({ workspace, layout, done, ...(dryRun && { dryRun }) })}\n`);
    return EXIT.done;
  }
  const sign = dryRun ? styled('yellow', '~') : styled('green', '✓');
  for (const line of done) print(`${sign} ${line}\n`);
  if (done.length === 0) print('Nothing was missing.\n');
  if (dryRun) print('Nothing was changed.\n');
  else print(`Next: yamo prompt ${shellWord(workspace)}\n`);
  return EXIT.done;
};

const nexusData = async (): Promise<TreeData> => {
  const {
    DATABASE_FORMS: FORMS,
    makeDatabases,
    NEXUS_DATA: folder,
  } = await import('#daemon/data/open.ts');
  return {
    folder,
    files: FORMS.map(({ file }) => file),
    make: makeDatabases,
  };
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
  print(`${edit}yamo boot ${shellWord(workspace)}\n`);
  print(`  ${INDEX_HINT} ${shellWord(workspace)}\n`);
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
      command: `yamo init ${shellWord(project.elsewhere)}`,
    });
  return askWhere(project);
};

const askWhere = async ({ path, evidence, elsewhere }: Project): Promise<string | undefined> => {
  print(
    `${harmless(path)} is a project (${evidence.join(', ')}): USER.md, MEMORY.md and memory/ would lie in it, and may be committed.\n`,
  );
  print(`Where should the agent live? (. for here) [${harmless(elsewhere)}] `);
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return folderOf(placeSaid(line.trim(), path, elsewhere));
    print('\n');
    return undefined;
  } finally {
    lines.close();
  }
};

const placeSaid = (answer: string, here: string, elsewhere: string): string => {
  if (answer === '') return elsewhere;
  if (answer === '.') return here;
  return answer.startsWith('~/') ? join(homeOf(process.env), answer.slice(2)) : answer;
};
