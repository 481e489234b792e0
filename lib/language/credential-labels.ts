/**
 * The words by which people label a credential, in the languages that notes are written in, and what a label with
 * them promises. `Wi-Fi password`, `dbPassword`, `API-Schlüssel`, `密码`.
 */
import { isAscii, wordsOf } from '#lib/text/ascii.ts';
import { WordScan } from '#lib/text/word-scan.ts';
import { HINT_PLAN } from './credential-hints.ts';
import { labelWords } from './credential-words.ts';

/** What a label promises. After a password any word may follow, after a key only what looks like no word. */
export type LabelKind = 'password' | 'key or token' | 'pin';

/** Ends of labels; compounds count (`WLAN-Passwort`, `dbPassword`), and some scripts put no blank between words. */
export const PASSWORD_ENDS = labelWords('passwordEnds');

/** Words that promise a password where they stand alone. */
export const PASSWORD_WORDS = labelWords('passwordWords');

/** Ends of labels that promise a key or a token. */
export const TOKEN_ENDS = labelWords('tokenEnds');

/** Words that promise a key or a token where they stand alone. */
export const TOKEN_WORDS = labelWords('tokenWords');

/** Between a label and what it promises, in a sentence: `is`, `lautet`, `changed to`. */
export const SAYS = labelWords('says');

/** An account, in front of the name and the password that open it. */
export const LOGINS = labelWords('logins');

let scan: WordScan | undefined;

/** The offset right behind the first word at or behind `from` that may belong to a label; -1 for none. */
export const nextHint = (text: string, from: number): number => {
  scan ??= new WordScan(HINT_PLAN);
  return scan.next(text, from);
};

/** Keys that are no secret: names of places in a store, of columns, of a handshake. */
const OPEN_KEYS: ReadonlySet<string | undefined> = new Set(
  'public primary foreign composite unique cache sort partition idempotency hot storage session socket redis query route lookup map object json config translation state event row group personality file'.split(
    ' ',
  ),
);
/** Tokens that are no secret: of a place in a list, and of a form that a page shows to everybody. */
const OPEN_TOKENS: ReadonlySet<string | undefined> = new Set(
  'page next continuation continue sync cursor csrf xsrf forgery'.split(' '),
);
/** Managers of passwords are no passwords: `1Password: item 4711`. */
const MANAGER = /(?:^| )(?:1password|last ?pass|kee ?pass)$/u;

/** A label is the end of what stands before the separator. */
export const LABEL_MAX_CHARS = 60;

/** What may be the label of something that begins at `at`: it ends there, and begins behind the last mark. */
export function labelBefore(raw: string, at: number): string {
  const before = raw.slice(Math.max(0, at - LABEL_MAX_CHARS), at);
  let last = '';
  for (let from = before.length - 1; from >= 0; from -= 1) {
    const char = before.charAt(from);
    const isBehindMark = last !== '' && MARKS.includes(char);
    if (isBehindMark && opens(before, from + 1, char === '.')) {
      const begin = from + 1;
      return before.slice(isBlank(before.charAt(begin)) ? begin + 1 : begin);
    }
    last = char;
  }
  return before;
}

const MARKS = ',;|:=：!?、，。；.';
const isBlank = (char: string): boolean => char !== '' && char.trim() === '';

/** Does a text begin at `at`, right there or behind one blank? Behind a full stop a blank has to stand. */
const opens = (text: string, at: number, isStop: boolean): boolean => {
  const first = text.charAt(at);
  if (!isBlank(first)) return !isStop && first !== '';
  const second = text.charAt(at + 1);
  return second !== '' && !isBlank(second);
};

/** In a sentence a label with its purpose has so many words: `the password for the guest radio`. */
const SENTENCE_LABEL_WORDS = 6;

/** Reads the label that a part of a sentence ends with: what was said long before is no label of what follows. */
export const labelAtEnd = (part: string): Label | undefined => {
  const label = labelIn(part.split(/\s+/u).slice(-SENTENCE_LABEL_WORDS).join(' '));
  return label?.isLoose === true ? undefined : label;
};

/** A label that promises a credential. */
export interface Label {
  readonly kind: LabelKind;
  /** Its words in small letters, down to the one that promises: `wi fi password` of `Wi-Fi Password for guests`. */
  readonly words: string;
  /** What is said of the word behind it may be about something else: `Password length`. */
  readonly isLoose?: true;
  /** It is the name of a setting with something behind the word that promises: `API_KEY_PROD`. */
  readonly isQualified?: true;
}

