/** What an error of SQLite says of the file; kernel and mesh both keep such files. */

/** SQLITE_CORRUPT and SQLITE_NOTADB; the bits above say more of how. */
const BROKEN: ReadonlySet<number> = new Set([11, 26]);
const PRIMARY_BITS = 0xff;

/** The number of an error of SQLite; `undefined` for another error. */
export const sqliteCode = (error: unknown): number | undefined => {
  const code: unknown = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' ? code : undefined;
};

/** Is the file no database any more? A full disk or a lock is another matter. */
export const isBrokenDatabase = (error: unknown): boolean => {
  const code = sqliteCode(error);
  return code !== undefined && BROKEN.has(code & PRIMARY_BITS);
};

/** SQLITE_FULL: the disk took no more. */
const FULL = 13;

/** Was the disk full, as SQLite or the system says it? */
export const isFullDisk = (error: unknown): boolean =>
  ((sqliteCode(error) ?? 0) & PRIMARY_BITS) === FULL ||
  (error instanceof Error && /\bENOSPC\b|No space left on device/u.test(error.message));
