/** The extension of VS Code: what is packed can be unpacked, and names what is there. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { COMMANDS } from '#cli/args/options.ts';
import { packedExtension } from '../scripts/vscode.ts';
import { freshPath } from '#test/support/workspace.ts';

it('is an archive that others read, with a program that starts yamo lsp', async () => {
  const folder = freshPath('vsix');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'yamo.vsix'), await packedExtension());
  const script =
    'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])';
  execFileSync('python3', ['-c', script, join(folder, 'yamo.vsix'), folder]);
  const manifest: { readonly main: string; readonly version: string } = JSON.parse(
    readFileSync(join(folder, 'extension/package.json'), 'utf8'),
  );
  const own: { readonly version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(manifest.version).toBe(own.version);
  const code = readFileSync(join(folder, 'extension', manifest.main), 'utf8');
  expect(code).toContain('"lsp"');
  expect(Object.keys(COMMANDS)).toContain('lsp');
  expect(readFileSync(join(folder, 'extension.vsixmanifest'), 'utf8')).toContain(
    'extension/package.json',
  );
});
