import * as fc from 'fast-check';
import { matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';

import { matchesPath } from '#lib/text/glob.ts';
import { forAll } from '#test/support/property.ts';

describe('patterns of paths', () => {
  it.each([
    ['drafts/', 'drafts/a/b.md', true],
    ['drafts', 'memory/drafts/b.md', true],
    ['*.bak', 'memory/MEMORY.bak', true],
    ['memory/archive/**', 'memory/archive/2026/a.md', true],
    ['memory/*.md', 'memory/a/b.md', false],
    ['./TOOLS.md', 'TOOLS.md', true],
    ['TOOLS.md', 'tools.md', false],
    ['**', 'a/b', true],
    ['a/**/z', 'a/z', true],
    ['a/**/z', 'a/b/c/z', true],
    ['memory/2026-0?-*.md', 'memory/2026-03-10.md', true],
    ['', 'a', false],
  ])('%j and %j: %s', (pattern, path, is) => {
    expect(matchesPath(pattern, path)).toBe(is);
  });

  it('match what Node matches', () => {
    const part = fc.constantFrom('a', 'b', '*', 'a*', '?', '**');
    const name = fc.constantFrom('a', 'b', 'ab', 'ba');
    forAll(
      // At its end `**` also stands for the folder itself, which Node does not think.
      fc.array(part, { minLength: 2, maxLength: 5 }).filter((parts) => parts.at(-1) !== '**'),
      fc.array(name, { minLength: 1, maxLength: 5 }),
      (parts, names) => {
        const [pattern, path] = [parts.join('/'), names.join('/')];
        expect(matchesPath(pattern, path)).toBe(
          matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`),
        );
      },
    );
  });

  it('take a bounded time, whatever a stranger writes', () => {
    expect(matchesPath('*a'.repeat(100), `${'a'.repeat(4000)}b`)).toBe(false);
    expect(matchesPath(`${'**/a/'.repeat(40)}c`, `${'a/'.repeat(2000)}b`)).toBe(false);
  });
});
