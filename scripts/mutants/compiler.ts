/** What the compiler refuses needs no test: many mutants at once in a copy, no two of them on one line. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { copyOfRepository } from './alone.ts';
import type { Ledger } from './ledger.ts';
import { changed, nameOfPlace, type Place } from './places.ts';

/** What is said to have killed them. */
export const BY_COMPILER = 'the compiler';

const REPORT = /^([^(\n]+)\((\d+),\d+\): error /gm;

const lineAt = (source: string, offset: number): number =>
  source.slice(0, offset).split('\n').length;

interface Lines {
  readonly first: number;
  readonly last: number;
}

const linesOf = (source: string, { start, end }: Place): Lines => ({
  first: lineAt(source, start),
  last: lineAt(source, end),
});

/** Of the places of a source those that are tried together. */
type Choice = (source: string, places: readonly Place[]) => readonly Place[];

/** As many as have lines of their own. */
const apart: Choice = (source, places) => {
  let free = 0;
  return places
    .toSorted((one, other) => one.start - other.start)
    .filter((place) => {
      const { first, last } = linesOf(source, place);
      if (first <= free) return false;
      free = last;
      return true;
    });
};

/** What one breaks may be complained of where another one is. */
const alone: Choice = (_source, places) => places.slice(0, 1);

/** A source with several places changed, and which lines each of them has now. */
const changedAt = (
  source: string,
  places: readonly Place[],
): { readonly text: string; readonly lines: ReadonlyMap<Place, Lines> } => {
  let [text, moved] = [source, 0];
  const lines = new Map<Place, Lines>();
  for (const place of places) {
    const here = { ...place, start: place.start + moved, end: place.end + moved };
    text = changed(text, here);
    const end = here.start + place.becomes.length;
    lines.set(place, { first: lineAt(text, here.start), last: lineAt(text, end) });
    moved += place.becomes.length - (place.end - place.start);
  }
  return { text, lines };
};

/** Those that the compiler complains of, of these, which are on lines of their own. */
const complainedOf = (
  root: string,
  copy: string,
  byFile: ReadonlyMap<string, readonly Place[]>,
): readonly Place[] => {
  const at = new Map<string, ReadonlyMap<Place, Lines>>();
  for (const [file, places] of byFile) {
    const { text, lines } = changedAt(readFileSync(join(root, file), 'utf8'), places);
    writeFileSync(join(copy, file), text);
    at.set(file, lines);
  }
  const { stdout } = spawnSync(
    process.execPath,
    [join(copy, 'node_modules/typescript/bin/tsc'), '--noEmit', '--pretty', 'false', '-p', copy],
    { cwd: copy, encoding: 'utf8', maxBuffer: Infinity },
  );
  return [...stdout.matchAll(REPORT)].flatMap(([, file = '', line]) =>
    [...(at.get(file) ?? [])].flatMap(([place, { first, last }]) =>
      first <= Number(line) && Number(line) <= last ? [place] : [],
    ),
  );
};

/** Those that the compiler complains of, tried round by round. */
const refusedOf = (
  root: string,
  copy: string,
  mutants: readonly Place[],
  choose: Choice,
): readonly Place[] => {
  const found: Place[] = [];
  let open = mutants;
  while (open.length > 0) {
    const byFile = new Map(
      [...Map.groupBy(open, ({ file }) => file)].map(([file, places]) => [
        file,
        choose(readFileSync(join(root, file), 'utf8'), places),
      ]),
    );
    found.push(...new Set(complainedOf(root, copy, byFile)));
    const tried = new Set([...byFile.values()].flat());
    for (const file of byFile.keys())
      writeFileSync(join(copy, file), readFileSync(join(root, file)));
    open = open.filter((one) => !tried.has(one));
  }
  return found;
};

/** Notes as killed whatever does not compile where it was changed; what its change breaks elsewhere is left to tests. */
export const tryCompiler = (root: string, mutants: readonly Place[], ledger: Ledger): void => {
  const known = ledger.known();
  const open = mutants.filter((one) => known.isOpen(nameOfPlace(one)));
  const copy = copyOfRepository(root);
  try {
    const suspected = refusedOf(root, copy, open, apart);
    for (const place of refusedOf(root, copy, suspected, alone))
      ledger.note({ mutant: nameOfPlace(place), killed: BY_COMPILER });
  } finally {
    rmSync(copy, { recursive: true });
  }
};
