/** Names of copies of MEMORY.md, as editors, programs that synchronise, and people make them (§4.1). */
import { foldName } from '#lib/text/spelling.ts';

/**
 * May this be MEMORY.md under another name, by its name alone and at any depth? `MEMORY.md~`, `.MEMORY.md.swp`,
 * `MEMORY (1).md`, `docs/MEMORY.md`, `memory.md.bak`, but not `docs/memory.md` and `memory-leak.md`. It takes too much for
 * one: whoever asks keeps something private.
 */
export const mayBeMemory = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    /(?<![A-Za-z])MEMORY(?![A-Za-z])/.test(name) ||
    /(?:^|[^a-z0-9])memory\.md[^a-z0-9]/.test(foldName(name))
  );
};
