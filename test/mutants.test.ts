/** The tool of `npm run test:mutants`: where sources can be changed, and that what is carried over has its place. */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { makeWorkspace } from '#test/support/workspace.ts';

import { carriedOver } from '../scripts/mutants/carried.ts';
import { BY_COMPILER, tryCompiler } from '../scripts/mutants/compiler.ts';
import { draw } from '../scripts/mutants/draw.ts';
import { instrumented, mutantsAt } from '../scripts/mutants/instrument.ts';
import { Ledger } from '../scripts/mutants/ledger.ts';
import { changed, nameOfPlace, placesOf } from '../scripts/mutants/places.ts';

/** What a run has found out: mutants by their names, tests by their files. */
interface Told {
  readonly killed: readonly (readonly [string, string])[];
  readonly alive: readonly string[];
  readonly broken: readonly string[];
  readonly done: readonly string[];
}

const ROOT = resolve(import.meta.dirname, '..');

/** Far below what is carried over: only a list that was lost falls under it. */
const CARRIED_FLOOR = 500;

const SOURCE = `
export class Door {
  #open(count: number, most = 3): boolean {
    if (count > most) return false;
    this.#turn(count, most);
    return count === 1 && this.isThere?.(count).length < 2;
  }
}
`;

/** What each change of an operator makes of the source: the lines that are different. */
const made = (operator: string): readonly string[] =>
  placesOf('door.ts', SOURCE)
    .filter((place) => place.operator === operator)
    .map((place) => {
      const before = new Set(SOURCE.split('\n'));
      return changed(SOURCE, place)
        .split('\n')
        .filter((line) => !before.has(line))
        .map((line) => line.trim())
        .join(' ');
    });

describe('the places of a source', () => {
  it.each([
    [
      'comparison',
      [
        'if (count >= most) return false;',
        'return count !== 1 && this.isThere?.(count).length < 2;',
        'return count === 1 && this.isThere?.(count).length <= 2;',
      ],
    ],
    ['and-or', ['return count === 1 || this.isThere?.(count).length < 2;']],
    ['left-only', ['return count === 1;']],
    ['right-only', ['return this.isThere?.(count).length < 2;']],
    ['true', ['if (true) return false;', 'return true;']],
    // Of the condition of an early return it is what leaving that out is.
    ['false', ['return false;']],
    ['guard', [';']],
    ['statement', [';']],
    ['swapped', ['this.#turn(most, count);']],
    [
      'more',
      [
        '#open(count: number, most = (3 + 1)): boolean {',
        'return count === (1 + 1) && this.isThere?.(count).length < 2;',
        'return count === 1 && this.isThere?.(count).length < (2 + 1);',
      ],
    ],
  ])('are changed by %s', (operator, lines) => {
    expect(made(operator)).toEqual(lines);
  });

  it('are named by function, operator and count, and by no text', () => {
    const names = placesOf('door.ts', SOURCE)
      .filter(({ operator }) => operator === 'comparison')
      .map(nameOfPlace);
    expect(names).toEqual([
      'door.ts Door.#open comparison 1/3',
      'door.ts Door.#open comparison 2/3',
      'door.ts Door.#open comparison 3/3',
    ]);
  });

  it('can all be switched at once', () => {
    const mutants = mutantsAt(placesOf('door.ts', SOURCE));
    const text = instrumented(SOURCE, mutants);
    expect(() => placesOf('door.ts', text)).not.toThrow();
    for (const { id } of mutants) expect(text).toContain(`(${id})`);
  });
});

describe('a draw', () => {
  const places = placesOf('door.ts', SOURCE);

  it('is the same for the same seed, another for another, and longer for a larger number', () => {
    const few = draw(places, 'seed', 4).map(nameOfPlace);
    expect(draw(places, 'seed', 4).map(nameOfPlace)).toEqual(few);
    expect(draw(places, 'seed', 8).map(nameOfPlace).slice(0, 4)).toEqual(few);
    expect(draw(places, 'other', 4).map(nameOfPlace)).not.toEqual(few);
  });
});

describe('a run', () => {
  const FILES = {
    'package.json': '{"type": "module"}',
    'test/support/global-setup.ts': 'export const setup = (): void => undefined;\n',
    'lib/door.ts': `
export const isOpen = (count: number): boolean => count > 3;
export const isWide = (count: number): boolean => count > 5;
export const close = (isClosed: boolean): void => {
  if (isClosed) return;
  process.kill(process.pid, 'SIGKILL');
};
export const await_ = (isThere: () => boolean): void => {
  while (!isThere()) continue;
};
`,
    'test/lib/door.test.ts': `
import { expect, it } from 'vitest';
import { await_, close, isOpen, isWide } from '../../lib/door.ts';
it('opens', () => expect([isOpen(3), isOpen(4)]).toEqual([false, true]));
it('is wide', () => expect(isWide(9)).toBe(true));
it('closes', () => expect(close(true)).toBeUndefined());
it('waits', () => expect(await_(() => true)).toBeUndefined());
`,
    'test/lib/broken.test.ts': `
import { it } from 'vitest';
import { isOpen } from '../../lib/door.ts';
it('ends', () => process.kill(process.pid, isOpen(9) ? 'SIGKILL' : 'SIGTERM'));
`,
  };

  it('tells what is killed, what lives, and which tests were not run to their end', async () => {
    const root = makeWorkspace(FILES).path;
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    const child = join(ROOT, 'test/support/mutants-child.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [child, root]);
    const told: Told = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
    const by = new Map(told.killed);
    expect(by.get('lib/door.ts isOpen comparison 1/1')).toContain('opens');
    expect(by.get('lib/door.ts close guard 1/1')).toContain('the end of its process');
    expect(by.get('lib/door.ts await_ negated 1/1')).toContain('without an end');
    expect(told.alive).toContain('lib/door.ts isWide comparison 1/1');
    expect([told.broken, told.done]).toEqual([
      ['test/lib/broken.test.ts'],
      ['test/lib/door.test.ts'],
    ]);
  });
});

it('what does not compile is left to the compiler', () => {
  const root = makeWorkspace({
    'tsconfig.json': '{"compilerOptions": {"strict": true, "types": []}, "include": ["lib"]}',
    'lib/door.ts': `
export const open = (name: string, count: number): string => name.repeat(count);
export const twice = (): string => open('a', 2);
`,
    'dist/yamo.js': '',
    'schemas/generated/layout.js': '',
  }).path;
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  for (const words of [
    ['init', '-q'],
    ['add', 'lib', 'tsconfig.json'],
  ])
    execFileSync('git', words, { cwd: root });
  const places = placesOf('lib/door.ts', readFileSync(join(root, 'lib/door.ts'), 'utf8'));
  const tried = places.filter(({ operator }) => operator === 'swapped' || operator === 'more');
  const ledger = new Ledger(join(root, 'ledger'));
  tryCompiler(root, tried, ledger);
  expect([...ledger.known().killed]).toEqual([['lib/door.ts twice swapped 1/1', BY_COMPILER]]);
});

it('what is carried over has its place', () => {
  const all = carriedOver(ROOT);
  expect(all.flatMap(({ places }) => places).length).toBeGreaterThanOrEqual(CARRIED_FLOOR);
  // A function has another number of such places, or none: look which is meant, and say its new count.
  expect(all.filter(({ places }) => places.length === 0).map(({ line }) => line)).toEqual([]);
});
