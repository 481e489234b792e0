/** From an event to an answer in the shape of its host. Whatever fails denies, and says so. */
import type { HookEvent, HostName, HookVerdict } from '#lib/hook/event.ts';
import type { HookAnswer } from '#lib/hook/host.ts';
import { HOSTS } from '#lib/hook/hosts.ts';
import type { ReadEvent } from '#lib/hook/read-event.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { HookJudge } from '#kernel/hook/judge.ts';
import { refusalText } from '#kernel/hook/context.ts';

/** `failed` hears of a bug. Never rejects. */
export const respond = async (
  read: ReadEvent,
  judge: Pick<HookJudge, 'answer'>,
  failed: (error: unknown) => void,
): Promise<HookAnswer> => {
  if (!('event' in read)) {
    const refusal = new Refusal('HOOK_INPUT', { reason: read.fault });
    return read.when === undefined ? refusalAnswer(read.host, refusal) : shaped(read.when, refusal);
  }
  const { event } = read;
  let verdict: HookVerdict;
  try {
    verdict = await judge.answer(event);
  } catch (error) {
    if (!(error instanceof Refusal)) failed(error);
    const refusal =
      error instanceof Refusal ? error : new Refusal('HOOK_FAILED', { reason: 'a bug in yamo' });
    return shaped(event, refusal);
  }
  return inShape(event, verdict);
};

type When = Pick<HookEvent, 'host' | 'moment' | 'name'>;

const inShape = ({ host, moment, name }: When, verdict: HookVerdict): HookAnswer => {
  const { answer, asks } = HOSTS[host];
  const shown: HookVerdict =
    verdict.is === 'ask' && !asks ? { is: 'deny', reason: verdict.reason } : verdict;
  return { json: answer(moment, name, shown) ?? {}, exit: 0 };
};

/** Nothing is asked when an agent stops: a host that hears no would let it go on, again and again. */
const shaped = (when: When, refusal: Refusal): HookAnswer => {
  const reason = refusalText(refusal);
  return inShape(
    when,
    when.moment === 'stop' ? { is: 'pass', notice: reason } : { is: 'deny', reason },
  );
};

/** What no host can misread: nobody knows what it was about. */
export const refusalAnswer = (host: HostName | undefined, refusal: Refusal): HookAnswer => {
  const reason = refusalText(refusal);
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
