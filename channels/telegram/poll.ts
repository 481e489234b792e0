/**
 * What comes from Telegram: asked for again and again. To ask with the number after the last one is what Telegram takes as
 * the acknowledgement of all before it, so it is asked only when they are on the disk.
 */
import { TELEGRAM_KINDS } from '#lib/chat/telegram.ts';
import { memberAt, parsedJson, textAt } from '#lib/text/json.ts';
import type { DaemonLink } from '#channels/daemon/link.ts';
import {
  type ApiAnswer,
  type ApiFailure,
  growingWaitMs,
  TOKEN_WAIT_MS,
} from '#channels/provider/answer.ts';
import { attemptUntilStopped, type Hindrance } from '#channels/provider/attempts.ts';
import type { BotApi } from './bot-api.ts';
import { updatesIn } from './updates.ts';

/** So long Telegram waits for something to tell; it has us ask again then. */
const POLL_SECONDS = 50;
const POLL_TIMEOUT_MS = (POLL_SECONDS + 20) * 1000;
const ME_TIMEOUT_MS = 30_000;
const UPDATES = 100;

/** Two programs that ask in turn would each get half. */
const TAKEN_WAIT_MS = 30_000;

interface PollParts {
  readonly api: BotApi;
  readonly link: DaemonLink;
  /** The key of the event that was kept last. */
  readonly last: string | null;
  /** Where the token is, in words. */
  readonly tokenPlace: string;
}

/** Returns when the daemon wants no more. */
export const poll = async (parts: PollParts): Promise<void> => {
  const { api, link, last } = parts;
  const signal = link.stopping;
  let offset = last === null ? undefined : Number(last) + 1;
  let failures = 0;
  let isKnown = false;
  await attemptUntilStopped(link, async () => {
    const answer = isKnown
      ? await api.call(
          'getUpdates',
          {
            ...(offset !== undefined && { offset }),
            // What is wrong is told at once, and not after the time that it waits for something to tell.
            timeout: failures === 0 ? POLL_SECONDS : 0,
            limit: UPDATES,
            allowed_updates: TELEGRAM_KINDS,
          },
          { signal, timeoutMs: POLL_TIMEOUT_MS },
        )
      : await introduced(parts);
    if (signal.aborted) return undefined;
    if (answer.is !== 'done') {
      failures += 1;
      return troubleIn(answer, failures - 1, parts);
    }
    if (!isKnown) {
      isKnown = true;
      // The next one tells whether somebody else asks, too.
      failures = 1;
      return undefined;
    }
    const updates = updatesIn(answer.text);
    await Promise.all(updates.map(({ id, raw }) => link.bring(String(id), raw)));
    const newest = updates.at(-1);
    if (newest !== undefined) offset = newest.id + 1;
    failures = 0;
    link.become('connected');
    return undefined;
  });
};

/** Asks whose the token is, and tells the daemon. An answer that does not say it is none. */
const introduced = async ({ api, link }: PollParts): Promise<ApiAnswer> => {
  const limits = { signal: link.stopping, timeoutMs: ME_TIMEOUT_MS };
  const answer = await api.call('getMe', {}, limits);
  if (answer.is !== 'done') return answer;
  const result = memberAt(parsedJson(answer.text), 'result');
  const id = memberAt(result, 'id');
  if (!Number.isSafeInteger(id))
    return { is: 'cut', reason: 'Telegram does not say whose token it is' };
  link.introduce(String(id), textAt(result, 'username') ?? String(id));
  return answer;
};

const troubleIn = (answer: ApiFailure, failures: number, { tokenPlace }: PollParts): Hindrance => {
  const growing = growingWaitMs(failures);
  if (answer.is !== 'refused') return { reason: answer.reason, waitMs: growing };
  const { code, reason, retryAfterMs } = answer;
  if (code === '401' || code === '404')
    return {
      reason: `Telegram does not accept the token in ${tokenPlace} (${code}): ask @BotFather for one`,
      waitMs: TOKEN_WAIT_MS,
    };
  if (code === '409')
    return {
      reason: /webhook/iu.test(reason)
        ? 'a webhook is set for this token (409): deleteWebhook takes it back'
        : 'another program uses this token (409): end it, or have a bot for each',
      waitMs: TAKEN_WAIT_MS,
    };
  return {
    reason: code === '429' ? 'Telegram has us wait (429)' : `Telegram refuses: ${reason} (${code})`,
    waitMs: retryAfterMs ?? growing,
  };
};
