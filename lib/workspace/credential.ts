/**
 * Credentials that a human labelled (`Password: …`), which no detector of provider formats can know (§2.4, §4.2).
 * It reads code blocks and comments too: a credential is one wherever it stands.
 *
 * Three strengths of label. After a password word any token counts, also `changeme` and `welcome`: a weak password
 * opens the same door. After a key or token word only what does not look like a word counts, because `secret` and
 * `key` are ordinary English. A PIN is digits.
 */
import { splitLines } from './lines.ts';

/** One find. `value` is for comparing in memory; it is never printed or written. `line` counts from 1. */
export interface LabelledCredential {
  readonly line: number;
  readonly kind: string;
  readonly value: string;
}

type Kind = 'password' | 'key or token' | 'pin';

/** Ends of labels; compounds count (`WLAN-Passwort`, `dbPassword`), and some scripts put no blank between words. */
const PASSWORD_ENDS = [
  'password',
  'passwords',
  'passwd',
  'passphrase',
  'passcode',
  'passwort',
  'kennwort',
  'contraseña',
  'contrasena',
  'mot de passe',
  'wachtwoord',
  'senha',
  'palavra passe',
  'lösenord',
  'passord',
  'adgangskode',
  'salasana',
  'heslo',
  'hasło',
  'jelszó',
  'şifre',
  'parola',
  'пароль',
  '密码',
  '密碼',
  '口令',
  'パスワード',
  '비밀번호',
  'كلمة المرور',
  'סיסמה',
  'mật khẩu',
  'kata sandi',
] as const;
const PASSWORD_WORDS = ['pwd', 'pw', 'mdp'] as const;

const TOKEN_ENDS = [
  'api key',
  'apikey',
  'access key',
  'secret key',
  'private key',
  'ключ',
  'токен',
  'schlüssel',
  '密钥',
  '密鑰',
  '令牌',
  'トークン',
  'パスキー',
] as const;
const TOKEN_WORDS = [
  'token',
  'secret',
  'credential',
  'credentials',
  'zugangsdaten',
  'pass',
  'auth',
  'clave',
  'llave',
  'clé',
  'chiave',
  'chave',
  'sleutel',
  'geheimnis',
  'secreto',
  'jeton',
] as const;

const VALUE_MIN_CHARS = 6;
/** `key` alone labels a piano key as often as a secret; real keys are long. */
const BARE_KEY_MIN_CHARS = 12;
/** Keys that are no secret. */
const OPEN_KEY = /(?:^| )(?:public|primary|foreign|cache|sort|partition|idempotency|hot) key$/u;
/** Letters of both cases and nothing else are random only when there are many. */
const LETTERS_MIN_CHARS = 20;
/** A label is the end of what stands before the separator. */
const LABEL_MAX_CHARS = 60;
const VALUE_MAX_CHARS = 512;

/** What stands after a password word and is none: `Password: required`. */
const NO_PASSWORDS: ReadonlySet<string> = new Set([
  'none',
  'null',
  'undefined',
  'unknown',
  'string',
  'number',
  'boolean',
  'object',
  'optional',
  'mandatory',
  'required',
  'needed',
  'missing',
  'hidden',
  'redacted',
  'removed',
  'omitted',
  'masked',
  'encrypted',
  'protected',
  'stored',
  'disabled',
  'enabled',
  'expired',
  'rotated',
  'changed',
  'unchanged',
  'incorrect',
  'correct',
  'invalid',
  'important',
  'private',
  'unset',
  'keychain',
  'keyring',
  'vault',
  'bitwarden',
  'lastpass',
  'keepass',
  'keepassxc',
  'dashlane',
  '1password',
  'pending',
  'placeholder',
  'example',
  'not set',
  'secret',
  'forgotten',
  'always',
]);

const POINTER =
  /^(?:op|keychain|keyring|vault|env|file|pass|bw|ssm|arn|https?|secret|sops):|^(?:\.{0,2}|~)\/|^(?:process\.env|os\.environ|import\.meta|env)\b|\(\)?$/iu;
