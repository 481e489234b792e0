/**
 * What a unit of memory is known by. Its key says what it is: scope, file, headings, text, and which of several equals.
 * Lines are no part of it, so that an insertion above changes nothing. The id that people see is made of the key and of
 * the day of the session, in the form of RFC-0011 §1.1: the same file gives the same ids on every machine.
 */

/** SHA-256 of the UTF-8 of a text, in small hexadecimal digits. */
export type Sha256 = (text: string) => string;

/** What the key of a unit is made of. */
interface Identity {
  readonly scope: string;
  readonly file: string;
  readonly headings: readonly string[];
  /** As it is kept. */
  readonly text: string;
  /** Which of the units that are equal in all of this, from 0. */
  readonly ordinal: number;
}

/** The key by which a store replaces a unit with itself. */
export const unitKey = (
  { scope, file, headings, text, ordinal }: Identity,
  sha256: Sha256,
): string => sha256(JSON.stringify([scope, file, headings, text.normalize('NFC'), ordinal]));

const HEX_CHARS = 6;
/** Of the key, what spreads the ids of one minute or one day over its milliseconds. */
const SPREAD_CHARS = 8;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** `mem_<ms>_<6 hex>`: the time is that of the session; within its minute or day it only tells units apart. */
export const idOf = (
  key: string,
  { day, time }: { readonly day?: string | undefined; readonly time?: string | undefined },
): string => {
  const start = Date.parse(`${day ?? '1970-01-01'}T${time ?? '00:00'}:00Z`);
  const span = time === undefined ? DAY_MS : MINUTE_MS;
  const spread = Number.parseInt(key.slice(HEX_CHARS, HEX_CHARS + SPREAD_CHARS), 16) % span;
  return `mem_${(Number.isNaN(start) ? 0 : start) + spread}_${key.slice(0, HEX_CHARS)}`;
};
