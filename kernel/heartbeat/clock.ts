/** Who keeps the clock of a workspace: whether its owner has turned heartbeats on, and which timers of systemd there are. */
import { stateKey } from '#kernel/state/home.ts';
import { inWorkspace, type ShouldRun, type ShouldRunHost } from './should-run.ts';
import { timersOf } from './timer.ts';

/** The timers of systemd for the workspace at `path`, by their units. Throws WORKSPACE_…, STATE_… and TIMER_UNUSABLE. */
export const timersAt = (
  path: string,
  host: Omit<ShouldRunHost, 'settings'>,
): Promise<readonly string[]> =>
  inWorkspace(path, host, ({ stat }) => timersOf(stateKey(stat), host));

/**
 * Nothing wakes an agent unless its owner has said so: by a word, in the settings, or by a timer. Throws WORKSPACE_…,
 * STATE_… and TIMER_UNUSABLE.
 */
export const isTurnedOn = async (
  { facts: { beats }, path }: ShouldRun,
  host: ShouldRunHost,
): Promise<boolean> =>
  beats.everySeconds !== undefined ||
  host.settings.heartbeat.every !== undefined ||
  (await timersAt(path, host)).length > 0;
