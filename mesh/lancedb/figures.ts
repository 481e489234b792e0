/** In how many units a term stands: LanceDB does not tell, so it is counted, and kept as long as nothing is changed. */
import type { Statistics } from '#lib/recall/store.ts';
import type { IndexedUnit } from '#mesh/store/store.ts';

type Counted = Pick<IndexedUnit, 'terms' | 'headTerms' | 'speaker'>;

/** The figures of a store at one of its versions. */
export class Figures {
  readonly #frequencies = new Map<string, number>();
  readonly #speakers = new Map<string, number>();
  #units = 0;
  #terms = 0;

  add(unit: Counted, by: 1 | -1 = 1): void {
    const terms = listOf(unit.terms);
    this.#units += by;
    this.#terms += by * terms.length;
    for (const term of new Set([...terms, ...listOf(unit.headTerms)]))
      count(this.#frequencies, term, by);
    if (unit.speaker !== undefined) count(this.#speakers, unit.speaker, by);
  }

  get units(): number {
    return this.#units;
  }

  get vocabulary(): readonly string[] {
    return [...this.#frequencies.keys()];
  }

  of(terms: readonly string[]): Statistics {
    return {
      units: this.#units,
      averageLength: this.#units === 0 ? 0 : this.#terms / this.#units,
      frequencies: new Map(terms.map((term) => [term, this.#frequencies.get(term) ?? 0])),
      speakers: new Set(this.#speakers.keys()),
    };
  }
}

/** The figures of the newest version that this process knows. */
export class NewestFigures {
  #known: { readonly version: number; readonly all: Figures } | undefined;

  /** `undefined` for any other version. */
  at(version: number): Figures | undefined {
    return this.#known?.version === version ? this.#known.all : undefined;
  }

  keep(version: number, all: Figures): void {
    this.#known = { version, all };
  }

  forget(): void {
    this.#known = undefined;
  }
}

const listOf = (terms: string): readonly string[] => (terms === '' ? [] : terms.split(' '));

const count = (counts: Map<string, number>, name: string, by: number): void => {
  const now = (counts.get(name) ?? 0) + by;
  if (now > 0) counts.set(name, now);
  else counts.delete(name);
};
