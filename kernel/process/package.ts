/** What comes with yamo: its templates, its specification, its built-in agent. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LayoutName } from '#lib/spec/layouts.ts';

/** A set of templates that lies in the package. */
export type TemplateTier = 'lite' | 'v3';

/** A file that a set of templates may have. */
export type TemplateName = 'AGENTS.md' | 'SOUL.md' | 'USER.md' | 'HEARTBEAT.md' | 'BOOTSTRAP.md';

/** The package's own folder, from sources and from a bundle alike. */
export const packageRoot = (): string => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('yamo is installed without its package.json');
    folder = parent;
  }
  return folder;
};

const templates = new Map<string, string>();

/** A template's text, read once; `lite` holds only what differs from `v3`. */
export const readTemplate = (tier: TemplateTier, name: TemplateName): string => {
  const folder = join(packageRoot(), 'workspaces', 'templates');
  const own = join(folder, tier, name);
  const text =
    templates.get(own) ?? readFileSync(existsSync(own) ? own : join(folder, 'v3', name), 'utf8');
  templates.set(own, text);
  return text;
};

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

/**
 * What the folder of an automation of Nexus begins with: its own files and those that all of them have, by their names.
 * Throws if yamo is installed without them.
 */
export const automationTemplate = (name: string): ReadonlyMap<string, string> => {
  const folder = join(packageRoot(), 'workspaces', 'automations');
  return new Map(
    [name, 'shared'].flatMap((part) =>
      globSync('**/*.{md,sh}', { cwd: join(folder, part) })
        .toSorted()
        .map((file) => [file, readFileSync(join(folder, part, file), 'utf8')]),
    ),
  );
};

/** The specification that comes with yamo. */
export const readSpecification = (): string =>
  readFileSync(join(packageRoot(), 'RFC-0009.md'), 'utf8');

/** Where the build puts what the server of the daemon can be asked. */
export const OPEN_API = 'dist/openapi.json';

/** Throws if yamo is installed without it. */
export const readOpenApi = (): string => readFileSync(join(packageRoot(), OPEN_API), 'utf8');

/** Where the build puts the page. */
export const PAGE = 'dist/page';

/** The files of the page by their names; none where yamo is installed without it. */
export const readPage = (): ReadonlyMap<string, Buffer> => {
  const folder = join(packageRoot(), PAGE);
  const names = globSync('*', { cwd: folder }).toSorted();
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
};

/** The pages of the documentation that come with yamo, by their paths; not those of single rules. */
export const readPages = (): ReadonlyMap<string, string> => {
  const root = packageRoot();
  const pages = globSync('docs/*.md', { cwd: root }).toSorted();
  return new Map(pages.map((page) => [page, readFileSync(join(root, page), 'utf8')]));
};
