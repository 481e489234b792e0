/** What an agent is reminded of once, as long as a folder of the workspace is empty (N31). */
import type { StateHome } from './home.ts';
import { STATE } from './kinds.ts';
import { stateOf } from './store.ts';

/** Throws STATE_UNUSABLE. */
export const wasReminded = (home: StateHome): boolean =>
  stateOf(home).read(STATE.remindedOnce) !== undefined;

/** Throws STATE_UNUSABLE. */
export const rememberReminder = (home: StateHome): void =>
  stateOf(home).write(STATE.remindedOnce, new Date().toISOString());
