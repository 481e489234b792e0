/**
 * What is in no file of a workspace (RFC-0011 §2): lessons, and memories that came from another kernel, with the chain
 * of blocks that tells what was done with them. The tables are those of RFC-0013's first start. Everything passes
 * Layer 0 before it is kept (RFC-0009 §4.2).
 */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { scrub } from '#lib/recall/scrub.ts';
import type { Forgotten } from '#lib/memory/forgotten.ts';
import {
  type BlockOperation,
  type BlockRow,
  type ChainVerdict,
  nextRow,
  OPERATIONS,
  rebound,
  verifyChain,
} from '#lib/yamo/chain.ts';
import type { Imported, OtherRow } from '#lib/yamo/format1.ts';
import { distil, type Distilled, type LessonContext } from '#lib/yamo/lessons.ts';
import { recallBlock, retainBlock, withoutPreviews } from '#lib/yamo/memory-blocks.ts';
import { type Insight, reflect, type Reflection } from '#lib/yamo/reflections.ts';
import { type MemoryRecord, readRecord } from '#lib/yamo/records.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import { disk } from '#kernel/fs/disk.ts';
import {
  damaged,
  asLedgerError,
  inTransaction,
  type LedgerFile,
  openLedger,
} from './ledger-file.ts';
import { BLOCKS_STAY, COLUMNS } from './ledger-schema.ts';

const AGENT = 'yamo';

/** Tables with texts of memories, and what of them these are. */
const HOLD_TEXTS = [
  ['memory_entries', 'content || char(10) || metadata'],
  ['other_rows', 'json'],
] as const;

/** What became of an import. */
export interface LedgerImport {
  readonly added: number;
  /** Those whose id was there. */
  readonly known: number;
  /** By id, and why; never the text. */
  readonly leftOut: readonly { readonly id: string; readonly reason: string }[];
}

/** The ledger of one workspace. Several processes may have it open at once. */
export class MemoryLedger {
  readonly #database: DatabaseSync;
  readonly #path: string;

  /** Where a broken one was put, in whose place this one is; absent where it was whole. */
  readonly setAside: string | undefined;
  private constructor({ database, path, setAside }: LedgerFile) {
    this.#database = database;
    this.#path = path;
    this.setAside = setAside;
  }

