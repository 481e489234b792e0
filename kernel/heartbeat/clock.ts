/** Who keeps the clock of a workspace: whether its owner has turned heartbeats on, and which timers of systemd there are. */
import { Refusal } from '#lib/spec/refusals.ts';
import { stateKey } from '#kernel/state/home.ts';
import { inWorkspace, type ShouldRunHost } from './should-run.ts';
import { readBeats } from './store.ts';
import { timersOf } from './timer.ts';

/** The timers of systemd for the workspace at `path`, by their units. Throws WORKSPACE_…, STATE_… and TIMER_UNUSABLE. */
const timersAt = (
  path: string,
  host: Omit<ShouldRunHost, 'settings'>,
): Promise<readonly string[]> =>
  inWorkspace(path, host, ({ stat }) => timersOf(stateKey(stat), host));

/** The same for who only tells of them: where they cannot be looked for, there are none. Throws WORKSPACE_… and STATE_… refusals. */
export const timersBeside = (
  path: string,
  host: Omit<ShouldRunHost, 'settings'>,
): Promise<readonly string[]> =>
  timersAt(path, host).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'TIMER_UNUSABLE') return [];
    throw error;
  });

/**
 * Nothing wakes an agent unless its owner has said so: by a word, in the settings, or by a timer. No file of the workspace is
 * read for that. Throws WORKSPACE_…, STATE_… and TIMER_UNUSABLE.
 */
export const isTurnedOn = async (path: string, host: ShouldRunHost): Promise<boolean> =>
  host.settings.heartbeat.every !== undefined ||
  (await inWorkspace(
    path,
    host,
    ({ stat }, home) =>
      (home !== undefined && readBeats(home).everySeconds !== undefined) ||
      timersOf(stateKey(stat), host).length > 0,
  ));
