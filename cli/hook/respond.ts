/** From an event to an answer in the shape of its host. Whatever fails denies, and says so. */
import type { HostName, Verdict } from '#lib/hook/event.ts';
import type { Answer } from '#lib/hook/host.ts';
import { HOSTS } from '#lib/hook/hosts.ts';
import type { ReadEvent } from '#lib/hook/read-event.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Judge } from '#kernel/hook/judge.ts';
import { wordsOf } from '#kernel/hook/scene.ts';

/** `failed` hears of a bug. Never rejects. */
export const respond = async (
  read: ReadEvent,
  judge: Pick<Judge, 'answer'>,
  failed: (error: unknown) => void,
): Promise<Answer> => {
  if (!('event' in read))
    return refused(read.host, new Refusal('HOOK_INPUT', { reason: read.fault }));
  const { event } = read;
  const { answer, asks } = HOSTS[event.host];
  let verdict: Verdict;
  try {
    verdict = await judge.answer(event);
  } catch (error) {
    if (!(error instanceof Refusal)) failed(error);
    const refusal =
      error instanceof Refusal ? error : new Refusal('HOOK_FAILED', { reason: 'a bug in yamo' });
    verdict = { is: 'deny', reason: wordsOf(refusal) };
  }
  const shown: Verdict =
    verdict.is === 'ask' && !asks ? { is: 'deny', reason: verdict.reason } : verdict;
  return { json: answer(event.moment, event.name, shown) ?? {}, exit: 0 };
};

/** What no host can misread: nobody knows what it was about. */
export const refused = (host: HostName | undefined, refusal: Refusal): Answer => {
  const reason = wordsOf(refusal);
  return {
    json:
      host === 'openclaw'
        ? {
            block: true,
            blockReason: reason,
            cancel: true,
            cancelReason: reason,
            outcome: 'block',
            reason,
            message: reason,
          }
        : {},
    // Which all hosts that start a process for each event take for a refusal, with what is said on standard error.
    exit: 2,
    error: reason,
  };
};
