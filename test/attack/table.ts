/** The table of docs/attacks.md. `node test/attack/table.ts` writes it anew from the ways. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Verdict, Way } from '#test/support/agents/hostile/way.ts';
import { THEMES, type Theme, WAYS } from '#test/support/agents/hostile/ways.ts';

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

const countRow = (session: string, all: readonly (Verdict | undefined)[]): readonly string[] => {
  const verdicts = all.filter((verdict) => verdict !== undefined);
  const count = (wanted: Verdict): string =>
    String(verdicts.filter((verdict) => verdict === wanted).length);
  return [session, String(verdicts.length), count('held'), count('may'), count('known')];
};

/** How many ways there are of each verdict, by kind of session and sandbox, and on a heartbeat. */
export const countsOf = (): readonly (readonly string[])[] => [
  ...(['bubblewrap', 'Landlock'] as const).flatMap((sandbox) =>
    (['main', 'shared'] as const).map((kind) => {
      const walked = WAYS.filter(
        ({ needs }) =>
          needs !== 'heartbeat' && needs !== (sandbox === 'Landlock' ? 'shell' : 'no shell'),
      );
      const verdicts = walked.map(
        (way) => (sandbox === 'Landlock' ? way.landlock?.[kind] : undefined) ?? way[kind],
      );
      return countRow(`${kind}, ${sandbox}`, verdicts);
    }),
  ),
  countRow(
    'on a heartbeat',
    WAYS.filter(({ needs }) => needs === 'heartbeat').map(({ main }) => main),
  ),
];

const tableOf = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');

/** A heading, and the ways below it. */
const sectionOf = ({ theme, ways }: Theme): string =>
  `### ${theme}\n\n${tableOf(HEADER, ways.map(rowOf))}`;

const written = (text: string, name: string, content: string): string => {
  const open = `<!-- table: ${name} -->`;
  const begin = text.indexOf(open);
  const end = text.indexOf(CLOSE, begin);
  return `${text.slice(0, begin)}${open}\n\n${content}\n${text.slice(end)}`;
};

if (import.meta.main) {
  const text = written(readFileSync(PAGE, 'utf8'), 'attacks', THEMES.map(sectionOf).join('\n'));
  writeFileSync(PAGE, written(text, 'counts', tableOf(COUNTS_HEADER, countsOf())));
}
