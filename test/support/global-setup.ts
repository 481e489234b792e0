import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { buildDist } from '../../scripts/build.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const BUILT_FROM = [
  'lib',
  'audit',
  'kernel',
  'mesh',
  'daemon',
  'cli',
  'schemas',
  'scripts',
  'package.json',
];

/**
 * Builds `dist/` once before the first test when it is missing or older than a source, so that the end-to-end
 * tests run what a user would run. A source that does not build leaves no `dist/` at all: tests of the bundle then
 * fail, instead of passing on yesterday's, while unit tests still run. In CI it stops the run.
 */
export async function setup(): Promise<void> {
  if (isFresh()) return;
  try {
    await buildDist();
  } catch (error) {
    if (process.env['YAMO_CI'] !== undefined) throw error;
    rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`!!! no dist/, every test that runs the bundle will fail: ${reason}\n`);
  }
}

function isFresh(): boolean {
  const built = modifiedMs(join(ROOT, 'dist/yamo.js'));
  const newest = Math.max(...BUILT_FROM.map((part) => newestMs(join(ROOT, part))));
  return built > newest;
}

function newestMs(path: string): number {
  if (!existsSync(path)) return 0;
  if (!statSync(path).isDirectory()) return modifiedMs(path);
  // Folders count as well: a deleted source changes only its folder.
  const inside = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return Math.max(modifiedMs(path), ...inside.map((entry) => modifiedMs(join(path, entry))));
}

function modifiedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
