/** What killed kernels left: open sessions, scratch folders, files that are half written (RFC-0009 §2.5). */
import type { Recorder } from '#kernel/run/record.ts';
import type { Run } from '#kernel/run/running.ts';
import { recoverCrashedSessions } from '#kernel/run/crashed.ts';
import { type Clearing, removeLeftovers } from '#kernel/state/leftovers.ts';

/** Throws DAILY_LOG_UNWRITABLE, WORKSPACE_UNWRITABLE, WORKSPACE_WRITING, STATE_… refusals. */
export const recover = async ({ opened, recorder, host }: Run): Promise<void> => {
  await opened.exclusivelyLater(host.signal, () => recoverCrashedSessions(opened, recorder));
  await removeLeftovers(opened.home, hurried(recorder));
  await opened.exclusivelyLater(host.signal, () => opened.sweep());
};

/** What sessions left is removed while others wait for this boot. */
export const hurried = (recorder: Recorder): Clearing => ({
  isHurried: () => true,
  say: (section, text) => recorder.notice(section, text),
});
