import { expect, it } from 'vitest';

import { isBrokenDatabase, isFullDisk } from '#kernel/wire/sqlite-fault.ts';

const errorOf = (errcode: number): Error => Object.assign(new Error('of SQLite'), { errcode });

it.each([
  [11, 'SQLITE_CORRUPT', true],
  [26, 'SQLITE_NOTADB', true],
  [267, 'SQLITE_CORRUPT_VTAB: words of an index', true],
  [779, 'SQLITE_CORRUPT_INDEX', true],
  [5, 'SQLITE_BUSY', false],
  [13, 'SQLITE_FULL', false],
  [778, 'SQLITE_IOERR_WRITE', false],
])('knows by %i (%s) whether a database is one', (code, _name, isBroken) => {
  expect(isBrokenDatabase(errorOf(code))).toBe(isBroken);
  expect(isBrokenDatabase(new Error('another one'))).toBe(false);
  expect(isFullDisk(errorOf(code))).toBe(code === 13);
  expect(isFullDisk(new Error('another one'))).toBe(false);
  expect(isFullDisk(new Error('LanceError(IO): No space left on device (os error 28)'))).toBe(true);
});
