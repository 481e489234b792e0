/**
 * Holds the kernels of conform/kernels/ against RFC-0009 and writes their reports to docs/conformance/: those that are
 * named, or all that have a page. Agents of others are taken from the package registry first, each version once. Minutes,
 * and the better part of an hour on a machine that has more to do.
 *
 *     npm run conformance -- openclaw
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import process from 'node:process';

import { installed } from '#test/support/registry-agents.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Where the program of a kernel lies that is no part of this project: its package, and the folder beside its commands. */
const PAGES: Readonly<Record<string, readonly [name: string, bin: string] | undefined>> = {
  yamo: undefined,
  shell: undefined,
  toy: undefined,
  openclaw: ['openclaw', '.'],
  opencode: ['opencode-ai', `../opencode-${process.platform}-${process.arch}/bin`],
};

const write = async (kernel: string): Promise<boolean> => {
  const document = join(ROOT, 'conform/kernels', `${kernel}.json`);
  const { version = '', boot }: { version?: string; boot: { main: readonly string[] } } =
    JSON.parse(readFileSync(document, 'utf8'));
  const agent = PAGES[kernel];
  const programs = agent && (await installed(agent[0], version));
  if (agent !== undefined && programs === undefined) return false;
  const path = [
    ...(agent && programs ? [join(programs, agent[1])] : []),
    dirname(process.execPath),
    process.env['PATH'] ?? '',
  ];
  const env = { ...process.env, PATH: path.join(delimiter) };
  // What is left to do of an installation is done by the first run; in a case the package is read-only.
  if (programs !== undefined)
    spawnSync(boot.main[0] ?? '', ['--version'], { stdio: 'ignore', env });
  const page = join(ROOT, 'docs/conformance', `${kernel}.md`);
  const { status } = spawnSync(
    process.execPath,
    [join(ROOT, 'dist/yamo.js'), 'conform', document, '--format', `markdown=${page}`],
    { stdio: 'inherit', env },
  );
  return status === 0 || status === 1;
};

const asked = process.argv.slice(2);
const unknown = asked.filter((kernel) => !Object.hasOwn(PAGES, kernel));
if (unknown.length > 0) {
  process.stderr.write(
    `no page: ${unknown.join(', ')}; there are ${Object.keys(PAGES).join(', ')}\n`,
  );
  process.exitCode = 2;
} else {
  mkdirSync(join(ROOT, 'docs/conformance'), { recursive: true });
  for (const kernel of asked.length > 0 ? asked : Object.keys(PAGES))
    if (!(await write(kernel))) process.exitCode = 1;
}
