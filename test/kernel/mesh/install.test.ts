/** Installing what an index can use: a real npm, and a registry on this machine. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { expect, it } from 'vitest';

import { installPackage, uninstallPackage } from '#kernel/mesh/install.ts';
import { findPackage, installedFolder, PACKAGES } from '#kernel/mesh/packages.ts';
import { packed, registryOf } from '#test/support/registry.ts';
import { freshPath } from '#test/support/workspace.ts';

const { name } = PACKAGES.encoder;
const WHOLE = { 'index.js': 'module.exports = 1;\n' };

it('installs what the lock file names, whole or not at all, and takes it away [R-94]', async () => {
  const home = freshPath('data');
  const registry = await registryOf(name, '0.2.0', WHOLE);
  const environment = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_DATA_HOME: home,
    ...registry.environment,
  };
  const stop = new AbortController();
  const host = { environment, signal: stop.signal };
  const install = (): Promise<unknown> => installPackage('encoder', host, registry.lock);
  const folder = installedFolder('encoder', environment);
  const left = (): readonly string[] => readdirSync(join(home, 'yamo')).toSorted();

  registry.serve(
    packed({ 'package.json': JSON.stringify({ name, version: '0.2.0' }), 'index.js': 'evil()' }),
  );
  await expect(install()).rejects.toMatchObject({
    code: 'MESH_INSTALL_FAILED',
    message: expect.stringContaining('EINTEGRITY'),
  });
  expect([findPackage('encoder', environment), left()]).toEqual([undefined, ['install.lock']]);

  // As somebody who was killed has left it.
  mkdirSync(`${folder}.part-x1/node_modules`, { recursive: true });
  registry.serve(
    packed({
      'package.json': JSON.stringify({ name, version: '0.2.0', main: 'index.js' }),
      ...WHOLE,
    }),
  );
  expect(await install()).toEqual({ folder, version: '0.2.0' });
  expect(findPackage('encoder', environment)).toMatchObject({
    version: '0.2.0',
    tree: join(folder, 'node_modules'),
  });
  expect(left()).toEqual(['encoder', 'install.lock']);

  registry.serve(undefined);
  const asked = registry.asked();
  const interrupted = Promise.allSettled([install()]);
  await asked;
  stop.abort();
  expect(await interrupted).toMatchObject([{ reason: { code: 'MESH_INSTALL_FAILED' } }]);
  expect([existsSync(folder), left()]).toEqual([true, ['encoder', 'install.lock']]);

  // Whoever was interrupted before npm runs waits for nothing.
  await expect(install()).rejects.toMatchObject({
    message: expect.stringContaining('interrupted'),
  });

  expect(await uninstallPackage('encoder', host)).toBe(true);
  expect(await uninstallPackage('encoder', host)).toBe(false);
  expect(left()).toEqual(['install.lock']);
});

it('installs nothing that it has no checksum of', async () => {
  const { lock } = await registryOf(name, '0.2.0', WHOLE);
  const file = join(lock, 'package-lock.json');
  const locked = JSON.parse(readFileSync(file, 'utf8'));
  const other = { version: '1.0.0', os: ['darwin'], optional: true };
  locked.packages['node_modules/elsewhere'] = other;
  locked.packages['node_modules/here'] = { ...other, os: [process.platform] };
  writeFileSync(file, JSON.stringify(locked));
  const home = freshPath('data');
  const host = { environment: { XDG_DATA_HOME: home }, signal: new AbortController().signal };
  await expect(installPackage('encoder', host, lock)).rejects.toMatchObject({
    message: expect.stringContaining('no checksum of here'),
  });
  expect(existsSync(home)).toBe(false);
});

it.each(['lancedb', 'encoder'] as const)(
  'has exact versions of %s, with their checksums',
  (kind) => {
    const folder = join(import.meta.dirname, '../../../mesh/install', kind);
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(Object.values(dependencies).join()).toMatch(/^[\d.,]+$/u);
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    const all = Object.entries<{ readonly integrity?: string; readonly os?: readonly string[] }>(
      packages,
    );
    const unchecked = all
      .filter(([, { integrity }]) => integrity === undefined)
      .map(([path]) => path);
    expect(all.length).toBeGreaterThan(5);
    expect(unchecked.filter((path) => path !== '' && !path.includes('lancedb-'))).toEqual([]);
  },
);
