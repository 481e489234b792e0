/**
 * `memory_query`: one SELECT of an agent over what its session may know of memory.db and identity.db, in a process that can be
 * killed (kernel/sqlite/). The tables have their names and columns, without who may know a row.
 */
import type { AskedTable } from '#kernel/sqlite/question.ts';
import { askDatabases, type AskedRows } from '#kernel/sqlite/ask.ts';
import type { Readers } from '#daemon/data/columns.ts';

/** What can be asked; accounts of chats and credentials are no part of it. */
export const ASKED_TABLES: readonly AskedTable[] = [
  {
    file: 'memory.db',
    name: 'facts',
    columns: ['id', 'entity', 'text', 'at', 'source', 'trust', 'replaced_by'],
  },
  {
    file: 'memory.db',
    name: 'episodes',
    columns: ['id', 'session', 'summary', 'started_at', 'ended_at', 'source', 'trust'],
  },
  {
    file: 'memory.db',
    name: 'proposals',
    columns: ['id', 'kind', 'payload', 'at', 'source', 'trust', 'state'],
  },
  {
    file: 'identity.db',
    name: 'entities',
    columns: ['id', 'type', 'name', 'is_owner', 'created_at', 'updated_at', 'source', 'trust'],
  },
  {
    file: 'identity.db',
    name: 'attributes',
    columns: ['id', 'entity', 'name', 'value', 'at', 'source', 'trust'],
  },
];

/** Rows as lines, each a list of JSON below one of the columns. Throws QUERY_REFUSED. */
export const queryMemory = async (
  asked: { readonly folder: string; readonly readers: readonly Readers[]; readonly sql: string },
  signal: AbortSignal,
): Promise<string> => textOf(await askDatabases({ ...asked, tables: ASKED_TABLES }, { signal }));

const textOf = ({ columns, rows, isCut }: AskedRows): string =>
  [
    JSON.stringify(columns),
    ...rows.map((row) => JSON.stringify(row)),
    ...(rows.length === 0 ? ['[no rows]'] : []),
    ...(isCut ? ['[cut: there are more rows]'] : []),
  ].join('\n');
