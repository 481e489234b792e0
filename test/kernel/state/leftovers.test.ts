import { chownSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { makeScratch } from '#kernel/process/places.ts';
import { leaveScratch, removeLeftovers } from '#kernel/state/leftovers.ts';
import { isRoot } from '#test/support/machine.ts';
import { openHome, openWorkspace } from '#test/support/kernel.ts';
import { makeWorkspace } from '#test/support/workspace.ts';
import { skipLoudly } from '#test/support/yamo.ts';

const cannot = skipLoudly(
  !isRoot,
  'a scratch folder of somebody else (only root can give one away)',
);

it.skipIf(cannot)(
  'what cannot be removed is set aside, said, and removed by a later boot',
  async () => {
    const temp = makeWorkspace();
    const home = openHome(temp, openWorkspace(temp));
    const said: string[] = [];
    const clearing = {
      isHurried: () => false,
      say: (_: string, text: string) => void said.push(text),
    };
    const scratch = makeScratch();
    writeFileSync(join(scratch, 'kept'), '');
    chownSync(scratch, 65_534, 65_534);
    await leaveScratch(home, { bootId: 'a1', scratch, ...clearing });
    const left = scratch.replace('yamo-scratch-', 'yamo-left-');
    expect([existsSync(scratch), existsSync(left)]).toEqual([false, true]);
    expect(said).toEqual([expect.stringContaining(left)]);

    chownSync(left, 0, 0);
    await removeLeftovers(home, clearing);
    expect(existsSync(left)).toBe(false);
    expect(home.directory.names().filter((name) => name.startsWith('left-'))).toEqual([]);
    expect(said.length).toBe(1);
  },
);
