/** Writes docs/reference/ from the tables of the program; `--check` only says whether that would change anything. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { referencePages } from './reference/pages.ts';

const FOLDER = resolve(import.meta.dirname, '../docs/reference');

const pages = referencePages();
mkdirSync(FOLDER, { recursive: true });
const there = readdirSync(FOLDER);
const left = there.filter((name) => !pages.has(name));
const stale = [...pages].filter(
  ([name, text]) => !there.includes(name) || readFileSync(join(FOLDER, name), 'utf8') !== text,
);

if (process.argv.includes('--check')) {
  for (const name of [...stale.map(([one]) => one), ...left])
    process.stderr.write(`docs/reference/${name} is stale; run npm run reference\n`);
  process.exitCode = stale.length + left.length > 0 ? 1 : 0;
} else {
  for (const [name, text] of stale) writeFileSync(join(FOLDER, name), text);
  for (const name of left) rmSync(join(FOLDER, name));
  process.stdout.write(`${pages.size} pages; ${stale.length} written, ${left.length} removed\n`);
}
