/**
 * Format 1 of memory exports: JSON lines that git compares well. The first line is `{"_export":{"format":1}}`, then one
 * row a line, sorted by id, each with the table that it is of. Vectors are not among them.
 */
import { isJsonObject, type JsonObject, parsedJson } from '#lib/text/json.ts';
import { splitLines } from '#lib/text/lines.ts';
import { isPrototypeKey } from './metadata.ts';
import { type MemoryRecord, readRecord } from './records.ts';

/** Tables whose rows an export may hold. */
const TABLES = [
  'memory_entries',
  'synthesized_skills',
  'decision_edges',
  'graph_edges',
  'memory_revisions',
] as const;

/** One of them. */
type Table = (typeof TABLES)[number];

/** A row of another table, as it was read: nothing here looks into it. */
export interface OtherRow {
  readonly table: Exclude<Table, 'memory_entries'>;
  readonly id: string;
  /** The whole line, as JSON. */
  readonly json: string;
}

/** What an export holds, and what could not be read of it. */
export interface Imported {
  readonly records: readonly MemoryRecord[];
  readonly others: readonly OtherRow[];
  /** Lines count from 1; reasons never quote. */
  readonly faults: readonly { readonly line: number; readonly reason: string }[];
}

const HEADER = '{"_export":{"format":1}}';

const isTable = (name: unknown): name is Table => TABLES.some((one) => one === name);

/** The lines of an export; the same records give the same bytes. */
export const writeFormat1 = (
  records: readonly MemoryRecord[],
  others: readonly OtherRow[] = [],
): string => {
  const rows = [
    ...records.map((record) => ({
      id: record.id,
      json: JSON.stringify({ table: 'memory_entries', ...record }),
    })),
    ...others.map(({ id, json }) => ({ id, json })),
  ];
  const sorted = rows.toSorted((one, other) =>
    one.id < other.id ? -1 : one.id > other.id ? 1 : one.json < other.json ? -1 : 1,
  );
  return [HEADER, ...sorted.map(({ json }) => json), ''].join('\n');
};

/** Reads an export; `undefined` without its first line. Linear in its length; never throws. */
export const readFormat1 = (text: string): Imported | undefined => {
  const records = new Map<string, MemoryRecord>();
  const others: OtherRow[] = [];
  const faults: { line: number; reason: string }[] = [];
  let line = 0;
  for (const raw of splitLines(text)) {
    line += 1;
    if (line === 1 && !isHeader(raw)) return undefined;
    if (line === 1 || raw.trim() === '') continue;
    const row = rowOf(raw);
    if ('fault' in row) faults.push({ line, reason: row.fault });
    else if (row.table !== 'memory_entries')
      others.push({ table: row.table, id: row.id, json: raw.trim() });
    else {
      const read = readRecord(row.value);
      if ('fault' in read) faults.push({ line, reason: read.fault });
      else if (records.has(read.record.id))
        faults.push({ line, reason: 'the id was there before' });
      else records.set(read.record.id, read.record);
    }
  }
  return line === 0 ? undefined : { records: [...records.values()], others, faults };
};

const isHeader = (raw: string): boolean => {
  const value = parsedJson(raw);
  const told = isJsonObject(value) ? value['_export'] : undefined;
  return isJsonObject(told) && told['format'] === 1;
};

type Row =
  | {
      readonly table: Table;
      readonly id: string;
      readonly value: JsonObject;
    }
  | { readonly fault: string };

const rowOf = (raw: string): Row => {
  const value = parsedJson(raw);
  if (!isJsonObject(value)) return { fault: 'the line is no JSON object' };
  if (Object.keys(value).some(isPrototypeKey)) return { fault: 'the row has a key of a prototype' };
  const { table, id } = value;
  if (!isTable(table)) return { fault: 'the row is of no known table' };
  if (typeof id !== 'string' || id === '') return { fault: 'the id is none' };
  return { table, id, value };
};
