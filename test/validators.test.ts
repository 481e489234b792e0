/** What a developer sees who has pulled, and runs the sources before the schemas are compiled. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';

import { expect, it } from 'vitest';

import { EXIT } from '#lib/spec/exits.ts';
import { freshPath } from '#test/support/workspace.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** As much as the command line is loaded from. */
const SOURCES = [
  'audit',
  'cli',
  'conform',
  'kernel',
  'lib',
  'schemas',
  'scripts',
  'package.json',
  '.oxfmtrc.json',
];

/** The sources, with an ajv that can be changed. */
const copyOfSources = (): string => {
  const folder = freshPath('sources');
  const packages = join(folder, 'node_modules');
  mkdirSync(packages, { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== 'ajv') symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  for (const name of ['node_modules/ajv', ...SOURCES])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  return folder;
};

/** How a run of the script ends that wrote these. */
const written = (...schemas: readonly string[]): readonly unknown[] => [
  0,
  `schemas/generated: ${schemas.join(', ')} written\n`,
  '',
];

it('says what to run while a validator is missing, and writes what is missing or stale', () => {
  const folder = copyOfSources();
  const run = (...args: readonly string[]): readonly unknown[] => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
    });
    return [status, stdout, stderr];
  };
  const change = (file: string): void => appendFileSync(join(folder, file), '\n');

  rmSync(join(folder, 'schemas/generated/layout.js'));
  expect(run('cli/main.ts', '--version')).toEqual([
    EXIT.machine,
    '',
    'The code in schemas/generated is missing or stale. Run: npm run validators\n',
  ]);
  expect(run('scripts/validators.ts')).toEqual(written('layout'));
  expect(run('cli/main.ts', '--version')).toEqual([0, expect.stringContaining('yamo'), '']);

  change('schemas/settings.schema.json');
  expect(run('scripts/validators.ts')).toEqual(written('settings'));
  const all = readdirSync(join(folder, 'schemas/generated')).map((name) => basename(name, '.js'));
  for (const file of ['node_modules/ajv/package.json', 'scripts/validators/write.ts']) {
    change(file);
    expect(run('scripts/validators.ts')).toEqual(written(...all.toSorted()));
  }
  expect(run('scripts/validators.ts')).toEqual([0, '', '']);
});
