import { resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import * as limits from '#lib/spec/limits-ring-0.ts';
import { RING_0_REFUSALS } from '#lib/spec/refusals-ring-0.ts';

import manifest from '../package.json' with { type: 'json' };
import compiled from '../tsconfig.json' with { type: 'json' };
import {
  isData,
  judge,
  LAYERS,
  linesOf,
  loadedFrom,
  readSources,
  typescriptIn,
} from './support/architecture.ts';
import { importsOf } from './support/imports.ts';
import { RING_0_PORTS } from './support/ring-0-ports.ts';
import { callsOf, exportsOf, functionsOf } from './support/shape.ts';

const ROOT = resolve(import.meta.dirname, '..');
const ALIASES: Readonly<Record<string, string>> = manifest.imports;

/** Far below what is there: only a checker that lost its sources falls under it. */
const SOURCES_FLOOR = 25;
const IMPORTS_FLOOR = 50;
const EXPORTS_FLOOR = 500;
/** Of all exports. */
const EXPORTS_TOLD_MIN = 0.9;

/** Lines of a file, tables and rules aside. */
const FILE_MAX_LINES = 300;

/** Written by a script, a line for each rule. */
const RULES_LIST = 'audit/engine/rules.ts';

/** Those that are longer, and how long each may be: the list only shrinks. */
const LONG_FILES: Readonly<Record<string, number>> = {};

/** Lines that 99 of 100 functions have at most; what none may have more of is in `judge`. */
const FUNCTION_P99_LINES = 40;

/** A function of so many lines. */
const long = (lines: number): string => `const f = () => {${'\n'.repeat(lines - 1)}};\n`;

describe('the sources', () => {
  const sources = readSources(ROOT);
  const verdict = judge(sources, ALIASES);

  it('import only what their layer allows', () => {
    expect(verdict.complaints).toEqual([]);
  });

  it('are compiled by npm run check, the page by a configuration of its own', () => {
    const withFiles = LAYERS.filter((layer) => typescriptIn(ROOT, layer).length > 0);
    expect([...compiled.include, 'web']).toEqual(expect.arrayContaining(withFiles));
  });

  it('were looked at', () => {
    expect(sources.size).toBeGreaterThan(SOURCES_FLOOR);
    expect(verdict.imports).toBeGreaterThan(IMPORTS_FLOOR);
    const withFiles = LAYERS.filter((layer) => typescriptIn(ROOT, layer).length > 0);
    expect([...verdict.layers].toSorted()).toEqual(withFiles.toSorted());
    expect(withFiles).toEqual(expect.arrayContaining(['lib', 'kernel', 'cli']));
  });
});

describe('ring 0', () => {
  const sources = readSources(ROOT);
  const ports = Object.values(RING_0_PORTS).flat();
  /** What a boot loads, at once or when it needs it. */
  const booted = loadedFrom('kernel/boot/boot.ts', sources, ALIASES);

  it('has behind its ports what a boot loads', () => {
    expect(ports.filter((path) => !booted.has(path))).toEqual([]);
  });

  it('is handed nothing to call that is no port', () => {
    const called = [...sources]
      .filter(([path]) => /^kernel\/(?:gate|startup)\//u.test(path))
      .flatMap(([path, text]) => callsOf(text, path).map((name) => `${path} ${name}`));
    // What a search is given, it calls itself.
    expect(called.filter((name) => name !== 'kernel/gate/broker.ts SearchedText.note')).toEqual([
      'kernel/gate/ports.ts Logs.note',
      'kernel/gate/ports.ts Archive.names',
      'kernel/gate/ports.ts Archive.read',
      'kernel/gate/ports.ts Redactor.redact',
      'kernel/gate/ports.ts Redactor.credentialsIn',
      'kernel/gate/ports.ts WriteGuard.before',
      'kernel/gate/ports.ts WriteGuard.mayReplace',
      'kernel/gate/ports.ts Observer.note',
      'kernel/gate/ports.ts Observer.written',
      'kernel/gate/ports.ts Observer.regrouped',
      'kernel/gate/ports.ts GatePorts.workFiles',
      'kernel/gate/ports.ts GatePorts.exclusively',
      'kernel/gate/ports.ts GatePorts.sections',
      'kernel/startup/ghost.ts GhostOptions.intend',
      'kernel/startup/guard.ts GuardOptions.agree',
      'kernel/startup/guard.ts GuardOptions.remember',
      'kernel/startup/guard.ts GuardOptions.forget',
      'kernel/startup/guard.ts GuardOptions.lost',
    ]);
  });

  it('has no rows in its tables but those that it names', () => {
    const own = [...loadedFrom('kernel/gate/broker.ts', sources, ALIASES)]
      .concat([...sources.keys()].filter((path) => /^kernel\/(?:fs|gate|startup)\//u.test(path)))
      .filter((path) => !path.endsWith('-ring-0.ts'))
      .map((path) => sources.get(path))
      .join('\n');
    const rows = [...Object.keys(RING_0_REFUSALS), ...Object.keys(limits)];
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter((name) => !new RegExp(`\\b${name}\\b`, 'u').test(own))).toEqual([]);
  });
});

/** Lines of the one that `share` of them are not longer than. */
const linesAt = (all: readonly { readonly lines: number }[], share: number): number =>
  all.map(({ lines }) => lines).toSorted((one, other) => one - other)[
    Math.floor(all.length * share)
  ] ?? 0;

describe('files and functions', () => {
  const sources = [...readSources(ROOT)].filter(([path]) => !isData(path));
  const files = sources.map(([path, text]) => ({ path, lines: linesOf(text) }));
  const functions = sources.flatMap(([path, text]) => functionsOf(text, path));

  it('can be read in one go, but for the files that are listed', () => {
    const [file, one] = [files, functions].map(
      (all) => `${linesAt(all, 0.5)}, ${linesAt(all, 0.9)}`,
    );
    process.stdout.write(`Lines, median and p90: files ${file}; functions ${one}\n`);
    const tooLong = files.filter(
      ({ path, lines }) => lines > FILE_MAX_LINES && path !== RULES_LIST,
    );
    expect(tooLong.map(({ path }) => path).toSorted()).toEqual(Object.keys(LONG_FILES));
    expect(tooLong.filter(({ path, lines }) => lines > (LONG_FILES[path] ?? 0))).toEqual([]);
    expect(linesAt(functions, 0.99)).toBeLessThanOrEqual(FUNCTION_P99_LINES);
  });
});

describe('exports', () => {
  /** A rule says in its own fields what it is. */
  const sources = [...readSources(ROOT)].filter(([path]) => !path.startsWith('audit/rules/'));
  const found = sources.flatMap(([path, text]) => exportsOf(text, path));

  it('have a sentence, nine of ten', () => {
    expect(found.length).toBeGreaterThan(EXPORTS_FLOOR);
    const silent = found.filter(({ hasSentence }) => !hasSentence);
    const share = 1 - silent.length / found.length;
    expect(share, silent.map(({ name }) => name).join('\n')).toBeGreaterThanOrEqual(
      EXPORTS_TOLD_MIN,
    );
  });

  it('are told from those without', () => {
    const text = `/** Opens. */\nimport 'x';\n\n/** Says. */\nexport const a = 1;\nexport type B = 2;\n`;
    expect(exportsOf(text, 'lib/a.ts')).toEqual([
      { name: 'lib/a.ts a', hasSentence: true },
      { name: 'lib/a.ts B', hasSentence: false },
    ]);
    expect(exportsOf('/** Opens. */\nexport class C {}\n', 'c.ts')).toEqual([
      { name: 'c.ts C', hasSentence: true },
    ]);
    const [a, b] = exportsOf('export const { a, b } = c;\n', 'd.ts');
    expect([a?.name, b?.name]).toEqual(['d.ts a', 'd.ts b']);
  });
});

describe('the checker', () => {
  it.each([
    ['lib/a.ts', `import { b } from '#kernel/b.ts';`, 'lib/a.ts: lib may not import kernel/b.ts'],
    [
      'lib/a.ts',
      `import type { b } from '../kernel/b.ts';`,
      'lib/a.ts: lib may not import kernel/b.ts',
    ],
    [
      'lib/a.ts',
      `export type T = import('../kernel/b.ts').T;`,
      'lib/a.ts: lib may not import kernel/b.ts',
    ],
    ['lib/a.ts', `export * from '../audit/b.ts';`, 'lib/a.ts: lib may not import audit/b.ts'],
    ['lib/a.ts', `import 'node:path';`, 'lib/a.ts: lib is pure, no node:path'],
    [
      'audit/a.ts',
      `await import('../kernel/b.ts');`,
      'audit/a.ts: audit may not import kernel/b.ts',
    ],
    ['kernel/a.ts', `import '../cli/b.ts';`, 'kernel/a.ts: kernel may not import cli/b.ts'],
    ['kernel/a.ts', `import '../daemon/b.ts';`, 'kernel/a.ts: kernel may not import daemon/b.ts'],
    ['kernel/a.ts', `import '../test/b.ts';`, 'kernel/a.ts: kernel may not import test/b.ts'],
    ['agents/a.ts', `import '#kernel/b.ts';`, 'agents/a.ts: agents may not import kernel/b.ts'],
    ['kernel/a.ts', `import '#agents/b.ts';`, 'kernel/a.ts: kernel may not import agents/b.ts'],
    ['cli/a.ts', `import '#agents/b.ts';`, 'cli/a.ts: cli may not import agents/b.ts'],
    ['mesh/a.ts', `import '#kernel/b.ts';`, 'mesh/a.ts: mesh may not import kernel/b.ts'],
    ['conform/a.ts', `import '#kernel/b.ts';`, 'conform/a.ts: conform may not import kernel/b.ts'],
    ['audit/a.ts', `import '#conform/b.ts';`, 'audit/a.ts: audit may not import conform/b.ts'],
    ['kernel/a.ts', `import '#mesh/b.ts';`, 'kernel/a.ts: kernel may not import mesh/b.ts'],
    [
      'kernel/gate/a.ts',
      `import 'node:fs';`,
      'kernel/gate/a.ts: only kernel/fs/, kernel/process/, kernel/wire/, agents/launch/, mesh/store/files.ts, conform/machine/ may import node:fs',
    ],
    [
      'cli/a.ts',
      `import 'fs/promises';`,
      'cli/a.ts: only kernel/fs/, kernel/process/, kernel/wire/, agents/launch/, mesh/store/files.ts, conform/machine/ may import node:fs/promises',
    ],
    [
      'cli/a.ts',
      `await import('child_process');`,
      'cli/a.ts: only kernel/fs/, kernel/process/, kernel/wire/, agents/launch/, mesh/store/files.ts, conform/machine/ may import node:child_process',
    ],
    [
      'daemon/a.ts',
      `import 'node:sqlite';`,
      'daemon/a.ts: only kernel/process/, kernel/sqlite/, kernel/mesh/, mesh/sqlite/ may import node:sqlite',
    ],
    [
      'daemon/server/a.ts',
      `import { Kysely } from 'kysely';`,
      'daemon/server/a.ts: only daemon/data/ may import kysely',
    ],
    [
      'kernel/startup/a.ts',
      `import type { Z } from 'zod';`,
      'kernel/startup/a.ts: ring 0 may not import the package zod',
    ],
    [
      'kernel/fs/a.ts',
      `await import('zod');`,
      'kernel/fs/a.ts: ring 0 may not import the package zod',
    ],
    [
      'cli/a.ts',
      `await import('@lancedb/lancedb');`,
      'cli/a.ts: only mesh/ may import @lancedb/lancedb',
    ],
    [
      'kernel/a.ts',
      `import '@anthropic-ai/sdk/x';`,
      'kernel/a.ts: only agents/model/ may import @anthropic-ai/sdk/x',
    ],
    ['cli/a.ts', `await import('aws4fetch');`, 'cli/a.ts: only kernel/store/ may import aws4fetch'],
    ['cli/a.ts', `import './gone.ts';`, 'cli/a.ts: imports cli/gone.ts, which does not exist'],
    ['cli/a.ts', `import '#nowhere/b.ts';`, 'cli/a.ts: #nowhere/b.ts is no alias of package.json'],
    [
      'cli/a.ts',
      `await import(process.argv[2]);`,
      'cli/a.ts: import() of something other than a string',
    ],
  ])('complains about %s: %s', (path, text, complaint) => {
    const targets = [
      'agents/b.ts',
      'kernel/b.ts',
      'audit/b.ts',
      'cli/b.ts',
      'conform/b.ts',
      'daemon/b.ts',
      'test/b.ts',
    ];
    const sources = new Map([[path, text], ...targets.map((target) => [target, ''] as const)]);
    expect(judge(sources, ALIASES).complaints).toEqual([complaint]);
  });

  it('sees a cycle, also one of type imports', () => {
    const sources = new Map([
      ['lib/a.ts', `import { b } from './b.ts';`],
      ['lib/b.ts', `import type { A } from './a.ts';`],
      ['lib/c.ts', `import { a } from './a.ts';`],
    ]);
    expect(judge(sources, ALIASES).complaints).toEqual([
      'lib/a.ts: import cycle through lib/b.ts',
      'lib/b.ts: import cycle through lib/a.ts',
    ]);
  });

  it('sees a cycle of folders where no file is in one', () => {
    const sources = new Map([
      ['kernel/a/one.ts', `import type { B } from '#kernel/b/two.ts';`],
      ['kernel/b/two.ts', ''],
      ['kernel/b/three.ts', `import '#kernel/a/four.ts';`],
      ['kernel/a/four.ts', ''],
    ]);
    expect(judge(sources, ALIASES).complaints).toEqual([
      'kernel/a/: cycle of folders through kernel/b/',
      'kernel/b/: cycle of folders through kernel/a/',
    ]);
  });

  it('sees a ring 0 that is too long to be read, with what it loads', () => {
    const sources = new Map([
      ['kernel/gate/a.ts', `import '#lib/spec/long.ts';`],
      ['lib/spec/long.ts', '\n'.repeat(5000)],
    ]);
    expect(judge(sources, ALIASES).complaints).toEqual([
      expect.stringContaining('lines with all that it loads'),
    ]);
  });

  it('sees what stands behind a port of ring 0, wherever it lies', () => {
    const sources = new Map([
      ['kernel/gate/a.ts', ''],
      ['kernel/memory/daily-log.ts', '\n'.repeat(6000)],
    ]);
    expect(judge(sources, ALIASES).complaints).toEqual([
      expect.stringContaining('lines with what is behind its ports'),
    ]);
  });

  it('sees a ring 0 that loads more of a table than its part', () => {
    const sources = new Map([
      ['kernel/fs/a.ts', `import '#lib/spec/limits.ts';`],
      ['lib/spec/limits.ts', ''],
    ]);
    expect(judge(sources, ALIASES).complaints).toEqual([
      'ring 0 loads all of lib/spec/limits.ts, and has a part of its own',
    ]);
  });

  it('sees an order of the boot that is no longer one screen, and functions that are not', () => {
    const sources = new Map([
      ['kernel/boot/boot.ts', '\n'.repeat(91)],
      ['kernel/run/a.ts', `${long(70)}export class C { m() {${'\n'.repeat(70)}} }`],
      ['kernel/run/b.ts', `export const rows = [${'\n'.repeat(500)}];`],
    ]);
    expect(judge(sources, ALIASES).complaints).toEqual([
      'kernel/boot/boot.ts: 91 lines, and 90 at most',
      'kernel/run/a.ts:71: a function of 71 lines, and 70 at most',
    ]);
  });

  it('sees what one session would change for the others', () => {
    const sources = new Map([
      [
        'kernel/run/a.ts',
        `process.env['TZ'] = 'UTC';\nexport const f = () => { delete process.env.TZ; };\nlet state = 0;\nexport let other = state;`,
      ],
      [
        'cli/a.ts',
        `process.on('exit', () => undefined);\nif (true) process.once('SIGINT', () => undefined);`,
      ],
      [
        'cli/b.ts',
        `export const f = () => { let here = process.env['TZ']; process.on('exit', () => here); };`,
      ],
      ['lib/a.ts', `let cached;`],
    ]);
    expect(judge(sources, ALIASES).complaints).toEqual([
      'kernel/run/a.ts:1: process.env is written',
      'kernel/run/a.ts:2: process.env is written',
      'kernel/run/a.ts:3: let at the top level',
      'kernel/run/a.ts:4: let at the top level',
      'cli/a.ts:1: process.on at import',
      'cli/a.ts:2: process.on at import',
      'kernel/run/a.ts:1: process.env is read',
      'kernel/run/a.ts:2: process.env is read',
    ]);
  });

  it('sees variables that were not handed on', () => {
    const sources = new Map([
      ['kernel/process/a.ts', `// process.env\nexport const f = () => ({ ...process.env });`],
      ['daemon/process/a.ts', `export const f = () => process.env['TZ'];`],
      ['cli/a.ts', `export const f = () => process.env['TZ'];`],
    ]);
    expect(judge(sources, ALIASES).complaints).toEqual([
      'kernel/process/a.ts:2: process.env is read',
      'daemon/process/a.ts:1: process.env is read',
    ]);
  });

  it('sees a daemon that could stand still for the write lock', () => {
    const sources = new Map([
      [
        'daemon/session/a.ts',
        `import type { Open } from '#kernel/run/open.ts';\nimport '#kernel/boot/a.ts';`,
      ],
      ['kernel/run/open.ts', `export interface Open { readonly exclusively: () => void }`],
      ['kernel/boot/a.ts', `export const a = (one: Open) => one.exclusivelyLater();`],
    ]);
    expect(judge(sources, ALIASES).complaints).toEqual([
      'daemon/session/a.ts: kernel/run/open.ts stands still for the write lock',
    ]);
  });

  it('sees a package that ring 0 loads through another file', () => {
    const sources = new Map([
      ['kernel/gate/a.ts', `import '../memory/b.ts';`],
      ['kernel/memory/b.ts', `import 'zod';`],
    ]);
    expect(judge(sources, ALIASES).complaints).toEqual([
      'kernel/gate/a.ts: ring 0 loads the package zod through kernel/memory/b.ts',
    ]);
  });

  it('sees a folder with too many files', () => {
    const sources = new Map(Array.from({ length: 26 }, (_, at) => [`lib/a/${at}.ts`, '']));
    expect(judge(sources, ALIASES).complaints).toEqual(['lib/a/: 26 files, and 25 at most']);
  });

  it('lets through what is allowed', () => {
    const sources = new Map([
      ['lib/a.ts', ''],
      ['kernel/fs/a.ts', `import 'node:fs'; import '#lib/a.ts';`],
      [
        'agents/model/a.ts',
        `import '@anthropic-ai/sdk'; import 'node:path'; import '#kernel/wire/a.ts';`,
      ],
      ['kernel/wire/a.ts', ''],
      ['mesh/a.ts', `import '@lancedb/lancedb'; import '#kernel/wire/a.ts';`],
      ['cli/a.ts', `import 'yargs'; await import('#kernel/fs/a.ts'); import '../mesh/a.ts';`],
    ]);
    const verdict = judge(sources, ALIASES);
    expect(verdict.complaints).toEqual([]);
    expect(verdict.imports).toBe(10);
  });

  it('is not fooled by strings and comments', () => {
    const text = `// import 'x'\nexport const a = "import 'node:fs'"; /* import('y') */ const b = \`import('z')\`;`;
    expect(importsOf(text, 'a.ts')).toEqual([]);
  });
});
