/** What the agent is told on a heartbeat, and what it answers when there is nothing to tell (RFC-0009 §2.7). */
import type { Due } from './due.ts';
import { spanOf } from './duration.ts';

/** The answer that is not delivered. */
const NOTHING_TO_TELL = 'HEARTBEAT_OK';

/** The kernel's word on the heartbeat of this number; `when`: what the clock shows where the human lives. */
export const heartbeatText = (run: number, when: string, log: string): string =>
  [
    `This is heartbeat ${run}. It is ${when}. Nobody attends: the clock woke you, and no human reads along.`,
    'HEARTBEAT.md is shown with this turn, and behind it what is due. Look at what is due, and at nothing else.',
    `When you have looked at something, say so with the tool checked, by the name it has in that list; the time is noted for you. What must last, append to ${log}.`,
    `What your human should hear, answer in a few plain words. If there is nothing to tell, answer ${NOTHING_TO_TELL} and nothing else.`,
  ].join('\n');

/** What is due, a line each: names are words of the workspace, so this stands between marks. */
export const dueText = (due: readonly Due[], now: number): string =>
  due
    .map(({ name, last, everySeconds }) => {
      const cadence = everySeconds === undefined ? 'each time' : `every ${spanOf(everySeconds)}`;
      const when = last === null ? 'never' : `${spanOf(now - last)} ago`;
      return `- ${name ?? '(what HEARTBEAT.md says without a list)'}: ${cadence}, last ${when}`;
    })
    .join('\n');

/** A check of this name is about memory: the one of §2.9, and whatever else people call it. */
const ABOUT_MEMORY = /memor/i;

/** Of many old logs so many are named. */
const LOGS_NAMED = 10;

/** The old logs that are to be reviewed (§5.2), as a word of the kernel's; empty where no check about memory is due. */
export const reviewText = (due: readonly Due[], old: readonly string[]): string => {
  if (old.length === 0 || !due.some(({ name }) => name !== undefined && ABOUT_MEMORY.test(name)))
    return '';
  const more = old.length - LOGS_NAMED;
  const named = old.slice(0, LOGS_NAMED).join(', ') + (more > 0 ? `, and ${more} more` : '');
  return `Logs older than thirty days are to be reviewed: ${named}. Propose with propose_memory what of them MEMORY.md should keep; your human puts them away.`;
};

/** Has the agent nothing to tell? The word alone, whatever marks stand around it; or no word at all. */
export const isNothingToTell = (said: string): boolean => {
  const words = said.replaceAll(/[\s*_`"'.!]+/gu, '');
  return words === '' || words === NOTHING_TO_TELL.replaceAll('_', '');
};
