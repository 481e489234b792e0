/** Descriptors that the starter of this process left open: nobody here knows of them, and children would inherit them. */
import { closeSync, readdirSync, readFileSync } from 'node:fs';

const FDINFO = '/proc/self/fdinfo';
/** In the flags of fdinfo, which are octal (fcntl.h). */
const O_CLOEXEC = 0o2000000;
const LAST_STANDARD = 2;

/**
 * Closes every descriptor above the standard ones that a program started from here would inherit. Node's own are not of
 * that kind. To be called before anything is opened. Where there is no /proc, nothing is known and nothing is done.
 */
export const closeInherited = (): void => {
  for (const fd of descriptors()) if (fd > LAST_STANDARD && isInheritable(fd)) closeSync(fd);
};

const descriptors = (): readonly number[] => {
  try {
    return readdirSync(FDINFO).map(Number);
  } catch {
    return [];
  }
};

/** The listing itself was one of them, and is closed by now. */
const isInheritable = (fd: number): boolean => {
  try {
    const [, flags = '0'] =
      /^flags:\s*([0-7]+)$/m.exec(readFileSync(`${FDINFO}/${fd}`, 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch {
    return false;
  }
};
