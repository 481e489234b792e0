/** Places of the machine that a view is made of: system folders, scratch folders. */
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  renameSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { homeOf } from './xdg.ts';
import { removeTree } from './remove-tree.ts';

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

/** What programs of this system need to start: folders, and links among them. */
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
  return join(homeOf({ HOME: home }), path.slice(1));
};

const SCRATCH = 'yamo-scratch-';

/** A new folder, mode 0700, that only this user can open. Throws SCRATCH_UNUSABLE. */
export const makeScratch = (): string => {
  const path = tmpdir();
  try {
    return realpathSync.native(mkdtempSync(join(realpathSync.native(path), SCRATCH)));
  } catch (error) {
    throw asRefusal(error, (errno) => new Refusal('SCRATCH_UNUSABLE', { path, errno }));
  }
};

/** What a folder that could not be removed is called from then on. */
const LEFT = 'yamo-left-';

/**
 * Removes a folder that `makeScratch` made, with all that was put there; does nothing to any other. What the system
 * keeps, or what is left when `isLate` says so, is set aside under another name: returns it, and `undefined` where
 * nothing is left. Called again, it goes on. Never throws.
 */
export const removeScratch = async (
  path: string,
  isLate: () => boolean = () => false,
): Promise<string | undefined> => {
  if (!basename(path).startsWith(SCRATCH)) return undefined;
  const aside = join(dirname(path), LEFT + basename(path).slice(SCRATCH.length));
  const isGone = (await removeTree(path, isLate)) === 'removed';
  if (!isGone) moveAside(path, aside);
  if ((await removeTree(aside, isLate)) === 'removed' && isGone) return undefined;
  return [aside, path].find((place) => lstatSync(place, { throwIfNoEntry: false }) !== undefined);
};

const moveAside = (path: string, aside: string): void => {
  try {
    renameSync(path, aside);
  } catch {
    // It was set aside before, or it stays where it is.
  }
};
