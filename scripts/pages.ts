/**
 * Runs every command that the pages show, and says where a page shows something else than what is printed:
 * `node scripts/pages.ts [--write] [PAGE…]`. With `--write` what is printed takes the place of what the page shows;
 * output with `…` in it is for a person to fix. Needs `dist/` and bubblewrap.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { textOf } from './pages/blocks.ts';
import { commandPages } from './pages/list.ts';
import { isAsShown, type Outcome, runPage } from './pages/run.ts';

const ROOT = resolve(import.meta.dirname, '..');

const isWriting = process.argv.includes('--write');
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isElided = ({ command: { output } }: Outcome): boolean =>
  output.some((line) => line.includes('…'));

for (const name of named.length > 0 ? named : commandPages(ROOT)) {
  const page = readFileSync(join(ROOT, name), 'utf8');
  const outcomes = runPage(page);
  const lines = page.split('\n');
  const others = outcomes.filter((outcome) => !isAsShown(outcome));
  for (const { command, printed } of others) {
    process.stdout.write(`${name}: $ ${command.command}\n${printed.join('\n')}\n`);
    process.exitCode = 1;
  }
  if (!isWriting) continue;
  const blocks = new Set(outcomes.map(({ block }) => block));
  for (const block of [...blocks].filter((one) => one.language === 'console').toReversed()) {
    const commands = outcomes
      .filter((outcome) => outcome.block === block)
      .map((outcome) =>
        others.includes(outcome) && !isElided(outcome)
          ? { command: outcome.command.command, output: outcome.printed }
          : outcome.command,
      );
    lines.splice(block.from, block.to - block.from, ...textOf(commands).join('\n').split('\n'));
  }
  writeFileSync(join(ROOT, name), lines.join('\n'));
}
