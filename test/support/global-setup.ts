import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { build } from 'esbuild';

import { buildDist } from '../../scripts/build.ts';
import { writeValidators } from '../../scripts/validators/write.ts';
import { agentFile, TEST_AGENTS, TEST_AGENTS_FOLDER } from './test-agents.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const BUILT_FROM = [
  'lib',
  'agents',
  'audit',
  'conform',
  'kernel',
  'mesh',
  'daemon',
  'cli',
  'web',
  'schemas',
  'scripts',
  'package.json',
];

/**
 * Builds `dist/` once before the first test when it is missing or older than a source, so that the end-to-end
 * tests run what a user would run. A source that does not build leaves no `dist/` at all: tests of the bundle then
 * fail, instead of passing on yesterday's, while unit tests still run. In CI it stops the run.
 * Writes the validators of the schemas where they are stale, and bundles the agents of the tests, too.
 */
export async function setup(): Promise<void> {
  writeValidators();
  if (!isNewer(agentFile('echo'), ['test/support', 'package.json'])) await buildAgents();
  if (isNewer(join(ROOT, 'dist/yamo.js'), BUILT_FROM)) return;
  try {
    await buildDist();
  } catch (error) {
    if (process.env['YAMO_CI'] !== undefined) throw error;
    rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`!!! no dist/, every test that runs the bundle will fail: ${reason}\n`);
  }
}

async function buildAgents(): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: TEST_AGENTS.map((name) => `test/support/agents/${name}.ts`),
    outdir: TEST_AGENTS_FOLDER,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // Packages of CommonJS ask Node for its builtins.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
}

function isNewer(file: string, sources: readonly string[]): boolean {
  return modifiedMs(file) > Math.max(...sources.map((part) => newestMs(join(ROOT, part))));
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
