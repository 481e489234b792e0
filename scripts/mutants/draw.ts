/** Mutants by lot: the same seed draws the same places of the same sources, and more of them where more are asked for. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { OPERATORS } from './operators.ts';
import { nameOfPlace, type Place, placesOf } from './places.ts';

/** The folders from each of which as many are drawn. */
export const GROUPS = [
  'agents',
  'kernel/boot',
  'kernel/gate',
  'kernel/startup',
  'kernel/session',
  'kernel/host',
  'kernel/heartbeat',
  'kernel/hook',
  'kernel/memory',
  'kernel/mesh',
  'kernel/redact',
  'kernel/sandbox',
  'lib/hook',
  'lib/recall',
  'lib/layout',
  'conform',
] as const;

export const groupOf = (file: string): string | undefined =>
  GROUPS.find((group) => file.startsWith(`${group}/`));

/** Every place of the sources below a folder. */
export const placesBelow = (root: string, folder: string): readonly Place[] =>
  globSync(`${folder}/**/*.ts`, { cwd: root })
    .toSorted()
    .flatMap((file) => placesOf(file, readFileSync(join(root, file), 'utf8')));

const lot = (seed: string, place: Place): string =>
  createHash('sha256')
    .update(`${seed}\0${nameOfPlace(place)}`)
    .digest('hex');

/** So many of these places; a change that only the list of what was carried over knows is never drawn. */
export const draw = (places: readonly Place[], seed: string, count: number): readonly Place[] =>
  places
    .filter(({ operator }) => OPERATORS[operator] !== undefined)
    .map((place) => ({ place, lot: lot(seed, place) }))
    .toSorted((one, other) => (one.lot < other.lot ? -1 : 1))
    .slice(0, count)
    .map(({ place }) => place);
