/** Looking for a program, apart from starting one: what starts processes takes some milliseconds to load. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { errnoOf } from './disk.ts';

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
      if (errnoOf(error) !== 'ENOENT') errno = errnoOf(error);
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
    return errnoOf(error);
  }
};
