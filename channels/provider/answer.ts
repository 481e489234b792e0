/** What comes of a call of a provider, whichever it is, and how long it is waited for. */
import { setTimeout as pause } from 'node:timers/promises';
import { TunnelError } from '#kernel/wire/tunnel.ts';

/** What came of a call. */
export type ApiAnswer =
  /** The answer, as it was written. */
  { readonly is: 'done'; readonly text: string } | ApiFailure;

/** Why it was not done, or perhaps was. */
export type ApiFailure =
  /** The provider does not do it; it may be asked again after that time. */
  | {
      readonly is: 'refused';
      readonly code: string;
      readonly reason: string;
      readonly retryAfterMs: number | undefined;
      /** As it was written. */
      readonly text: string;
    }
  /** It was not reached at all. */
  | { readonly is: 'unreachable'; readonly reason: string }
  /** It may have been done, or not. */
  | { readonly is: 'cut'; readonly reason: string };

/** When and how a call is given up. */
export interface CallLimits {
  readonly signal?: AbortSignal;
  readonly timeoutMs: number;
}

const RETRY_FIRST_MS = 1000;
const RETRY_LAST_MS = 60_000;
/** A token that was taken back stays so until somebody does something. */
export const TOKEN_WAIT_MS = 5 * 60_000;

/** Asks, and has `read` say what the answer means. Ends with the limits, as `cut`. Never rejects. */
export const apiAnswerOf = async (
  provider: string,
  { signal, timeoutMs }: CallLimits,
  ask: (ends: AbortSignal) => Promise<Response>,
  read: (response: Response, text: string) => ApiAnswer,
): Promise<ApiAnswer> => {
  const ends = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
  try {
    const response = await ask(ends);
    return read(response, await response.text());
  } catch (error) {
    if (error instanceof TunnelError) return { is: 'unreachable', reason: error.message };
    // What was asked may have a token in it, so no error is told as it is.
    return { is: 'cut', reason: `the connection to ${provider} was cut` };
  }
};

/** Seconds, as providers say them, in milliseconds; `undefined` for what is none. */
export const millisecondsOf = (seconds: unknown): number | undefined =>
  typeof seconds === 'number' && seconds >= 0 ? Math.ceil(seconds * 1000) : undefined;

/** Longer after each failure, within bounds. */
export const growingWaitMs = (failures: number): number =>
  Math.min(RETRY_FIRST_MS * 2 ** failures, RETRY_LAST_MS);

/** Resolves after `ms`, or when `signal` is aborted. */
export const waited = async (ms: number, signal: AbortSignal): Promise<void> => {
  await pause(ms, undefined, { signal }).catch(() => undefined);
};
