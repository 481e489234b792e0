/** JSON files of other tools: what stands at a pointer, and when it expires. */
import { parsedJson } from '#lib/text/json.ts';

/** What stands at `pointer` (RFC 6901, `/claudeAiOauth/accessToken`); `undefined` if nothing does. */
export const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((inner, part) => memberOf(inner, part), value);

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? new Map(Object.entries(value)).get(name)
    : undefined;

/** The text at `pointer`; `undefined` for anything else, and for text with nothing but white space. */
export const textAtPointer = (value: unknown, pointer: string): string | undefined => {
  const found = at(value, pointer);
  const text = typeof found === 'string' ? found.trim() : '';
  return text === '' ? undefined : text;
};

/** As the tools call it: Claude Code, the SDK of Anthropic, Qwen Code. */
const EXPIRY_NAMES = ['expiresAt', 'expires_at', 'expiry_date'];

/** Numbers below this are seconds since 1970, others milliseconds: in seconds it is the year 5138. */
const SECONDS_BELOW = 100_000_000_000;

/** The last one that a `Date` can be, on either side of 1970. */
const LAST_INSTANT = 8_640_000_000_000_000;

/** When the token at `pointer` expires, in milliseconds since 1970: as the file says beside it, else as it says itself. */
export const expiryBeside = (value: unknown, pointer: string): number | undefined => {
  const folder = pointer.slice(0, pointer.lastIndexOf('/'));
  const beside = EXPIRY_NAMES.map((name) => at(value, `${folder}/${name}`)).find(
    (found) => typeof found === 'number' || typeof found === 'string',
  );
  return instantOf(beside) ?? instantOf(at(claimsOf(textAtPointer(value, pointer) ?? ''), '/exp'));
};

const instantOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' ? Date.parse(value) : value;
  if (typeof number !== 'number') return undefined;
  const instant = number < SECONDS_BELOW ? number * 1000 : number;
  return Math.abs(instant) <= LAST_INSTANT ? instant : undefined;
};

/** What a JSON Web Token claims; nothing is verified, since nothing rests on it. */
const claimsOf = (token: string): unknown => {
  const [, claims, signature] = token.split('.');
  return claims === undefined || signature === undefined
    ? undefined
    : parsedJson(Buffer.from(claims, 'base64url').toString('utf8'));
};
