/** A registry of npm with one package, on this machine, and the lock file that names it. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { onTestFinished } from 'vitest';

import { freshPath } from './workspace.ts';
import { closeNow, listen } from '#test/support/listen.ts';

export interface Registry {
  /** Holds `package.json` and `package-lock.json`. */
  readonly lock: string;
  /** What npm is told. */
  readonly environment: Readonly<Record<string, string>>;
  /** What it gives for the package; `undefined`: it never answers. */
  serve: (archive: Buffer | undefined) => void;
  /** Settles when the package is asked for the next time. */
  readonly asked: () => Promise<void>;
}

const BLOCK = 512;

/** A package as npm packs it (POSIX tar, one file after another). */
export const packed = (files: Readonly<Record<string, string>>): Buffer =>
  gzipSync(
    Buffer.concat([
      ...Object.entries(files).flatMap(([name, text]) => {
        const body = Buffer.from(text);
        const header = Buffer.alloc(BLOCK);
        header.write(`package/${name}`, 0);
        header.write('0000644\0', 100);
        header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
        header.write('00000000000\0', 136);
        header.write('        0', 148);
        header.write('ustar\u000000', 257);
        const sum = header.reduce((all, byte) => all + byte, 0);
        header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
        return [header, body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)];
      }),
      Buffer.alloc(2 * BLOCK),
    ]),
  );

export const registryOf = async (
  name: string,
  version: string,
  files: Readonly<Record<string, string>>,
): Promise<Registry> => {
  const manifest = JSON.stringify({ name, version, main: 'index.js' });
  const whole = packed({ 'package.json': manifest, ...files });
  const integrity = `sha512-${createHash('sha512').update(whole).digest('base64')}`;
  let archive: Buffer | undefined = whole;
  let asked = Promise.withResolvers<void>();
  const server = createServer(({ url = '' }, response) => {
    if (!url.endsWith('.tgz')) {
      const dist = { tarball: `${origin}/it.tgz`, integrity };
      response.end(JSON.stringify({ name, versions: { [version]: { name, version, dist } } }));
      return;
    }
    asked.resolve();
    if (archive !== undefined) response.end(archive);
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  onTestFinished(() => closeNow(server));
  const lock = freshPath('lock');
  mkdirSync(lock);
  const dependencies = { [name]: version };
  writeFileSync(join(lock, 'package.json'), JSON.stringify({ name: 'it', dependencies }));
  const packages = {
    '': { name: 'it', dependencies },
    [`node_modules/${name}`]: { version, integrity },
  };
  writeFileSync(
    join(lock, 'package-lock.json'),
    JSON.stringify({ name: 'it', lockfileVersion: 3, requires: true, packages }),
  );
  return {
    lock,
    environment: { npm_config_registry: origin, npm_config_fetch_retries: '0' },
    serve: (given) => (archive = given),
    asked: () => {
      asked = Promise.withResolvers();
      return asked.promise;
    },
  };
};
