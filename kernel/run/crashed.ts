/** What kernels that were killed left open: their records are ended, their blocks in the logs closed. */
import type { DailyLog } from '#kernel/memory/daily-log.ts';
import { endFields } from './changes.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import type { Recorder } from './record.ts';
import { noteLeftover } from '#kernel/state/leftovers.ts';
import { clear, crashedSessions, type OpenSession } from '#kernel/state/sessions.ts';

export const recoverCrashedSessions = (opened: OpenWorkspace, recorder: Recorder): void => {
  // A session that is being marked would look dead; it is marked under this lock, too.
  const found = opened.exclusively(() => crashedSessions(opened.home));
  for (const session of found) {
    const { bootId, kind, startedAt, log, scratch } = session;
    if (scratch !== undefined) noteLeftover(opened.home, bootId, scratch);
    if (log !== undefined) closeIn(opened.daily, log, session);
    const { version, yamo } = recorder.head;
    opened.chain({ version, bootId, yamo, startedAt, kind, ending: { end: 'died' } });
    clear(opened.home, bootId);
    recorder.notice(
      '§2.5',
      `A ${kind} session of ${startedAt} ended without closing; it is closed now.`,
    );
  }
};

/** It may have died after its last word: in the log that its block began in, or in today's. */
const closeIn = (
  daily: DailyLog,
  log: string,
  { bootId, kind, startedAt, spoken, changed = '' }: OpenSession,
): void => {
  const tells = (...names: readonly string[]) => {
    return (end: string): boolean =>
      end
        .split('\n')
        .some(
          (line) =>
            names.some((name) => line.startsWith(`- ${name};`)) &&
            line.endsWith(`;boot;${bootId};`),
        );
  };
  const last = tells('session', 'session_closed');
  if (daily.holds(last, log) || daily.holds(last)) return;
  const ended = endFields('the kernel died', changed, bootId);
  if (spoken === true || daily.holds(tells('session_opened'), log))
    daily.closeBlock(log, 'session_closed', ...ended);
  else daily.noteQuiet(log, startedAt, 'kind', kind, ...ended);
};
