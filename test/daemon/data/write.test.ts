import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Databases } from '#daemon/data/open.ts';
import { insert, insertIfMissing, update } from '#daemon/data/write.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { disk } from '#kernel/fs/disk.ts';

const uid = process.geteuid?.() ?? 0;
const AT = '2026-11-27T09:00:00.000Z';
const ROW = { at: AT, type: 'said', session: null, request: null, payload: '{}' };
const QUESTION = { id: 'q1', session: 's', kind: 'approval', asks: '{}', at: AT } as const;

let path: string;
let folder: Directory;
let databases: Databases;

beforeEach(async () => {
  path = mkdtempSync(join(tmpdir(), 'yamo-test-'));
  folder = Directory.open(disk, path);
  databases = await Databases.open(folder, uid);
});

afterEach(() => {
  databases.close();
  folder.close();
});

describe('a new row', () => {
  it('has no column that is undefined', async () => {
    const { events } = databases.queries;
    // @ts-expect-error: kysely would leave the column out, and the default would be taken
    const row = insert(events, 'events', { ...ROW, session: undefined });
    await expect(row).rejects.toThrow('events.session is undefined');
    // @ts-expect-error: a column that must be there
    await expect(insert(events, 'events', { at: AT })).rejects.toThrow('NOT NULL');
  });

  it.each([
    ['a Date', new Date()],
    ['an object', { a: 1 }],
    ['a boolean', true],
  ])('takes no %s', async (_, value) => {
    const { events } = databases.queries;
    // @ts-expect-error: no column is of this type
    await expect(insert(events, 'events', { ...ROW, at: value })).rejects.toThrow('takes no');
    // @ts-expect-error: and no id
    const found = events.selectFrom('events').selectAll().where('id', '=', value).execute();
    await expect(found).rejects.toThrow('takes no');
  });

  it('is added once where there may be one', async () => {
    const { runtime } = databases.queries;
    expect(await insertIfMissing(runtime, 'questions', QUESTION)).toBe(true);
    expect(await insertIfMissing(runtime, 'questions', QUESTION)).toBe(false);
    await expect(insert(runtime, 'questions', QUESTION)).rejects.toThrow('UNIQUE');
  });
});

describe('a change', () => {
  it('goes to the rows that are meant, null among them', async () => {
    const { runtime } = databases.queries;
    await insert(runtime, 'questions', QUESTION);
    const open = { id: 'q1', answer: null };
    const answer = { answer: '"yes"', answered_by: 'page', answered_at: AT };
    expect(await update(runtime, 'questions', open, answer)).toBe(1);
    expect(await update(runtime, 'questions', open, { ...answer, answered_by: 'chat' })).toBe(0);
    const [found] = await runtime.selectFrom('questions').select('answered_by').execute();
    expect(found?.answered_by).toBe('page');
  });

  it('of nothing, to nothing, or to undefined is a mistake', async () => {
    const { runtime } = databases.queries;
    await expect(update(runtime, 'questions', {}, { answer: null })).rejects.toThrow('no column');
    await expect(update(runtime, 'questions', { id: 'q1' }, {})).rejects.toThrow('no column');
    // @ts-expect-error: the column would keep what it has
    const change = update(runtime, 'questions', { id: 'q1' }, { answer: undefined });
    await expect(change).rejects.toThrow('questions.answer is undefined');
  });
});

describe('a transaction', () => {
  it('is all or nothing, and others wait for its end', async () => {
    const { events } = databases.queries;
    const failed = events.transaction().execute(async (own) => {
      await insert(own, 'events', ROW);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    const done = events.transaction().execute((own) => insert(own, 'events', ROW));
    await Promise.all([done, insert(events, 'events', ROW)]);
    expect(await events.selectFrom('events').select('id').execute()).toHaveLength(2);
  });

  it('says that the disk is full, where SQLite has taken it back by itself', async () => {
    const { events } = databases.queries;
    await sql`pragma max_page_count = 10`.execute(events);
    const payload = JSON.stringify('x'.repeat(100_000));
    const full = events.transaction().execute((own) => insert(own, 'events', { ...ROW, payload }));
    await expect(full).rejects.toMatchObject({
      code: 'DATABASE_UNUSABLE',
      message: expect.stringContaining('full'),
    });
    await insert(events, 'events', ROW);
  });

  it('can write after it has read, whatever another process has written meanwhile', async () => {
    const { events } = databases.queries;
    await insert(events, 'events', ROW);
    const held = events.transaction().execute(async (own) => {
      await own.selectFrom('events').select('id').execute();
      const { status } = spawnSync(process.execPath, ['-e', WRITES, join(path, 'events.db')]);
      await insert(own, 'events', ROW);
      return status;
    });
    // It had to wait, and gave up.
    expect(await held).toBe(5);
  });

  it('gives no stream, which would wait for ever', async () => {
    const { events } = databases.queries;
    const rows = events.selectFrom('events').selectAll().stream();
    await expect(rows[Symbol.asyncIterator]().next()).rejects.toThrow('by pages');
  });
});

const WRITES = `
const { DatabaseSync } = require('node:sqlite');
try {
  new DatabaseSync(process.argv[1], { timeout: 50 }).exec("insert into events (at, type, payload) values ('', '', '{}')");
} catch (error) {
  process.exitCode = error.errcode;
}`;
