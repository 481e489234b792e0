/** `yamo convert`, killed at its system calls: the new workspace is whole or not there, and the old one as it was. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { packageRoot } from '#kernel/process/package.ts';

import { type Call, nthOf } from '#conform/witness/calls.ts';
import { snapshot } from './snapshot.ts';
import { trace, type Traced } from './strace.ts';
import { environmentOf, kernelCalls } from './traced-boot.ts';
import { makeWorkspace, type TempWorkspace } from './workspace.ts';

const FILES = {
  'SOUL.md': 'You are Zim.\n',
  'IDENTITY.md': '- **Name:** Zim\n',
  'MEMORY.md': 'tea\n',
  'BOOTSTRAP.md': 'ceremony\n',
  'skills/deploy/SKILL.md': 'ship\n',
};
const CHANGING = /^(?:mkdir|openat|write|pwrite64|fsync|rename|link|unlink|fchmod)$/u;

const run = (
  ws: TempWorkspace,
  parent: TempWorkspace,
  inject: readonly string[] = [],
): Promise<Traced> => {
  const { execPath } = process;
  const words = ['convert', ws.path, '--layout', 'gsv', '--to', 'rfc-0009', '--out'];
  const command = [execPath, join(packageRoot(), 'dist/yamo.js'), ...words, parent.at('new')];
  return trace(command, { env: environmentOf(ws), inject });
};

/** The calls of a conversion that change something, in order. */
export const conversionCalls = async (): Promise<readonly { call: Call; nth: number }[]> => {
  const [ws, parent] = [makeWorkspace(FILES), makeWorkspace({})];
  const made = await run(ws, parent);
  if (made.code !== 0) throw new Error(`the rehearsal failed: ${made.stdout}${made.stderr}`);
  const calls = kernelCalls(made);
  const isOwn = ({ name, paths }: Call): boolean =>
    CHANGING.test(name) &&
    paths.some((path) => path.startsWith(parent.path) || path.startsWith(ws.stateHome));
  return calls.filter(isOwn).map((call) => ({ call, nth: nthOf(calls, call) }));
};

/** Kills a conversion at this call; returns what is wrong then, and whether the new workspace was there. */
export const killConversion = async ({
  call,
  nth,
}: {
  readonly call: Call;
  readonly nth: number;
}): Promise<{ readonly faults: readonly string[]; readonly isThere: boolean }> => {
  const [ws, parent] = [makeWorkspace(FILES), makeWorkspace({})];
  const before = JSON.stringify(snapshot(ws.path));
  const faults: string[] = [];
  const { signal, code } = await run(ws, parent, [`${call.name}:signal=KILL:when=${nth}`]);
  if (signal !== 'SIGKILL' && code !== 137) faults.push(`it was not killed: exit ${code}`);
  const isThere = existsSync(parent.at('new'));
  for (const name of readdirSync(parent.path))
    if (name !== 'new' && !/^\.new\.[\da-f]{12}\.yamo-tmp$/u.test(name))
      faults.push(`${name} is left`);
  if (!isThere) {
    const again = await run(ws, parent);
    if (again.code !== 0) faults.push(`the next one fails: ${again.stdout}${again.stderr}`);
  }
  faults.push(...faultsOfTree(parent.at('new')));
  if (JSON.stringify(snapshot(ws.path)) !== before) faults.push('the first workspace has changed');
  return { faults: faults.map((text) => `${call.name} ${nth}: ${text}`), isThere };
};

const faultsOfTree = (tree: string): readonly string[] =>
  Object.entries(FILES).flatMap(([name, text]) => {
    const path = join(tree, name === 'BOOTSTRAP.md' ? 'kept/BOOTSTRAP.md' : name);
    return existsSync(path) && readFileSync(path, 'utf8') === text ? [] : [`${name} is not whole`];
  });
