/** The image, built of the package as Docker builds it: fetches its base. `npm run test:agents`, and each night. */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { skipLoudly } from '#test/support/yamo.ts';

import manifest from '../../package.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '../..');
/** What .dockerignore lets through. */
const OUT = join(ROOT, 'out/image-test');
const TAG = `yamo-test:${process.pid}`;

const run = (command: string, ...args: readonly string[]): SpawnSyncReturns<string> =>
  spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' });

const noDocker = skipLoudly(
  run('docker', 'info').status !== 0,
  'the image (needs a Docker daemon that answers)',
);

describe.skipIf(noDocker)('the image', () => {
  beforeAll(() => {
    run(process.execPath, 'scripts/package.ts', OUT, '--no-build');
    const tarball = join(relative(ROOT, OUT), `soverane-yamo-${manifest.version}.tgz`);
    const built = run('docker', 'build', '--build-arg', `TARBALL=${tarball}`, '-t', TAG, '.');
    if (built.status !== 0) throw new Error(built.stderr);
  }, 600_000);

  afterAll(() => {
    run('docker', 'image', 'rm', '--force', TAG);
    rmSync(OUT, { recursive: true, force: true });
  });

  it('says its version', () => {
    const { status, stdout } = run('docker', 'run', '--rm', TAG, '--version');
    expect({ status, stdout }).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`yamo ${manifest.version} `),
    });
  });

  it('lays out a workspace, as a user without rights', () => {
    const { status, stderr } = run('docker', 'run', '--rm', TAG, 'init', '--name', 'Atlas');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const id = run('docker', 'run', '--rm', '--entrypoint', 'id', TAG, '-un');
    expect(id.stdout.trim()).toBe('node');
  });
});
