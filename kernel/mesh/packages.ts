/**
 * Packages of others that an index can use, and that their owner installs by choice: what keeps it, and what makes
 * vectors of its texts (RFC-0009 §5.4, R-94). They lie beside yamo, or in the folder of the owner's data.
 */
import { join } from 'node:path';
import { type NativePackage, nativePackage } from '#kernel/process/native-package.ts';
import { packageRoot } from '#kernel/process/package.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What can be installed. */
export const PACKAGES = {
  lancedb: { name: '@lancedb/lancedb', title: 'LanceDB', folder: 'mesh', megabytes: 211 },
  encoder: {
    name: '@energetic-ai/embeddings',
    title: 'The sentence encoder',
    folder: 'encoder',
    megabytes: 32,
  },
} as const;

/** One of them. */
export type PackageKind = keyof typeof PACKAGES;

/** Where `yamo mesh install` puts it. */
export const installedFolder = (kind: PackageKind, environment: Environment): string =>
  join(xdgFolder('XDG_DATA_HOME', environment), PACKAGES[kind].folder);

/** The package beside yamo, or where it was installed; `undefined` where there is none. */
export const findPackage = (
  kind: PackageKind,
  environment: Environment,
): NativePackage | undefined =>
  nativePackage(packageRoot(), PACKAGES[kind].name) ??
  nativePackage(installedFolder(kind, environment), PACKAGES[kind].name);
