/** The boot records of a workspace, all at once: tests have few. */
import { type ChainEntry, type ChainCheck, walkChain } from '#kernel/state/chain.ts';
import type { StateHome } from '#kernel/state/home.ts';

export const readChain = (
  home: StateHome,
): { readonly entries: readonly ChainEntry[]; readonly verdict: ChainCheck } => {
  const walk = walkChain(home);
  const entries: ChainEntry[] = [];
  for (;;) {
    const { value, done } = walk.next();
    if (done === true) return { entries, verdict: value };
    entries.push(value);
  }
};
