/** Where a path leads that a tool was given: as the system would follow it, also where a part of it is not there. */
import { mkdirSync, symlinkSync } from 'node:fs';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { disk, errnoOf } from '#kernel/fs/disk.ts';
import { resolvePath, resolveLinks } from '#kernel/hook/place.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const temp = makeBornWorkspace();
mkdirSync(temp.at('a/b'), { recursive: true });
for (const [to, name] of [
  ['a/b', 'link'],
  ['nowhere/c', 'dangling'],
  ['loop', 'loop'],
  ['../link', 'a/up'],
] as const)
  symlinkSync(to, temp.at(name));

const realpath = (path: string): string | undefined => {
  try {
    return disk.realpath(path);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
};

const paths = fc
  .array(fc.constantFrom('a', 'b', 'link', 'dangling', 'loop', 'up', 'none', '..', '.'), {
    maxLength: 6,
  })
  .map((names) => [temp.path, ...names].join('/'));

describe('where a path leads', () => {
  it('is where the system says, and the same whatever is known of its folders', () => {
    const known = new Map<string, string>();
    fc.assert(
      fc.property(paths, (path) => {
        const real = resolveLinks(disk, path);
        expect(real).toBe(realpath(path) ?? real);
        expect(resolveLinks(disk, path, known)).toBe(real);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    'none/../MEMORY.md',
    'link/none/../../../MEMORY.md',
    'a/up/none/more/../../../../MEMORY.md',
    'dangling/../MEMORY.md',
  ])('%s is MEMORY.md as soon as what is not there has been made', (path) => {
    const { places } = resolvePath(disk, path, { cwd: temp.path, home: undefined });
    expect(places.map(({ file }) => file)).toContain('MEMORY.md');
  });
});
