/**
 * How large the house is: `npm run size`. Counted are the lines of every file of TypeScript, JavaScript and JSON that git
 * has or would take, without comments and empty lines, as the formatter writes them at a width of 100 characters: a line
 * that is made longer counts no less, and neither does what moves to JSON or to another folder. Source is all but test/
 * and what a program writes. Lengths of files are those on the disk. `--json` prints an object; `--names` lists exported
 * names that several files define, and the long files. Nothing fails: what must hold is in test/architecture.test.ts.
 */
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { figuresOf } from './size/figures.ts';
import { listsOf, rowsOf } from './size/table.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    names: { type: 'boolean', default: false },
  },
});

const figures = await figuresOf(resolve(import.meta.dirname, '..'));
const table = rowsOf(figures).map(([what, value]) => `${what.padEnd(46)} ${value}`);
const lists = values.names ? ['', ...listsOf(figures)] : [];
const text = values.json ? JSON.stringify(figures, undefined, 2) : [...table, ...lists].join('\n');
process.stdout.write(`${text}\n`);