  /** Opens the ledger in `folder`, made if it is missing. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  static open(folder: string): MemoryLedger {
    return new MemoryLedger(openLedger(folder, disk));
  }

  /** Takes over what an export holds; rows whose ids are there stay as they are. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  take({ records, others }: Pick<Imported, 'records' | 'others'>, now: number): LedgerImport {
    return this.#inTransaction(() => {
      const leftOut: { id: string; reason: string }[] = [];
      let added = 0;
      let known = 0;
      for (const record of records) {
        if (this.#has(record.id)) {
          known += 1;
          continue;
        }
        const clean = cleaned(record);
        if (typeof clean === 'string') {
          leftOut.push({ id: record.id, reason: clean });
          continue;
        }
        this.#add(clean);
        this.#tell('retain', retainOf(clean, now), now);
        added += 1;
      }
      for (const row of others) {
        const json = scrub(row.json);
        if ('rejected' in json) {
          leftOut.push({ id: row.id, reason: json.rejected });
          continue;
        }
        if (this.#addOther({ ...row, json: json.text })) added += 1;
        else known += 1;
      }
      return { added, known, leftOut };
    });
  }

  /** Keeps a lesson, unless one as sure is known. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  learn(context: LessonContext, now: number): Distilled {
    return this.#inTransaction(() => {
      const distilled = distil(context, this.records(), { agent: AGENT, at: now, sha256 });
      if (distilled.kind === 'new') {
        this.#add(distilled.record);
        this.#tell('lesson', distilled.block, now);
      }
      return distilled;
    });
  }

  /** Notes a search. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  recalled(told: Omit<Parameters<typeof recallBlock>[0], 'agent' | 'at'>, now: number): void {
    const query = scrub(told.query);
    const clean = { ...told, query: 'rejected' in query ? query.rejected : query.text };
    const block = recallBlock({ ...clean, agent: AGENT, at: new Date(now).toISOString() });
    this.#inTransaction(() => this.#tell('recall', block, now));
  }

  /** Keeps what was concluded. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  reflect(insight: Insight, now: number): Reflection {
    const made = reflect(insight, { agent: AGENT, at: now, sha256 });
    if ('refused' in made) return made;
    this.#inTransaction(() => {
      this.#add(made.record);
      this.#tell('reflect', made.block, now);
    });
    return made;
  }

  /** Takes a memory out, and leaves no byte of it; its block stays, which has a hash of its beginning. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  remove(id: string): void {
    this.#leaveNone(() => {
      this.#removeRow('memory_entries', id);
      this.#forgetInBlocks({ without: (text) => text });
    });
  }

  /**
   * Takes out memories and rows with these words, and no byte of them is left; in blocks, which stay, a mark stands for them,
   * and a hash for a preview of an earlier version. A whole chain stays whole. Throws STATE_DAMAGED, STATE_UNUSABLE.
   */
  forget(words: Pick<Forgotten, 'isIn' | 'without'>): void {
    this.#leaveNone(() => {
      for (const [table, of] of HOLD_TEXTS)
        for (const { id, text } of this.#rows(`SELECT id, ${of} AS text FROM ${table}`))
          if (words.isIn(String(text))) this.#removeRow(table, String(id));
      this.#forgetInBlocks(words);
    });
  }

  #removeRow(table: (typeof HOLD_TEXTS)[number][0], id: string): void {
    this.#database.prepare(`DELETE FROM ${table} WHERE id = ?`).run(id);
  }

  #leaveNone(work: () => void): void {
    this.#inTransaction(work);
    asLedgerError(this.#path, () => this.#database.exec('VACUUM'));
  }

  #forgetInBlocks(words: Pick<Forgotten, 'without'>): void {
    const rows = this.blocks();
    const textOf = ({ yamo_text: text }: BlockRow): string =>
      withoutPreviews(words.without(text), sha256);
    if (rows.every((row) => textOf(row) === row.yamo_text)) return;
    const after = verifyChain(rows, sha256).isWhole
      ? rebound(rows, textOf, sha256)
      : rows.map((row) => Object.assign(row, { yamo_text: textOf(row) }));
    this.#database.exec('DROP TRIGGER blocks_stay');
    const write = this.#database.prepare(
      'UPDATE yamo_blocks SET yamo_text = ?, block_hash = ?, prev_hash = ? WHERE id = ?',
    );
    for (const { id, yamo_text: text, block_hash: own, prev_hash: before } of after)
      write.run(text, own, before, id);
    this.#database.exec(BLOCKS_STAY);
  }

  /** Another number whenever another connection has changed something. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  version(): number {
    return Number(this.#rows('PRAGMA data_version')[0]?.['data_version']);
  }

  /** Every memory, by id. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  records(): readonly MemoryRecord[] {
    return this.#rows('SELECT * FROM memory_entries ORDER BY id').flatMap((row) => {
      const read = readRecord(row);
      return 'record' in read ? [read.record] : [];
    });
  }

  /** Rows of tables that this kernel only hands on. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  others(): readonly OtherRow[] {
    return this.#rows('SELECT name AS "table", id, json FROM other_rows ORDER BY id').flatMap(
      (row) => (isOtherRow(row) ? [row] : []),
    );
  }

  /** Whether the chain of blocks is whole. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  verify(): ChainVerdict {
    return verifyChain(this.blocks(), sha256);
  }

  /** What was done, in order. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  blocks(): readonly BlockRow[] {
    return this.#rows('SELECT * FROM yamo_blocks ORDER BY at').map((row) => this.#blockOf(row));
  }

  close(): void {
    this.#database.close();
  }

  #has(id: string): boolean {
    return this.#rows('SELECT 1 FROM memory_entries WHERE id = ?', id).length > 0;
  }

  #add(record: MemoryRecord): void {
    const places = COLUMNS.map(() => '?').join(', ');
    this.#database
      .prepare(`INSERT INTO memory_entries (${COLUMNS.join(', ')}) VALUES (${places})`)
      .run(...COLUMNS.map((column) => record[column]));
  }

  #addOther({ table, id, json }: OtherRow): boolean {
    const { changes } = this.#database
      .prepare('INSERT OR IGNORE INTO other_rows (name, id, json) VALUES (?, ?, ?)')
      .run(table, id, json);
    return Number(changes) > 0;
  }

  #tell(operation: BlockOperation, text: string, at: number): void {
    const [last] = this.#rows('SELECT * FROM yamo_blocks ORDER BY at DESC LIMIT 1');
    const before = last === undefined ? undefined : this.#blockOf(last);
    const row = nextRow({ agent: AGENT, operation, text, at }, before, sha256);
    this.#database
      .prepare(
        'INSERT INTO yamo_blocks (id, agent_id, operation_type, yamo_text, timestamp, block_hash, prev_hash, metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(row.id, row.agent_id, operation, text, at, row.block_hash, row.prev_hash, row.metadata);
  }

  #blockOf(row: Row): BlockRow {
    const text = (name: string): string => {
      const value = row[name];
      if (typeof value !== 'string') throw damaged(this.#path, 'a block is not whole');
      return value;
    };
    const operation = OPERATIONS.find((one) => one === row['operation_type']);
    if (operation === undefined) throw damaged(this.#path, 'a block is of no known kind');
    return {
      id: text('id'),
      agent_id: text('agent_id'),
      operation_type: operation,
      yamo_text: text('yamo_text'),
      timestamp: Number(row['timestamp']),
      block_hash: text('block_hash'),
      prev_hash: text('prev_hash'),
      metadata: null,
    };
  }

  #rows(sql: string, ...values: readonly string[]): readonly Row[] {
    return asLedgerError(this.#path, () => this.#database.prepare(sql).all(...values));
  }

  #inTransaction<Value>(work: () => Value): Value {
    return asLedgerError(this.#path, () => inTransaction(this.#database, work));
  }
}

type Row = Readonly<Record<string, SQLOutputValue>>;

const isOtherRow = (row: object): row is OtherRow =>
  'table' in row && 'id' in row && 'json' in row && typeof row.json === 'string';

/** A record without secrets and personal data, or why it is not kept. */
const cleaned = (record: MemoryRecord): MemoryRecord | string => {
  const content = scrub(record.content);
  if ('rejected' in content) return content.rejected;
  const texts = [record.metadata, record.heritage_chain ?? '{}'].map(scrub);
  if (texts.some((text) => 'rejected' in text && text.rejected === 'secret')) return 'secret';
  const [metadata, heritage] = texts.map((text) => ('rejected' in text ? '{}' : text.text));
  return {
    ...record,
    content: content.text,
    metadata: metadata ?? '{}',
    heritage_chain: record.heritage_chain === null ? null : (heritage ?? null),
  };
};

const retainOf = ({ id, memory_type, content }: MemoryRecord, now: number): string =>
  retainBlock({
    agent: AGENT,
    at: new Date(now).toISOString(),
    id,
    type: memory_type ?? 'global',
    content,
    sha256,
  });
