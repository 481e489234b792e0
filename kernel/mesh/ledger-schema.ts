/** The tables of a ledger: those of RFC-0013's first start, and rows of other tables that are only handed on. */
import type { MemoryRecord } from '#lib/yamo/records.ts';

/** A ledger with another number was made by another version. */
export const LEDGER_VERSION = 1;

/** No block is changed, but where its owner has something forgotten: then this goes for as long as that takes. */
export const BLOCKS_STAY =
  "CREATE TRIGGER blocks_stay BEFORE UPDATE ON yamo_blocks BEGIN SELECT RAISE(ABORT, 'blocks are never changed'); END;";

/** Blocks are added, and nothing else is done to them. */
export const LEDGER_SCHEMA = `
CREATE TABLE memory_entries (
  id TEXT PRIMARY KEY NOT NULL, content TEXT NOT NULL, metadata TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER, session_id TEXT, agent_id TEXT, memory_type TEXT,
  importance_score REAL, access_count INTEGER, last_accessed INTEGER, heritage_chain TEXT,
  lesson_pattern_id TEXT, source_skill_id TEXT
) STRICT;
CREATE TABLE yamo_blocks (
  at INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, agent_id TEXT NOT NULL, operation_type TEXT NOT NULL,
  yamo_text TEXT NOT NULL, timestamp INTEGER NOT NULL, block_hash TEXT NOT NULL, prev_hash TEXT NOT NULL,
  metadata TEXT
) STRICT;
CREATE TABLE synthesized_skills (
  id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, intent TEXT NOT NULL, yamo_text TEXT NOT NULL,
  metadata TEXT, created_at INTEGER
) STRICT;
CREATE TABLE other_rows (name TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (name, id)) STRICT;
${BLOCKS_STAY}
CREATE TRIGGER blocks_remain BEFORE DELETE ON yamo_blocks BEGIN SELECT RAISE(ABORT, 'blocks are never removed'); END;
PRAGMA user_version = ${LEDGER_VERSION};
`;

/** The columns of a memory, in the order in which they are written. */
export const COLUMNS = [
  'id',
  'content',
  'metadata',
  'created_at',
  'updated_at',
  'session_id',
  'agent_id',
  'memory_type',
  'importance_score',
  'access_count',
  'last_accessed',
  'heritage_chain',
  'lesson_pattern_id',
  'source_skill_id',
] as const satisfies readonly (keyof MemoryRecord)[];
