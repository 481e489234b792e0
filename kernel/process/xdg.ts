/** Who runs yamo, and where their state, settings and caches lie: the XDG Base Directory Specification. */
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The variables that yamo was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

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
export const xdgVariables = (environment: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(FALLBACKS).flatMap((name) => {
      const value = environment[name] ?? '';
      return isAbsolute(value) ? [[name, value]] : [];
    }),
  );

/** yamo's own folder of that kind. A relative path in the variable is to be ignored, says the specification. */
export const xdgFolder = (variable: keyof typeof FALLBACKS, environment: Environment): string => {
  const given = environment[variable] ?? '';
  const base = isAbsolute(given) ? given : join(homeOf(environment), FALLBACKS[variable]);
  return join(base, 'yamo');
};

/** Containers run programs under numbers that no account has. */
/** Debian's word for a home that is not there, and that nobody makes. */
const NOWHERE = '/nonexistent';

/** The folder of the user: HOME, else what the system says; one that is not there where neither says any. */
export const homeOf = ({ HOME = '' }: Environment): string => {
  if (isAbsolute(HOME)) return HOME;
  try {
    return [homedir(), userInfo().homedir].find((path) => isAbsolute(path)) ?? NOWHERE;
  } catch {
    return NOWHERE;
  }
};

/** The name of the user: USER, else what the system says; the number where neither says any. */
export const accountName = ({ USER = '' }: Environment): string => {
  if (USER.trim() !== '') return USER.trim();
  try {
    return userInfo().username;
  } catch {
    return String(process.geteuid?.() ?? 0);
  }
};
