/** What a workspace was first booted as: what is put into it later does not make it another one. */
import { readBootstrapRecord } from './bootstrap-record.ts';
import type { StateHome } from './home.ts';
import { STATE } from './kinds.ts';
import { stateOf } from './store.ts';

/**
 * Where none is kept, a first boot that was finished here says it too. What cannot be read is as good as none: the names are
 * looked at again. Throws STATE_DAMAGED, STATE_UNUSABLE.
 */
export const readLayout = (home: StateHome): string | undefined =>
  stateOf(home).read(STATE.layout)?.layout ??
  (readBootstrapRecord(home)?.state === 'done' ? 'rfc-0009' : undefined);

/** By its name, which an owner's own has too. Throws STATE_UNUSABLE. */
export const keepLayout = (home: StateHome, layout: string): void => {
  stateOf(home).write(STATE.layout, { layout, at: new Date().toISOString() });
};
