/** The file of a ledger: opened, made where it is missing, and moved out of the way where it is no database any more. */
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { MESH_BUSY_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { type Disk, errnoOf } from '#kernel/fs/disk.ts';
import { isBrokenDatabase, sqliteCode } from '#kernel/wire/sqlite-fault.ts';
import { LEDGER_SCHEMA, LEDGER_VERSION } from './ledger-schema.ts';

/** What it is called in its folder. */
export const LEDGER_FILE = 'ledger.db';
/** What SQLite keeps beside it. */
const PARTS = ['', '-journal', '-wal', '-shm'] as const;
const DAMAGED = '.damaged';

/** An open ledger. */
export interface LedgerFile {
  readonly database: DatabaseSync;
  readonly path: string;
  /** Where a broken one was put; absent where it was whole. */
  readonly setAside?: string;
}

/** Opens the ledger in `folder`. Throws STATE_DAMAGED where it is of another version, STATE_UNUSABLE. */
export const openLedger = (folder: string, disk: Disk): LedgerFile => {
  const path = join(folder, LEDGER_FILE);
  const whole = opened(path);
  if (whole !== 'broken') return { database: whole, path };
  const setAside = `${path}${DAMAGED}`;
  for (const part of PARTS) moved(disk, path + part, setAside + part);
  const database = opened(path);
  if (database === 'broken') throw damaged(path, 'it is no database');
  return { database, path, setAside };
};

/** Writes a whole copy of the ledger in `folder` to `to`, while others go on. Throws as `openLedger`. */
export const copyLedger = async (folder: string, disk: Disk, to: string): Promise<void> => {
  const { database, path } = openLedger(folder, disk);
  try {
    await backup(database, to);
  } catch (error) {
    asLedgerError(path, () => {
      throw error;
    });
  } finally {
    database.close();
  }
};

const opened = (path: string): DatabaseSync | 'broken' =>
  asLedgerError(path, () => {
    const database = new DatabaseSync(path, { timeout: MESH_BUSY_MS });
    try {
      database.exec('PRAGMA secure_delete = ON; PRAGMA synchronous = FULL;');
      inTransaction(database, () => {
        const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
        if (version === 0) database.exec(LEDGER_SCHEMA);
        else if (version !== LEDGER_VERSION) throw damaged(path, 'it is of another version');
      });
      if (isWhole(database)) return database;
      database.close();
      return 'broken';
    } catch (error) {
      database.close();
      if (isBrokenDatabase(error)) return 'broken';
      throw error;
    }
  });

const isWhole = (database: DatabaseSync): boolean =>
  database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok';

/** An older one that lies there is replaced. */
const moved = (disk: Disk, from: string, to: string): void => {
  try {
    disk.rename(from, to);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT') return;
    throw errno === undefined
      ? error
      : new Refusal('STATE_UNUSABLE', { path: from, reason: errno });
  }
};

/** All of it or nothing; others who write wait. */
export const inTransaction = <Value>(database: DatabaseSync, work: () => Value): Value => {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    // A full disk has rolled it back already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};

export const damaged = (path: string, reason: string): Refusal =>
  new Refusal('STATE_DAMAGED', { path, reason });

/** Runs `work`. Throws STATE_DAMAGED and STATE_UNUSABLE for what SQLite throws. */
export const asLedgerError = <Value>(path: string, work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    const code = sqliteCode(error);
    if (code === undefined) throw error;
    if (isBrokenDatabase(error)) throw damaged(path, 'it is no database');
    throw new Refusal('STATE_UNUSABLE', { path, reason: `SQLite ${code}` });
  }
};
