/**
 * The whole order, from a path to a running session, top to bottom. Each step gives the next one a value that only it
 * can make; what a refused boot has opened is let go of by `Attempt`. Sections are those of RFC-0009, but for `0006`.
 */
import type { BootRequest, Host } from '#kernel/contract/boot-request.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import type { Boot } from '#kernel/run/running.ts';
import type { Session } from '#kernel/session/session.ts';
import { stepsOf } from './steps.ts';
import { runSequence } from './sequence.ts';
import { Attempt } from './attempt.ts';
import { openWorkspace } from './open-workspace.ts';
import { recover } from './recover.ts';
import { wire } from './wire.ts';

/**
 * Boots a workspace: the session is ready for its first turn when this returns. Throws a `Refusal` when a rule or the
 * machine says no; everything is closed and recorded then.
 */
export const boot = async (request: BootRequest, host: Host): Promise<Session> => {
  const attempt = new Attempt(host);
  try {
    const entered = openWorkspace(attempt, request); //                     §1 pinned, §3 main or shared
    const run = await wire(attempt, entered); //                            §4.1 who serves; §6.3 one boot at a time
    await recover(run); //                                                  §2.5 what killed kernels left open
    if (entered.other !== undefined) return await toOther(run, entered.other); // §4.1 of another system
    if (request.facts !== undefined) run.recorder.notice('§2.2', WITHOUT_FACTS);
    return await runSequence(stepsOf(run));
  } catch (error) {
    await attempt.abandon(error);
    throw error;
  }
};

const WITHOUT_FACTS =
  'Facts are for prompts of other layouts: that of RFC-0009 has no place for them.';

/** What only other layouts need is loaded with the first of them. */
const toOther = async (run: Boot, layout: LayoutDocument): Promise<Session> => {
  const { toOtherSession } = await import('./other-layout.ts');
  return toOtherSession(run, layout);
};
