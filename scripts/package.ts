/**
 * Makes what is published, in a folder: `npm run package -- FOLDER`. The tarball has no scripts and no development
 * dependencies in its manifest, so an install runs nothing and warns of nothing; the same sources make the same bytes.
 * `--deb` makes a Debian package of it as well.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { buildDist } from './build.ts';
import { debianPackage } from './debian.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** What only the repository needs. */
const NOT_PUBLISHED = new Set([
  'scripts',
  'devDependencies',
  'overrides',
  'allowScripts',
  'imports',
]);

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly files: readonly string[];
}

/** The published files and their manifest, in an empty folder of their own; returns what is in it. */
export function stage(folder: string): Manifest {
  const manifest: Manifest & Record<string, unknown> = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  for (const file of [...manifest.files, 'README.md', 'LICENSE'])
    cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  const published = Object.fromEntries(
    Object.entries(manifest).filter(([name]) => !NOT_PUBLISHED.has(name)),
  );
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`);
  return manifest;
}

/** Packs the staged files into `to`; returns the path of the tarball. Throws what npm says. */
function pack(folder: string, to: string, { name, version }: Manifest): string {
  const args = ['pack', '--ignore-scripts', '--pack-destination', to];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm pack ended with ${String(status)}: ${stderr}`);
  return join(to, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
}

if (import.meta.main) {
  const folder = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? 'out';
  const to = resolve(folder);
  const staged = mkdtempSync(join(tmpdir(), 'yamo-package-'));
  try {
    mkdirSync(to, { recursive: true });
    if (!process.argv.includes('--no-build')) await buildDist();
    const manifest = stage(staged);
    const made = [pack(staged, to, manifest)];
    if (process.argv.includes('--deb')) made.push(debianPackage(staged, to, manifest.version));
    process.stdout.write(`${made.join('\n')}\n`);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}
