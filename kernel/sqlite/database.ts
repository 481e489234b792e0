/**
 * A database of yamo's own, one SQLite file: reached by the descriptor of its folder, looked at before it is opened, and of
 * this program and of a version that it knows before anything is written. SQLite would follow a dangling link and make a
 * file at its target, and takes an empty file for a database. In a process that holds it, nothing else may open the file:
 * to close any descriptor of it gives back the locks of the process (fcntl(2)).
 */
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite';
import { DATABASE_BUSY_MS, STATEMENTS_CACHED } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { type Directory, sameFile } from '#kernel/fs/directory.ts';
import { asRefusal, errnoOf, OPEN, type Stat } from '#kernel/fs/disk.ts';
import { examine } from '#kernel/fs/examine.ts';
import { type DatabaseForm, knownVersion, migrate } from './migrate.ts';
import { isBrokenDatabase, sqliteCode } from '#kernel/wire/sqlite-fault.ts';

/** What may be bound: anything else has a meaning in `node:sqlite` that nobody wants (an object names parameters). */
type Bind = string | number | bigint | null | Uint8Array;

/** A row as SQLite gives it. */
type Row = Record<string, unknown>;

/** A statement that was prepared once. */
export interface PreparedStatement {
  readonly returnsRows: boolean;
  /** Throws DATABASE_… refusals, and errors of SQLite for a constraint that does not hold. */
  all(binds: readonly unknown[]): Row[];
  /** The same for what returns no rows. */
  run(binds: readonly unknown[]): { readonly changes: number; readonly lastId: bigint };
}

/** Before it, two connections could damage a file in WAL mode (fixed in 3.51.3). */
const SQLITE_MIN = [3, 51, 3] as const;
const PRIVATE = 'PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON;';
/** What is acknowledged to anybody is on the disk. */
const DURABLE = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;';
/** Six are open for each workspace that is served; what is read again, the system has in memory. */
const SMALL = 'PRAGMA cache_size = -256;';

export class Database {
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, PreparedStatement>();

  private constructor(file: string, database: DatabaseSync) {
    this.file = file;
    this.#database = database;
  }

  /**
   * Opens the database in `folder`, makes it where it is missing, and brings it to the newest version. `uid` is whose it
   * must be. Throws DATABASE_… refusals.
   */
  static open(folder: Directory, form: DatabaseForm, uid: number): Database {
    refuseOldSqlite(process.versions['sqlite'] ?? '');
    return guarded(form.file, () => {
      const seen = look(folder, form.file, uid) ?? made(folder, form, uid);
      const database = connected(folder.at(form.file));
      try {
        const now = look(folder, form.file, uid);
        if (now === undefined || !sameFile(now, seen)) throw unusable(form.file, 'it was replaced');
        migrate(database, form, { isNew: false });
        database.exec(DURABLE + SMALL);
        return new Database(form.file, database);
      } catch (error) {
        database.close();
        throw error;
      }
    });
  }

  /** Makes the database where it is missing, and does not touch one that is there. Was it missing? Throws as `open`. */
  static make(folder: Directory, form: DatabaseForm, uid: number): boolean {
    return guarded(form.file, () => {
      if (look(folder, form.file, uid) !== undefined) return false;
      made(folder, form, uid);
      return true;
    });
  }

  /** Looks without a change: that it is ours, of a version that is known here, and whole. Is it there? Throws as `open`. */
  static check(folder: Directory, form: DatabaseForm, uid: number): boolean {
    refuseOldSqlite(process.versions['sqlite'] ?? '');
    return guarded(form.file, () => {
      if (look(folder, form.file, uid) === undefined) return false;
      const options = { readOnly: true, timeout: DATABASE_BUSY_MS };
      const database = new DatabaseSync(folder.at(form.file), options);
      try {
        knownVersion(database, form, { isNew: false });
        const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() ?? {};
        if (found !== 'ok') throw unusable(form.file, `it is damaged: ${String(found)}`);
      } finally {
        database.close();
      }
      return true;
    });
  }

  /** Runs `work` on the file itself, beside whoever has it open; it is there. Throws DATABASE_… refusals. */
  static changing(
    folder: Directory,
    form: DatabaseForm,
    work: (database: DatabaseSync) => void,
  ): void {
    guarded(form.file, () => {
      const database = connected(folder.at(form.file));
      try {
        work(database);
      } finally {
        database.close();
      }
    });
  }

