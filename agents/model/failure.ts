/** Why an answer did not come: what the provider's libraries throw, read into what can be done about it and what is said. */
import { oneLine } from '#lib/model/bounded.ts';
import { ERROR_MAX_CHARS } from '#lib/model/limits.ts';
import { retryAfterMs } from '#lib/model/retry.ts';
import { memberAt, textAt } from '#lib/text/json.ts';
import { CutOff, Malformed, NoApi } from './no-answer.ts';
import { TooLong, TunnelError } from '#kernel/wire/tunnel.ts';

/**
 * `again`: it may go well the next time; `credential`: the key was not accepted; `context`: the request is longer than
 * the model takes; `thinking`: what a model thought is not taken back; `final`: it will fail again.
 */
export interface Failure {
  readonly kind: 'again' | 'credential' | 'context' | 'thinking' | 'final';
  /** Part of a sentence: `the provider is overloaded (529)`. */
  readonly what: string;
  /** What the provider asks to wait. */
  readonly waitMs?: number;
}

/** Nothing came for so long that the connection is taken for dead. */
export class Stalled extends Error {
  override readonly name = 'Stalled';

  constructor(seconds: number) {
    super(`nothing came for ${seconds} seconds`);
  }
}

/** Reads an error; `secret` never is in what comes out. */
export const failureOf = (error: unknown, secret: string | undefined, nowMs: number): Failure => {
  const cause = causes(error).find((one) => one instanceof TunnelError);
  if (cause !== undefined) return { kind: cause.refused ? 'final' : 'again', what: cause.message };
  const endless = causes(error).find((one) => one instanceof TooLong || one instanceof NoApi);
  if (endless !== undefined) return { kind: 'final', what: endless.message };
  if (error instanceof Stalled || error instanceof CutOff || error instanceof Malformed)
    return { kind: 'again', what: error.message };
  const untrusted = causes(error).find((one) => UNTRUSTED.has(codeOf(one)));
  if (untrusted !== undefined)
    return {
      kind: 'final',
      what: `the certificate that the provider shows is not trusted (${String(codeOf(untrusted))}): if it is of a proxy or an authority of your own, name that one's certificate in NODE_EXTRA_CA_CERTS`,
    };
  // Of what is no JSON the libraries say no more.
  if (error instanceof SyntaxError) return { kind: 'again', what: new Malformed().message };
  // What cannot be made into a request, such as a header that no header can be.
  const unfit = causes(error).find((one) => one instanceof TypeError);
  if (unfit !== undefined)
    return { kind: 'final', what: `the request cannot be made${saidIn(error, secret)}` };
  const status = numberAt(error, 'status');
  const type = typeIn(error);
  const said = saidIn(error, secret);
  if (status === undefined && type === undefined)
    return { kind: 'again', what: `the connection failed${said}` };
  const wait = headerOf(error, 'retry-after');
  const waitMs = wait === undefined ? undefined : retryAfterMs(wait, nowMs);
  return {
    ...byStatus(status ?? STATUS_OF_TYPE[type ?? ''] ?? SERVER_ERROR, said),
    ...(waitMs !== undefined && { waitMs }),
  };
};

/** Of OpenSSL, and of Node for a name that the certificate does not have. */
const UNTRUSTED: ReadonlySet<unknown> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Nothing listens there, as far as can be told. */
export const isUnreached = (error: unknown): boolean =>
  causes(error).some((one) =>
    one instanceof TunnelError ? !one.refused : codeOf(one) === 'ECONNREFUSED',
  );

const codeOf = (error: Error): unknown => Reflect.get(error, 'code');

/** Ends a sentence, unless it is one already: the kernel's words are. */
export const sentenced = (what: string): string => (/[.!?]$/.test(what) ? what : `${what}.`);

const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;

/** Errors in the middle of a stream come without a status. */
const STATUS_OF_TYPE: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  timeout_error: 504,
  overloaded_error: 529,
};

const byStatus = (status: number, said: string): Failure => {
  switch (status) {
    case 401:
      return { kind: 'credential', what: `the provider does not accept the key (401)${said}` };
    case 403:
      return {
        kind: 'credential',
        what: `the provider does not allow this with the key (403)${said}`,
      };
    case 404:
      return {
        kind: 'final',
        what: `the provider does not know the model or the address (404)${said}`,
      };
    case 408:
    case 409:
      return { kind: 'again', what: `the provider did not finish (${status})` };
    case 413:
      return { kind: 'context', what: `the request is too large (413)` };
    case 429:
      return { kind: 'again', what: 'the provider limits how much it is asked (429)' };
    case 529:
      return { kind: 'again', what: 'the provider is overloaded (529)' };
    default:
      if (status < CLIENT_ERROR)
        return {
          kind: 'final',
          what: `the address of the provider leads elsewhere (${status}): it is another one, or this network wants a login first`,
        };
      if (status >= SERVER_ERROR)
        return { kind: 'again', what: `the provider has a fault (${status})` };
      return {
        kind: kindOfRefusal(said),
        what: `the provider refuses the request (${status})${said}`,
      };
  }
};

const TOO_LONG =
  /prompt is too long|context.?length|context window|maximum context|too many tokens/i;
const THINKING = /thinking|signature/i;

const kindOfRefusal = (said: string): Failure['kind'] => {
  if (TOO_LONG.test(said)) return 'context';
  return THINKING.test(said) ? 'thinking' : 'final';
};

/** `: "…"` with what the provider says, as one short line; empty if it says nothing. */
const saidIn = (error: unknown, secret: string | undefined): string => {
  const said =
    textAt(error, 'error', 'error', 'message') ??
    textAt(error, 'error', 'message') ??
    (numberAt(error, 'status') === undefined ? deepest(error) : undefined);
  if (said === undefined || said.trim() === '') return '';
  const safe = secret === undefined || secret === '' ? said : said.replaceAll(secret, '[the key]');
  return `: ${oneLine(safe, ERROR_MAX_CHARS).replace(/\.$/, '')}`;
};

const typeIn = (error: unknown): string | undefined =>
  textAt(error, 'error', 'error', 'type') ??
  textAt(error, 'error', 'type') ??
  textAt(error, 'type');

const deepest = (error: unknown): string | undefined => causes(error).at(-1)?.message;

/** An error and what it was caused by, outermost first. */
const causes = (error: unknown): readonly Error[] => {
  const found: Error[] = [];
  let next = error;
  while (next instanceof Error && !found.includes(next)) {
    found.push(next);
    next = next.cause;
  }
  return found;
};

const numberAt = (value: unknown, key: string): number | undefined => {
  const found = memberAt(value, key);
  return typeof found === 'number' ? found : undefined;
};

const headerOf = (error: unknown, name: string): string | undefined => {
  const headers = memberAt(error, 'headers');
  return headers instanceof Headers ? (headers.get(name) ?? undefined) : undefined;
};
