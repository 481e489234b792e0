/** The table of docs/attacks.md. `node test/attack/table.ts` writes it anew from the ways. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Verdict, Way } from '#test/support/agents/hostile/way.ts';
import { WAYS } from '#test/support/agents/hostile/ways.ts';

export const PAGE = join(resolve(import.meta.dirname, '../..'), 'docs/attacks.md');
export const HEADER = ['id', 'the agent …', 'main', 'shared', 'what stops it'];
const OPEN = '<!-- table: attacks -->';
const CLOSE = '<!-- /table -->';

const WORDS: Readonly<Record<Verdict, string>> = {
  held: 'held',
  may: 'allowed',
  known: 'not held',
};

/** What becomes of a way in sessions of a kind, and under Landlock where that differs. */
const cellOf = ({ landlock, ...way }: Way, kind: 'main' | 'shared'): string => {
  const verdict = way[kind];
  if (verdict === undefined) return '–';
  const other = landlock?.[kind];
  return other === undefined ? WORDS[verdict] : `${WORDS[verdict]}; Landlock: ${WORDS[other]}`;
};

export const rowOf = (way: Way): readonly string[] => [
  way.id,
  way.way,
  cellOf(way, 'main'),
  cellOf(way, 'shared'),
  way.by,
];

if (import.meta.main) {
  const text = readFileSync(PAGE, 'utf8');
  const [before = ''] = text.split(OPEN);
  const [, after = ''] = text.split(CLOSE);
  const rows = [HEADER, HEADER.map(() => '---'), ...WAYS.map(rowOf)];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
  writeFileSync(PAGE, `${before}${OPEN}\n\n${table}\n${CLOSE}${after}`);
}
