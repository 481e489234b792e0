/** What the values and sentences of bootstrap instructions say (§2.6): pure readers of one text each. */
import {
  containsPasswordWord,
  isCredentialLabel,
  labelledCredentials,
} from '#lib/secrets/credential.ts';
import type { FieldName } from '#lib/language/labels.ts';
import { isPlaceholder, stripEmphasis } from '#lib/text/placeholder.ts';
import { zoneAtStart, zoneOfOffset } from '#lib/text/zones.ts';

/** More than this is a paragraph and no name, and no field. */
const NAME_MAX_CHARS = 80;
const FIELD_MAX_CHARS = 300;

/** Does a text go on after the end of a sentence? */
export function isProse(value: string): boolean {
  return /[.!?]\s+\S/u.test(value);
}

/**
 * Whether a line may hold a credential. Stricter than the detector: a sentence about passwords that is left out can
 * be written again, a password in USER.md is read to a model every day.
 */
export function isSecretive(raw: string): boolean {
  if (containsPasswordWord(raw)) return true;
  const labels = raw
    .split(/[:：=;|]/u)
    .slice(0, -1)
    .map((part) => part.split(',').at(-1) ?? '');
  return labels.some(isCredentialLabel) || labelledCredentials(raw).length > 0;
}

/** The value of a field; `undefined` if it is a placeholder, too long, or no time zone where one is wanted. */
export function valueFor(name: FieldName, value: string): string | undefined {
  const clean = stripEmphasis(onOneLine(value));
  if (isPlaceholder(clean)) return undefined;
  if (name === 'user.timezone')
    return zoneAtStart(clean) ?? (zoneOfOffset(clean) === undefined ? undefined : clean);
  const max = name.endsWith('.name') ? NAME_MAX_CHARS : FIELD_MAX_CHARS;
  return clean.length > max ? undefined : clean;
}

/** `You are X, a Y for Z.` The user is taken only where Z is a name. */
export function selfSentenceIn(text: string): SelfSentence | undefined {
  const [sentence = ''] = text.replaceAll(/[*_`]{1,3}/gu, '').split(/[.!](?:\s|$)/u, 1);
  const match = /^You are ([^,]{1,80}),\s+(?:an?|the)\s+(.+)$/u.exec(sentence.trim());
  const [, name = '', said = ''] = match ?? [];
  if (!/^["“]?[\p{Lu}\p{Lo}\p{N}[<{]/u.test(name)) return undefined;
  const at = said.lastIndexOf(' for ');
  const whom = at < 0 ? '' : said.slice(at + ' for '.length).trim();
  const isName = /^\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,3}$/u.test(whom);
  if (isName) return { name, role: said.slice(0, at), user: whom };
  if (!isPlaceholder(whom) || at < 0) return { name, role: said };
  return { name, role: said.slice(0, at), rest: whom };
}

/** What an agent is told about itself. */
interface SelfSentence {
  readonly name: string;
  readonly role: string;
  readonly user?: string;
  /** Where a name is to be filled in. */
  readonly rest?: string;
}

/** The parts of a list on one line; commas in brackets do not divide. Whole sentences are no list. */
export function listItems(value: string): readonly string[] {
  const clean = stripEmphasis(onOneLine(value)).replace(/\.$/u, '');
  if (isProse(clean)) return [];
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < clean.length; at += 1) {
    const char = clean.charAt(at);
    if ('([{'.includes(char)) depth += 1;
    if (')]}'.includes(char)) depth = Math.max(0, depth - 1);
    if (depth > 0 || !',;、，；'.includes(char)) continue;
    parts.push(clean.slice(from, at).trim());
    from = at + 1;
  }
  return [...parts, clean.slice(from).trim()];
}

/** A text in one line, without control characters. */
export function onOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
