/** Who runs this, as far as the system knows: containers run programs under numbers that no account has. */
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

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
