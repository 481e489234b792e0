/** `npm run pictures` takes what the documentation shows. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { noBrowser } from '#test/support/browser.ts';
import { freshPath } from '#test/support/workspace.ts';

const ROOT = resolve(import.meta.dirname, '..');
const PICTURES = join(ROOT, 'docs/pictures');

/** Width and height, as the head of a PNG has them. */
const sizeOf = (path: string) => {
  const head = readFileSync(path);
  return [head.readUInt32BE(16), head.readUInt32BE(20)];
};

it.skipIf(noBrowser)('takes all pictures, of the size that they have', async () => {
  const folder = freshPath('pictures');
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/pictures.ts'), folder]);
  const names = readdirSync(PICTURES);
  expect(readdirSync(folder)).toEqual(names);
  for (const name of names)
    expect([name, ...sizeOf(join(folder, name))]).toEqual([name, ...sizeOf(join(PICTURES, name))]);
});
