/** The boot records of a workspace, all at once: tests have few. */
import { type Entry, type Verdict, walkChain } from '#kernel/state/chain.ts';
import type { StateHome } from '#kernel/state/home.ts';

export const readChain = (
  home: StateHome,
): { readonly entries: readonly Entry[]; readonly verdict: Verdict } => {
  const walk = walkChain(home);
  const entries: Entry[] = [];
  for (;;) {
    const { value, done } = walk.next();
    if (done === true) return { entries, verdict: value };
    entries.push(value);
  }
};
