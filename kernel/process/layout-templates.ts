/** The trees that `yamo init --layout` lays out: texts of our own, in the package. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LayoutName } from '#lib/spec/layouts.ts';
import { packageRoot } from './package.ts';

/** A layout that has a tree of its own; RFC-0009 has templates by tier. */
export type TreeLayout = Exclude<LayoutName, 'rfc-0009'>;

/** The files of a tree by their names, in order, and the folders that stay empty. */
export interface TemplateTree {
  readonly files: ReadonlyMap<string, string>;
  readonly folders: readonly string[];
}

/** Folders in which there is nothing yet; a package holds no empty ones. */
const FOLDERS: Readonly<Record<TreeLayout, readonly string[]>> = {
  openclaw: [],
  gsv: ['memory', 'skills'],
  aletheia: [],
  nexus: ['skills', 'home', 'state/data', 'state/user', 'state/credentials', 'state/workspace'],
  osa: [],
};

/** Throws if yamo is installed without its templates. */
export const templateTree = (layout: TreeLayout): TemplateTree => {
  const folder = join(packageRoot(), 'workspaces', 'templates', layout);
  const names = globSync('**/*.md', { cwd: folder }).toSorted();
  return {
    files: new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')])),
    folders: FOLDERS[layout],
  };
};
