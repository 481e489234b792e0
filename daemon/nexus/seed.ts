/** Puts in what a workspace of Nexus lacks of its automations: rows and files that are there stay as they are (N37, N38). */
import { dirname } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { createFile, sweepTemporaries } from '#kernel/fs/replace.ts';
import { automationTemplate } from '#kernel/process/package.ts';
import type { DatabaseForm } from '#kernel/sqlite/migrate.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { EMBEDDINGS_FORM } from '#daemon/data/embeddings.ts';
import { IDENTITY_FORM } from '#daemon/data/identity.ts';
import { MEMORY_FORM } from '#daemon/data/memory.ts';
import { NEXUS_DATA, type Queries } from '#daemon/data/open.ts';
import { insertIfMissing } from '#daemon/data/write.ts';
import { SHIPPED_AUTOMATIONS } from './automations.ts';

/** Throws DATABASE_UNUSABLE, FILE_UNREADABLE where a folder is none, WRITE_FAILED. */
export const seedShipped = async (
  runtime: Queries['runtime'],
  workspace: Workspace,
): Promise<void> => {
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
    if (row.workspace_dir === folder) seedFolder(workspace, folder, name);
  }
};

const seedFolder = (workspace: Workspace, folder: string, name: string): void => {
  const files = new Map([...automationTemplate(name), ...MADE_FILES]);
  const places = new Set([...files.keys()].map((file) => dirname(`${folder}/${file}`)));
  // What a start that was killed has left: whoever serves the workspace alone writes here, and nothing runs yet.
  for (const place of places)
    orRefused(place, () => void sweepTemporaries(workspace.ensure(place)));
  for (const [file, text] of files) createMissing(workspace, `${folder}/${file}`, text);
};

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
