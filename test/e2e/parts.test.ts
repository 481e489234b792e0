/** A program whose files are of two builds, as an upgrade leaves them that was broken off, is noticed at the start and said. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { packageRoot } from '#kernel/process/package.ts';
import { freshPath, makeUnbornWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

const copied = (): string => {
  const root = freshPath('copy');
  for (const part of ['dist', 'package.json', 'workspaces'])
    cpSync(join(packageRoot(), part), join(root, part), { recursive: true });
  return join(root, 'dist');
};

/** Of the same length, and with the mark of another build. */
const ofAnotherBuild = (file: string): void => {
  const text = readFileSync(file, 'utf8');
  const [mark = ''] = /[0-9a-f]{16}\n$/.exec(text) ?? [];
  const other = mark.trim().replaceAll(/./g, (digit) => (digit === '0' ? '1' : '0'));
  writeFileSync(file, text.replace(mark, `${other}\n`));
};

const chunkOf = (dist: string, name: RegExp): string => {
  const found = readdirSync(join(dist, 'chunks')).find((file) => name.test(file));
  return join(dist, 'chunks', found ?? 'none');
};

it.each<[string, string, (dist: string) => void]>([
  ['a chunk is missing', 'chunks/boot-', (dist) => rmSync(chunkOf(dist, /^boot-/))],
  ['a chunk was cut off', 'chunks/mcp-', (dist) => writeFileSync(chunkOf(dist, /^mcp-/), '')],
  [
    'the scribe is of another build',
    'scribe.js',
    (dist) => ofAnotherBuild(join(dist, 'scribe.js')),
  ],
  [
    'so is what commands share',
    'chunks/shared-5',
    (dist) => ofAnotherBuild(chunkOf(dist, /^shared-5/)),
  ],
  [
    'the folder of the model agent is gone',
    'model/',
    (dist) => rmSync(join(dist, 'model'), { recursive: true }),
  ],
])('%s: refused before anything is done, with what to do', async (_what, named, damage) => {
  const dist = copied();
  const ws = makeUnbornWorkspace();
  const program = join(dist, 'yamo.js');
  expect((await yamo(['boot', '--plan'], { workspace: ws, program })).code).toBe(0);
  damage(dist);
  for (const args of [['--version'], ['boot', '--message', 'x']]) {
    const { code, stdout, stderr } = await yamo(args, { workspace: ws, program });
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toMatch(/^The program is not whole \([^\n]*\)\. Install yamo again[^\n]*\n$/);
    expect(stderr).toContain(named);
  }
  expect(ws.has('BOOTSTRAP.md')).toBe(true);
});

it('a hook is denied as hosts understand it', async () => {
  const dist = copied();
  const ws = makeUnbornWorkspace();
  const asked = (): ReturnType<typeof yamo> =>
    yamo(['hook'], {
      program: join(dist, 'yamo.js'),
      input: JSON.stringify({
        hook_event_name: 'PreToolUse',
        session_id: 's',
        cwd: ws.path,
        tool_name: 'Read',
        tool_input: { file_path: ws.at('AGENTS.md') },
      }),
    });
  expect((await asked()).code).toBe(0);
  ofAnotherBuild(join(dist, 'hook', 'program.js'));
  const { code, stdout, stderr } = await asked();
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('hook/program.js is of another build');
});

it('an audit is refused', async () => {
  const dist = copied();
  const ws = makeUnbornWorkspace();
  const audited = (): ReturnType<typeof yamo> =>
    yamo(['audit', ws.path], { program: join(dist, 'yamo.js') });
  expect((await audited()).code).not.toBe(4);
  ofAnotherBuild(join(dist, 'audit', 'program.js'));
  expect(await audited()).toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringContaining('audit/program.js is of another build'),
  });
});
