/** What a file of the owner's was before the kernel, or an agent being born, changed it: outside the workspace. */
import type { StateHome } from './home.ts';
import { STATE } from './kinds.ts';
import { stateOf } from './store.ts';

/** Keeps the bytes of `file`; returns where. Throws STATE_UNUSABLE. */
export const keepCopy = (
  home: StateHome,
  why: 'init' | 'birth',
  file: string,
  bytes: Uint8Array,
): string => {
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const kind = why === 'init' ? STATE.beforeInit : STATE.beforeFirstBoot;
  stateOf(home).write(kind, bytes, stamp, file);
  return stateOf(home).path(kind, stamp, file);
};
