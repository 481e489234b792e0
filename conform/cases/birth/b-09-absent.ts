/**
 * B-09: without instructions the start is a normal one.
 *
 * Set up: a complete workspace without BOOTSTRAP.md.
 * Done: one boot of a main session.
 * Observed: it serves; nothing creates a BOOTSTRAP.md, and nothing is deleted.
 * Left open: nothing: RFC-0009 says what must be.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession } from '#conform/case/judge.ts';
import { born } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-09',
  title: 'without instructions the start is a normal one',
  requirements: ['Y105', 'Y115'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    const names = [...lab.files.all().keys()];
    const boot = await lab.boot();
    const gone = names.filter((name) => !lab.files.exists(name));
    return [
      ...heldSession(boot),
      ...gone.map((name) => `${name} is gone`),
      ...(lab.files.exists('BOOTSTRAP.md') ? ['there is a BOOTSTRAP.md'] : []),
    ];
  },
};
