/**
 * The table `yamo_blocks` (RFC-0011 §2.3): what was done with memories, in order, each row bound to the one before by
 * its hash. Rows are added and never changed.
 */
import type { Sha256 } from '#lib/recall/ids.ts';

/** What a block tells of (RFC-0011 §2.3). */
export const OPERATIONS = ['retain', 'recall', 'reflect', 'synthesize', 'lesson'] as const;

/** One of them. */
export type BlockOperation = (typeof OPERATIONS)[number];

/** A row of the table. */
export interface BlockRow {
  /** `yamo_<operation>_<ms>_<6 hex>` (RFC-0011 §1.1). */
  readonly id: string;
  readonly agent_id: string;
  readonly operation_type: BlockOperation;
  readonly yamo_text: string;
  /** Unix time in milliseconds. */
  readonly timestamp: number;
  /** SHA-256 of the text and the hash of the row before. */
  readonly block_hash: string;
  readonly prev_hash: string;
  /** JSON. */
  readonly metadata: string | null;
}

/** What a row is made of. */
export interface NewBlock {
  readonly agent: string;
  readonly operation: BlockOperation;
  readonly text: string;
  readonly at: number;
}

/** The row that comes next; `before` is the last one of the table. */
export const nextRow = (
  { agent, operation, text, at }: NewBlock,
  before: Pick<BlockRow, 'block_hash'> | undefined,
  sha256: Sha256,
): BlockRow => {
  const prev = before?.block_hash ?? sha256('GENESIS');
  const hash = sha256(text + prev);
  return {
    id: `yamo_${operation}_${at}_${hash.slice(0, 6)}`,
    agent_id: agent,
    operation_type: operation,
    yamo_text: text,
    timestamp: at,
    block_hash: hash,
    prev_hash: prev,
    metadata: null,
  };
};

/** Whether a table is whole; if not, the first row that is not what was written, from 0. */
export type ChainVerdict =
  | { readonly isWhole: true; readonly rows: number }
  | { readonly isWhole: false; readonly at: number; readonly why: 'text' | 'order' };

/** The same rows with these texts, bound to each other anew. */
export const rebound = (
  rows: readonly BlockRow[],
  textOf: (row: BlockRow) => string,
  sha256: Sha256,
): readonly BlockRow[] => {
  let prev = sha256('GENESIS');
  return rows.map((row) => {
    const text = textOf(row);
    const before = prev;
    prev = sha256(text + before);
    return { ...row, yamo_text: text, prev_hash: before, block_hash: prev };
  });
};

/** Looks through all rows, in their order. */
export const verifyChain = (rows: Iterable<BlockRow>, sha256: Sha256): ChainVerdict => {
  let prev = sha256('GENESIS');
  let at = 0;
  for (const { prev_hash: before, block_hash: hash, yamo_text: text } of rows) {
    if (before !== prev) return { isWhole: false, at, why: 'order' };
    if (hash !== sha256(text + before)) return { isWhole: false, at, why: 'text' };
    prev = hash;
    at += 1;
  }
  return { isWhole: true, rows: at };
};
