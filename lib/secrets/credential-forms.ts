/**
 * Forms in which programs are told a credential: elements of XML, property lists, options of commands, headers,
 * addresses; and two of people, `login: ada / …` and "saved `…` as the token". What ends a label is none of theirs.
 */
import type { CredentialMatch, Formed } from './credential-match.ts';
import { labelIn, LOGINS } from '#lib/language/credential-labels.ts';
import { matchesIn } from '#lib/text/matches.ts';
import { CODE_AT_END, inCode } from './credential-code.ts';
import { mayHeaderEnd } from './credential-headers.ts';
import { isFilledIn, isStrongPassword, VALUE_MAX_CHARS } from './credential-values.ts';

/** Each of these is in one of the forms. */
const SIGNS = /<|`|\s-[\w-]|\s\/\s|\bauth\s?=\s?\(|\(\s?["']|[Bb]earer\s|\\\s*$/;

/** `<password>…</password>`. */
const ELEMENT = /<([A-Za-z][\w.:-]{1,40})>([^<>\s]{1,512})<\/\1>/g;
/** Of a property list, both on one line. */
const PAIR = /<key>([^<>]{1,60})<\/key>\s{0,8}<string>([^<>\s]{1,512})<\/string>/g;
/** `--token …`, `-e DB_PASSWORD …`: with `=`, the mark ends the label. */
const OPTION = /(?<=\s)--([a-z][\w-]{1,40})\s(?=["']?([^\s"'-][^\s"']{0,511}))/gi;
const CURL_USER = /\bcurl\b.{0,200}?\s(?:-u|--user)\s["']?[^\s:"']{1,80}:([^\s"']{1,512})/i;
const SSHPASS = /\bsshpass\s-p\s?["']?([^\s"']{1,512})/i;
const LOGIN = new RegExp(
  String.raw`\b(?:${LOGINS.join('|')})[^\p{L}:：]{0,4}(?:\s[^:：/]{1,30})?\s?[:：]\s?[^\s/]{1,80}\s\/\s(\S.{0,511})`,
  'iu',
);
const MYSQL = /\bmysql\w{0,10}\s.{0,200}?-p([^\s"']{6,512})/;
const DOCKER =
  /\b(?:docker|podman|helm registry|oc|az)\slogin\b.{0,200}?\s-p\s["']?([^\s"']{6,512})/;
const REDIS = /\bredis-cli\s.{0,200}?-a\s["']?([^\s"']{6,512})/;
const COMMANDS = [CURL_USER, SSHPASS, MYSQL, DOCKER, REDIS];
/** Of `requests`: a name and a password. */
const AUTH_PAIR = /\bauth\s?=\s?\(\s?(["'])[^"']{1,80}\1,\s?["']([^"']{6,512})["']\s?\)/;
/** Saved `…` as the bot token. */
const NAMED_AFTER =
  /([`"'])([^\s`"']{6,512})\1\s(?:as|is|als|como|comme)\s((?:[^\s.,;:]{1,30}\s?){1,5})/giu;

/** May one of the forms be in a line? Those of addresses and headers have a mark. */
export const hasForm = (line: string): boolean => SIGNS.test(line);

