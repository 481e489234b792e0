/** What opens a door in a header of HTTP: the value of Authorization, a bearer's token, the cookie of a session. */
import { matchesIn } from '#lib/text/matches.ts';
import type { CredentialMatch } from './credential-match.ts';
import { isFilledIn, isKeyAlone, isStrongAnywhere, isStrongKey } from './credential-values.ts';

/** One of these is in each of them. */
const HEADER = /authorization|bearer|cookie/i;
const AUTHORIZATION_AT_END = /authorization["']?\s{0,3}$/i;
const AUTHORIZATION =
  /\bauthorization["']?\s*[:=,]\s*["']?(?:(?:bearer|basic|token)\s+([^\s"'`]+)|([^\s"'`]{20,512}))/i;
/** `"Bearer …"`, without the name of its header. */
const BEARER = /\bbearer\s([^\s"'`]{20,2048})/gi;
/** Cookies by which a server knows who has logged in. */
const SESSION_COOKIE =
  /(?<![\w.-])((?:php|j|asp)?sess(?:ion)?[_-]?id|asp\.net_sessionid|connect\.sid|[a-z]{1,12}_session|session|session_token|auth_token|remember_token|sid|li_at)["']?\s?[=:]\s?["']?([^\s;,"'`]{16,512})/gi;
const COOKIE_AT_END =
  /\bcookies?\b.{0,200}(?:sess(?:ion)?[_-]?id|connect\.sid|_session|session|_token|sid|li_at)["']?\s?[=:]\s?["']?$/i;

/** Does a label end in the name of the header, which is a label before its scheme only? */
export const isAuthorization = (label: string): boolean => AUTHORIZATION_AT_END.test(label);

/** May such a value begin behind this text? It may say yes where none does. */
export const mayHeaderEnd = (before: string): boolean =>
  /\bbearer\s["']?$|\bauthorization["']?\s?,\s?["']?$/i.test(before) || COOKIE_AT_END.test(before);

/** The values of headers in a line. */
export function inHeaders(raw: string): readonly CredentialMatch[] {
  if (!HEADER.test(raw)) return [];
  return [...authorization(raw), ...bearers(raw), ...cookies(raw)];
}

function authorization(raw: string): readonly CredentialMatch[] {
  if (!/authorization/i.test(raw)) return [];
  const [, value = '', bare = ''] = AUTHORIZATION.exec(raw) ?? [];
  if (isKeyAlone(bare)) return [{ kind: 'authorization', value: bare, confidence: 'high' }];
  if (!isFilledIn(value)) return [];
  return [{ kind: 'authorization', value, confidence: isStrongKey(value) ? 'high' : 'low' }];
}

const bearers = (raw: string): readonly CredentialMatch[] =>
  /bearer/i.test(raw)
    ? matchesIn(raw, BEARER).flatMap(([, value = '']) =>
        isFilledIn(value) && isKeyAlone(value)
          ? [{ kind: 'authorization', value, confidence: 'high' as const }]
          : [],
      )
    : [];

const cookies = (raw: string): readonly CredentialMatch[] =>
  /cookie/i.test(raw)
    ? matchesIn(raw, SESSION_COOKIE).flatMap(([, , value = '']) =>
        isFilledIn(value) && isStrongAnywhere(value)
          ? [{ kind: 'key or token', value, confidence: 'high' as const }]
          : [],
      )
    : [];
