/**
 * Four groups of four small letters: the password by which a program reads the mail of an account (Google, Yahoo, Apple
 * give such). It needs no label: four words of four letters in a row are hardly ever written, and in one of the groups
 * there is nearly always no vowel.
 */
import { labelAtEnd, labelBefore } from '#lib/language/credential-labels.ts';
import { matchesIn } from '#lib/text/matches.ts';
import type { CredentialMatch } from './credential-match.ts';

/** The last four of some groups. */
const GROUPS =
  /(?<![\p{L}\p{N}])(?:[a-z]{4} ){0,3}?([a-z]{4}(?: [a-z]{4}){3})(?![\p{L}\p{N}_-]| [a-z]{4}(?![a-z]))/gu;
const FOUR = /[a-z]{4}(?: [a-z]{4}){3}/;
const NO_VOWEL = /(?<![a-z])[^aeiouy\W]{4}(?![a-z])/u;
const SERVICE = /\b(?:app|gmail|google|smtp|imap|mail|yahoo|icloud)\b/i;
/** The same in front of them. */
const SERVICE_AT_END = /\b(?:app|gmail|google|smtp|imap|yahoo|icloud)\b.{0,80}\s[("'`*_]{0,3}$/i;

/** May they begin behind this text? */
export const mayGroupsFollow = (before: string): boolean => SERVICE_AT_END.test(before);

/** May a line hold them? */
export const mayHoldGroups = (raw: string): boolean => SERVICE.test(raw) && FOUR.test(raw);

/** Those that a line holds. */
export const inGroups = (raw: string): readonly CredentialMatch[] =>
  mayHoldGroups(raw)
    ? matchesIn(raw, GROUPS).flatMap(({ 0: all, 1: value = '', index }) => {
        const at = index + all.length - value.length;
        const isTold =
          NO_VOWEL.test(value) || labelAtEnd(labelBefore(raw, at).trimEnd()) !== undefined;
        return isTold ? [{ kind: 'password', value, confidence: 'high' as const }] : [];
      })
    : [];
