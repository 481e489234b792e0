/** The documentation as a folder of HTML that needs no server. */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { build } from 'esbuild';

import { RULES } from '#audit/engine/rules.ts';
import { REFUSALS } from '#lib/spec/refusals.ts';

import manifest from '../../package.json' with { type: 'json' };
import { ICON, layout } from './layout.ts';
import { brokenLinks } from './links.ts';
import { readGroups, readSources, urlOf } from './pages.ts';
import { type Page, render } from './render.ts';
import { searchIndex } from './search.ts';

export interface Site {
  readonly pages: readonly Page[];
  /** Links that lead nowhere, and pages to which none leads. */
  readonly complaints: readonly string[];
}

/** Refusals and rules have places of their own. */
const TERMS: ReadonlyMap<string, string> = new Map([
  ...Object.keys(REFUSALS).map(
    (code) => [code, `reference/refusals.html#${code.toLowerCase()}`] as const,
  ),
  ...RULES.map(({ id }) => [id, urlOf(`docs/rules/${id.replaceAll('/', '-')}.md`)] as const),
]);

/** Builds the site of the repository at `root` into `folder`, which is emptied first. */
export async function buildSite(root: string, folder: string): Promise<Site> {
  const sources = readSources(root);
  const groups = readGroups(root);
  const entries = groups.flatMap((group) => group.entries);
  const places = { files: new Set(sources.map(({ file }) => file)), terms: TERMS };
  const titles = new Map(entries.map(({ file, title }) => [file, title]));
  const pages = await Promise.all(
    sources.map((source) => render(source, titles.get(source.file), places)),
  );
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  rmSync(folder, { recursive: true, force: true });
  for (const page of pages) write(page.url, layout(page, groups, manifest.version));
  write('assets/search-index.js', searchIndex(pages));
  write('assets/icon.svg', ICON);
  await bundleBrowserPart(join(folder, 'assets'));
  for (const schema of globSync('schemas/*.json', { cwd: root }))
    cpSync(join(root, schema), join(folder, schema));
  cpSync(join(root, 'docs/pictures'), join(folder, 'pictures'), { recursive: true });
  const listed = entries.map(({ file }) => file);
  const known = new Set(sources.map(({ file }) => file));
  return {
    pages,
    complaints: [
      ...listed
        .filter((file) => !known.has(file))
        .map((file) => `docs/README.md: there is no ${file}`),
      ...brokenLinks(pages, root, listed),
    ],
  };
}

async function bundleBrowserPart(folder: string): Promise<void> {
  const browser = join(import.meta.dirname, 'browser');
  writeFileSync(join(folder, 'site.css'), readFileSync(join(browser, 'site.css')));
  await build({
    entryPoints: [join(browser, 'site.js')],
    outfile: join(folder, 'site.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
  });
}
