/**
 * S-03: nothing else is loaded.
 *
 * Set up: a complete workspace, with TOOLS.md, HEARTBEAT.md, a log of another day, notes of its owner and a file
 *   of variables.
 * Done: one boot of a main session.
 * Observed: nobody opens any of these to read it.
 * Left open: whether directories are listed.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession } from '#conform/case/judge.ts';
import { born } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'S-03',
  title: 'nothing else is loaded',
  requirements: ['Y2', 'Y55', 'Y70', 'Y74'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    const others = ['TOOLS.md', 'HEARTBEAT.md', 'memory/2026-01-05.md', 'notes.md', '.env'];
    lab.files.write('memory/2026-01-05.md', '# Memory — 2026-01-05\n');
    lab.files.write('notes.md', 'notes\n');
    lab.files.write('.env', 'NAME=value\n');
    const boot = await lab.boot();
    const opened = others.filter((name) => boot.sight().opens(name).length > 0);
    return [...heldSession(boot), ...opened.map((name) => `${name} was read`)];
  },
};
