/** Calls of Telegram's Bot API. */
import { memberAt, parsedJson, textAt } from '#lib/text/json.ts';
import {
  type ApiAnswer,
  apiAnswerOf,
  type CallLimits,
  millisecondsOf,
} from '#channels/provider/answer.ts';
import type { FormBody } from '#channels/provider/form.ts';
import type { Fetch } from '#kernel/wire/tunnel.ts';

const SERVER_FAILS = 500;

export class BotApi {
  readonly #base: string;
  readonly #fetch: Fetch;

  /** `address`: of the server, without a slash at its end. */
  constructor(address: string, token: string, through: Fetch) {
    this.#base = `${address}/bot${token}`;
    this.#fetch = through;
  }

  /** Ends with `signal`, or after `timeoutMs`, as `cut`. `params`: JSON, or a form. Never rejects. */
  call(method: string, params: object | FormBody, limits: CallLimits): Promise<ApiAnswer> {
    const { body, type } =
      'body' in params ? params : { body: JSON.stringify(params), type: 'application/json' };
    const ask = (signal: AbortSignal): Promise<Response> =>
      this.#fetch(`${this.#base}/${method}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
        signal,
      });
    return apiAnswerOf('Telegram', limits, ask, ({ status }, text) => answerIn(status, text));
  }
}

const answerIn = (status: number, text: string): ApiAnswer => {
  const answer = parsedJson(text);
  if (status === 200 && memberAt(answer, 'ok') === true) return { is: 'done', text };
  if (memberAt(answer, 'ok') !== false || status >= SERVER_FAILS)
    return { is: 'cut', reason: `Telegram answers with HTTP ${status}` };
  const code = memberAt(answer, 'error_code');
  return {
    is: 'refused',
    code: String(typeof code === 'number' ? code : status),
    reason: textAt(answer, 'description') ?? `HTTP ${status}`,
    retryAfterMs: millisecondsOf(memberAt(answer, 'parameters', 'retry_after')),
    text,
  };
};
