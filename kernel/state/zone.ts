/** The zone that the last boot of a workspace took from USER.md, which the next one has not read yet. */
import type { StateHome } from './home.ts';
import { STATE } from './kinds.ts';
import { stateOf } from './store.ts';

/** `undefined` if none is known. Throws STATE_UNUSABLE. */
export const rememberedZone = (home: StateHome): string | undefined =>
  stateOf(home).read(STATE.zone)?.zone;

/** Throws STATE_UNUSABLE. */
export const rememberZone = (home: StateHome, zone: string): void =>
  stateOf(home).write(STATE.zone, { zone });
