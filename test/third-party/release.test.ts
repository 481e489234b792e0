/** What the tools of a release make: they are fetched from the registry. `npm run test:agents`, and each night. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, it } from 'vitest';

import { COMMANDS } from '#cli/args/options.ts';
import { freshPath } from '#test/support/workspace.ts';

import own from '../../package.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '../..');
const FETCH_MS = { timeout: 600_000 };

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
}

/** Runs a script of package.json, with more arguments for its last command. */
const script = (name: string, ...args: readonly string[]): void =>
  void execFileSync('npm', ['run', name, '--', ...args], { cwd: ROOT, stdio: 'pipe' });

it('the extension of VS Code is an archive with a program that starts yamo lsp', FETCH_MS, () => {
  const folder = freshPath('vsix');
  mkdirSync(folder);
  const file = join(folder, 'yamo.vsix');
  script('vscode', '--out', file);
  execFileSync('python3', ['-m', 'zipfile', '--extract', file, folder]);
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const manifest: { readonly main: string } = JSON.parse(read('extension/package.json'));
  expect(read('extension.vsixmanifest')).toContain(`Version="${own.version}"`);
  expect(read('extension/LICENSE.txt')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
  expect(read(join('extension', manifest.main))).toContain('"lsp"');
  expect(Object.keys(COMMANDS)).toContain('lsp');
});

it('the bill of materials has every package that is in the bundle', FETCH_MS, () => {
  const file = freshPath('sbom.cdx.json');
  script('sbom', '--output-file', file);
  const { components }: { readonly components: readonly Component[] } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const listed = new Set(
    components.map(({ group, name, version }) =>
      [group, name]
        .filter((part) => part !== undefined)
        .join('/')
        .concat(' ', version),
    ),
  );
  const notices = readFileSync(join(ROOT, 'dist/THIRD_PARTY_LICENSES.txt'), 'utf8');
  const bundled = Array.from(notices.matchAll(/^## (\S+ \d\S*) \(/gm), ([, line = '']) => line);
  expect(bundled.length).toBeGreaterThan(20);
  expect(bundled.filter((one) => !listed.has(one))).toEqual([]);
});
