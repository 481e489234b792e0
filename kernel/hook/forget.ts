/** What hooks keep of MEMORY.md goes with them, by their owner's command (RFC-0009 §5.3). */
import { xdgFolder } from '#kernel/process/xdg.ts';
import { StateHome } from '#kernel/state/home.ts';
import { stateOf } from '#kernel/state/store.ts';
import type { Machine } from './machine.ts';

/** Forgets it in the state of every workspace: a session that still has hooks, or a boot, keeps it anew. Throws STATE_UNUSABLE. */
export const forgetAllKept = ({
  disk,
  uid,
  environment,
}: Pick<Machine, 'disk' | 'uid' | 'environment'>): void => {
  for (const home of StateHome.each(xdgFolder('XDG_STATE_HOME', environment), disk, uid))
    stateOf(home).removeAll('with the hooks');
};
