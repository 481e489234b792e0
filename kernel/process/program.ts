/** Looking for a program, apart from starting one: what starts processes takes some milliseconds to load. */
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { errnoOf } from '#kernel/fs/disk.ts';

/** The full path of a program, as a shell would find it; an error code if there is none to run. */
export const findProgram = (
  program: string,
  searchPath: string,
): { readonly path: string } | { readonly errno: string } => {
  const places = program.includes('/')
    ? [program]
    : searchPath
        .split(delimiter)
        .filter(isAbsolute)
        .map((place) => join(place, program));
  let errno = 'ENOENT';
  for (const path of places) {
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return { path };
      errno = 'EACCES';
    } catch (error) {
      const failed = errnoOf(error);
      if (failed === undefined) throw error;
      if (failed !== 'ENOENT') errno = failed;
    }
  }
  return { errno };
};

/** Why a process could not read `path`; `undefined` if it can. */
export const unreadable = (path: string): string | undefined => {
  try {
    accessSync(path, constants.R_OK);
    return undefined;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return errno;
  }
};

/** The beginning of a file, as Latin-1; empty where it cannot be read. */
export const firstBytes = (file: string, length = 256): string => {
  let fd: number;
  try {
    accessSync(file);
    fd = openSync(file, 'r');
  } catch {
    return '';
  }
  try {
    const into = Buffer.alloc(length);
    return into.subarray(0, readSync(fd, into, 0, into.byteLength, 0)).toString('latin1');
  } catch {
    return '';
  } finally {
    closeSync(fd);
  }
};
