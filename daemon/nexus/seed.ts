/** Puts in what a workspace of Nexus lacks of its automations: rows and files that are there stay as they are (N37, N38). */
import { Refusal } from '#lib/spec/refusals.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { createFile, hasTemporaries, sweepTemporaries } from '#kernel/fs/replace.ts';
import { automationTemplate } from '#kernel/process/package.ts';
import type { DatabaseForm } from '#kernel/sqlite/migrate.ts';
import { untilDone, WriteLock } from '#kernel/run/write-lock.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { EMBEDDINGS_FORM } from '#daemon/data/embeddings.ts';
import { IDENTITY_FORM } from '#daemon/data/identity.ts';
import { MEMORY_FORM } from '#daemon/data/memory.ts';
import { NEXUS_DATA, type Queries } from '#daemon/data/open.ts';
import { insertIfMissing } from '#daemon/data/write.ts';
import { SHIPPED_AUTOMATIONS } from './automations.ts';

/** Throws DATABASE_UNUSABLE, FILE_UNREADABLE where a folder is none, WRITE_FAILED, WORKSPACE_WRITING, STATE_UNUSABLE. */
export const seedShipped = async (
  runtime: Queries['runtime'],
  { workspace, home }: { readonly workspace: Workspace; readonly home: StateHome },
): Promise<void> => {
  const left = new Set<string>();
  for (const shipped of SHIPPED_AUTOMATIONS) {
    const { name, workspace_dir: folder } = shipped;
    await insertIfMissing(runtime, 'automations', shipped);
    if (folder === null) continue;
    const row = await runtime
      .selectFrom('automations')
      .select('workspace_dir')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    // Who has given it another folder cares for that.
    if (row.workspace_dir !== folder) continue;
    for (const place of seedFolder(workspace, folder, name)) left.add(place);
  }
  if (left.size === 0) return;
  // Whoever writes there now has the lock.
  const writing = new WriteLock(home);
  try {
    await writing.exclusivelyLater(untilDone(), () => {
      for (const place of left) sweep(workspace, place);
    });
  } finally {
    writing.lock.close();
  }
};

/** Returns the folders in which a start that was killed has left something. */
const seedFolder = (workspace: Workspace, folder: string, name: string): readonly string[] => {
  const places = new Set<string>();
  for (const [file, text] of new Map([...automationTemplate(name), ...MADE_FILES])) {
    const path = `${folder}/${file}`;
    createMissing(workspace, path, text);
    places.add(path.slice(0, path.lastIndexOf('/')));
  }
  return [...places].filter((place) => isLeftIn(workspace, place));
};

const isLeftIn = (workspace: Workspace, place: string): boolean =>
  orRefused(place, () => hasTemporaries(workspace.ensure(place)));

const sweep = (workspace: Workspace, place: string): 'done' =>
  orRefused(place, () => {
    sweepTemporaries(workspace.ensure(place));
    return 'done';
  });

/** A link counts as a file that is there, wherever it points. */
const createMissing = (workspace: Workspace, path: string, text: string): void => {
  const cut = path.lastIndexOf('/');
  const name = path.slice(cut + 1);
  orRefused(path, () => {
    const directory = workspace.ensure(path.slice(0, cut));
    if (directory.disk.lstat(directory.at(name)) !== undefined) return;
    createFile(directory, name, Buffer.from(text));
  });
};

const orRefused = <Value>(path: string, work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    throw asRefusal(
      error,
      (errno) => new Refusal('WRITE_FAILED', { operation: 'create', path, errno }),
    );
  }
};

/** What the two automations of memory work with. */
const FORMS: readonly DatabaseForm[] = [MEMORY_FORM, IDENTITY_FORM, EMBEDDINGS_FORM];

const schema = (): string =>
  [
    '# Schema',
    'The databases of memory, as the yamo made them that laid out this folder. All moments are UTC.',
    ...FORMS.flatMap(({ file, migrations }) => [
      `## ${file}`,
      `Version ${migrations.length}.`,
      `\`\`\`sql\n${migrations.join('\n\n')}\n\`\`\``,
    ]),
  ].join('\n\n');

const paths = (): string =>
  [
    '# Where the databases are, from the root of the workspace. No agent sees them: yamo alone opens them.',
    ...FORMS.map(({ file }) => `${file}=${NEXUS_DATA}/${file}`),
  ].join('\n');

/** Files that are made from the databases. */
const MADE_FILES: readonly (readonly [string, string])[] = [
  ['skills/memory/SCHEMA.md', `${schema()}\n`],
  ['skills/memory/DB_PATHS', `${paths()}\n`],
];
