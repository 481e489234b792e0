/**
 * What an index is in LanceDB: one table, so that a file is replaced by one commit. A row is a unit, a session with all
 * its terms, or a file with its stamp; each kind leaves the columns of the others empty.
 */
import { createHash } from 'node:crypto';
import type { Field, Schema, Table } from 'apache-arrow';
import type { IndexedFile, IndexedUnit } from '#mesh/store/store.ts';
import {
  maybeTextIn,
  numberIn,
  type StoreRow,
  rowOfUnit,
  columnText,
  UNIT_COLUMNS,
  indexedWords,
} from '#mesh/store/unit-row.ts';
import type { Native } from './load.ts';

/** Columns that are always there, and numbers; the others are texts that may be absent. */
const NEEDED = ['key', 'kind', 'file', 'row'] as const;
const NUMBERS: ReadonlySet<string> = new Set(['seq', 'from', 'to', 'traits']);
const COLUMNS = [
  ...NEEDED,
  ...UNIT_COLUMNS.filter((name) => name !== 'key' && name !== 'file'),
  'words',
  'sessionWords',
  'stamp',
] as const;

/** The columns that are searched by words: those of units, and those of whole sessions. */
export const INDEXED = ['words', 'sessionWords'] as const;

type Cells = Partial<Record<(typeof COLUMNS)[number], string | number | null>>;

/** A row as it is written. */
export interface LanceRow extends Record<string, unknown> {
  readonly key: string;
  /** A hash of all that stands in it: rows with the same one are not written again. */
  readonly row: string;
}

export const schemaOf = ({ arrow }: Native): Schema => {
  const needed: ReadonlySet<string> = new Set(NEEDED);
  const field = (name: string): Field =>
    new arrow.Field(
      name,
      NUMBERS.has(name) ? new arrow.Int32() : new arrow.Utf8(),
      !needed.has(name),
    );
  return new arrow.Schema(COLUMNS.map(field));
};

/** All rows of a file. */
export const lanceRows = ({ file, stamp, units }: IndexedFile): readonly LanceRow[] => [
  rowOf({ key: `file ${file}`, kind: 'file', file, stamp }),
  ...units.map((unit) => rowOf({ kind: 'unit', words: indexedWords([unit]), ...rowOfUnit(unit) })),
  ...[...Map.groupBy(units, ({ session }) => session)].map(([session, all]) =>
    rowOf({
      key: `session ${session}`,
      kind: 'session',
      file,
      session,
      sessionWords: indexedWords(all),
    }),
  ),
];

const rowOf = (cells: Cells): LanceRow => {
  const all = Object.fromEntries(COLUMNS.map((name) => [name, cells[name] ?? null]));
  const row = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, ROW_CHARS);
  return { ...all, key: String(cells.key), row };
};

const ROW_CHARS = 32;

/**
 * The rows of an answer of LanceDB. `isWanted` is asked before a row is made, and reads one cell: most of the time of an
 * answer would go into rows that are of no use.
 */
export const rowsIn = (
  table: Table,
  isWanted: (cell: (name: string) => unknown) => boolean = () => true,
): readonly StoreRow[] => {
  const names = table.schema.fields.map(({ name }) => name);
  const rows: StoreRow[] = [];
  for (const batch of table.batches) {
    const columns = names.map((_, at) => batch.getChildAt(at));
    for (let at = 0; at < batch.numRows; at += 1) {
      if (!isWanted((name) => columns[names.indexOf(name)]?.get(at))) continue;
      const row: Record<string, unknown> = {};
      for (const [index, name] of names.entries()) row[name] = columns[index]?.get(at);
      rows.push(row);
    }
  }
  return rows;
};

/** A session that was found, and how well it answers. */
export const scoredSession = (row: StoreRow): readonly [string, number] => [
  columnText(row, 'session'),
  numberIn(row, '_score'),
];

/** What tells a row from another one of the same key, and what kind it is. */
export const rowIdentity = (row: StoreRow): { key: string; kind: string; row: string } => ({
  key: columnText(row, 'key'),
  kind: columnText(row, 'kind'),
  row: columnText(row, 'row'),
});

/** What the figures of an index are made of. */
export const countedOf = (row: StoreRow): Pick<IndexedUnit, 'terms' | 'headTerms' | 'speaker'> => ({
  terms: columnText(row, 'terms'),
  headTerms: columnText(row, 'headTerms'),
  speaker: maybeTextIn(row, 'speaker'),
});
