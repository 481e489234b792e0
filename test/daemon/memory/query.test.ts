import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { ASKED_TABLES, queryMemory } from '#daemon/memory/query.ts';
import { disk } from '#kernel/fs/disk.ts';
import { answerQuestion } from '#kernel/sqlite/answer.ts';
import { askDatabases } from '#kernel/sqlite/ask.ts';
import { endless, memoryData } from '#test/support/memory.ts';

let site: Awaited<ReturnType<typeof memoryData>>;
beforeAll(async () => {
  site = await memoryData();
  await site.fact('The heron nests.', 'owner');
  await site.fact('The vault is below.', 'private');
});
afterAll(() => site.close());

const asked = (sql: string, readers: readonly string[] = ['all', 'owner']) => ({
  folder: site.folder,
  tables: ASKED_TABLES,
  readers,
  sql,
});
const answer = (sql: string, readers?: readonly string[]) =>
  answerQuestion(asked(sql, readers), disk);

it('answers a SELECT over what its readers may know, while the databases are open', () => {
  expect(answer('select id, text from facts')).toEqual({
    columns: ['id', 'text'],
    rows: [[1, 'The heron nests.']],
    isCut: false,
  });
  expect(answer('select count(*) from facts', ['private'])).toMatchObject({ rows: [[1]] });
  expect(answer('-- all\nselect count(*) from entities; ')).toMatchObject({ rows: [[0]] });
  expect(answer('select 9223372036854775807, 1.5, null, x from (select 2 as x)')).toMatchObject({
    rows: [['9223372036854775807', 1.5, null, 2]],
  });
});

it.each([
  'insert into facts values (9, null, 1, 1, 1, 1, 1)',
  'update facts set text = 1',
  'delete from facts',
  'create table a (b)',
  'drop table facts',
  "attach 'file:/etc/passwd' as a",
  "vacuum into '/tmp/automem-vacuum.db'",
  'pragma query_only = off',
  'pragma table_list',
  "select * from pragma_table_info('facts')",
  'select * from sqlite_schema',
  'select * from sqlite_master',
  'select * from temp.sqlite_schema',
  "select load_extension('x')",
  "select readfile('/etc/passwd')",
  'select randomblob(1000)',
  'begin',
  'explain select 1',
  'select readers from facts',
  'with facts as (select * from main.sqlite_schema) select * from facts',
  'select * from credentials',
  'select 1; select 2',
  'select 1; drop table facts',
  '',
  ';',
  '\0',
  `select '${'x'.repeat(5000)}'`,
])('refuses %s', (sql) => {
  expect(answer(sql)).toEqual({ fault: expect.any(String) });
});

it('says nothing of what others may know, however it is asked', () => {
  for (const sql of [
    'with facts as (select * from main.facts) select * from facts',
    'select * from main.facts union all select * from facts',
    "select * from facts where text like '%vault%' or 1 = 1",
    'select json_valid(text), text from facts',
  ])
    expect(JSON.stringify(answer(sql))).not.toContain('vault');
});

it('gives so many rows, and so much text', () => {
  const many =
    'with recursive n (i) as (select 1 union all select i + 1 from n limit 5000) select i';
  const rows = answer(`${many} from n`);
  expect(rows).toMatchObject({ isCut: true });
  expect('rows' in rows && rows.rows.length).toBe(200);
  const long = answer(`${many}, printf('%5000d', i) from n`);
  expect(long).toMatchObject({ isCut: true });
  expect(JSON.stringify(long).length).toBeLessThan(34_000);
  expect(answer("select printf('%2000000d', 1)")).toEqual({ fault: expect.any(String) });
});

it('follows no link', async () => {
  const other = await memoryData();
  other.close();
  const folder = join(other.folder, 'linked');
  disk.mkdir(folder, 0o700);
  for (const file of ['memory.db', 'identity.db'])
    symlinkSync(join(site.folder, file), join(folder, file));
  expect(() => answerQuestion({ ...asked('select 1'), folder }, disk)).toThrow('is no file');
});

it('asks in a process of its own, which is killed when it is late', async () => {
  const { folder } = site;
  expect(
    await queryMemory({ folder, readers: ['owner'], sql: 'select text, at from facts' }, endless),
  ).toBe('["text","at"]\n["The heron nests.","2026-11-27T09:00:00.000Z"]');
  const endlessly =
    'with recursive n (i) as (select 1 union all select i + 1 from n) select max(i) from n';
  await expect(
    askDatabases(asked(endlessly), { signal: endless, withinMs: 700 }),
  ).rejects.toMatchObject({ code: 'QUERY_REFUSED', message: expect.stringContaining('700 ms') });
  await expect(
    askDatabases(asked(endlessly), { signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ code: 'QUERY_REFUSED' });
  await expect(
    askDatabases({ ...asked('select 1'), folder: '/nowhere' }, { signal: endless }),
  ).rejects.toMatchObject({ code: 'QUERY_REFUSED' });
}, 30_000);
