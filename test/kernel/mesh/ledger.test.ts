/** Lessons and imported memories: what may be kept, what is known before, and the chain that tells of it. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { importMemory, learnLesson } from '#kernel/mesh/exchange.ts';
import { MemoryLedger } from '#kernel/mesh/ledger.ts';
import { writeFormat1 } from '#lib/yamo/format1.ts';
import { readLessonBlock } from '#lib/yamo/lesson-block.ts';
import { lessonsIn } from '#lib/yamo/lessons.ts';
import { lessonBlock } from '#lib/yamo/memory-blocks.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import { Forgotten } from '#lib/memory/forgotten.ts';
import { nextRow } from '#lib/yamo/chain.ts';
import { filesWith } from '#test/support/mesh.ts';
import { refusalOf } from '#test/support/kernel.ts';
import { freshPath } from '#test/support/workspace.ts';

const EXPORT = `{"_export":{"format":1}}
{"table":"graph_edges","id":"edge_1","from":"a","to":"b"}
{"table":"graph_edges","id":"edge_2","from":"password: hunter2"}
{"table":"memory_entries","id":"mem_1771684209788_k3j9x0q2z","content":"The archive moved; call +49 711 1234567.","metadata":"{\\"type\\":\\"insight\\"}"}
{"table":"memory_entries","id":"mem_1771684209789_k3j9x0q2z","content":"password: hunter2","metadata":"{}"}
{"table":"memory_entries","id":"mem_1771684209790_k3j9x0q2z","content":"x","metadata":"{\\"note\\":\\"password: hunter2\\"}"}
{"table":"memory_entries","id":"mem_1771684209791_k3j9x0q2z","content":"x","metadata":"{\\"__proto__\\":1}"}
`;
const LESSON = lessonBlock({
  agent: 'Robin',
  at: '2026-02-21T14:30:00.000Z',
  id: 'lesson_1_abcdef',
  patternId: '8e9c0883bcd69739',
  situation: 'The service began without a key',
  errorPattern: 'auth_fallback_production',
  oversight: 'Nobody looked; nobody asked',
  fix: 'The start fails without it',
  rule: 'Refuse to start without a key',
  severity: 'high',
  scope: 'AuthService initialization',
  inverse: '',
  confidence: 0.9,
});

const folderOf = (): string => mkdtempSync(`${freshPath('ledger')}-`);
const fileWith = (text: string): string => {
  const path = join(folderOf(), 'given');
  writeFileSync(path, text);
  return path;
};

describe('a ledger', () => {
  it('takes an export of the reference implementation over, once, and no secret of it [Y96]', () => {
    const folder = folderOf();
    const ledger = MemoryLedger.open(folder);
    const path = fileWith(EXPORT);
    expect(importMemory(disk, path, ledger)).toEqual({
      added: 2,
      known: 0,
      leftOut: [
        { id: 'mem_1771684209789_k3j9x0q2z', reason: 'secret' },
        { id: 'mem_1771684209790_k3j9x0q2z', reason: 'secret' },
        { id: 'edge_2', reason: 'secret' },
      ],
      faults: [{ line: 7, reason: 'metadata has a key of a prototype' }],
    });
    expect(importMemory(disk, path, ledger)).toMatchObject({ added: 0, known: 2 });
    expect(ledger.records().map(({ content }) => content)).toEqual([
      'The archive moved; call [REDACTED_PHONE].',
    ]);
    expect(writeFormat1(ledger.records(), ledger.others())).toContain('"id":"edge_1"');
    expect(ledger.verify()).toEqual({ isWhole: true, rows: 1 });
    ledger.close();
    expect(readFileSync(join(folder, 'ledger.db'), 'latin1')).not.toMatch(/hunter2|711 1234567/u);
  });

  it('keeps where an imported memory comes from', () => {
    const ledger = MemoryLedger.open(folderOf());
    const [head = ''] = EXPORT.split('\n');
    const memory = {
      table: 'memory_entries',
      id: 'mem_1771684209788_k3j9x0q2z',
      content: 'It moved.',
      metadata: '{}',
      heritage_chain: '{"parents":["mem_1"]}',
    };
    importMemory(disk, fileWith(`${head}\n${JSON.stringify(memory)}\n`), ledger);
    expect(ledger.records()).toMatchObject([{ heritage_chain: memory.heritage_chain }]);
    ledger.close();
  });

  it('keeps a lesson from its block, and gives the known one for the same', () => {
    const ledger = MemoryLedger.open(folderOf());
    const path = fileWith(LESSON);
    expect(learnLesson(disk, path, ledger).kind).toBe('new');
    expect(learnLesson(disk, path, ledger).kind).toBe('known');
    const surer = fileWith(LESSON.replace('rule_confidence;0.9', 'rule_confidence;0.95'));
    expect(learnLesson(disk, surer, ledger).kind).toBe('new');
    expect(lessonsIn(ledger.records())).toMatchObject([
      { patternId: '8e9c0883bcd69739', confidence: 0.95, severity: 'high' },
    ]);
    expect(ledger.blocks().map(({ operation_type: kind }) => kind)).toEqual(['lesson', 'lesson']);
    ledger.close();
  });

  it('sees that a block was changed, which it never does itself', () => {
    const folder = folderOf();
    const ledger = MemoryLedger.open(folder);
    learnLesson(disk, fileWith(LESSON), ledger);
    const database = new DatabaseSync(join(folder, 'ledger.db'));
    const change = "UPDATE yamo_blocks SET yamo_text = 'x'";
    expect(() => database.exec(change)).toThrow('blocks are never changed');
    expect(() => database.exec('DELETE FROM yamo_blocks')).toThrow('blocks are never removed');
    database.exec(`DROP TRIGGER blocks_stay; ${change}`);
    database.close();
    expect(ledger.verify()).toEqual({ isWhole: false, at: 0, why: 'text' });
    ledger.close();
  });

  it('is begun anew where it is no database any more, which lies beside it', () => {
    const folder = folderOf();
    MemoryLedger.open(folder).close();
    const path = join(folder, 'ledger.db');
    const bytes = readFileSync(path);
    // Its first page is whole: the fault is further in.
    writeFileSync(
      path,
      Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 7)]),
    );
    const ledger = MemoryLedger.open(folder);
    expect(ledger.setAside).toBe(`${path}.damaged`);
    expect(readFileSync(`${path}.damaged`).length).toBe(bytes.length);
    expect(importMemory(disk, fileWith(EXPORT), ledger).added).toBe(2);
    ledger.close();
    const again = MemoryLedger.open(folder);
    expect([again.setAside, again.records().length]).toEqual([undefined, 1]);
    again.close();
    writeFileSync(path, 'no database at all, but long enough'.repeat(200));
    const third = MemoryLedger.open(folder);
    expect(third.setAside).toBeDefined();
    third.close();
  });

  it('refuses what is of another version, no export and no lesson, and leaves it as it is', () => {
    const folder = folderOf();
    const newer = new DatabaseSync(join(folder, 'ledger.db'));
    newer.exec('CREATE TABLE later (at INTEGER); PRAGMA user_version = 9;');
    newer.close();
    expect(refusalOf(() => MemoryLedger.open(folder))).toBe('STATE_DAMAGED');
    expect(readdirSync(folder)).toEqual(['ledger.db']);
    const ledger = MemoryLedger.open(folderOf());
    const refused = (path: string): string | undefined =>
      refusalOf(() => importMemory(disk, path, ledger));
    expect(refused(fileWith('{}\n'))).toBe('MESH_NO_EXPORT');
    expect(refused('/nowhere')).toBe('MESH_FILE_UNREADABLE');
    expect(refused('/')).toBe('MESH_FILE_UNREADABLE');
    const binary = join(folderOf(), 'binary');
    writeFileSync(binary, Buffer.from([0xff, 0xfe, 0x00]));
    expect(refused(binary)).toBe('MESH_FILE_UNREADABLE');
    const lesson = (text: string): string | undefined =>
      refusalOf(() => learnLesson(disk, fileWith(text), ledger));
    expect(lesson('hello')).toBe('MESH_NO_LESSON');
    expect(lesson(LESSON.replace('The start fails without it', 'password: hunter2'))).toBe(
      'MESH_NO_LESSON',
    );
    expect(ledger.records()).toEqual([]);
    ledger.close();
  });
});

describe('readLessonBlock', () => {
  it.each([
    ['preventative_rule', 'there is no preventative_rule'],
    ['severity', 'severity is none of critical, high, medium, low'],
    ['rule_confidence', 'rule_confidence is not from 0 to 1'],
  ])('asks for %s', (field, fault) => {
    expect(readLessonBlock(LESSON.replace(new RegExp(`  ${field};.*\n`, 'u'), ''))).toEqual({
      fault,
    });
  });

  it('reads what is written, with semicolons', () => {
    expect(readLessonBlock(LESSON)).toMatchObject({
      context: { oversight: 'Nobody looked; nobody asked' },
    });
  });
});

describe('what is forgotten', () => {
  const WORDS = 'The kestrel nests; behind the third silo';
  const forgotten = new Forgotten([`- ${WORDS}.`]);
  const withOld = (): { readonly folder: string; readonly ledger: MemoryLedger } => {
    const folder = folderOf();
    const ledger = MemoryLedger.open(folder);
    const other = JSON.stringify({ from: WORDS });
    ledger.take({ records: [], others: [{ table: 'graph_edges', id: 'e', json: other }] }, 1);
    ledger.recalled({ query: `Where is it? ${WORDS}`, limit: 1, found: 0, topScore: 0 }, 1);
    // As earlier versions wrote it.
    const text = `output:\n  content_preview;${WORDS.replace(';', '%3B').slice(0, 30)};\n`;
    const database = new DatabaseSync(join(folder, 'ledger.db'));
    const row = nextRow(
      { agent: 'a', operation: 'retain', text, at: 2 },
      ledger.blocks().at(-1),
      sha256,
    );
    database
      .prepare(
        'INSERT INTO yamo_blocks (id, agent_id, operation_type, yamo_text, timestamp, block_hash, prev_hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(row.id, 'a', 'retain', text, 2, row.block_hash, row.prev_hash);
    database.close();
    return { folder, ledger };
  };

  it('goes out of blocks, too, also of those of earlier versions, and the chain is whole [R-112]', () => {
    const { folder, ledger } = withOld();
    expect(filesWith(folder, 'kestrel')).toHaveLength(1);
    ledger.forget(forgotten);
    expect(ledger.verify()).toEqual({ isWhole: true, rows: 2 });
    expect(ledger.others()).toEqual([]);
    expect(ledger.blocks().map(({ yamo_text: text }) => text)).toEqual([
      expect.stringContaining('query;Where is it? (forgotten);'),
      expect.stringMatching(/content_preview;sha256:[0-9a-f]{64};/u),
    ]);
    ledger.close();
    expect(filesWith(folder, 'kestrel')).toEqual([]);
    // They stay as they are, as before.
    const database = new DatabaseSync(join(folder, 'ledger.db'));
    expect(() => database.exec("UPDATE yamo_blocks SET yamo_text = ''")).toThrow('never changed');
    database.close();
  });

  it('makes no broken chain whole', () => {
    const { folder, ledger } = withOld();
    const database = new DatabaseSync(join(folder, 'ledger.db'));
    database.exec("DROP TRIGGER blocks_stay; UPDATE yamo_blocks SET prev_hash = 'x' WHERE at = 2");
    database.exec('CREATE TRIGGER blocks_stay BEFORE UPDATE ON yamo_blocks BEGIN SELECT 1; END');
    database.close();
    ledger.forget(forgotten);
    expect(ledger.verify()).toMatchObject({ isWhole: false });
    ledger.close();
    expect(filesWith(folder, 'kestrel')).toEqual([]);
  });
});
