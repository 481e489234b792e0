/** Names of time zones (§2.3, Y43). */

import { isCommonZone } from '#lib/text/zones.ts';

/** Longer than the longest name of a zone, with room. */
const ZONE_MAX_CHARS = 64;
/** More different values than this are not remembered. */
const KNOWN_MAX = 1000;
const known = new Map<string, boolean>();

/** Is this the name of a zone that the kernel takes? An offset such as `+02:00` is none. */
export const isZone = (name: string): boolean => {
  if (isCommonZone(name)) return true;
  if (name.length > ZONE_MAX_CHARS || !/[A-Za-z]/u.test(name)) return false;
  const before = known.get(name);
  if (before !== undefined) return before;
  const is = isKnownToIntl(name);
  if (known.size < KNOWN_MAX) known.set(name, is);
  return is;
};

const isKnownToIntl = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
