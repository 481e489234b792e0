/** Installing what an index can use, at its owner's word (RFC-0009 §5.4, R-94): versions and checksums are those of our lock files. */
import { join } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { nativePackage } from '#kernel/process/native-package.ts';
import { InstallFailed, npmInstall, npmUninstall } from '#kernel/process/npm-install.ts';
import { packageRoot } from '#kernel/process/package.ts';
import { installedFolder, type PackageKind, PACKAGES } from './packages.ts';

/** What was installed, and where. */
interface Installed {
  readonly folder: string;
  readonly version: string;
}

/** The lock file of ours for a package: a folder with it and its package.json. */
const lockOf = (kind: PackageKind): string => join(packageRoot(), 'mesh/install', kind);

/** Fetches a package as `lock` has it. Throws MESH_INSTALL_FAILED; what was there before is there then. */
export const installPackage = async (
  kind: PackageKind,
  { environment, signal }: Pick<Host, 'environment' | 'signal'>,
  lock = lockOf(kind),
): Promise<Installed> => {
  const folder = installedFolder(kind, environment);
  await orRefused(kind, npmInstall({ lock, into: folder, environment, signal }));
  const installed = nativePackage(folder, PACKAGES[kind].name);
  if (installed === undefined) throw failed(kind, 'it is not what npm has installed');
  return { folder, version: installed.version };
};

/** Takes a package away; false if `installPackage` had put none there. Throws MESH_INSTALL_FAILED. */
export const uninstallPackage = (
  kind: PackageKind,
  { environment }: Pick<Host, 'environment'>,
): Promise<boolean> => orRefused(kind, npmUninstall(installedFolder(kind, environment)));

const orRefused = async <Value>(kind: PackageKind, work: Promise<Value>): Promise<Value> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof InstallFailed)) throw error;
    throw failed(kind, error.message);
  }
};

const failed = (kind: PackageKind, reason: string): Refusal =>
  new Refusal('MESH_INSTALL_FAILED', { what: PACKAGES[kind].title, reason });
