/** Where a user's state, settings and caches lie: the XDG Base Directory Specification. */
import { isAbsolute, join } from 'node:path';
import { homeOf } from './account.ts';

const FALLBACKS = {
  XDG_STATE_HOME: '.local/state',
  XDG_CONFIG_HOME: '.config',
  XDG_CACHE_HOME: '.cache',
  XDG_DATA_HOME: '.local/share',
} as const;

/** What only a home holds. */
export const IN_HOME: ReadonlySet<string> = new Set(
  Object.values(FALLBACKS).map((path) => path.split('/')[0] ?? path),
);

/** Those that the environment sets: a program that starts yamo without them would look for its state elsewhere. */
export const xdgVariables = (
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(FALLBACKS).flatMap((name) => {
      const value = environment[name] ?? '';
      return isAbsolute(value) ? [[name, value]] : [];
    }),
  );

/** yamo's own folder of that kind. A relative path in the variable is to be ignored, says the specification. */
export const xdgFolder = (
  variable: keyof typeof FALLBACKS,
  environment: Readonly<Record<string, string | undefined>>,
): string => {
  const given = environment[variable] ?? '';
  const base = isAbsolute(given) ? given : join(homeOf(environment), FALLBACKS[variable]);
  return join(base, 'yamo');
};
