/** Where a user's state, settings and caches lie: the XDG Base Directory Specification. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

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

/** yamo's own folder of that kind. A relative path in the variable is to be ignored, says the specification. */
export const xdgFolder = (
  variable: keyof typeof FALLBACKS,
  environment: Readonly<Record<string, string | undefined>>,
): string => {
  const given = environment[variable] ?? '';
  const home = environment['HOME'] ?? '';
  const base = isAbsolute(given)
    ? given
    : join(isAbsolute(home) ? home : homedir(), FALLBACKS[variable]);
  return join(base, 'yamo');
};