const PLACEHOLDER =
  /^[<[({$%]|^(.)\1*$|^x{3,}|^\*+|^your[-_ ]|^\.{3}|…|[-_]here$|^(?:tbd|tba|todo|n\/a)$/iu;
const ENV_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/u;
const DATE = /^\d{4}-\d{2}-\d{2}/u;
const SEPARATOR = /[:=：＝]|\s(?:is|ist|lautet|es|est|è|é)\s/giu;

interface Candidate {
  readonly label: string;
  readonly rest: string;
  /** Split by a word and not by a mark: `the password is …`. */
  readonly inProse: boolean;
}

/** The labelled credentials of a text, in order. Linear in its length; never throws. */
export function labelledCredentials(text: string): readonly LabelledCredential[] {
  const findings: LabelledCredential[] = [];
  let columns: readonly string[] | undefined;
  let line = 0;
  for (const raw of splitLines(text)) {
    line += 1;
    const cells = cellsOf(raw);
    const candidates = cells === undefined ? inLine(raw) : inTable(cells, columns);
    columns = cells === undefined ? undefined : (columns ?? cells);
    const found = [...candidates.flatMap(judge), ...authorization(raw), ...urlPasswords(raw)];
    const values = new Set<string>();
    for (const { kind, value } of found) {
      if (values.has(value)) continue;
      values.add(value);
      findings.push({ line, kind, value });
    }
  }
  return findings;
}

/**
 * Whether a label promises a credential. Wider than the detector: whoever asks wants to leave a line alone, and a
 * line too many left alone costs less than a password in a file.
 */
export function isCredentialLabel(label: string): boolean {
  const plain = wordsIn(label);
  const words = plain.split(' ');
  if (containsPasswordWord(plain)) return true;
  if (TOKEN_ENDS.some((end) => plain.includes(end))) return true;
  if (words.some(isTokenWord) || words.includes('pin')) return true;
  return /(?:^| )keys?(?:$| (?:for|of|to) )/u.test(plain);
}

/** Whether a text speaks of a password in any of the languages above, label or not. */
export function containsPasswordWord(text: string): boolean {
  const plain = wordsIn(text);
  const words = plain.split(' ');
  return (
    PASSWORD_ENDS.some((end) => plain.includes(end)) ||
    PASSWORD_WORDS.some((word) => words.includes(word))
  );
}

function cellsOf(raw: string): readonly string[] | undefined {
  const row = raw.trim();
  return row.startsWith('|')
    ? row.split('|').slice(1, row.endsWith('|') ? -1 : undefined)
    : undefined;
}

/** In a table a label stands left of its value, or above it. */
function inTable(
  cells: readonly string[],
  columns: readonly string[] | undefined,
): readonly Candidate[] {
  return cells.flatMap((rest, index) => {
    const labels = [cells[index - 1], columns?.[index]];
    return [
      ...labels.flatMap((label) => (label === undefined ? [] : [{ label, rest, inProse: false }])),
      ...inLine(rest),
    ];
  });
}

function inLine(raw: string): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const match of raw.matchAll(SEPARATOR)) {
    const end = match.index + match[0].length;
    candidates.push({
      label: lastPart(raw.slice(Math.max(0, match.index - LABEL_MAX_CHARS), match.index)),
      rest: raw.slice(end, end + VALUE_MAX_CHARS),
      inProse: match[0].length > 1,
    });
  }
  return [...candidates, ...inFields(raw)];
}

/** A YAMO line: `password;…;`. */
function inFields(raw: string): readonly Candidate[] {
  if (!raw.trimEnd().endsWith(';')) return [];
  const fields = raw.split(';');
  return fields
    .slice(1)
    .map((rest, index) => ({ label: fields[index] ?? '', rest, inProse: false }));
}

function lastPart(before: string): string {
  return before.split(/[,;|:=：.!?]\s?(?=\S)/u).at(-1) ?? '';
}

function judge({ label, rest, inProse }: Candidate): readonly { kind: Kind; value: string }[] {
  const kind = kindOf(label);
  if (kind === undefined) return [];
  const { value, isAlone, isQuoted } = tokenOf(rest);
  if (!isWorth(value, kind)) return [];
  const bareKey = kind === 'key or token' && /(?:^| )key$/u.test(withoutPurpose(plainLabel(label)));
  const isApiKey = TOKEN_ENDS.some((end) => withoutPurpose(plainLabel(label)).endsWith(end));
  if (bareKey && !isApiKey && value.length < BARE_KEY_MIN_CHARS) return [];
  const mayBeWord =
    kind === 'pin' ||
    (kind === 'password' && (isAlone || isQuoted) && !isAssertion(value, inProse));
  return mayBeWord || looksRandom(value) ? [{ kind, value }] : [];
}

/** `The password is outdated` says something about it and does not tell it. */
function isAssertion(value: string, inProse: boolean): boolean {
  return inProse && /(?:ed|able|ible|ful)$/iu.test(value);
}

function kindOf(label: string): Kind | undefined {
  const whole = plainLabel(label);
  for (const plain of [whole, withoutPurpose(whole), withoutVerb(whole)]) {
    if (OPEN_KEY.test(plain)) return undefined;
    const words = plain.split(' ');
    const last = words.at(-1) ?? '';
    if (PASSWORD_ENDS.some((end) => plain.endsWith(end))) return 'password';
    if (isOneOf(PASSWORD_WORDS, last)) return 'password';
    if (last === 'pin' || /(?:^| )pin (?:code|nummer)$/u.test(plain)) return 'pin';
    if (TOKEN_ENDS.some((end) => plain.endsWith(end))) return 'key or token';
    if (isOneOf(TOKEN_WORDS, last) || last === 'key') return 'key or token';
  }
  return undefined;
}

/** `Password for the router` is about a password. */
function withoutPurpose(plain: string): string {
  return plain.replace(/ (?:for|of|to|on|für|zu|para|pour|per|voor|de|di|для) .*$/u, '');
}

/** `Password is: …`. */
function withoutVerb(plain: string): string {
  return plain.replace(/ (?:is|ist|lautet|es|est|è|é)$/u, '');
}

function isTokenWord(word: string): boolean {
  return isOneOf(TOKEN_WORDS, word) || isOneOf(TOKEN_WORDS, word.replace(/s$/u, ''));
}

/** What stands in brackets does not label: `Password (wifi)`. */
function plainLabel(label: string): string {
  return wordsIn(label.slice(-4 * LABEL_MAX_CHARS).replaceAll(/\([^()]*\)/gu, ' '));
}

/** Lower-case words with one blank between them; `dbPassword` and `db_password` are two. */
function wordsIn(text: string): string {
  return text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** The first token after a separator, freed of emphasis and quotes, and whether anything follows it. */
function tokenOf(rest: string): { value: string; isAlone: boolean; isQuoted: boolean } {
  const bare = rest.replace(/^[\s*_]+/u, '');
  const quote = /^["'`“„«]/u.exec(bare);
  if (quote !== null) {
    const end = bare.slice(1).search(/["'`”“»]/u);
    const value = end < 0 ? '' : bare.slice(1, end + 1);
    return { value: /\s/u.test(value) ? '' : value, isAlone: true, isQuoted: true };
  }
  const token = /^\S*/u.exec(bare)?.[0] ?? '';
  const value = token.replace(/["'`”“»*_,;.)\]}|]+$/u, '');
  const after = bare.slice(token.length);
  return {
    value,
    isAlone: /[,;]$/u.test(token) || /^[\s*_|]*(?:$|\()/u.test(after),
    isQuoted: false,
  };
}

function isWorth(value: string, kind: Kind): boolean {
  if (kind === 'pin') return /^\d{4,12}$/u.test(value);
  if (value.length < VALUE_MIN_CHARS) return false;
  if (PLACEHOLDER.test(value) || POINTER.test(value)) return false;
  if (ENV_NAME.test(value) || DATE.test(value)) return false;
  const word = value.toLowerCase();
  return !NO_PASSWORDS.has(word) && kindOf(word) === undefined;
}

function looksRandom(value: string): boolean {
  if (!/^[\x21-\x7E]+$/u.test(value)) return false;
  if (/\p{L}/u.test(value) && /\d/u.test(value)) return true;
  if (value.length < LETTERS_MIN_CHARS || !/^[A-Za-z+/=_-]+$/u.test(value)) return false;
  return /\p{Ll}/u.test(value) && /\p{Lu}/u.test(value);
}

function authorization(raw: string): readonly { kind: string; value: string }[] {
  const match =
    /\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:bearer|basic|token)\s{1,4}([^\s"'`]+)/iu.exec(
      raw,
    );
  const value = match?.[1] ?? '';
  const isReal =
    value.length >= VALUE_MIN_CHARS && !PLACEHOLDER.test(value) && !ENV_NAME.test(value);
  return isReal ? [{ kind: 'authorization', value }] : [];
}

/** `scheme://user:password@host`; the user may be empty, as in `redis://:password@host`. */
function urlPasswords(raw: string): readonly { kind: string; value: string }[] {
  const found: { kind: string; value: string }[] = [];
  for (let at = raw.indexOf('://'); at >= 0; at = raw.indexOf('://', at + 3)) {
    const authority =
      /^[^\s/?#"'`<>]*/u.exec(raw.slice(at + 3, at + 3 + VALUE_MAX_CHARS))?.[0] ?? '';
    const host = authority.lastIndexOf('@');
    const colon = authority.indexOf(':');
    if (colon < 0 || host < colon) continue;
    const value = authority.slice(colon + 1, host);
    const isReal = value.length >= VALUE_MIN_CHARS && !PLACEHOLDER.test(value);
    if (isReal && !ENV_NAME.test(value) && kindOf(value) === undefined) {
      found.push({ kind: 'password in a URL', value });
    }
  }
  return found;
}

function isOneOf(words: readonly string[], word: string): boolean {
  return words.includes(word);
}
