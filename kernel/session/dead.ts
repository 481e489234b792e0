/** What kernels that were killed left open: their records are ended, their blocks in the logs closed. */
import type { DailyLog } from '#kernel/memory/daily-log.ts';
import type { Premises } from '#kernel/premises.ts';
import type { Recorder } from '#kernel/record.ts';
import { noteLeftover } from '#kernel/state/leftovers.ts';
import { clear, deadSessions } from '#kernel/state/sessions.ts';

export const settleDeadSessions = (premises: Premises, recorder: Recorder): void => {
  // A session that is being marked would look dead; it is marked under this lock, too.
  const found = premises.exclusively(() => deadSessions(premises.home));
  for (const { bootId, kind, startedAt, log, scratch } of found) {
    if (scratch !== undefined) noteLeftover(premises.home, bootId, scratch);
    if (log !== undefined && !isClosed(premises.daily, log, bootId))
      premises.daily.closeBlock(log, 'session_closed', 'reason', 'the kernel died', 'boot', bootId);
    const { version, yamo } = recorder.head;
    premises.chain({ version, bootId, yamo, startedAt, kind, ending: { end: 'died' } });
    clear(premises.home, bootId);
    recorder.notice(
      '§2.5',
      `A ${kind} session of ${startedAt} ended without closing; it is closed now.`,
    );
  }
};

/** It may have died after its last word: in the log that its block began in, or in today's. */
const isClosed = (daily: DailyLog, log: string, bootId: string): boolean => {
  const last = (end: string): boolean =>
    end
      .split('\n')
      .some((line) => line.includes('session_closed;') && line.includes(`;boot;${bootId};`));
  return daily.holds(last, log) || daily.holds(last);
};
