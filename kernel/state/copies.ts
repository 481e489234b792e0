/** What a file of the owner's was before the kernel, or an agent being born, changed it: outside the workspace. */
import type { StateHome } from './home.ts';
import { STATE } from './kinds.ts';
import { stateOf } from './store.ts';

/** By what changes the file. */
export const COPIES = {
  init: STATE.beforeInit,
  birth: STATE.beforeFirstBoot,
  session: STATE.beforeSession,
} as const;

/** Keeps the bytes of `file`; returns where. Throws STATE_UNUSABLE. */
export const keepCopy = (
  home: StateHome,
  why: keyof typeof COPIES,
  file: string,
  bytes: Uint8Array,
): string => {
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const kind = COPIES[why];
  stateOf(home).write(kind, bytes, stamp, file);
  return stateOf(home).path(kind, stamp, file);
};
