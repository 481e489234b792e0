/** How an adapter stays with its provider, whichever it is. */
import type { DaemonLink } from '#channels/daemon/link.ts';
import { waited } from './answer.ts';

/** What keeps an adapter from its provider, and for how long. */
export interface Hindrance {
  readonly reason: string;
  readonly waitMs: number;
}

/**
 * Tries again and again, at once or after the time of what is in the way, which the daemon hears. Returns when the daemon wants no
 * more, which `end` is told, too. Rejects as a try does.
 */
export const attemptUntilStopped = async (
  link: DaemonLink,
  attempt: () => Promise<Hindrance | undefined>,
  end: () => void = () => undefined,
): Promise<void> => {
  const { stopping: signal } = link;
  signal.addEventListener('abort', end, { once: true });
  link.become('connecting');
  while (!signal.aborted) {
    const trouble = await attempt();
    if (trouble === undefined || signal.aborted) continue;
    link.become('waiting', trouble.reason, trouble.waitMs);
    await waited(trouble.waitMs, signal);
  }
};
