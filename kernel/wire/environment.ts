/**
 * The environment of the program, on its way through the launcher. Node and the dynamic linker act on names such as
 * NODE_OPTIONS and LD_PRELOAD, and the launcher starts unrestricted: what they name would run past the view.
 */
const PREFIX = 'YAMO_VIEW_';

/** The environment for the launcher, in which nothing is known to anybody but `unpacked`. */
export const packed = (
  environment: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [PREFIX + name, value]));

/** The environment of the program, as `NAME=value`; what was not packed stays behind. */
export const unpacked = (
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
  Object.entries(environment).flatMap(([name, value]) =>
    name.startsWith(PREFIX) && value !== undefined ? [`${name.slice(PREFIX.length)}=${value}`] : [],
  );
