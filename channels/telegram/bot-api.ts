/** Calls of Telegram's Bot API. */
import { setTimeout as pause } from 'node:timers/promises';
import { memberAt, parsedJson, textAt } from '#lib/text/json.ts';
import { type Fetch, TunnelError } from '#kernel/wire/tunnel.ts';

/** What came of a call. */
export type ApiAnswer =
  /** The answer, as it was written. */
  | { readonly is: 'done'; readonly text: string }
  /** Telegram does not do it; it may be asked again after that time. */
  | {
      readonly is: 'refused';
      readonly code: number;
      readonly reason: string;
      readonly retryAfterMs: number | undefined;
      /** The chat has this id by now. */
      readonly movedTo: string | undefined;
    }
  /** It was not reached at all. */
  | { readonly is: 'unreachable'; readonly reason: string }
  /** It may have been done, or not. */
  | { readonly is: 'cut'; readonly reason: string };

const SERVER_FAILS = 500;

export class BotApi {
  readonly #base: string;
  readonly #fetch: Fetch;

  /** `address`: of the server, without a slash at its end. */
  constructor(address: string, token: string, through: Fetch) {
    this.#base = `${address}/bot${token}`;
    this.#fetch = through;
  }

  /** Ends with `signal`, or after `timeoutMs`, as `cut`. Never rejects. */
  async call(
    method: string,
    params: object,
    { signal, timeoutMs }: CallLimits,
  ): Promise<ApiAnswer> {
    const ends = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    try {
      const response = await this.#fetch(`${this.#base}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(params),
        signal: ends,
      });
      return answerIn(response.status, await response.text());
    } catch (error) {
      if (error instanceof TunnelError) return { is: 'unreachable', reason: error.message };
      // The address has the token in it, so no error is told as it is.
      return { is: 'cut', reason: 'the connection to Telegram was cut' };
    }
  }
}

interface CallLimits {
  readonly signal?: AbortSignal;
  readonly timeoutMs: number;
}

const answerIn = (status: number, text: string): ApiAnswer => {
  const answer = parsedJson(text);
  if (status === 200 && memberAt(answer, 'ok') === true) return { is: 'done', text };
  if (memberAt(answer, 'ok') !== false || status >= SERVER_FAILS)
    return { is: 'cut', reason: `Telegram answers with HTTP ${status}` };
  const code = memberAt(answer, 'error_code');
  const seconds = memberAt(answer, 'parameters', 'retry_after');
  const movedTo = memberAt(answer, 'parameters', 'migrate_to_chat_id');
  return {
    is: 'refused',
    code: typeof code === 'number' ? code : status,
    reason: textAt(answer, 'description') ?? `HTTP ${status}`,
    retryAfterMs:
      typeof seconds === 'number' && seconds >= 0 ? Math.ceil(seconds * 1000) : undefined,
    movedTo: Number.isSafeInteger(movedTo) ? String(movedTo) : undefined,
  };
};

/** Resolves after `ms`, or when `signal` is aborted. */
export const waited = async (ms: number, signal: AbortSignal): Promise<void> => {
  await pause(ms, undefined, { signal }).catch(() => undefined);
};
