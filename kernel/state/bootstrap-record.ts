/**
 * What the kernel remembers of a first boot: which instructions were taken when, and whether the
 * flow was finished. Never their text.
 */
import type { BootstrapRecord } from '#lib/workspace/bootstrap-record.ts';
import type { StateHome } from './home.ts';
import { STATE } from './kinds.ts';
import { stateOf } from './store.ts';

/** Throws STATE_DAMAGED, STATE_UNUSABLE. */
export const readBootstrapRecord = (home: StateHome): BootstrapRecord | undefined =>
  stateOf(home).read(STATE.bootstrap);

/** Durable before it returns. Throws STATE_UNUSABLE. */
export const writeBootstrapRecord = (
  home: StateHome,
  record: BootstrapRecord | undefined,
): void => {
  if (record === undefined) stateOf(home).remove(STATE.bootstrap);
  else stateOf(home).write(STATE.bootstrap, record);
};
