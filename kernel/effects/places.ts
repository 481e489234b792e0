/** Places of the machine that a view is made of: system folders, scratch folders. */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, isAbsolute, join, sep } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import { errnoOf } from './disk.ts';

/**
 * Programs and libraries, in the layouts of Linux distributions (`/nix/store` is where NixOS has them), of Homebrew, and of
 * macOS.
 */
const SYSTEM =
  process.platform === 'darwin'
    ? ['/usr', '/bin', '/sbin', '/System', '/Library', '/opt/homebrew', '/private/etc/ssl']
    : [
        '/usr',
        '/bin',
        '/sbin',
        '/lib',
        '/lib32',
        '/lib64',
        '/libx32',
        '/nix/store',
        '/home/linuxbrew/.linuxbrew',
      ];

/** What programs need of `/etc` to start, to find names and to check certificates; nothing of it is private. */
const ETC = [
  'alternatives',
  'ca-certificates',
  'ca-certificates.conf',
  'crypto-policies',
  'gai.conf',
  'host.conf',
  'hosts',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'mime.types',
  'nsswitch.conf',
  'os-release',
  'pki/ca-trust',
  'pki/tls/certs',
  'pki/tls/openssl.cnf',
  'protocols',
  'resolv.conf',
  'services',
  'ssl/cert.pem',
  'ssl/certs',
  'ssl/openssl.cnf',
  'terminfo',
  'timezone',
].map((name) => `/etc/${name}`);

export interface SystemPlaces {
  readonly folders: readonly string[];
  readonly links: readonly { readonly path: string; readonly target: string }[];
}

/** The system folders of this machine, and those that are links to others of them. */
export const systemPlaces = (): SystemPlaces => {
  const links = SYSTEM.filter(isLink).map((path) => ({ path, target: readlinkSync(path) }));
  const folders = [...SYSTEM.filter((path) => !isLink(path)), ...ETC].filter((path) =>
    existsSync(path),
  );
  return { folders, links };
};

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Is `path` the folder `folder`, or inside it? Both absolute, without links and trailing slashes. */
export const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder === sep ? sep : folder + sep);

/** The path without symbolic links; `undefined` where there is nothing. */
export const resolved = (path: string): string | undefined => {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
};

/** A path of the owner's: `~` is the home that HOME names, or the system. */
export const expanded = (path: string, home: string | undefined): string => {
  if (path !== '~' && !path.startsWith('~/')) return path;
  return join(home !== undefined && isAbsolute(home) ? home : homedir(), path.slice(1));
};

const SCRATCH = 'yamo-scratch-';

/** A new folder, mode 0700, that only this user can open. Throws SCRATCH_UNUSABLE. */
export const makeScratch = (): string => {
  const path = tmpdir();
  try {
    return realpathSync.native(mkdtempSync(join(realpathSync.native(path), SCRATCH)));
  } catch (error) {
    throw new Refusal('SCRATCH_UNUSABLE', { path, errno: errnoOf(error) });
  }
};

/**
 * Removes a folder that `makeScratch` made, with all that was put there; does nothing to any other. False where the
 * system kept something of it.
 */
export const removeScratch = (path: string): boolean => {
  if (!basename(path).startsWith(SCRATCH) || isLink(path)) return true;
  return removes(path) || (attempted(() => openFolders(path)) && removes(path));
};

const removes = (path: string): boolean =>
  attempted(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 }));

const attempted = (work: () => void): boolean => {
  try {
    work();
    return true;
  } catch (error) {
    errnoOf(error);
    return false;
  }
};

/** Longer ones would meet the system's limit of 4096 bytes with the name of a folder behind them. */
const REACH_BYTES = 3000;

/**
 * Gives the owner back what was taken from the modes of folders, so that all can be removed. Links are left alone; a
 * folder that lies too deep for a path is brought up.
 */
const openFolders = (root: string): void => {
  const folders = [Buffer.from(root)];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    chmodSync(folder, 0o700);
    for (const entry of readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })) {
      if (!entry.isDirectory()) continue;
      const inside = Buffer.concat([folder, Buffer.from(sep), entry.name]);
      if (inside.byteLength < REACH_BYTES) {
        folders.push(inside);
        continue;
      }
      const near = Buffer.from(join(root, randomUUID()));
      chmodSync(inside, 0o700);
      renameSync(inside, near);
      folders.push(near);
    }
  }
};
