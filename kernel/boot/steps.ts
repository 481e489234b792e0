/** What the steps of a boot do, each in a file of its own (RFC-0009 §2.2, §2.4, §4.1, §6.2, §6.3). */
import type { Synchronous } from '#kernel/gate/ports.ts';
import type { Boot } from '#kernel/run/running.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';
import type { AgentReady } from '#kernel/session/trial.ts';
import type { Session } from '#kernel/session/session.ts';
import type { GhostSealed } from '#kernel/startup/ghost.ts';
import { type Ahead, checkAhead } from './check-ahead.ts';
import { carryOutFirstBoot } from './first-boot.ts';
import { loadFiles, type LoadedFiles } from './load-files.ts';
import { awaitSandbox, tryAgent } from './sandbox.ts';
import { seal } from './seal.ts';
import type { StartEffects } from './sequence.ts';
import { serveSession } from './serve.ts';
import { type TakenInstructions, takeInstructions } from './take-instructions.ts';

/** The agent, in what holds it. */
interface Held {
  readonly sandbox: Sandbox;
  /** On a first boot. */
  readonly able: AgentReady | undefined;
}

/** In the order of `start`. A first boot ends in the same order, from its beginning. */
export const stepsOf = (
  run: Boot,
): StartEffects<Ahead, Held, GhostSealed, TakenInstructions, LoadedFiles, Session> => {
  const { opened, host } = run;
  const locked = <Value>(work: Synchronous<Value>): Promise<Value> =>
    opened.exclusivelyLater(host.signal, work);
  let { rebirth } = run.request;
  let sandbox: Sandbox | undefined;
  return {
    checkAhead: () => checkAhead(run),
    holdAgent: async (ahead) => {
      sandbox ??= await awaitSandbox(run);
      return { sandbox, able: await tryAgent(run, ahead, sandbox) };
    },
    // What these two heal and create is written while no other kernel writes.
    seal: (_held, ahead) => locked(() => seal(run, ahead)),
    takeInstructions: (sealed, { able }, ahead) =>
      takeInstructions(run, sealed, { ahead, able, rebirth }),
    carryOut: async (taken, held) => {
      await carryOutFirstBoot(run, taken, held.sandbox);
      rebirth = false;
      return undefined;
    },
    load: ({ gone }, _held, ahead) => locked(() => loadFiles(run, gone, ahead)),
    serve: (files, held) => serveSession(run, files, held.sandbox),
  };
};
