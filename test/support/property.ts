/** Properties that hold for whatever is drawn. */
import * as fc from 'fast-check';

/** Fails with the smallest example found for which what stands last, `holds`, throws or is false. */
type ForAll = <Drawn extends [unknown, ...unknown[]]>(
  ...property: [
    ...arbitraries: { [Index in keyof Drawn]: fc.Arbitrary<Drawn[Index]> },
    holds: (...drawn: Drawn) => boolean | void,
  ]
) => void;

export const forAll: ForAll = (...property) => fc.assert(fc.property(...property));

/** The same with another number of examples than fast-check draws by itself. */
export const inRuns =
  (numRuns: number): ForAll =>
  (...property) =>
    fc.assert(fc.property(...property), { numRuns });
