/**
 * Scratch folders whose sessions have ended, until they are gone: a note each, so that what could not be removed, or was
 * not because the kernel was killed, is known to the next boot. Nothing here keeps a session from being closed or begun.
 */
import { SCRATCH_REMOVAL_HURRIED_MS, SCRATCH_REMOVAL_MS } from '#lib/spec/limits.ts';
import { removeScratch } from '#kernel/process/places.ts';
import type { StateHome } from './home.ts';
import { STATE } from './kinds.ts';
import { stateOf } from './store.ts';

/** Notes that the scratch folder of a session is to be removed, whatever comes in between. Throws STATE_UNUSABLE. */
export const noteLeftover = (home: StateHome, bootId: string, scratch: string): void =>
  stateOf(home).write(STATE.leftover, scratch, bootId);

export interface Clearing {
  /** Does somebody wait for it? */
  readonly isHurried: () => boolean;
  /** Hears of what stays. */
  readonly say: (section: string, text: string) => void;
}

/** Goes on with the removal of what sessions left behind. Never rejects. */
export const removeLeftovers = async (
  home: StateHome,
  { isHurried, say }: Clearing,
): Promise<void> => {
  const since = performance.now();
  const isLate = (): boolean =>
    performance.now() - since > (isHurried() ? SCRATCH_REMOVAL_HURRIED_MS : SCRATCH_REMOVAL_MS);
  const state = stateOf(home);
  for (const bootId of quietly(() => state.keys(STATE.leftover)) ?? []) {
    const scratch = quietly(() => state.read(STATE.leftover, bootId));
    if (scratch === undefined) continue;
    const left = await removeScratch(scratch, isLate);
    if (left === undefined) quietly(() => state.remove(STATE.leftover, bootId));
    else
      say(
        '§4.1',
        `What an agent has kept is still in ${left}: it could not be removed, or not in time. The next boot of this workspace continues with it.`,
      );
  }
};

/** The same for a session that ends here. Never rejects. */
export const leaveScratch = async (
  home: StateHome,
  {
    bootId,
    scratch,
    ...clearing
  }: Clearing & { readonly bootId: string; readonly scratch: string },
): Promise<void> => {
  // Without a note it is the mark of the session that names it.
  quietly(() => noteLeftover(home, bootId, scratch));
  await removeLeftovers(home, clearing);
};

/** The next boot tries again. */
const quietly = <Value>(work: () => Value): Value | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};
