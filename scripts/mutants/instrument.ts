/** A source that is each of its mutants, as told when it runs. */
import type { Place } from './places.ts';

/** The function that says which mutant a source is; it is told each place that is reached. */
export const SWITCH = 'yamoIsMutant';

/** A place with the number by which the switch knows it. */
export interface Mutant extends Place {
  readonly id: number;
}

const numbered = (place: Place, id: number): Mutant => ({ ...place, id });

/** Places with their numbers, from 1. */
export const mutantsAt = (places: readonly Place[]): readonly Mutant[] =>
  places.map((place, at) => numbered(place, at + 1));

const asks = (id: number): string => `globalThis.${SWITCH}(${id})`;

/** The whole expression or statement as the mutant has it. */
const mutated = (source: string, { whole, start, end, becomes }: Mutant): string =>
  `${source.slice(whole.start, start)}${becomes}${source.slice(end, whole.end)}`;

/** With all mutants of the same whole before what stands there. */
const choice = (source: string, mutants: readonly Mutant[], text: string): string =>
  mutants.reduceRight(
    (otherwise, mutant) =>
      mutant.isStatement
        ? `{ if (${asks(mutant.id)}) { ${mutated(source, mutant)} } else { ${otherwise} } }`
        : `(${asks(mutant.id)} ? (${mutated(source, mutant)}) : (${otherwise}))`,
    text,
  );

/** Puts a switch at each of these places of a source. */
export const instrumented = (source: string, mutants: readonly Mutant[]): string => {
  const spans = Map.groupBy(mutants, ({ whole }) => `${whole.start} ${whole.end}`);
  const wholes = [...spans.values()].flatMap((alike) => {
    const whole = alike[0]?.whole;
    return whole === undefined ? [] : [{ ...whole, alike }];
  });
  const within = (start: number, end: number, list: typeof wholes): string => {
    const outer = list.filter(
      (one) =>
        !list.some((other) => other !== one && other.start <= one.start && one.end <= other.end),
    );
    let text = '';
    let at = start;
    for (const one of outer.toSorted((a, b) => a.start - b.start)) {
      const inner = list.filter(
        (other) => other !== one && one.start <= other.start && other.end <= one.end,
      );
      text += source.slice(at, one.start);
      text += choice(source, one.alike, within(one.start, one.end, inner));
      at = one.end;
    }
    return text + source.slice(at, end);
  };
  return within(0, source.length, wholes);
};
