/** What a file of the owner's was before the kernel, or an agent being born, changed it: outside the workspace. */
import { join } from 'node:path';
import type { StateHome } from './home.ts';

/** Keeps the bytes of `file`; returns where. Throws STATE_UNUSABLE. */
export const keepCopy = (
  home: StateHome,
  why: 'init' | 'birth',
  file: string,
  bytes: Uint8Array,
): string => {
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const name = `before-${why}-${stamp}-${file}`;
  home.write(name, bytes);
  return join(home.path, name);
};