/** Labels with their values, in every form; each is looked for only where its sign is. */
export function inForms(raw: string): readonly Formed[] {
  if (!hasForm(raw)) return [];
  const formed: Formed[] = [];
  const add = (label: string, rest: string | undefined): void => {
    if (rest !== undefined) formed.push({ label, rest });
  };
  if (raw.includes('</'))
    for (const [, label = '', value] of matchesIn(raw, ELEMENT)) add(label, value);
  if (raw.includes('</key>'))
    for (const [, label = '', value] of matchesIn(raw, PAIR)) add(label, value);
  if (raw.includes('--'))
    for (const [, label = '', value] of matchesIn(raw, OPTION)) add(label, value);
  if (/[`"']\s/u.test(raw))
    for (const [, , value, label = ''] of matchesIn(raw, NAMED_AFTER)) add(label, value);
  if (raw.includes(' -')) {
    for (const command of COMMANDS) add('password', command.exec(raw)?.[1]);
  }
  if (raw.includes('auth')) add('password', AUTH_PAIR.exec(raw)?.[2]);
  if (raw.includes(' / ')) add('password', LOGIN.exec(raw)?.[1]);
  return [...formed, ...inCode(raw)];
}

/** What stands before the value in a form, at the end of a text. */
const FORM_AT_END =
  /<[A-Za-z][\w.:-]{1,40}>$|\s--[a-z][\w-]{1,40}\s["']?$|\s(?:-u|--user)\s["']?[^\s:"']{1,80}:$|\bsshpass\s-p\s?["']?$|\bmysql\w{0,10}\s.{0,200}?-p$|\slogin\b.{0,200}?\s-p\s["']?$|\bredis-cli\s.{0,200}?-a\s["']?$|\bauth\s?=\s?\(\s?["'][^"']{1,80}["'],\s?["']?$|\s\/\s$/i;

const CODE_FORM_AT_END = new RegExp(CODE_AT_END, 'i');

/** May the value of a form begin behind this text? It may say yes where no label is one. */
export const mayFormEnd = (before: string): boolean =>
  FORM_AT_END.test(before) || CODE_FORM_AT_END.test(before) || mayHeaderEnd(before);

/** The first tag of an element that goes on below. */
const OPEN_ELEMENT = /^\s*<([A-Za-z][\w.:-]{1,40})>\s*$/u;
const LISTED_KEY = /<key>([^<>]{1,60})<\/key>\s*$/u;
const LISTED_STRING = /^\s*<string>([^<>\s]{1,512})<\/string>\s*$/u;

/** The key of a property list, or the name of an element, whose value stands on the next line. */
export const listedKey = (raw: string): string | undefined =>
  LISTED_KEY.exec(raw)?.[1] ?? OPEN_ELEMENT.exec(raw)?.[1];

/** Of a command over several lines, on a line of its own. */
const USER_BELOW = /(?:^|\s)(?:-u|--user)[\s=]["']?[^\s:"'$]{1,80}:([^\s"'$][^\s"']{0,511})/;

/** Does a command that may be told a user go on on the next line? `isOpen`: it began above. */
export const isCommandOpen = (raw: string, isOpen: boolean): boolean =>
  /\\\s*$/u.test(raw) && (isOpen || /\bcurl\b/i.test(raw));

/** The password of a command that began on a line above. */
export const belowCommand = (raw: string): readonly Formed[] => {
  const rest = USER_BELOW.exec(raw)?.[1];
  return rest === undefined ? [] : [{ label: 'password', rest }];
};

/** The value of a property list that has its line for itself. */
export const listedString = (raw: string): string | undefined => LISTED_STRING.exec(raw)?.[1];

const LOCAL_HOST = /^(?:localhost|127\.|0\.0\.0\.0|\[::1\]|host\.docker\.internal)/i;
/** RFC 2606. */
const EXAMPLE_HOST = /(?:^|\.)(?:example(?:\.[a-z]{2,3})?|test|invalid)(?:$|:)/i;

/** `scheme://user:password@host`; the user may be empty, as in `redis://:password@host`. */
export function inUrls(raw: string): readonly CredentialMatch[] {
  const found: CredentialMatch[] = [];
  for (let at = raw.indexOf('://'); at >= 0; at = raw.indexOf('://', at + 3)) {
    const authority =
      /^[^\s/?#"'`<>]*/u.exec(raw.slice(at + 3, at + 3 + VALUE_MAX_CHARS))?.[0] ?? '';
    const sign = authority.lastIndexOf('@');
    const colon = authority.indexOf(':');
    if (colon < 0 || sign < colon) continue;
    const user = authority.slice(0, colon);
    const value = authority.slice(colon + 1, sign);
    const host = authority.slice(sign + 1);
    if (!isFilledIn(value) || labelIn(value) !== undefined) continue;
    const isLocal = LOCAL_HOST.test(host);
    // What a program comes with: `postgres://app:app@localhost`.
    if (isLocal && user === value) continue;
    const isSureHere = !isLocal && !EXAMPLE_HOST.test(host) && user !== value;
    const confidence = isSureHere && isStrongPassword(value) ? 'high' : 'low';
    found.push({ kind: 'password in a URL', value, confidence });
  }
  return found;
}
