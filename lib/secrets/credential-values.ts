/** What stands after a label: which of it is a value at all, and how much it looks like a real one. */
import { labelIn } from '#lib/language/credential-labels.ts';
import type { LabelKind } from '#lib/language/credential-labels.ts';
import { isSampleToken } from './provider-placeholders.ts';

/** A longer token is no credential that somebody wrote down. */
export const VALUE_MAX_CHARS = 512;
const VALUE_MIN_CHARS = 6;
/** Letters of both cases and nothing else are random only when there are many. */
const LETTERS_MIN_CHARS = 20;
/** Shorter keys are as often names and numbers; longer ones show by their characters what they are. */
export const KEY_MIN_CHARS = 16;
/** Bits per character; English words lie below, random letters and digits above. */
const KEY_MIN_ENTROPY_BITS = 3.2;
/** The same where both cases and a digit are in it: few of them different are random still, and one over and over is not. */
const MIXED_KEY_MIN_ENTROPY_BITS = 2.5;

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
  /^(?:op|keychain|keyring|vault|env|file|pass|bw|ssm|arn|secret|sops|agent):|^[a-z][a-z0-9+.-]*:\/\/|^(?:\.{0,2}|~)\/|^(?:process\.env|os\.environ|import\.meta|env)\b|^[A-Za-z_][\w.]*\(|\(\)?$/i;
const PLACEHOLDER =
  /^[<[({$]|^ENC\[|^%(?:\w*%|[a-z])$|^(.)\1*$|^x{3,}|^\*+|^your[-_ ]|^\.{3}|…|[-_]here$|^(?:tbd|tba|todo|n\/a)$/i;
/** A gap to be filled in, or one that was blacked out, anywhere in a value. */
const GAP =
  /\$\{|\{\{|\.{3}|x{4,}|\*{3}|•|placeholder|redacted|1password|bitwarden|keepass|lastpass/i;
const ENV_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/u;
/** `Access key: Alt+F4`, `Auth: OAuth2`: what opens a menu or names a procedure, and no door. */
const SHORTCUT =
  /^(?:ctrl|control|alt|altgr|shift|cmd|command|option|opt|meta|super|win|fn|tab|esc|f\d{1,2})(?:\+\w{1,8}){1,4}$/i;
const PROCEDURES: ReadonlySet<string> = new Set(
  'oauth oidc saml ldap kerberos ntlm webauthn fido totp 2fa mfa tls mtls hmac jwt jwks sso pkce'.split(
    ' ',
  ),
);
const VERSION = /[-_ ]?(?:v?\d(?:\.\d)?)?$/u;
const DATE = /^\d{4}-\d{2}-\d{2}/u;
/** Public by their nature: addresses and tokens of block chains, public keys, names of key files, settings in code. */
const PUBLIC =
  /^0x[0-9a-fA-F]{40}$|^[0-9A-Za-z]{36,42}pump$|^[A-Z0-9]{3,10}-[0-9a-f]{6}$|^(?:ssh|ecdsa|sk-ssh)-[a-z0-9-]+$|^SHA256:|^(?:GHSA|CVE|CWE|RUSTSEC)-|^@[a-z][\w-]*\//u;
const KEY_FILE =
  /^id_[a-z0-9]+$|\.(?:pub|pem|key|json|jsonl|md|txt|env|ya?ml|toml|ini|csv|gpg|asc|p12|pfx|kdbx|sqlite|db|zip|js|ts|py|sh|pdf|docx?|xlsx?|pptx?|html?|xml|log|tar|t?gz|7z|rar|png|jpe?g|gif|svg|mp[34]|ics)$/u;
/** A host, with a port or a way behind it; a way with a question; a request: `api.example.org/v1/search`. */
const PLACE =
  /^(?:[\w-]+\.)+(?:com|net|org|io|dev|app|ai|co|cn|de|ru|jp|br|lan|local|internal)(?:[:/].*)?$|^(?:[\w.-]+\/)+[\w.-]*\?\w+=/u;
/** Numbers behind words: `warm0.8-dry0.2`. */
const WEIGHTS = /^(?:[a-z_]+[:=]?-?\d?\.\d+[-,; |]?)+_?$/iu;
/** Words with marks between, by which a program keeps its records: `errsig_norm:5f53670a|log_error`. */
const RECORD = /^[a-z_]+(?::\w+)?(?:\|[a-z_]+(?::\w+)?)+$/u;
/** Feishu's tokens of documents stand in their addresses: 27 letters and digits, or 22 behind the kind of document. */
const DOCUMENT =
  /^(?:(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9]{27}|(?:bas|sht|dox|fld|wik|box|nod)(?:cn|us)[A-Za-z0-9]{22})$/u;
const PROPERTY = /^[a-z_][a-z0-9_]{0,30}(?:\.[a-z_][a-z0-9_]{0,30}){1,5}$/i;
/** Words, numbers and versions with marks between: `app-settings-v2`, `BSA-to-implementation-layer`. */
const WORDY_PART = /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+|v?\d{1,4}|\d[a-z]|20\d{6})$/u;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SAMPLE =
  /(?:^|[^a-z])(?:sample|dummy|fake|demo|test)(?:[^a-z]|$)|example|change[-_ ]?(?:me|this|it)(?![a-z])|^(?:my)?(?:secret)?[-_]?password\d{0,4}$|^your[-_]|foobar|12345678|abcdefgh|abc[-_]?(?:xyz|123)/i;

/** Written without blanks, and says where the value is: `见密码管理器`, `金庫を参照`. */
const SENTENCE =
  /[。！？，、]|^(?:[请参详另]?[见看]|存[放在]|保存|[记写放]在|请?问)|(?:を参照|に聞|に保存|にあり|にある)/u;

/** Can this be a value of its kind at all? Names of variables, places, placeholders and plain facts cannot. */
export function isWorth(value: string, kind: LabelKind): boolean {
  if (kind === 'pin') return /^[*#]?\d{4,12}[*#]?$/u.test(value);
  if (value.length < VALUE_MIN_CHARS) return false;
  if (isGap(value) || POINTER.test(value) || KEY_FILE.test(value)) return false;
  if (PLACE.test(value) || SENTENCE.test(value)) return false;
  if (ENV_NAME.test(value) || DATE.test(value)) return false;
  if (kind === 'key or token' && isOpen(value)) return false;
  const word = value.toLowerCase();
  return !NO_PASSWORDS.has(word) && labelIn(word) === undefined;
}

const isOpen = (value: string): boolean =>
  PUBLIC.test(value) ||
  WEIGHTS.test(value) ||
  RECORD.test(value) ||
  (PROPERTY.test(value) && !isDotted(value)) ||
  isNamed(value);

/** `Token: aaa.bbb.ccc`: parts of a token have no order, or digits in each of three; those of a property are words. */
const isDotted = (value: string): boolean => {
  const parts = value.split('.');
  return parts.length > 2 && (parts.some(isDisordered) || parts.every((part) => /\d/u.test(part)));
};

/** The words and numbers of a name have so many characters on the average. */
const WORD_MIN_CHARS = 3;
const isDisordered = (part: string): boolean =>
  part.length > 2 * WORD_MIN_CHARS &&
  part.length < WORD_MIN_CHARS * (part.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/gu)?.length ?? 0);

const isNamed = (value: string): boolean =>
  value.includes('+')
    ? SHORTCUT.test(value)
    : PROCEDURES.has(value.toLowerCase().replace(VERSION, ''));

/** A credential in a place that needs no label: shorter is none, and neither is a gap to fill in. */
export const isFilledIn = (value: string): boolean =>
  value.length >= VALUE_MIN_CHARS && !isGap(value) && !ENV_NAME.test(value);

const isGap = (value: string): boolean =>
  PLACEHOLDER.test(value) || GAP.test(value) || isSampleToken(value);

/** Does it say that it is an example, or stand in every guide? */
export const isSample = (value: string): boolean => SAMPLE.test(value);

/** The address of something on a block chain, as public as its name. */
export const isChainAddress = (value: string): boolean =>
  /^[1-9A-HJ-NP-Za-km-z]{32,44}$/u.test(value);

/** Letters with digits, or very many letters of both cases; not words with marks between them. */
export function looksRandom(value: string): boolean {
  if (!/^[\x21-\x7E]+$/u.test(value) || isWordy(value)) return false;
  if (/\p{L}/u.test(value) && /\d/u.test(value)) return true;
  if (value.length < LETTERS_MIN_CHARS || !/^[A-Za-z+/=_-]+$/u.test(value)) return false;
  // `EnvironmentVariables`: the words of a name.
  return /\p{Ll}/u.test(value) && /\p{Lu}/u.test(value) && isDisordered(value);
}

/** Words, numbers and versions with marks between. */
export function isWordy(value: string): boolean {
  const parts = value.split(/[-_./:]+/u).filter((part) => part !== '');
  return (
    parts.length > 1 &&
    parts.every((part) => WORDY_PART.test(part)) &&
    parts.some((part) => /^\p{L}{3,}$/u.test(part))
  );
}

/** More than a word: there is a digit or a mark in it. */
export const isMixed = (value: string): boolean =>
  /[\p{L}]/u.test(value) && /[^\p{L}]/u.test(value);

/** As routers come with. */
const DIGITS_MIN = 16;

/** Letters with digits or marks, or in no order, or very many digits, or several words; `auto-generated` says something about a password. */
export function isStrongPassword(value: string): boolean {
  if (SAMPLE.test(value)) return false;
  if (/^\p{L}+$/u.test(value)) return value.length >= MADE_MIN_CHARS && isDisordered(value);
  if (/^\d+$/u.test(value)) return value.length >= DIGITS_MIN;
  if (!isMixed(value)) return false;
  const words = value.split(/[^\p{L}\p{M}\d]+/u).filter((word) => word !== '');
  return words.length > 2 || /\d/u.test(value);
}

/** Long and without order, a UUID among them; or short, of both cases and with a digit. */
export function isStrongKey(value: string): boolean {
  if (SAMPLE.test(value)) return false;
  if (UUID.test(value)) return true;
  const isMixedCase = /\p{Ll}/u.test(value) && /\p{Lu}/u.test(value) && /\d/u.test(value);
  if (value.length < KEY_MIN_CHARS) return isMixedCase;
  return entropyBits(value) >= (isMixedCase ? MIXED_KEY_MIN_ENTROPY_BITS : KEY_MIN_ENTROPY_BITS);
}

/** Long and without order: real wherever it stands, also in a code block. */
export const isStrongAnywhere = (value: string): boolean =>
  value.length >= KEY_MIN_CHARS && looksRandom(value) && isStrongKey(value);

/** Nobody invents that for an example: a manager of passwords has made it. */
const MADE_MIN_CHARS = 10;
export const isMade = (value: string): boolean =>
  value.length >= MADE_MIN_CHARS &&
  [/[a-z]/u, /[A-Z]/u, /\d/u].every((kind) => kind.test(value)) &&
  (/[#$%&!?@^~=]/u.test(value) || (/^\w+$/u.test(value) && isDisordered(value))) &&
  !SAMPLE.test(value);

/**
 * Options, handles, tags, patterns, mail addresses, settings, procedures, types: of letters and digits, and no secrets.
 */
const OTHER =
  /^[-@#!^,;]|a-z|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$|^[a-z_]\w*[=:]|^(?:argon2|pbkdf2|bcrypt|scrypt|scram-|sha-?\d|aes-?\d|wpa\d)[\w-]*$|^(?:base|bytes|float|string|u?int)\d+$/i;

/** Has it the form of something else that has letters and digits? */
export const isOtherThing = (value: string): boolean => OTHER.test(value);

const PASSWORD_MIN_CHARS = 8;
/** Versions, times, places. */
const PLAIN_FACT = /^v?\d+[.:]\d|\/|\]\(/iu;
const CHANGES_MIN = 3;

/** A password that can be nothing else, whatever stands in front of it: of several kinds of characters, or words with a number. */
export function isPasswordAlone(value: string): boolean {
  if (value.length < PASSWORD_MIN_CHARS || !/^[\x21-\x7E]+$/u.test(value)) return false;
  if (!isMixed(value) || OTHER.test(value) || PLAIN_FACT.test(value) || SAMPLE.test(value))
    return false;
  const kinds = [/[a-z]/u, /[A-Z]/u, /\d/u, /[!#$%&*+?@^~=]/u].filter((kind) => kind.test(value));
  if (kinds.length > 2) return true;
  // A hash, an id.
  if (!/\d/u.test(value) || /^[0-9a-f]+$/u.test(value)) return false;
  return value.split(/[-_.]/u).length > 2 || (value.match(/\d+/gu)?.length ?? 0) >= CHANGES_MIN;
}

/** A word with a number, which behind a password's label is one. */
export const isNumberedWord = (value: string): boolean =>
  /^[A-Za-z]{3,}\d{2,8}$/u.test(value) && !OTHER.test(value) && !SAMPLE.test(value);

/** A key that can be nothing else. */
export const isKeyAlone = (value: string): boolean =>
  isStrongAnywhere(value) && /^(?!0x)[\w+/=.:~-]+$/iu.test(value) && !UUID.test(value);

/** Is it a UUID, which may be an id or a key? */
export const isUuid = (value: string): boolean => UUID.test(value);

/** What Feishu calls a token and anybody may see, behind a label that says so. */
export const isDocumentToken = (value: string): boolean => DOCUMENT.test(value);

/** Shannon's entropy, in bits per character. */
function entropyBits(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
