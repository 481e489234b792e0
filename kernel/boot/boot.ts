/**
 * The whole order, from a path to a running session, top to bottom. Each step gives the next one a value that only it
 * can make; what a refused boot has opened is let go of by `Attempt`. Sections are those of RFC-0009, but for `0006`.
 */
import type { BootRequest, Host } from '#kernel/contract/boot-request.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import type { Boot } from '#kernel/run/running.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';
import type { Session } from '#kernel/session/session.ts';
import { Attempt } from './attempt.ts';
import { checkAhead } from './check-ahead.ts';
import { carryOut } from './first-boot.ts';
import { loadFiles } from './load-files.ts';
import { openWorkspace } from './open-workspace.ts';
import { recover } from './recover.ts';
import { awaitSandbox } from './sandbox.ts';
import { seal } from './seal.ts';
import { serve } from './serve.ts';
import { takeOrders } from './take-instructions.ts';
import { tryAgent } from './try-agent.ts';
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
    return await toSession(run);
  } catch (error) {
    await attempt.abandon(error);
    throw error;
  }
};

/** What only other layouts need is loaded with the first of them. */
const toOther = async (run: Boot, layout: LayoutDocument): Promise<Session> => {
  const { toOtherSession } = await import('./other-layout.ts');
  return toOtherSession(run, layout);
};

/** The order of 0006 §2.3. A first boot ends in the same order, from its beginning. */
const toSession = async (run: Boot): Promise<Session> => {
  let { rebirth } = run.request;
  let sandbox: Sandbox | undefined;
  for (;;) {
    const ahead = checkAhead(run); //                                       §6.3 what could fail later is tried
    sandbox ??= await awaitSandbox(run); //                                 §4.1 before anything is deleted
    const able = await tryAgent(run, ahead, sandbox); //                    §6.3 first boot only
    const sealed = seal(run, ahead); //                                     §2.2, 0006 §2.1, priority 0
    const taken = await takeOrders(run, sealed, { ahead, able, rebirth }); // §6.3, priority 0
    if (!taken.gone.firstBoot) {
      const loaded = loadFiles(run, taken.gone, ahead); //                  §2.2, §2.4, priority 1
      return serve(run, loaded, sandbox); //                                §2.2, 0006 §2.3, priority 2
    }
    await carryOut(run, taken, sandbox); //                                 §6.2, first boot only
    rebirth = false;
  }
};
