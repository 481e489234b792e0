/**
 * Credentials that no mark announces: right behind their label (`пароль Lampe26!`, `the laptop password sunset40! in
 * case …`), beside what they belong to (`ada@example.org / …`, `creds: app_rw:…`), in front of what they are in brackets
 * (`… (global api key)`). So little is said there that the value has to look like nothing else.
 */
import {
  isPinCode,
  isPinOfSix,
  LABEL_MAX_CHARS,
  labelAtEnd,
  labelBefore,
  labelIn,
  LOGINS,
  nextHint,
} from '#lib/language/credential-labels.ts';
import type { Label } from '#lib/language/credential-labels.ts';
import { matchesIn } from '#lib/text/matches.ts';
import type { CredentialMatch } from './credential-match.ts';
import {
  isKeyAlone,
  isNumberedWord,
  isPasswordAlone,
  isStrongPassword,
  isWordy,
  isWorth,
  VALUE_MAX_CHARS,
} from './credential-values.ts';
import { tokenOf } from './credential-token.ts';

/** A blank, or a letter of a script that may have none, and what a value is put in, before a word with a digit or a mark. */
const GAP =
  /(?:\s{1,2}|([^\0-\x7F]))[("'`“„«[*_]{0,3}(?=[\x21-\x7E]{4})(?=\S{0,64}[\d!#$%&+?@^~=])/g;
/** Does the blank stand behind a word, or is the letter of such a script? Plain ASCII first, as most is. */
const isGap = (raw: string, { 1: letter, index }: RegExpExecArray): boolean => {
  if (letter !== undefined) return /\p{Lo}$/u.test(raw.slice(Math.max(0, index - 1), index + 1));
  const before = raw.slice(Math.max(0, index - 4), index);
  return /[a-z\d)"'`][*_]{0,2}$/i.test(before) || /[\p{L}\p{M}\p{N}][*_]{0,2}$/u.test(before);
};
/** The same at the end of a text. */
const GAP_AT_END = /(?:[*_]{0,2}\s{1,2}|(?<=\p{Lo}))[("'`“„«[*_]{0,3}$/u;

/** What a password belongs to: an address of mail or of a machine, the first users of a system, a login with a name. */
const ADDRESS = String.raw`[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}`;
const USER = String.raw`(?<![\w.-])(?:root|admin|administrator)`;
const LOGIN = String.raw`(?<![\p{L}\p{N}])(?:${LOGINS.join('|')})(?![\p{L}\p{N}])(?![\s-](?:id|no|number|name|nr|ssid)\b)[^\n]{0,60}?[\s(\x60:][^\s:/|()\x60]{2,60}`;
/** Splits it from the password. */
const SPLIT = String.raw`[\x60*_]{0,2}(?:\s(?:[-–—]|\/\/?|\||→|->)\s|\s?[:|](?!\/\/)\s?|\s\()[\x60*_]{0,2}`;
const OWNED = `(?:${ADDRESS}|${USER}|${LOGIN})${SPLIT}`;
/** Asked where an owner begins, and nowhere else. */
const BESIDE = new RegExp(String.raw`${OWNED}(?=\S{8})`, 'iuy');
const BESIDE_AT_END = new RegExp(`${OWNED}$`, 'u');
/** `root:… on 10.0.0.7`. */
const PLACE_BEHIND = /^[\x60*_]{0,2}\s(?:on|at|for|auf|für|en|em|sur|pour)\s/u;
/** One of these is in each of them. */
const OWNER_SIGN = new RegExp(`@|root|admin|${LOGINS.join('|')}`, 'gi');
const LOCAL_PART_MAX_CHARS = 64;
/** Longer than a name with its mark. */
const BEFORE_MAX_CHARS = 200;

/** `… (global api key)`. */
const NAMED_BEHIND = /(?<![^\s()"'`])([^\s()"'`]{16,512})["'`]?\s\(([^()]{2,60})\)/g;

/** What a line tells in one of these ways. Linear in its length. */
export const told = (raw: string): readonly CredentialMatch[] => [
  ...behindLabels(raw),
  ...setOff(raw),
  ...besideOwners(raw),
  ...inFrontOfLabels(raw),
];

/** May a value begin behind this text? It may say yes where none does. */
export const mayBeTold = (before: string): boolean => {
  const near = before.slice(-BEFORE_MAX_CHARS);
  const gap = GAP_AT_END.exec(near);
  if (gap !== null && labelIn(labelBefore(near, gap.index)) !== undefined) return true;
  if (SET_OFF_AT_END.test(near) && speaksOfPassword(near.trimEnd().slice(0, -1))) return true;
  return near.search(OWNER_SIGN) >= 0 && BESIDE_AT_END.test(near.toLowerCase());
};

/** Gaps in which a label may end: one of its words lies close enough in front of them. */
const gapsBehindHints = (raw: string): readonly RegExpExecArray[] => {
  const gaps: RegExpExecArray[] = [];
  let hint = nextHint(raw, 0);
  let next = hint;
  // A letter of a script without blanks may be the last one of the word itself.
  GAP.lastIndex = Math.max(0, hint - 1);
  while (hint >= 0) {
    const gap = GAP.exec(raw);
    if (gap === null) break;
    const end = gap.index + (gap[1]?.length ?? 0);
    while (next >= 0 && next <= end) {
      hint = next;
      next = nextHint(raw, next);
    }
    if (end - hint < LABEL_MAX_CHARS) gaps.push(gap);
    else if (next < 0) break;
    else GAP.lastIndex = Math.max(GAP.lastIndex, next - 1);
  }
  return gaps;
};

const behindLabels = (raw: string): readonly CredentialMatch[] =>
  gapsBehindHints(raw).flatMap((match) => {
    const { 0: gap, 1: last = '', index } = match;
    const from = index + gap.length;
    const { value, isAlone } = tokenOf(raw.slice(from, from + VALUE_MAX_CHARS));
    const isPin = isAlone && PIN.test(value);
    if ((!isPin && !mayStandAlone(value)) || !isGap(raw, match)) return [];
    const words = labelBefore(raw, index + last.length);
    const label = labelAtEnd(words);
    if (label === undefined) return [];
    const isTold = isPin
      ? isPinLabel(label, words) || isPinOfSix(label, value)
      : isToldBy(label, value);
    return isTold ? [{ kind: label.kind, value, confidence: 'high' as const }] : [];
  });

const PIN = /^[*#]?\d{4,8}[*#]?$/u;

/** `PIN 4711`, `Gate code 2580`, and not: pin 4711. */
const isPinLabel = (label: Label, words: string): boolean =>
  label.kind === 'pin' && !isPinCode(label.words) && !words.endsWith('pin');

/** Asked before the label is read: most words do not look like a value. */
const mayStandAlone = (value: string): boolean =>
  isPasswordAlone(value) || isNumberedWord(value) || isKeyAlone(value);

const isToldBy = ({ kind, words }: Label, value: string): boolean => {
  if (kind === 'pin' || !isWorth(value, kind)) return false;
  if (kind === 'key or token' && !words.endsWith('pass')) return isKeyAlone(value);
  // `Tests pass Sprint23`
  if (kind === 'password') return isPasswordAlone(value) || isNumberedWord(value);
  return isPasswordAlone(value) && !isWordy(value) && !isNumberedWord(value);
};

/** A comma or a colon, some words behind the one that promises: `a new password for Bea, …`. */
const SET_OFF = /(?:[,:]\s|[，、：]\s?)(?=[\x21-\x7E]{8})/g;
const SET_OFF_AT_END = /(?:[,:]\s|[，、：]\s?)$/u;
/** So far does a sentence carry. */
const SENTENCE_MAX_CHARS = 60;

/** Does a sentence name a password in its last words? */
const speaksOfPassword = (before: string): boolean => {
  const sentence =
    before
      .slice(-SENTENCE_MAX_CHARS)
      .split(/[.!?;。！？；]/u)
      .at(-1) ?? '';
  for (let hint = nextHint(sentence, 0); hint >= 0; hint = nextHint(sentence, hint)) {
    const rest = /^[\p{L}\p{M}]*/u.exec(sentence.slice(hint))?.[0].length ?? 0;
    if (labelAtEnd(sentence.slice(0, hint + rest))?.kind === 'password') return true;
  }
  return false;
};

/** Passwords of three kinds of characters that a comma or a colon sets off. */
const setOff = (raw: string): readonly CredentialMatch[] =>
  matchesIn(raw, SET_OFF).flatMap(({ 0: mark, index }) => {
    const rest = raw.slice(index + mark.length, index + mark.length + VALUE_MAX_CHARS);
    const { value, isAlone } = tokenOf(rest);
    const isTold = isAlone && isStrongPassword(value) && isPasswordAlone(value);
    return isTold &&
      /[A-Z]/u.test(value) &&
      isWorth(value, 'password') &&
      speaksOfPassword(raw.slice(0, index))
      ? [{ kind: 'password', value, confidence: 'high' as const }]
      : [];
  });

/** Where the owner of a sign begins: a word there, an address in front of its `@`. */
const ownerStart = (raw: string, sign: number, floor: number): number => {
  if (raw.charAt(sign) !== '@') return sign;
  let from = sign;
  const least = Math.max(floor, sign - LOCAL_PART_MAX_CHARS);
  while (from > least && /[\w.+-]/.test(raw.charAt(from - 1))) from -= 1;
  return from;
};

/** Passwords in front of what they open: `ada@example.org / …`. */
export const besideOwners = (raw: string): readonly CredentialMatch[] => {
  OWNER_SIGN.lastIndex = 0;
  let sign = OWNER_SIGN.exec(raw);
  if (sign === null) return [];
  const found: CredentialMatch[] = [];
  let behind = 0;
  for (; sign !== null; sign = OWNER_SIGN.exec(raw)) {
    BESIDE.lastIndex = ownerStart(raw, sign.index, behind);
    const owned = BESIDE.exec(raw)?.[0];
    if (owned === undefined) continue;
    behind = BESIDE.lastIndex;
    OWNER_SIGN.lastIndex = Math.max(OWNER_SIGN.lastIndex, behind);
    const { value, isAlone } = tokenOf(raw.slice(behind, behind + VALUE_MAX_CHARS));
    const isEnd = isAlone || PLACE_BEHIND.test(raw.slice(behind + value.length));
    const isTold = isEnd && isPasswordAlone(value) && (owned.includes('@') || !isWordy(value));
    if (isTold && isWorth(value, 'password'))
      found.push({ kind: 'password', value, confidence: 'high' });
  }
  return found;
};

const inFrontOfLabels = (raw: string): readonly CredentialMatch[] =>
  raw.includes(' (')
    ? matchesIn(raw, NAMED_BEHIND).flatMap(([, value = '', text = '']) => {
        const label = isKeyAlone(value) ? labelIn(text) : undefined;
        return label !== undefined && isWorth(value, 'key or token')
          ? [{ kind: label.kind, value, confidence: 'high' as const }]
          : [];
      })
    : [];
