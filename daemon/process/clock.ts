/**
 * The clock of a daemon: heartbeats of all its workspaces in one queue (RFC-0009 §2.7), each where its owner has turned
 * them on. Nothing is waited for once and for all: a clock may be set, and a machine may sleep.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { HEARTBEAT_LOOK_SECONDS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { type ShouldRun, shouldRun } from '#kernel/heartbeat/should-run.ts';
import { wake } from '#kernel/heartbeat/wake.ts';
import type { ServedWorkspace } from '#daemon/workspace/served.ts';

/** Looks at the clock of every workspace that is served, until `signal` is aborted. Throws bugs alone. */
export const runClock = async (
  workspaces: () => readonly ServedWorkspace[],
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    for (const one of workspaces()) if (!signal.aborted) await beat(one, signal);
    const ms = HEARTBEAT_LOOK_SECONDS * 1000;
    await pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }
};

/** One look, and the heartbeat that follows from it; what is refused is told and comes again. */
const beat = async (workspace: ServedWorkspace, signal: AbortSignal): Promise<void> => {
  const { serving, request } = workspace;
  if (serving === undefined) return;
  const { path, agent, model } = request;
  try {
    const silent = { emit: () => undefined, diagnostics: () => undefined };
    const host = await workspace.hostNow({ human: undefined, signal, ...silent });
    const asked = { path, byClock: true, everySeconds: undefined, zone: undefined };
    const { facts, decision } = await shouldRun(asked, host);
    if (!isOn(facts, host.settings.heartbeat.every) || !decision.wakes) return;
    const decided = { due: decision.due, runs: facts.beats.runs };
    const came = await wake({ path, agent, model, zone: undefined }, decided, host);
    if (came.wakes) await serving.events.append({ type: 'heartbeat', payload: came });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message: what, remedy } = error;
    await serving.events.append({
      type: 'heartbeat',
      payload: { refused: { code, what, remedy } },
    });
  }
};

/** Nothing wakes an agent unless its owner has said so. */
const isOn = ({ beats }: ShouldRun['facts'], every: string | undefined): boolean =>
  beats.everySeconds !== undefined || every !== undefined;
