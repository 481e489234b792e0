/** Calls of Slack's Web API. */
import { memberAt, parsedJson, textAt } from '#lib/text/json.ts';
import {
  type ApiAnswer,
  apiAnswerOf,
  type CallLimits,
  millisecondsOf,
} from '#channels/provider/answer.ts';
import type { Fetch } from '#kernel/wire/tunnel.ts';

/** A token is not taken, whatever is asked with it. */
export const SLACK_TOKEN_CODES: ReadonlySet<string> = new Set([
  'account_inactive',
  'invalid_auth',
  'not_allowed_token_type',
  'not_authed',
  'token_expired',
  'token_revoked',
]);

/** What Slack answers when too much is asked. */
export const TOO_MANY = 'ratelimited';

const HTTP_TOO_MANY = 429;
const HTTP_OK = 200;
const RETRY_MS = 5000;

export class WebApi {
  readonly #base: string;
  readonly #token: string;
  readonly #fetch: Fetch;

  /** `address`: of the server, without a slash at its end. */
  constructor(address: string, token: string, through: Fetch) {
    this.#base = `${address}/api`;
    this.#token = token;
    this.#fetch = through;
  }

  /** Ends with the limits, as `cut`. `scopes` hears what the token may. Never rejects. */
  call(
    method: string,
    params: Readonly<Record<string, string>>,
    limits: CallLimits,
    scopes: (names: readonly string[]) => void = () => undefined,
  ): Promise<ApiAnswer> {
    const ask = (signal: AbortSignal): Promise<Response> =>
      this.#fetch(`${this.#base}/${method}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${this.#token}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(params).toString(),
        signal,
      });
    return apiAnswerOf('Slack', limits, ask, (response, text) => {
      const told = response.headers.get('x-oauth-scopes');
      if (told !== null) scopes(told.split(/,\s*/u));
      return answerIn(response, text);
    });
  }

  /** Hands bytes to the address that Slack has given for them. Never rejects. */
  upload(url: string, body: Uint8Array<ArrayBuffer>, limits: CallLimits): Promise<ApiAnswer> {
    const headers = { 'content-type': 'application/octet-stream' };
    const ask = (signal: AbortSignal): Promise<Response> =>
      this.#fetch(url, { method: 'POST', headers, body, signal });
    return apiAnswerOf('Slack', limits, ask, ({ status }, text) =>
      status === HTTP_OK
        ? { is: 'done', text }
        : { is: 'cut', reason: `Slack answers with HTTP ${status} to a file` },
    );
  }
}

const answerIn = ({ status, headers }: Response, text: string): ApiAnswer => {
  const answer = parsedJson(text);
  if (status === HTTP_TOO_MANY) {
    const retryAfterMs = millisecondsOf(Number(headers.get('retry-after') ?? Number.NaN));
    const reason = 'Slack has us wait (429)';
    return { is: 'refused', code: TOO_MANY, reason, retryAfterMs: retryAfterMs ?? RETRY_MS, text };
  }
  if (status === HTTP_OK && memberAt(answer, 'ok') === true) return { is: 'done', text };
  const code = textAt(answer, 'error');
  if (status !== HTTP_OK || code === undefined || FAILING.has(code))
    return { is: 'cut', reason: `Slack answers with HTTP ${status}${code ? ` (${code})` : ''}` };
  const needed = textAt(answer, 'needed');
  return {
    is: 'refused',
    code,
    reason: `Slack refuses: ${code}${needed === undefined ? '' : ` (${needed})`}`,
    retryAfterMs: code === TOO_MANY ? RETRY_MS : undefined,
    text,
  };
};

/** Slack failed, and may have done what it was asked. */
const FAILING: ReadonlySet<string> = new Set([
  'fatal_error',
  'internal_error',
  'request_timeout',
  'service_unavailable',
]);
