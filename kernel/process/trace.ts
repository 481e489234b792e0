/** What `--trace` shows: every call on a file, with its duration. */
import { type Disk, errnoOf } from '#kernel/fs/disk.ts';

/** Puts something around a call; it has the same shape afterwards. */
export type Wrap = <Given extends unknown[], Value>(
  call: keyof Disk,
  run: (...given: Given) => Value,
) => (...given: Given) => Value;

/** A disk each of whose calls goes through `wrap`. */
export const mapDisk = (inner: Disk, wrap: Wrap): Disk => ({
  open: wrap('open', inner.open),
  close: wrap('close', inner.close),
  fstat: wrap('fstat', inner.fstat),
  lstat: wrap('lstat', inner.lstat),
  read: wrap('read', inner.read),
  write: wrap('write', inner.write),
  fsync: wrap('fsync', inner.fsync),
  ftruncate: wrap('ftruncate', inner.ftruncate),
  fchmod: wrap('fchmod', inner.fchmod),
  fchown: wrap('fchown', inner.fchown),
  rename: wrap('rename', inner.rename),
  link: wrap('link', inner.link),
  unlink: wrap('unlink', inner.unlink),
  mkdir: wrap('mkdir', inner.mkdir),
  rmdir: wrap('rmdir', inner.rmdir),
  readdir: wrap('readdir', inner.readdir),
  firstNames: wrap('firstNames', inner.firstNames),
  entries: wrap('entries', inner.entries),
  readlink: wrap('readlink', inner.readlink),
  realpath: wrap('realpath', inner.realpath),
});

/** One call as `--trace` shows it. */
export interface DiskCall {
  readonly call: keyof Disk;
  readonly on: string;
  readonly result: string;
  readonly micros: number;
}

/** The same disk, reporting every call. Contents are never reported, only names, sizes and errors. */
export const traced = (inner: Disk, report: (call: DiskCall) => void): Disk => {
  const names = new Map<number, string>();
  const wrap: Wrap =
    (call, run) =>
    (...given) => {
      const first = given[0];
      const on = typeof first === 'number' ? (names.get(first) ?? `fd ${first}`) : String(first);
      const begin = performance.now();
      const micros = (): number => Math.round((performance.now() - begin) * 1000);
      try {
        const value = run(...given);
        if (call === 'open' && typeof value === 'number') names.set(value, on);
        const result =
          typeof value === 'number'
            ? String(value)
            : value === undefined && call === 'lstat'
              ? 'ENOENT'
              : 'ok';
        report({ call, on, result, micros: micros() });
        return value;
      } catch (error) {
        const errno = errnoOf(error);
        if (errno === undefined) throw error;
        report({ call, on, result: errno, micros: micros() });
        throw error;
      }
    };
  return mapDisk(inner, wrap);
};
