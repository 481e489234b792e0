/** Calls of Discord's REST API. */
import { memberAt, parsedJson, textAt } from '#lib/text/json.ts';
import {
  type ApiAnswer,
  apiAnswerOf,
  type CallLimits,
  growingWaitMs,
  millisecondsOf,
  waited,
} from '#channels/provider/answer.ts';
import type { FormBody } from '#channels/provider/form.ts';
import type { Fetch } from '#kernel/wire/tunnel.ts';

/** The token is not taken, whatever is asked with it. */
export const DISCORD_TOKEN_CODES: ReadonlySet<string> = new Set(['401']);

const CALL_TIMEOUT_MS = 30_000;
const TOO_MANY = 429;
const CLIENT_FAILS = 400;
const SERVER_FAILS = 500;

export class RestApi {
  readonly #base: string;
  readonly #token: string;
  readonly #fetch: Fetch;

  /** `address`: of the server, without a slash at its end. */
  constructor(address: string, token: string, through: Fetch) {
    this.#base = `${address}/api/v10`;
    this.#token = token;
    this.#fetch = through;
  }

  /** Ends with `signal`, or after half a minute, as `cut`. Never rejects. */
  call(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: object | FormBody,
    limits: Partial<CallLimits> = {},
  ): Promise<ApiAnswer> {
    const sent =
      body === undefined || 'body' in body
        ? body
        : { body: JSON.stringify(body), type: 'application/json' };
    const ask = (signal: AbortSignal): Promise<Response> =>
      this.#fetch(`${this.#base}${path}`, {
        method,
        headers: {
          authorization: `Bot ${this.#token}`,
          'user-agent': 'DiscordBot (https://github.com/soverane/yamo, 1)',
          ...(sent && { 'content-type': sent.type }),
        },
        ...(sent && { body: sent.body }),
        signal,
      });
    return apiAnswerOf('Discord', { timeoutMs: CALL_TIMEOUT_MS, ...limits }, ask, answerIn);
  }

  /** Asks until Discord says something; what it refuses for good is told, and `undefined` when `signal` is aborted. Never rejects. */
  async get(
    path: string,
    signal: AbortSignal,
  ): Promise<Exclude<ApiAnswer, { is: 'cut' }> | undefined> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const answer = await this.call('GET', path, undefined, { signal });
      if (answer.is === 'done') return answer;
      const isRefused = answer.is === 'refused';
      if (isRefused && answer.retryAfterMs === undefined) return answer;
      await waited((isRefused && answer.retryAfterMs) || growingWaitMs(failures), signal);
    }
    return undefined;
  }
}

const answerIn = ({ status, headers }: Response, text: string): ApiAnswer => {
  if (status < CLIENT_FAILS) return { is: 'done', text };
  if (status >= SERVER_FAILS) return { is: 'cut', reason: `Discord answers with HTTP ${status}` };
  const said = parsedJson(text);
  const seconds = memberAt(said, 'retry_after') ?? Number(headers.get('retry-after') ?? Number.NaN);
  return {
    is: 'refused',
    code: String(status),
    reason:
      status === TOO_MANY
        ? 'Discord has us wait (429)'
        : `Discord refuses: ${textAt(said, 'message') ?? 'no reason'} (${status})`,
    retryAfterMs: status === TOO_MANY ? (millisecondsOf(seconds) ?? growingWaitMs(0)) : undefined,
    text,
  };
};
