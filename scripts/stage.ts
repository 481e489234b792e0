/** What is published, in a folder of its own, which the package is made from. */
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import process from 'node:process';

const ROOT = resolve(import.meta.dirname, '..');

/** Seconds since 1970 of every file, so that the same sources make the same package: the time that npm gives, too. */
const EPOCH_SECONDS = Number(process.env['SOURCE_DATE_EPOCH'] ?? 499_162_500);

/** They are shown from the repository. */
const PICTURES = join(ROOT, 'docs/pictures');

/** What only the repository needs. */
const NOT_PUBLISHED = new Set([
  'scripts',
  'devDependencies',
  'overrides',
  'allowScripts',
  'imports',
]);

/** What packing needs to know of the manifest. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly homepage: string;
  readonly files: readonly string[];
}

/** The published files and their manifest, in an empty folder; returns what the manifest of the repository says. */
export function stage(folder: string): Manifest {
  const manifest: Manifest & Record<string, unknown> = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  for (const file of [...manifest.files, 'README.md', 'LICENSE'])
    cpSync(join(ROOT, file), join(folder, file), {
      recursive: true,
      filter: (path) => path !== PICTURES,
    });
  const published = Object.fromEntries(
    Object.entries(manifest).filter(([name]) => !NOT_PUBLISHED.has(name)),
  );
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`);
  completeLinks(folder, manifest);
  settle(folder);
  return manifest;
}

/** One mode and one time for all, whoever packs, under whatever umask. */
function settle(tree: string): void {
  for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    chmodSync(path, entry.isDirectory() || path.endsWith('/dist/yamo.js') ? 0o755 : 0o644);
    utimesSync(path, EPOCH_SECONDS, EPOCH_SECONDS);
  }
  chmodSync(tree, 0o755);
}

/** Links of pages to what only the repository has lead there. */
function completeLinks(folder: string, { homepage, version }: Manifest): void {
  const repository = homepage.replace(/#.*/, '');
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const page of pages.filter((name) => name.endsWith('.md'))) {
    const path = join(folder, page);
    const text = readFileSync(path, 'utf8');
    const completed = text.replaceAll(/(?<=\]\()[\w./-]+(?=(?:#[^)\s]*)?\))/g, (link) => {
      const target = posix.join(dirname(page), link);
      const isElsewhere = !existsSync(join(folder, target)) && existsSync(join(ROOT, target));
      const as = target.endsWith('.png') ? 'raw' : 'blob';
      return isElsewhere ? `${repository}/${as}/v${version}/${target}` : link;
    });
    if (completed !== text) writeFileSync(path, completed);
  }
}
