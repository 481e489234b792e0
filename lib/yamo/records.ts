/** Memory entries in schema V2 (RFC-0011 §2.2): every field of V1, and the promoted ones, which may be null. */
import { RECALL_UNIT_MAX_CHARS } from '#lib/spec/limits.ts';
import { readMetadata } from './metadata.ts';

/** Types of memories (§1.2). */
const MEMORY_TYPES = ['global', 'session', 'agent', 'lesson', 'reflection'] as const;

/** A row of `memory_entries`. Times are Unix milliseconds. The vector is the store's and no part of what is handed on. */
export interface MemoryRecord {
  readonly id: string;
  readonly content: string;
  /** JSON. */
  readonly metadata: string;
  readonly created_at: number;
  readonly updated_at: number | null;
  readonly session_id: string | null;
  readonly agent_id: string | null;
  readonly memory_type: (typeof MEMORY_TYPES)[number] | null;
  /** 0 to 1. */
  readonly importance_score: number | null;
  readonly access_count: number | null;
  readonly last_accessed: number | null;
  /** JSON: intentChain, hypotheses, rationales. */
  readonly heritage_chain: string | null;
  readonly lesson_pattern_id: string | null;
  readonly source_skill_id: string | null;
}

type Row = Readonly<Record<string, unknown>>;

/** RFC-0011 §2.2: what has the field is of schema V2. */
export const isSchemaV2 = (row: Row): boolean => 'session_id' in row;

/** Any suffix is read, six hexadecimal digits are written. */
const ID = /^[a-z]+_\d{1,16}_[0-9a-z]{1,32}$/u;

/** A record, or what is wrong with the row, in words of our own. */
export type ReadRecord = { readonly record: MemoryRecord } | { readonly fault: string };

/** Reads a row of V1 or V2. Never throws. */
export const readRecord = (row: Row): ReadRecord => {
  const { id, content } = row;
  if (typeof id !== 'string' || !ID.test(id)) return { fault: 'the id is none' };
  if (typeof content !== 'string' || content.trim() === '') return { fault: 'there is no content' };
  if (content.length > RECALL_UNIT_MAX_CHARS) return { fault: 'the content is too long' };
  const metadata = textOr(row['metadata'], '{}');
  const read = readMetadata(metadata);
  if ('fault' in read) return read;
  const score = row['importance_score'] ?? null;
  if (score !== null && !(typeof score === 'number' && score >= 0 && score <= 1))
    return { fault: 'importance_score is not from 0 to 1' };
  const heritage = readMetadata(textOr(row['heritage_chain'], ''));
  if ('fault' in heritage) return { fault: heritage.fault.replace('metadata', 'heritage_chain') };
  return {
    record: {
      id,
      content,
      metadata,
      created_at: timeOf(row['created_at']) ?? Number(id.split('_')[1]),
      updated_at: timeOf(row['updated_at']),
      session_id: textOr(row['session_id'], null),
      agent_id: textOr(row['agent_id'], null),
      memory_type: typeOf(row['memory_type'] ?? read.value['type']),
      importance_score: score,
      access_count: countOf(row['access_count']),
      last_accessed: timeOf(row['last_accessed']),
      heritage_chain: textOr(row['heritage_chain'], null),
      lesson_pattern_id: textOr(row['lesson_pattern_id'] ?? read.value['lesson_pattern_id'], null),
      source_skill_id: textOr(row['source_skill_id'], null),
    },
  };
};

const textOr = <Other>(value: unknown, other: Other): string | Other =>
  typeof value === 'string' ? value : other;

const typeOf = (value: unknown): MemoryRecord['memory_type'] =>
  MEMORY_TYPES.find((type) => type === value) ?? null;

const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;

/** Exporters write milliseconds, or ISO 8601. */
const timeOf = (value: unknown): number | null => {
  const at = typeof value === 'string' ? Date.parse(value) : value;
  return typeof at === 'number' && Number.isFinite(at) && at >= 0 ? Math.trunc(at) : null;
};