  /** Is a transaction open? SQLite takes one back by itself where the disk fails. */
  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Throws errors of SQLite for a text that is none. */
  prepare(sql: string): PreparedStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = guarded(this.file, () => statementOf(this.file, this.#database.prepare(sql)));
    const [oldest] = this.#statements.keys();
    if (this.#statements.size >= STATEMENTS_CACHED && oldest !== undefined)
      this.#statements.delete(oldest);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Writes a whole copy as it is at one moment to `path`, while others go on. Throws DATABASE_… refusals. */
  async backup(path: string): Promise<void> {
    try {
      await backup(this.#database, path);
    } catch (error) {
      throw asDatabaseRefusal(this.file, error);
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

/** What stands under the name: a regular file of ours with one name, or nothing. Throws DATABASE_UNUSABLE. */
const look = (folder: Directory, file: string, uid: number): Stat | undefined => {
  const found = examine(folder, file);
  switch (found.is) {
    case 'absent':
      return undefined;
    case 'symlink':
      throw unusable(file, 'it is a symbolic link');
    case 'irregular':
      throw unusable(file, `it is a ${found.type}`);
    case 'unreadable':
      throw unusable(file, found.errno);
    case 'regular':
      if (found.stat.nlink !== 1n && !isFreed(folder, file, found.stat))
        throw unusable(file, 'it has a second name');
      if (found.stat.uid !== BigInt(uid)) throw unusable(file, 'it belongs to somebody else');
      return found.stat;
  }
};

/** The second name may be the one under which it was made, by a process that is killed by now, or just about to remove it. */
const isFreed = (folder: Directory, file: string, stat: Stat): boolean => {
  const { disk } = folder;
  const left = folder.names().filter((name) => name.startsWith(temporaryOf(file)));
  const same = left.map((name) => folder.at(name)).find((path) => isSame(disk.lstat(path), stat));
  if (same !== undefined) removed(folder, same);
  return disk.lstat(folder.at(file))?.nlink === 1n;
};

const isSame = (one: Stat | undefined, other: Stat): boolean =>
  one !== undefined && sameFile(one, other);

const temporaryOf = (file: string): string => `.${file}.`;

/** Under a name of its own first: the file is there whole or not at all, and an empty one is none of ours. */
const made = (folder: Directory, form: DatabaseForm, uid: number): Stat => {
  const { disk } = folder;
  const temporary = folder.at(
    `${temporaryOf(form.file)}${randomBytes(6).toString('hex')}.yamo-tmp`,
  );
  try {
    disk.close(disk.open(temporary, OPEN.create, 0o600));
    const database = connected(temporary);
    try {
      database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL;');
      migrate(database, form, { isNew: true });
    } finally {
      database.close();
    }
    linked(folder, temporary, form.file);
  } finally {
    removed(folder, temporary);
  }
  folder.sync();
  const stat = look(folder, form.file, uid);
  if (stat === undefined) throw unusable(form.file, 'it was removed');
  return stat;
};

/** Another process may have made it meanwhile: then that one is used. */
const linked = (folder: Directory, temporary: string, file: string): void => {
  try {
    folder.disk.link(temporary, folder.at(file));
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
};

const removed = ({ disk }: Directory, path: string): void => {
  try {
    disk.unlink(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
};

const connected = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path, { timeout: DATABASE_BUSY_MS });
  database.exec(PRIVATE);
  return database;
};

const statementOf = (file: string, statement: StatementSync): PreparedStatement => ({
  returnsRows: statement.columns().length > 0,
  all: (binds) => guarded(file, () => statement.all(...binds.map(bindable))),
  run: (binds) =>
    guarded(file, () => {
      const { changes, lastInsertRowid } = statement.run(...binds.map(bindable));
      return { changes: Number(changes), lastId: BigInt(lastInsertRowid) };
    }),
});

/** A bug of the caller's, and none that SQLite would tell: it would make NULL of some. */
const bindable = (value: unknown): Bind => {
  if (value === null || value instanceof Uint8Array) return value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  throw new TypeError(`a database takes no ${value instanceof Date ? 'Date' : typeof value}`);
};

/** Throws SQLITE_OLD. `version` as in `3.53.4`. */
export const refuseOldSqlite = (version: string): void => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const [least, ...rest] = SQLITE_MIN;
  const isNew =
    major > least ||
    (major === least && (minor > rest[0] || (minor === rest[0] && patch >= rest[1])));
  if (!isNew) throw new Refusal('SQLITE_OLD', { version, least: SQLITE_MIN.join('.') });
};

const guarded = <Value>(file: string, work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    throw asDatabaseRefusal(file, error);
  }
};

/** SQLITE_CONSTRAINT and SQLITE_ERROR are bugs of the caller's, and told as such. */
const CALLERS: ReadonlySet<number> = new Set([1, 19]);
const PRIMARY_BITS = 0xff;

const asDatabaseRefusal = (file: string, error: unknown): unknown => {
  if (isBrokenDatabase(error)) return unusable(file, 'it is no database, or damaged');
  const code = sqliteCode(error);
  if (code === undefined) return asRefusal(error, (errno) => unusable(file, errno));
  if (CALLERS.has(code & PRIMARY_BITS)) return error;
  return unusable(file, `SQLite says: ${error instanceof Error ? error.message : code}`);
};

const unusable = (file: string, reason: string): Refusal =>
  new Refusal('DATABASE_UNUSABLE', { file, reason });
