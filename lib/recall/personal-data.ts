/**
 * Personal data and keys in texts that are kept or sent (RFC-0011 §6.3, RFC-0009 §4.2): each is replaced by the name of
 * its kind. The whole list of what is looked for stands in docs/recall.md and is `PERSONAL_KINDS`.
 *
 * Dates, times, versions, hashes and addresses of computers are none of these. Each expression begins at a place where
 * no other character of its own kind stands before it, and is bounded, so that the time is linear.
 */
import { withAsciiDigits } from './when/digits.ts';

/** What is looked for, in this order, and what stands in its place. */
export const PERSONAL_KINDS = {
  key: '[REDACTED_API_KEY]',
  email: '[REDACTED_EMAIL]',
  card: '[REDACTED_CARD]',
  phone: '[REDACTED_PHONE]',
} as const;

/** A kind of personal data. */
export type PersonalKind = keyof typeof PERSONAL_KINDS;

/** A text without personal data, and what was taken out. */
export interface Redacted {
  readonly text: string;
  readonly kinds: readonly PersonalKind[];
}

const KEY =
  /\b(?:(?:sk|pk|rk)[-_](?:[A-Za-z0-9]{1,24}[-_]){0,4}[A-Za-z0-9]{20,256}|(?:AKIA|ASIA)[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{20,256}|xox[abeoprs]-[A-Za-z0-9-]{10,256}|eyJ[A-Za-z0-9_-]{8,2048}\.[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{0,1024}|[Bb]earer +[A-Za-z0-9._~+/-]{16,4096}=*)/gu;
const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}[@＠](?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{M}]{1,23}/gu;
/** Digits with what people put between them; what it is, its digits tell. */
const DIGITS =
  /(?<![\p{L}\p{N}_][-_.:/]|[\p{L}\p{N}#_+])[+＋(]{0,2}\p{Nd}(?:[ \u00A0()./-]{0,3}\p{Nd}){6,22}(?![\p{L}\p{N}_]|[-.:]\p{Nd})/gu;

/** Most texts hold none of them, and are told by that. */
const MAY_BE_KEY = /[spr]k[-_]|A(?:KI|SI)A|gh[pousr]_|xox|eyJ|earer /;
const MAY_BE_EMAIL = /[@＠]/;
const MAY_BE_NUMBER = /\p{Nd}.{0,3}\p{Nd}.{0,3}\p{Nd}.{0,3}\p{Nd}.{0,3}\p{Nd}/su;

const CARD_MIN_DIGITS = 13;
const CARD_MAX_DIGITS = 19;
/** Cards begin so; counters of milliseconds begin with 1. */
const CARD_FIRST = /^[2-6]/u;

/** How numbers of telephones are written, as digits with `-` for whatever stands between them. */
const PHONES: readonly RegExp[] = [
  // International: a plus sign and a country.
  /^\+-?\d(?:-?\d){6,14}$/u,
  // North America.
  /^(?:1-)?-?\d{3}-\d{3}-\d{4}$/u,
  // With the prefix of a trunk line; `0.1234567` is a fraction.
  /^-?0\d(?:-?\d){7,12}$/u,
  // Russia, as dialled at home.
  /^8-\d{3}-\d{3}-\d{2}-\d{2}$/u,
  // Mobile numbers of China.
  /^1[3-9]\d-?\d{4}-?\d{4}$/u,
];
const FRACTION = /^\d+\.\d+$/u;

/** A text with its personal data redacted. Linear in its length; never throws. */
export const redactPersonalData = (text: string): Redacted => {
  const kinds = new Set<PersonalKind>();
  const put = (kind: PersonalKind): string => {
    kinds.add(kind);
    return PERSONAL_KINDS[kind];
  };
  let clean = text;
  if (MAY_BE_KEY.test(clean)) clean = clean.replaceAll(KEY, () => put('key'));
  if (MAY_BE_EMAIL.test(clean)) clean = clean.replaceAll(EMAIL, () => put('email'));
  if (MAY_BE_NUMBER.test(clean))
    clean = clean.replaceAll(DIGITS, (found) => {
      const kind = numberKind(found);
      return kind === undefined ? found : put(kind);
    });
  return { text: clean, kinds: [...kinds] };
};

const numberKind = (found: string): 'card' | 'phone' | undefined => {
  const ascii = withAsciiDigits(found).replace('＋', '+');
  const digits = ascii.replaceAll(/\D/gu, '');
  if (isCard(digits)) return 'card';
  if (FRACTION.test(ascii)) return undefined;
  const shape = ascii.replaceAll(/[^\d+]+/gu, '-');
  return PHONES.some((phone) => phone.test(shape)) ? 'phone' : undefined;
};

const isCard = (digits: string): boolean =>
  digits.length >= CARD_MIN_DIGITS &&
  digits.length <= CARD_MAX_DIGITS &&
  CARD_FIRST.test(digits) &&
  luhn(digits);

/** The check digit of ISO/IEC 7812. */
const luhn = (digits: string): boolean => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const value = Number(digits.at(-1 - index)) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
};