/** Reads a label; `undefined` for one that has nothing to do with credentials. */
export function labelIn(text: string): Label | undefined {
  if (nextHint(text, 0) < 0) return undefined;
  const whole = plainLabel(text);
  const kind = kindOf(whole);
  if (kind !== undefined) return secretLabel(kind, whole);
  const purpose = withoutPurpose(whole);
  for (const words of [purpose, withoutVerb(whole), withoutVerb(purpose)]) {
    const other = words === whole ? undefined : kindOf(words);
    if (other !== undefined) return secretLabel(other, words);
  }
  const last = whole.slice(whole.lastIndexOf(' ') + 1);
  return beginsWith(LOOSE_HEADS, whole) && !MANAGER.test(whole) && !ABOUT.has(last)
    ? { kind: 'password', words: whole, isLoose: true }
    : undefined;
}

/** A name as programs have them, at the end of a label: of several words, or of a word and a number. */
const SETTING = /(?<![\p{L}\p{N}._-])([A-Za-z][A-Za-z\d]*(?:[._-][A-Za-z\d]+)*)["'`\]]{0,2}\s*$/u;
/** What a setting is about where one of these ends it: no credential, but something of one. */
const ABOUT = new Set(labelWords('about'));
/** `token2`, `ENCRYPTION_KEY_V1`. */
const NUMBERED = /(?<=[a-z]{3})(?=\d{1,3}(?: |$))/gu;

/**
 * A setting whose name has the word that promises in front of its place, its owner or a number: `OPENAI_API_KEY_PROD`,
 * `token2`, `SECRET_KEY_BASE`. `undefined` for one that is about something of a credential: `TOKEN_EXPIRY`.
 */
export function settingIn(text: string): Label | undefined {
  if (nextHint(text, 0) < 0) return undefined;
  const [, name = ''] = SETTING.exec(text.slice(-LABEL_MAX_CHARS)) ?? [];
  const words = wordsIn(name).replaceAll(NUMBERED, ' ').split(' ');
  for (let last = words.length - 1; last > 0; last -= 1) {
    if (ABOUT.has(words[last] ?? '')) return undefined;
    const label = words.slice(0, last).join(' ');
    const kind = kindOf(label);
    if (kind !== undefined && kind !== 'pin') {
      const found = secretLabel(kind, label);
      return found && { ...found, isQualified: true };
    }
  }
  return undefined;
}

const secretLabel = (kind: LabelKind, words: string): Label | undefined =>
  isOpenKey(words) || MANAGER.test(words) ? undefined : { kind, words };

const isOpenKey = (words: string): boolean =>
  (words.endsWith(' key') && OPEN_KEYS.has(words.split(' ').at(-2))) ||
  (words.endsWith(' token') && OPEN_TOKENS.has(words.split(' ').at(-2)));

function kindOf(words: string): LabelKind | undefined {
  const last = words.slice(words.lastIndexOf(' ') + 1);
  if (endsIn(PASSWORD_BY_LAST, words)) return 'password';
  if (isOneOf(PASSWORD_WORDS, last)) return 'password';
  if (last === 'pin' || PIN_ENDS.some((end) => words.endsWith(end))) return 'pin';
  if (endsIn(TOKEN_BY_LAST, words)) return NETWORK.test(words) ? 'password' : 'key or token';
  if (isOneOf(TOKEN_WORDS, last) || last === 'key')
    return NETWORK.test(words) ? 'password' : 'key or token';
  if (beginsWith(PASSWORD_HEADS, words)) return 'password';
  return beginsWith(TOKEN_HEADS, words) ? 'key or token' : undefined;
}

/** The key of a network is a password: `WLAN-Schlüssel`. */
const NETWORK = /(?:^| )(?:wi ?fi|wlan|wpa2?|wpa3)(?: |$)/u;

const PIN_ENDS = [...labelWords('pinEnds'), 'pin nummer', 'pin code'];

/** Words by their last letter, so that only a few of them are compared. */
const byLast = (ends: readonly string[]): ReadonlyMap<string | undefined, readonly string[]> =>
  Map.groupBy(ends, (end) => end.at(-1));
const PASSWORD_BY_LAST = byLast(PASSWORD_ENDS);
const TOKEN_BY_LAST = byLast(TOKEN_ENDS);

const endsIn = (ends: ReturnType<typeof byLast>, words: string): boolean =>
  ends.get(words.at(-1))?.some((end) => words.endsWith(end)) === true;

/** In many languages what a password is for stands behind the word: `Senha WiFi`, `Пароль администратора`. */
const PASSWORD_HEADS = byLast(labelWords('passwordHeads'));
const TOKEN_HEADS = byLast(labelWords('tokenHeads'));
const LOOSE_HEADS = byLast(labelWords('looseHeads'));

/** It is for so many words at most. */
const PURPOSE_WORDS_MAX = 3;

/** Is one of the heads in it, with a purpose behind? */
const beginsWith = (heads: ReturnType<typeof byLast>, words: string): boolean => {
  let before = words;
  for (let purpose = 1; purpose <= PURPOSE_WORDS_MAX; purpose += 1) {
    before = before.slice(0, Math.max(0, before.lastIndexOf(' ')));
    const isHead = (head: string): boolean => before === head || before.endsWith(` ${head}`);
    if (heads.get(before.at(-1))?.some(isHead) === true) return true;
  }
  return false;
};

/** Is it `key` alone, or with a word that says nothing of a secret? Such a label is as often about a piano. */
export const isBareKey = ({ words }: Label): boolean =>
  /(?:^| )key$/u.test(words) && !TOKEN_ENDS.some((end) => words.endsWith(end));

/** Chinese calls a PIN a password, and it has six digits: `取款密码`. */
export const isPinOfSix = ({ kind, words }: Label, value: string): boolean =>
  kind === 'password' && /[密口][码碼令]$/u.test(words) && /^\d{6}$/u.test(value);

/** `Wi-Fi pass`: the word is a short one for a password. */
export const isPassLabel = ({ words }: Label): boolean => /(?:^| )pass$/u.test(words);

/** `app_token`: by such names Feishu calls its documents. */
export const isDocumentLabel = ({ words }: Label): boolean =>
  /(?:^| )(?:app|base|bitable|doc|document|wiki|node|obj|file|folder|sheet|spreadsheet) token$/u.test(
    words,
  );

/** `PIN code` is also what the postal code is called in India. */
export const isPinCode = (words: string): boolean => /(?:^| )pin code$/u.test(words);

/** The label itself says that the value is none to keep: `Example password`. */
export const isExampleLabel = ({ words }: Label): boolean => EXAMPLE.test(words);

/**
 * Whether a label promises a credential. Wider than the detector: whoever asks wants to leave a line alone, and a
 * line too many left alone costs less than a password in a file.
 */
export function isCredentialLabel(label: string): boolean {
  const plain = wordsIn(label);
  const words = plain.split(' ');
  if (hasPasswordWord(plain, words)) return true;
  if (TOKEN_ENDS.some((end) => plain.includes(end))) return true;
  if (words.some(isTokenWord) || words.includes('pin')) return true;
  return /(?:^| )keys?(?:$| (?:for|of|to) )/u.test(plain);
}

/** Whether a text speaks of a password in any of the languages above, label or not. */
export function containsPasswordWord(text: string): boolean {
  const plain = wordsIn(text);
  return hasPasswordWord(plain, plain.split(' '));
}

function hasPasswordWord(plain: string, words: readonly string[]): boolean {
  return (
    PASSWORD_ENDS.some((end) => plain.includes(end)) ||
    PASSWORD_WORDS.some((word) => words.includes(word))
  );
}

const PURPOSE = new RegExp(` (?:${labelWords('purpose').join('|')}) `, 'u');
const VERB = new RegExp(` (?:${labelWords('verbs').join('|')})$`, 'u');
const EXAMPLE = new RegExp(`(?:^| )(?:${labelWords('example').join('|')})(?:$| )`, 'u');

/** `Password for the router` is about a password. */
function withoutPurpose(plain: string): string {
  const at = plain.search(PURPOSE);
  return at < 0 ? plain : plain.slice(0, at);
}

/** `Password is: …`. */
function withoutVerb(plain: string): string {
  if (!plain.includes(' ')) return plain;
  return plain.replace(VERB, '');
}

function isTokenWord(word: string): boolean {
  return isOneOf(TOKEN_WORDS, word) || isOneOf(TOKEN_WORDS, word.replace(/s$/u, ''));
}

/** What stands in brackets does not label: `Password (wifi)`. */
function plainLabel(label: string): string {
  const end = label.slice(-4 * LABEL_MAX_CHARS);
  return wordsIn(end.includes('(') ? end.replaceAll(/\([^()]*\)/gu, ' ') : end);
}

/** Lower-case words with one blank between them; `dbPassword` and `db_password` are two. */
function wordsIn(text: string): string {
  // Most labels are plain ASCII, for which the same is said in fewer steps.
  if (isAscii(text))
    return wordsOf(
      text.replaceAll(/([a-z])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2 ').toLowerCase(),
    );
  return wordsOf(
    text
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      // `母のPIN`
      .replaceAll(/(\p{Lo})(?=[A-Za-z])/gu, '$1 ')
      .normalize('NFC')
      .toLowerCase()
      // The lower case of the Turkish capital is an i with a second dot.
      .replaceAll('i\u0307', 'i'),
  );
}

function isOneOf(words: readonly string[], word: string): boolean {
  return words.includes(word);
}
