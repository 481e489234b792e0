/** The page of the daemon, bundled: each file has a name that says what is in it, and the document names those it begins with. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { build, type Metafile } from 'esbuild';

/** What the bundler made, and of what. */
export interface PageBundle {
  /** By their names in the folder of the page. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly inputs: readonly string[];
  /** Of the document and all that it begins with, each compressed by itself. */
  readonly firstViewBytes: number;
}

const OUT = 'page';
const ENTRIES = { app: 'web/main.tsx', style: 'web/style/page.css', icon: 'web/icon.svg' } as const;
/** What the document has in place of each name. */
const PLACES = { app: '%APP%', style: '%STYLE%', icon: '%ICON%' } as const;

/** Bundles it. Writes nothing. Throws when esbuild finds an error, or the document has no place for a file. */
export async function bundlePage(root: string): Promise<PageBundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: OUT,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.svg': 'copy' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome125', 'firefox128', 'safari17.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    write: false,
    metafile: true,
    logLevel: 'warning',
  });
  const files = new Map<string, Uint8Array>(
    outputFiles.map(({ path, contents }) => [path.slice(root.length + OUT.length + 2), contents]),
  );
  const index = document(root, metafile);
  files.set('index.html', Buffer.from(index));
  const first = [...firstOf(metafile)].map((path) => path.slice(OUT.length + 1));
  return {
    files,
    inputs: Object.keys(metafile.inputs),
    firstViewBytes: [...first, 'index.html'].reduce(
      (sum, name) => sum + gzipSync(files.get(name) ?? '').byteLength,
      0,
    ),
  };
}

/** The document, with the names of the files. */
function document(root: string, metafile: Metafile): string {
  let text = readFileSync(join(root, 'web/index.html'), 'utf8');
  for (const [name, place] of Object.entries(PLACES)) {
    if (text.split(place).length !== 2) throw new Error(`web/index.html has no place ${place}`);
    text = text.replace(place, () => `/${outputOf(metafile, name)}`);
  }
  // Asked for with the script that imports them, and not after it.
  const imported = [...firstOf(metafile)].filter((path) => path.includes('/chunk-'));
  const preloads = imported.map((path) => `    <link rel="modulepreload" href="/${path}" />\n`);
  return text.replace('  </head>', () => `${preloads.join('')}  </head>`);
}

function outputOf(metafile: Metafile, name: string): string {
  const form = new RegExp(`^${OUT}/${name}-[A-Z0-9]{8}\\.`, 'u');
  const found = Object.keys(metafile.outputs).find((path) => form.test(path));
  if (found === undefined) throw new Error(`the page was made without ${name}`);
  return found;
}

/** What the document asks for, with what that imports at once. */
function firstOf(metafile: Metafile): ReadonlySet<string> {
  const first = new Set(Object.keys(PLACES).map((name) => outputOf(metafile, name)));
  for (const path of first)
    for (const { path: imported, kind } of metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement') first.add(imported);
  return first;
}
