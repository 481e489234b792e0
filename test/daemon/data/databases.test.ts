import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, describe, expect, it } from 'vitest';

import { EVENTS_FORM } from '#daemon/data/events.ts';
import { Databases, DATABASE_FORMS, makeDatabases } from '#daemon/data/open.ts';
import { insert } from '#daemon/data/write.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { disk } from '#kernel/fs/disk.ts';
import { Database, refuseOldSqlite } from '#kernel/sqlite/database.ts';
import { Refusal } from '#lib/spec/refusals.ts';

const uid = process.geteuid?.() ?? 0;
const opened: { close(): void }[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const folderOf = (): { path: string; folder: Directory } => {
  const path = mkdtempSync(join(tmpdir(), 'yamo-test-'));
  const folder = Directory.open(disk, path);
  opened.push(folder);
  return { path, folder };
};

const openAll = async (folder: Directory): Promise<Databases> => {
  const databases = await Databases.open(folder, uid);
  opened.unshift(databases);
  return databases;
};

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

const raw = <Value>(path: string, work: (database: DatabaseSync) => Value): Value => {
  const database = new DatabaseSync(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
};

const AT = '2026-11-27T09:00:00.000Z';
const row = { at: AT, type: 'said', session: null, request: null, payload: '{}' };

it('a database that is open has all that it acknowledges on the disk, and little of it in memory', () => {
  const database = Database.open(folderOf().folder, EVENTS_FORM, uid);
  opened.unshift(database);
  const value = (pragma: string): unknown => database.prepare(`PRAGMA ${pragma}`).all([])[0];
  expect(['journal_mode', 'synchronous', 'cache_size'].map(value)).toEqual([
    { journal_mode: 'wal' },
    { synchronous: 2 },
    { cache_size: -256 },
  ]);
});

describe('the six databases (N2)', () => {
  it('are made once, with mode 0600, and never again', () => {
    const { path, folder } = folderOf();
    expect(makeDatabases(folder, uid)).toEqual(DATABASE_FORMS.map(({ file }) => file));
    const before = DATABASE_FORMS.map(({ file }) => readFileSync(join(path, file), 'latin1'));
    expect(makeDatabases(folder, uid)).toEqual([]);
    expect(DATABASE_FORMS.map(({ file }) => readFileSync(join(path, file), 'latin1'))).toEqual(
      before,
    );
    expect(readdirSync(path).toSorted()).toEqual(DATABASE_FORMS.map(({ file }) => file).toSorted());
    for (const { file } of DATABASE_FORMS)
      expect(statSync(join(path, file)).mode & 0o777).toBe(0o600);
  });

  it('keep what was written, and copy it while they are open', async () => {
    const { path, folder } = folderOf();
    const { queries } = await openAll(folder);
    expect(await insert(queries.events, 'events', row)).toBe(1);
    expect(await insert(queries.events, 'events', { ...row, payload: '{"text":"ὕδωρ"}' })).toBe(2);
    const copy = mkdtempSync(join(tmpdir(), 'yamo-test-'));
    const again = await Databases.open(folder, uid);
    await again.backup(copy);
    again.close();
    expect(readdirSync(copy).toSorted()).toEqual(DATABASE_FORMS.map(({ file }) => file).toSorted());
    const found = raw(join(copy, 'events.db'), (one) =>
      one.prepare('select payload from events').all(),
    );
    expect(found.map((one) => one['payload'])).toEqual(['{}', '{"text":"ὕδωρ"}']);
    expect(existsSync(join(path, 'events.db-wal'))).toBe(true);
  });

  it('say in TypeScript what they have in SQL', () => {
    const { folder } = folderOf();
    makeDatabases(folder, uid);
    for (const { file } of DATABASE_FORMS) {
      const inSql = raw(folder.at(file), columnsInSql);
      expect(columnsInTypes(`daemon/data/${file.replace('.db', '.ts')}`), file).toEqual(inSql);
    }
  });
});

/** `table.column` to its type; `?` where it may be left out of a new row, `null` where it may be null. */
const columnsInSql = (database: DatabaseSync): Record<string, string> => {
  const tables = database
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
    .all();
  return Object.fromEntries(
    tables.flatMap(({ name: table }) =>
      database
        .prepare(`select * from pragma_table_info(?)`)
        .all(String(table))
        .map((column) => {
          const { name, type, notnull, dflt_value: byDefault, pk } = column;
          const isRowid = pk === 1 && type === 'INTEGER' && notnull === 0;
          const isNullable = notnull === 0 && pk === 0;
          const isLeft = isRowid || byDefault !== null;
          return [
            `${String(table)}.${String(name)}`,
            `${TYPES[String(type)]}${isLeft ? '?' : ''}${isNullable ? ' | null' : ''}`,
          ];
        }),
    ),
  );
};

/** The same of the interface in a file. */
const columnsInTypes = (path: string): Record<string, string> => {
  const source = readFileSync(path, 'utf8');
  const tables = source.matchAll(/^ {2}(?<table>\w+): \{\n(?<columns>(?: {4}.*\n)+) {2}\};/gmu);
  return Object.fromEntries(
    [...tables].flatMap(({ groups }) =>
      [...(groups?.['columns'] ?? '').matchAll(/^ {4}(\w+): (.*);$/gmu)].map(
        ([, name, said = '']) => {
          const generated = /^Generated<(.*)>$/u.exec(said)?.[1];
          const isNullable = said.endsWith(' | null');
          const type = (generated ?? said).replace(' | null', '');
          const plain =
            { Flag: 'number', number: 'number', Uint8Array: 'Uint8Array' }[type] ?? 'string';
          return [
            `${groups?.['table']}.${name}`,
            `${plain}${generated === undefined ? '' : '?'}${isNullable ? ' | null' : ''}`,
          ];
        },
      ),
    ),
  );
};

const TYPES: Readonly<Record<string, string>> = {
  TEXT: 'string',
  INTEGER: 'number',
  BLOB: 'Uint8Array',
};

describe('a database', () => {
  const form = EVENTS_FORM;
  const open = (folder: Directory): string =>
    codeOf(() => opened.unshift(Database.open(folder, form, uid)));

  it.each<[string, (path: string) => void, string]>([
    ['a folder', (path) => mkdirSync(path), 'DATABASE_UNUSABLE'],
    ['a dangling link', (path) => symlinkSync(`${path}.else`, path), 'DATABASE_UNUSABLE'],
    ['an empty file', (path) => writeFileSync(path, ''), 'DATABASE_FOREIGN'],
    ['a text', (path) => writeFileSync(path, 'hello\n'.repeat(500)), 'DATABASE_UNUSABLE'],
    ['a FIFO', (path) => void execFileSync('mkfifo', [path]), 'DATABASE_UNUSABLE'],
    [
      'a database of another program',
      (path) => raw(path, (one) => one.exec('create table t (a); pragma user_version = 1')),
      'DATABASE_FOREIGN',
    ],
  ])('that is %s is refused, and nothing of it changes', (_, put, code) => {
    const { path, folder } = folderOf();
    put(join(path, form.file));
    const names = readdirSync(path);
    expect(open(folder)).toBe(code);
    expect(readdirSync(path)).toEqual(names);
  });

  it('that has a second name, or is of another user, is refused', () => {
    const { path, folder } = folderOf();
    Database.make(folder, form, uid);
    expect(codeOf(() => Database.open(folder, form, uid + 1))).toBe('DATABASE_UNUSABLE');
    linkSync(join(path, form.file), join(path, 'other.db'));
    expect(open(folder)).toBe('DATABASE_UNUSABLE');
  });

  it('whose maker was killed between its two names is opened', () => {
    const { path, folder } = folderOf();
    Database.make(folder, form, uid);
    linkSync(join(path, form.file), join(path, `.${form.file}.0123456789ab.yamo-tmp`));
    expect(open(folder)).toBe('done');
    expect(readdirSync(path).filter((name) => name.endsWith('.yamo-tmp'))).toEqual([]);
  });

  it('that is damaged is refused', () => {
    const { path, folder } = folderOf();
    Database.make(folder, form, uid);
    const bytes = readFileSync(join(path, form.file));
    bytes.fill(0xff, 100);
    writeFileSync(join(path, form.file), bytes);
    expect(open(folder)).toBe('DATABASE_UNUSABLE');
  });

  it('of a newer version is refused with both versions, of an older one brought up to date', () => {
    const { folder } = folderOf();
    const newer = {
      ...form,
      migrations: [...form.migrations, 'alter table events add column b text'],
    };
    Database.make(folder, form, uid);
    const one = Database.open(folder, newer, uid);
    expect(one.prepare('select b from events').all([])).toEqual([]);
    one.close();
    expect(() => Database.open(folder, form, uid)).toThrow(
      expect.objectContaining({
        code: 'DATABASE_NEWER',
        message: expect.stringContaining(
          `version ${newer.migrations.length}, and this yamo knows versions up to ${form.migrations.length}.`,
        ),
      }),
    );
  });

  it('keeps its old version where a migration fails', () => {
    const { folder } = folderOf();
    Database.make(folder, form, uid);
    const broken = {
      ...form,
      migrations: [...form.migrations, 'create table c (a); create table c (a)'],
    };
    expect(() => Database.open(folder, broken, uid)).toThrow('already exists');
    expect(open(folder)).toBe('done');
  });

  it('is refused where SQLite is too old for two connections', () => {
    for (const version of ['3.51.2', '3.45.1', '2.9.9', ''])
      expect(
        codeOf(() => refuseOldSqlite(version)),
        version,
      ).toBe('SQLITE_OLD');
    for (const version of ['3.51.3', '3.53.4', '4.0.0'])
      expect(
        codeOf(() => refuseOldSqlite(version)),
        version,
      ).toBe('done');
  });
});
