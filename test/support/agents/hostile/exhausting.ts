/** More of everything than anybody needs: what the kernel must outlive, and clear away. */
import type { Way } from './way.ts';

export const EXHAUSTING: readonly Way[] = [
  {
    id: 'A137',
    way: 'leaves a tree of folders that is deeper than the kernel has descriptors',
    main: 'may',
    shared: 'may',
    by: 'the kernel brings up what lies deep, and needs four descriptors; no end of a session waits for it',
    tries: {
      'four thousand folders': (a) =>
        a.perl(
          `chdir shift or result(-1); for (1 .. 4000) { mkdir 'd' or result(-1); chdir 'd' or result(-1) } told('made')`,
          a.scratch('.'),
        ),
    },
  },
];
