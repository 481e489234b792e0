import { expect, it } from 'vitest';

import { Integrity, reportDrift } from '#kernel/state/integrity.ts';
import { readFile } from '#kernel/startup/read.ts';
import { enterWorkspace } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

/** A main session from its loaded files to its end, as far as SOUL.md goes; returns what it was told of. */
const session = (ws: TempWorkspace, during?: (integrity: Integrity) => void): readonly string[] => {
  const { workspace, home } = enterWorkspace(ws);
  const soul = readFile(workspace, 'SOUL.md');
  const drifted = reportDrift(home, ws.path, soul, { strict: false, notice: () => undefined });
  const integrity = new Integrity(soul === undefined ? [] : [soul], drifted);
  during?.(integrity);
  integrity.keep(home);
  return drifted;
};

it('a file that was changed outside is told of by every boot, until its owner has it written', () => {
  const ws = makeBornWorkspace();
  expect(session(ws)).toEqual([]);
  ws.write('SOUL.md', '# Soul\n\nYou are somebody else.\n');
  expect(session(ws)).toEqual(['SOUL.md']);
  expect(session(ws)).toEqual(['SOUL.md']);
  expect(session(ws, (integrity) => integrity.reconfigured('SOUL.md'))).toEqual(['SOUL.md']);
  expect(session(ws)).toEqual([]);
});
