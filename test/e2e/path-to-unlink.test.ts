/** Who reads the kernel from the command to the deletion of the instructions opens ten files at most, and none of them twice. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, it } from 'vitest';

import { yamo } from '#test/support/yamo.ts';
import { freshPath, makeUnbornWorkspace } from '#test/support/workspace.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FILES_MAX = 10;

/** Says, when the instructions are deleted, by which way that came about. */
const WITNESS = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { unlinkSync } = fs;
Error.stackTraceLimit = 100;
fs.unlinkSync = (path) => {
  if (String(path).endsWith('/BOOTSTRAP.md')) fs.writeSync(2, new Error('witness').stack + '\\n');
  return unlinkSync(path);
};
syncBuiltinESMExports();
`;

it('the way from the command to the unlink is short, and does not run back up', async () => {
  const workspace = makeUnbornWorkspace();
  const witness = freshPath('witness.mjs');
  writeFileSync(witness, WITNESS);
  const { stderr } = await yamo(['boot', '--agent', 'scribe', '--drop-unread'], {
    workspace,
    program: join(ROOT, 'cli/main.ts'),
    env: { NODE_OPTIONS: `--import=${witness}` },
    input: '',
  });
  const stack = /Error: witness\n(?: +at .*\n)+/.exec(stderr)?.[0] ?? '';
  const frames = [...stack.matchAll(/((?:cli|kernel)\/[\w/-]+\.ts):\d/g)].map(([, file]) => file);
  // Calls within a file are one visit to it.
  const visited = frames.filter((file, index) => file !== frames[index - 1]).toReversed();
  expect(visited[0]).toBe('cli/main.ts');
  expect(visited.slice(-2)).toEqual(['kernel/startup/guard.ts', 'kernel/fs/disk.ts']);
  expect(visited).toEqual([...new Set(visited)]);
  expect(visited.length).toBeLessThanOrEqual(FILES_MAX);
});
