/** The table of docs/attacks.md. `node test/attack/table.ts` writes it anew from the ways. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Verdict, Way } from '#test/support/agents/hostile/way.ts';
import { WAYS } from '#test/support/agents/hostile/ways.ts';

import { hookCell } from './through-hook.ts';

export const PAGE = join(resolve(import.meta.dirname, '../..'), 'docs/attacks.md');
export const HEADER = ['id', 'the agent …', 'main', 'shared', 'by a hook', 'what stops it'];
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
  hookCell(way.id),
  way.by,
];

export const COUNTS_HEADER = ['session', 'tried', 'held', 'allowed', 'not held'];

/** How many ways there are of each verdict, by kind of session and sandbox. */
export const countsOf = (): readonly (readonly string[])[] =>
  (['bubblewrap', 'Landlock'] as const).flatMap((sandbox) =>
    (['main', 'shared'] as const).map((kind) => {
      const walked = WAYS.filter(
        ({ needs }) => needs !== (sandbox === 'Landlock' ? 'shell' : 'no shell'),
      );
      const verdicts = walked
        .map((way) => (sandbox === 'Landlock' ? way.landlock?.[kind] : undefined) ?? way[kind])
        .filter((verdict) => verdict !== undefined);
      const count = (wanted: Verdict): string =>
        String(verdicts.filter((verdict) => verdict === wanted).length);
      const tried = String(verdicts.length);
      return [`${kind}, ${sandbox}`, tried, count('held'), count('may'), count('known')];
    }),
  );

const written = (text: string, name: string, rows: readonly (readonly string[])[]): string => {
  const open = `<!-- table: ${name} -->`;
  const begin = text.indexOf(open);
  const end = text.indexOf(CLOSE, begin);
  const table = rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
  return `${text.slice(0, begin)}${open}\n\n${table}\n${text.slice(end)}`;
};

if (import.meta.main) {
  const attacks = [HEADER, HEADER.map(() => '---'), ...WAYS.map(rowOf)];
  const counts = [COUNTS_HEADER, COUNTS_HEADER.map(() => '---'), ...countsOf()];
  const text = written(readFileSync(PAGE, 'utf8'), 'attacks', attacks);
  writeFileSync(PAGE, written(text, 'counts', counts));
}
