/** Who keeps the clock of a workspace: a daemon that serves it, timers of systemd, or nobody. */
import { timersBeside } from '#kernel/heartbeat/clock.ts';
import type { ShouldRun, ShouldRunHost } from '#kernel/heartbeat/should-run.ts';
import { daemonStatus } from '#cli/daemon/status.ts';

/** A daemon that wakes the agent when its time has come. */
interface KeepingDaemon {
  readonly pid: number;
  readonly port: number | undefined;
  /** When it looked last; ISO 8601, UTC. */
  readonly lookedAt: string;
}

/** Who keeps it; a timer leaves it to the daemon while that does. */
export interface ClockKeepers {
  readonly daemon: KeepingDaemon | undefined;
  /** By their units. */
  readonly timers: readonly string[];
}

/** `path` is without links. One that serves it and was not told to wake the agent keeps no clock. Throws STATE_… refusals. */
const keepingDaemon = async (
  path: string,
  host: Omit<ShouldRunHost, 'settings'>,
): Promise<KeepingDaemon | undefined> => {
  const daemon = await daemonStatus(host);
  const { state, clock } = daemon?.services.get(path) ?? {};
  if (daemon === undefined || state !== 'serving' || clock?.isOn !== true) return undefined;
  return { pid: daemon.pid, port: daemon.port, lookedAt: clock.lookedAt };
};

/** Throws WORKSPACE_… and STATE_… refusals. Timers that cannot be looked for are none. */
export const clockKeepers = async (
  path: string,
  host: Omit<ShouldRunHost, 'settings'>,
): Promise<ClockKeepers> => ({
  daemon: await keepingDaemon(path, host),
  timers: await timersBeside(path, host),
});

/** What was found, but that a heartbeat of the clock is left to the daemon that keeps it. Throws STATE_… refusals. */
export const leftToDaemon = async (
  found: ShouldRun,
  host: Omit<ShouldRunHost, 'settings'>,
): Promise<ShouldRun> => {
  if (!found.decision.wakes || !found.facts.byClock) return found;
  const daemon = await keepingDaemon(found.path, host);
  if (daemon === undefined) return found;
  const why = `The daemon (process ${daemon.pid}) keeps the clock of this workspace.`;
  return { ...found, decision: { wakes: false, reason: 'served', why } };
};
