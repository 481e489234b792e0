/**
 * What an index is in LanceDB: one table, so that a file is replaced by one commit. A row is a unit, a session with all
 * its terms, or a file with its stamp; each kind leaves the columns of the others empty.
 */
import { createHash } from 'node:crypto';
import type { Field, Schema } from 'apache-arrow';
import type { MeshSource } from '#lib/protocol/mesh.ts';
import type { IndexedFile, IndexedUnit } from '#mesh/store/store.ts';
import type { Native } from './load.ts';

/** Columns that are always there, texts that may be absent, and numbers. */
const NEEDED = ['key', 'kind', 'file', 'row'] as const;
const TEXTS = [
  'id',
  'headings',
  'session',
  'hash',
  'day',
  'time',
  'speaker',
  'terms',
  'headTerms',
  'words',
  'sessionWords',
  'stamp',
] as const;
const NUMBERS = ['seq', 'from', 'to', 'traits'] as const;

/** The columns that are searched by words: those of units, and those of whole sessions. */
export const INDEXED = ['words', 'sessionWords'] as const;

type Name = (typeof NEEDED)[number] | (typeof TEXTS)[number] | (typeof NUMBERS)[number];
type Cells = Partial<Record<Name, string | number | null>>;

/** A row as it is written. */
export interface LanceRow extends Record<string, unknown> {
  readonly key: string;
  /** A hash of all that stands in it: rows with the same one are not written again. */
  readonly row: string;
}

export const schemaOf = ({ arrow }: Native): Schema => {
  const field = (name: string, isNumber: boolean, isNullable: boolean): Field =>
    new arrow.Field(name, isNumber ? new arrow.Int32() : new arrow.Utf8(), isNullable);
  return new arrow.Schema([
    ...NEEDED.map((name) => field(name, false, false)),
    ...TEXTS.map((name) => field(name, false, true)),
    ...NUMBERS.map((name) => field(name, true, true)),
  ]);
};

/** All rows of a file. */
export const rowsOf = ({ file, stamp, units }: IndexedFile): readonly LanceRow[] => [
  rowOf({ key: `file ${file}`, kind: 'file', file, stamp }),
  ...units.map((unit) => rowOf(unitCells(unit))),
  ...[...Map.groupBy(units, ({ session }) => session)].map(([session, all]) =>
    rowOf({
      key: `session ${session}`,
      kind: 'session',
      file,
      session,
      sessionWords: all.map(wordsOf).join(' '),
    }),
  ),
];

const wordsOf = ({ terms, headTerms }: Pick<IndexedUnit, 'terms' | 'headTerms'>): string =>
  `${terms} ${headTerms}`.trim();

const unitCells = (unit: IndexedUnit): Cells => ({
  key: unit.key,
  kind: 'unit',
  file: unit.file,
  id: unit.id,
  headings: JSON.stringify(unit.headings),
  session: unit.session,
  hash: unit.hash,
  day: unit.day ?? null,
  time: unit.time ?? null,
  speaker: unit.speaker ?? null,
  terms: unit.terms,
  headTerms: unit.headTerms,
  words: wordsOf(unit),
  seq: unit.seq,
  from: unit.from,
  to: unit.to,
  traits: unit.traits,
});

const rowOf = (cells: Cells): LanceRow => {
  const all = Object.fromEntries(
    [...NEEDED, ...TEXTS, ...NUMBERS].map((name) => [name, cells[name] ?? null]),
  );
  const row = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, ROW_CHARS);
  return { ...all, key: String(cells.key), row };
};

const ROW_CHARS = 32;

const textIn = (row: object, name: Name): string => {
  const value: unknown = Reflect.get(row, name);
  return typeof value === 'string' ? value : '';
};

const maybeText = (row: object, name: Name): string | undefined => {
  const value: unknown = Reflect.get(row, name);
  return typeof value === 'string' ? value : undefined;
};

const numberIn = (row: object, name: Name): number => Number(Reflect.get(row, name) ?? 0);

export const unitOf = (row: object): IndexedUnit => ({
  key: textIn(row, 'key'),
  id: textIn(row, 'id'),
  file: textIn(row, 'file'),
  headings: JSON.parse(textIn(row, 'headings')),
  session: textIn(row, 'session'),
  seq: numberIn(row, 'seq'),
  from: numberIn(row, 'from'),
  to: numberIn(row, 'to'),
  hash: textIn(row, 'hash'),
  day: maybeText(row, 'day'),
  time: maybeText(row, 'time'),
  speaker: maybeText(row, 'speaker'),
  terms: textIn(row, 'terms'),
  headTerms: textIn(row, 'headTerms'),
  traits: numberIn(row, 'traits'),
});

export const sourceOf = (row: object): MeshSource => ({
  file: textIn(row, 'file'),
  stamp: textIn(row, 'stamp'),
});

/** A session that was found, and how well it answers. */
export const sessionOf = (row: object): readonly [string, number] => [
  textIn(row, 'session'),
  Number(Reflect.get(row, '_score') ?? 0),
];

/** What tells a row from another one of the same key, and what kind it is. */
export const markOf = (row: object): { key: string; kind: string; row: string } => ({
  key: textIn(row, 'key'),
  kind: textIn(row, 'kind'),
  row: textIn(row, 'row'),
});

/** What the figures of an index are made of. */
export const countedOf = (row: object): Pick<IndexedUnit, 'terms' | 'headTerms' | 'speaker'> => ({
  terms: textIn(row, 'terms'),
  headTerms: textIn(row, 'headTerms'),
  speaker: maybeText(row, 'speaker'),
});
