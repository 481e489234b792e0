/** Packages that a user installs by choice: where one of them lies. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { resolved } from './places.ts';

/** An installed package. */
export interface NativePackage {
  /** The file that is imported. */
  readonly entry: string;
  /** The folder of packages that it lies in, with what it needs. */
  readonly tree: string;
  readonly version: string;
}

/** The package as `folder` finds it, in its own `node_modules` or in one above; `undefined` where there is none. */
export const nativePackage = (folder: string, name: string): NativePackage | undefined => {
  let entry: string;
  try {
    entry = createRequire(join(folder, 'package.json')).resolve(name);
  } catch {
    return undefined;
  }
  const real = resolved(entry) ?? entry;
  const mark = `${sep}node_modules${sep}`;
  const at = real.lastIndexOf(`${mark}${name}${sep}`);
  if (at < 0) return undefined;
  const tree = real.slice(0, at + mark.length - 1);
  const manifest = join(tree, name, 'package.json');
  if (!existsSync(manifest)) return undefined;
  const { version }: { readonly version?: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  return { entry: real, tree, version: version ?? '' };
};
