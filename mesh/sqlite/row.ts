/** Units as rows of SQLite. */
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { IndexedUnit } from '#mesh/store/store.ts';

/** A row as SQLite gives it. */
export type Row = Readonly<Record<string, SQLOutputValue>>;

export const textIn = (row: Row | undefined, name: string): string => {
  const value = row?.[name];
  return typeof value === 'string' ? value : '';
};

export const numberIn = (row: Row | undefined, name: string): number => {
  const value = row?.[name];
  return typeof value === 'number' ? value : 0;
};

const maybeText = (row: Row, name: string): string | undefined => {
  const value = row[name];
  return typeof value === 'string' ? value : undefined;
};

/** The columns of a unit, in the order of `valuesOf`. */
export const COLUMNS = [
  'key',
  'id',
  'file',
  'headings',
  'session',
  'seq',
  '"from"',
  '"to"',
  'hash',
  'day',
  'time',
  'speaker',
  'terms',
  'headTerms',
  'traits',
] as const;

export const valuesOf = (unit: IndexedUnit): readonly SQLInputValue[] => [
  unit.key,
  unit.id,
  unit.file,
  JSON.stringify(unit.headings),
  unit.session,
  unit.seq,
  unit.from,
  unit.to,
  unit.hash,
  unit.day ?? null,
  unit.time ?? null,
  unit.speaker ?? null,
  unit.terms,
  unit.headTerms,
  unit.traits,
];

export const unitOf = (row: Row): IndexedUnit => ({
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
