/** What comes with yamo: its templates, its specification, its built-in agent. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Tier = 'lite' | 'v3';
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

/** A template's text; `lite` holds only what differs from `v3`. */
export const readTemplate = (tier: Tier, name: TemplateName): string => {
  const templates = join(packageRoot(), 'workspaces', 'templates');
  const own = join(templates, tier, name);
  return readFileSync(existsSync(own) ? own : join(templates, 'v3', name), 'utf8');
};

/** The specification that comes with yamo. */
export const readSpecification = (): string =>
  readFileSync(join(packageRoot(), 'RFC-0009.md'), 'utf8');
