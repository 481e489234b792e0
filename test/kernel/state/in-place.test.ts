/** A folder in the place of a state file: the boot goes on without it, or refuses with the command that moves it away. */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { Refusal } from '#lib/spec/refusals.ts';
import { laterRefusalOf } from '#test/support/kernel.ts';
import { mainSession } from '#test/support/lived.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import { stateOf } from '#test/support/yamo.ts';

it('names each state file in whose place a folder lies, and how it is moved away', async () => {
  const ws = makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- One.\n' });
  for (let left = 2; left > 0; left -= 1) await mainSession(ws);
  const root = dirname(stateOf(ws));
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(8);
  const wrong: string[] = [];
  for (const file of files) {
    renameSync(file, `${file}.kept`);
    mkdirSync(file);
    writeFileSync(join(file, 'inside'), 'x');
    const name = basename(file);
    try {
      await mainSession(ws);
    } catch (error) {
      const told = error instanceof Refusal ? `${error.code} ${error.message} ${error.remedy}` : '';
      const isTold = told.startsWith('STATE_') && told.includes(file) && told.includes('mv ');
      if (!isTold) wrong.push(`${name}: ${told === '' ? String(error) : told}`);
    }
    rmSync(file, { recursive: true, force: true });
    renameSync(`${file}.kept`, file);
  }
  expect(wrong).toEqual([]);
  // Nothing of it outlasts that it is mended.
  expect(await mainSession(ws)).not.toContainEqual(expect.stringContaining('damaged'));
});

it('refuses a folder of seals that is a file', async () => {
  const ws = makeBornWorkspace();
  await mainSession(ws);
  const seals = join(dirname(stateOf(ws)), 'seals');
  rmSync(seals, { recursive: true });
  writeFileSync(seals, '');
  expect(await laterRefusalOf(() => mainSession(ws))).toBe('STATE_UNUSABLE');
});
