/** A unit as a row of a store, whichever it is: what its columns are called, what stands in them, and how it comes out again. */
import type { IndexedUnit } from './store.ts';

/** A row, by the names of its columns. */
export type StoreRow = Readonly<Record<string, unknown>>;

/** The columns of a unit. */
export const UNIT_COLUMNS = [
  'key',
  'id',
  'file',
  'session',
  'seq',
  'from',
  'to',
  'hash',
  'day',
  'speaker',
  'terms',
  'headTerms',
  'traits',
] as const satisfies readonly (keyof IndexedUnit)[];

type UnitRow = Readonly<Record<(typeof UNIT_COLUMNS)[number], string | number | null>>;

/** What stands in the columns of a unit; `null` where it has nothing. */
export const rowOfUnit = (unit: IndexedUnit): UnitRow => ({
  key: unit.key,
  id: unit.id,
  file: unit.file,
  session: unit.session,
  seq: unit.seq,
  from: unit.from,
  to: unit.to,
  hash: unit.hash,
  day: unit.day ?? null,
  speaker: unit.speaker ?? null,
  terms: unit.terms,
  headTerms: unit.headTerms,
  traits: unit.traits,
});

export const unitOf = (row: StoreRow): IndexedUnit => ({
  key: columnText(row, 'key'),
  id: columnText(row, 'id'),
  file: columnText(row, 'file'),
  session: columnText(row, 'session'),
  seq: numberIn(row, 'seq'),
  from: numberIn(row, 'from'),
  to: numberIn(row, 'to'),
  hash: columnText(row, 'hash'),
  day: maybeTextIn(row, 'day'),
  speaker: maybeTextIn(row, 'speaker'),
  terms: columnText(row, 'terms'),
  headTerms: columnText(row, 'headTerms'),
  traits: numberIn(row, 'traits'),
});

/** The same of an array of what stands in UNIT_COLUMNS. Said by hand: a loop over the names takes three times as long. */
export const unitOfCells = (cells: StoreRow): IndexedUnit =>
  unitOf({
    key: cells[0],
    id: cells[1],
    file: cells[2],
    session: cells[3],
    seq: cells[4],
    from: cells[5],
    to: cells[6],
    hash: cells[7],
    day: cells[8],
    speaker: cells[9],
    terms: cells[10],
    headTerms: cells[11],
    traits: cells[12],
  });

/** The text in a column; empty where there is none. */
export const columnText = (row: StoreRow | undefined, name: string): string => {
  const value = row?.[name];
  return typeof value === 'string' ? value : '';
};

/** The same; `undefined` where there is none. */
export const maybeTextIn = (row: StoreRow, name: string): string | undefined => {
  const value = row[name];
  return typeof value === 'string' ? value : undefined;
};

/** The number in a column; 0 where there is none. */
export const numberIn = (row: StoreRow | undefined, name: string): number => {
  const value = row?.[name];
  return typeof value === 'number' ? value : 0;
};

/** A file and its stamp. */
export const fileVersionIn = (
  row: StoreRow,
): { readonly file: string; readonly stamp: string } => ({
  file: columnText(row, 'file'),
  stamp: columnText(row, 'stamp'),
});

/** All terms of some units of a session as one text, which is indexed beside them. */
export const indexedWords = (units: readonly Pick<IndexedUnit, 'terms' | 'headTerms'>[]): string =>
  units.map(({ terms, headTerms }) => `${terms} ${headTerms}`.trim()).join(' ');
