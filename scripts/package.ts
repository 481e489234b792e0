/**
 * Makes what is published, in a folder: `npm run package -- FOLDER`. The tarball has no scripts and no development
 * dependencies in its manifest, so an install runs nothing and warns of nothing; the same sources make the same bytes.
 * `--no-build` takes `dist/` as it is.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { buildDist } from './build.ts';
import { type Manifest, stage } from './stage.ts';

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
    process.stdout.write(`${pack(staged, to, stage(staged))}\n`);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}
