/** Who has the terminal. */
import { readFileSync } from 'node:fs';

/**
 * Has this process the terminal that it was started at? One in the background is stopped when it reads there. Where the
 * system does not tell, it has none.
 */
export const hasTerminal = (): boolean => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // Behind the name, which may hold anything: state, parent, group, session, terminal, its group.
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return group !== undefined && group === foreground;
  } catch {
    return false;
  }
};
