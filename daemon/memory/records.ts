/**
 * `memory_query` and `memory_write` for one session. It sees what its readers may know; what it writes is a proposal, and comes
 * from outside whatever it says, since its agent reads what others have said.
 */
import type { SessionRecords } from '#kernel/contract/session-records.ts';
import { parsedJson } from '#lib/text/json.ts';
import type { Readers } from '#daemon/data/columns.ts';
import type { Queries } from '#daemon/data/open.ts';
import { knowledgeIn } from './knowledge.ts';
import { type Became, proposeKnowledge } from './proposals.ts';
import { queryMemory } from './query.ts';

/** Whose session it is. */
export interface RecordsSite {
  readonly data: Queries;
  /** Of the databases, a path. */
  readonly folder: string;
  readonly readers: readonly Readers[];
  /** Who may know what it proposes. */
  readonly proposedTo: Readers;
  readonly source: string;
  readonly request: string;
  readonly signal: AbortSignal;
}

/** What its tools reach. */
export const sessionRecordsOf = ({
  data,
  proposedTo,
  source,
  request,
  signal,
  ...asking
}: RecordsSite): SessionRecords => ({
  query: (sql) => queryMemory({ ...asking, sql }, signal),
  propose: async (kind, row) => {
    const learnt = { source, trust: 'outside', readers: proposedTo, request } as const;
    return SAYS[await proposeKnowledge(data, knowledgeIn(kind, parsedJson(row)), learnt)];
  },
});

const SAYS: Readonly<Record<Became, string>> = {
  proposed: 'Proposed: the owner decides about it.',
  known: 'It was proposed before; nothing was added.',
  full: 'Too many proposals wait for the owner; nothing was added.',
};
