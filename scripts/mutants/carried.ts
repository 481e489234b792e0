/**
 * The mutants of earlier versions, each chosen because a defect would have looked like it: `carried.txt` has a line for
 * each function and operator, with the places among so many, and no text of a source.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Place, placesOf } from './places.ts';

const LINE = /^(?<file>\S+) (?<within>\S+) (?<operator>\S+) (?<nths>[\d,]+)\/(?<of>\d+)$/u;

/** A line of the list, the places that it names, and all that its operator has in its function now. */
export interface Carried {
  readonly line: string;
  /** None where there are not as many as the line says. */
  readonly places: readonly Place[];
  readonly alike: readonly Place[];
}

const read = (line: string, placesIn: (file: string) => readonly Place[]): Carried => {
  const { file = '', within, operator, nths = '', of } = LINE.exec(line)?.groups ?? {};
  const wanted = nths.split(',').map(Number);
  const alike = placesIn(file).filter(
    (place) => place.within === within && place.operator === operator,
  );
  const found = alike.filter((place) => place.of === Number(of) && wanted.includes(place.nth));
  return { line, places: found.length === wanted.length ? found : [], alike };
};

/** Each line of the list. */
export const carriedOver = (root: string): readonly Carried[] => {
  const known = new Map<string, readonly Place[]>();
  const placesIn = (file: string): readonly Place[] => {
    const path = join(root, file);
    const places =
      known.get(file) ?? (existsSync(path) ? placesOf(file, readFileSync(path, 'utf8')) : []);
    known.set(file, places);
    return places;
  };
  const list = readFileSync(join(import.meta.dirname, 'carried.txt'), 'utf8');
  return list
    .trimEnd()
    .split('\n')
    .map((line) => read(line, placesIn));
};
