/** The names that the sources export, and those that several files define: one name should have one meaning. */
import type { Sources } from './architecture.ts';
import { exportsOf } from './shape.ts';

/** Rules: each a file of the same shape. */
export const ONE_OF_MANY = /^audit\/rules\//u;

export interface ExportedNames {
  readonly exportedNames: number;
  /** The files of each exported name that several define. */
  readonly sharedNames: Readonly<Record<string, readonly string[]>>;
}

/** Those of all sources but the rules; first the names that most files define. Throws as `exportsOf`. */
export const exportedNamesIn = (sources: Sources): ExportedNames => {
  const exported = [...sources]
    .filter(([path]) => !ONE_OF_MANY.test(path))
    .flatMap(([path, text]) =>
      exportsOf(text, path).map(({ name }) => ({ path, name: name.slice(path.length + 1) })),
    );
  const byName = Map.groupBy(exported, ({ name }) => name);
  const shared = [...byName]
    .map(([name, own]) => [name, [...new Set(own.map(({ path }) => path))]] as const)
    .filter(([, paths]) => paths.length > 1)
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1));
  return { exportedNames: byName.size, sharedNames: Object.fromEntries(shared) };
};
