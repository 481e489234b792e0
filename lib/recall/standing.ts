/** What holds now among the places that answer a question: a newer note comes before the one that it replaces, which says until when it held. */
import { ComparedNote, type Succession, replacementOf } from './replaces.ts';

/** A place, as it is compared with others. */
export interface Dated {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** `YYYY-MM-DD`; absent where nothing tells, which is before every day. */
  readonly day?: string | undefined;
}

/** A place, and what has replaced it. */
export interface Standing<Place extends Dated> {
  readonly place: Place;
  readonly replaced?: { readonly by: Place; readonly how: Succession };
}

/**
 * The places in their order, each behind what replaces it. `beside`: places that did not answer, and may replace one that
 * did; the others of them are left out. `keepsOrder`: the question is about what was before. `curated`: what somebody has put
 * in the place of another, which wins.
 */
export const standingOf = <Place extends Dated>(
  places: readonly Place[],
  beside: readonly Place[],
  keepsOrder: boolean,
  curated: ReadonlyMap<Place, Place> = new Map(),
): readonly Standing<Place>[] => {
  const all = new Map([...places, ...beside].map((place) => [place, new ComparedNote(place.text)]));
  const done = new Map<Place, Standing<Place>>();
  const behind = (place: Place, above: ReadonlySet<Place>): readonly Standing<Place>[] => {
    if (done.has(place)) return [];
    const agreed = curated.get(place);
    const replaced = agreed === undefined ? replacedBy(place, all) : { by: agreed, how: CURATED };
    const standing = replaced === undefined ? { place } : { place, replaced };
    done.set(place, standing);
    if (replaced === undefined || keepsOrder || above.has(replaced.by)) return [standing];
    return [...behind(replaced.by, new Set([...above, place])), standing];
  };
  return places.flatMap((place) => behind(place, new Set()));
};

const CURATED: Succession = { isSure: true, why: 'it took its place in MEMORY.md' };

/** The first that replaces it for sure; else the newest that is likely to. */
const replacedBy = <Place extends Dated>(
  place: Place,
  all: ReadonlyMap<Place, ComparedNote>,
): Standing<Place>['replaced'] => {
  const former = all.get(place) ?? new ComparedNote(place.text);
  const newer = [...all]
    .filter(([other]) => order(place, other) < 0)
    .flatMap(([by, note]) => {
      const how = replacementOf(note, former);
      return how === undefined ? [] : [{ by, how }];
    })
    .toSorted((one, other) => order(one.by, other.by));
  return newer.find(({ how }) => how.isSure) ?? newer.at(-1);
};

/** The older one first; of one day only lines of one file can be told apart. */
const order = (one: Dated, other: Dated): number => {
  const [day = '', otherDay = ''] = [one.day, other.day];
  if (day !== otherDay) return day < otherDay ? -1 : 1;
  return day !== '' && one.file === other.file ? one.line - other.line : 0;
};
