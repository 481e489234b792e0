/** Which sources a file of tests loads, with all that those load. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { parseSync } from 'oxc-parser';

import manifest from '../../package.json' with { type: 'json' };

const ALIASES = Object.entries(manifest.imports).map(
  ([alias, target]) => [alias.replace('*', ''), target.replace('*', '')] as const,
);

export class Loads {
  readonly #root: string;
  readonly #direct = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.#root = root;
  }

  /** The file itself among them. */
  of(file: string): ReadonlySet<string> {
    const seen = new Set([file]);
    for (const one of seen) for (const other of this.#imports(one)) seen.add(other);
    return seen;
  }

  #imports(file: string): readonly string[] {
    const known = this.#direct.get(file);
    if (known !== undefined) return known;
    const path = join(this.#root, file);
    const found = file.endsWith('.ts') ? this.#read(path) : [];
    this.#direct.set(file, found);
    return found;
  }

  #read(path: string): readonly string[] {
    const { module } = parseSync(path, readFileSync(path, 'utf8'));
    const named = [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
      ),
    ];
    return named.flatMap((name) => this.#resolved(dirname(path), name) ?? []);
  }

  #resolved(folder: string, name: string): string | undefined {
    const alias = ALIASES.find(([start]) => name.startsWith(start));
    if (alias === undefined && !name.startsWith('.')) return undefined;
    const path = alias
      ? resolve(this.#root, alias[1], name.slice(alias[0].length))
      : resolve(folder, name);
    return existsSync(path) ? relative(this.#root, path) : undefined;
  }
}
