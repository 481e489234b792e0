import { basename, dirname, join } from 'node:path';

import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';

/** A file of a bundle, still in memory. */
export interface TextFile {
  /** Relative to the repository, for instance `dist/yamo.js`. */
  readonly path: string;
  readonly text: string;
}

/** What becomes one file: an entry with all that it imports, or what so many commands import. */
export type Piece = { readonly entry: string } | { readonly sharedBy: number };

/** The path of the piece that a chunk becomes a part of, by the path of the chunk. */
type Homes = ReadonlyMap<string, string>;

/** Each is an entry of its own: the start imports it by a call. */
const COMMANDS = 'cli/commands/';

/**
 * esbuild makes a chunk for every set of entries that have code in common; the start of a command would load some
 * dozens, and Node takes more than half a millisecond for a module, however small. Here they are put together; a chunk
 * goes into the first of the `pieces` that it belongs to, and what belongs to none stays. `files` are those of one call
 * of esbuild with `options`, `metafile` is what it said of them; every chunk lies in `folder`.
 * Throws when an entry has no chunk, or a chunk that goes into a piece is imported by a call: its file would be gone.
 */
export async function mergeChunks(
  files: readonly TextFile[],
  { metafile, folder, options }: { metafile: Metafile; folder: string; options: BuildOptions },
  pieces: readonly Piece[],
): Promise<readonly TextFile[]> {
  const homes = homesOf(metafile, folder, pieces);
  const isChunk = ({ path }: TextFile): boolean => dirname(path) === folder;
  const alone = files.filter((file) => isChunk(file) && !homes.has(file.path));
  const written = new Set([...homes.values(), ...alone.map(({ path }) => path)]);
  const { outputFiles = [] } = await build({
    ...options,
    splitting: false,
    plugins: [chunkModules(files, metafile, homes)],
    entryPoints: [...written],
    outbase: folder,
    outdir: folder,
  });
  const merged = outputFiles.map(({ path, text }) => ({
    path: join(folder, basename(path)),
    text,
  }));
  return [...files.filter((file) => !isChunk(file)), ...merged];
}

function homesOf({ outputs }: Metafile, folder: string, pieces: readonly Piece[]): Homes {
  const homes = new Map<string, string>();
  const entries = new Map(
    Object.entries(outputs).map(([path, { entryPoint }]) => [entryPoint, path]),
  );
  const loadedBy = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
    seen.add(path);
    for (const { path: next, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && outputs[next] !== undefined && !seen.has(next))
        loadedBy(next, seen);
    return seen;
  };
  const loads = [...entries]
    .filter(([entry]) => entry?.startsWith(COMMANDS))
    .flatMap(([, path]) => Array.from(loadedBy(path)));
  const partsOf = (piece: Piece): { readonly home: string; readonly parts: Iterable<string> } => {
    if ('sharedBy' in piece) {
      const isShared = (path: string): boolean =>
        loads.filter((other) => other === path).length >= piece.sharedBy;
      return { home: join(folder, `shared-${piece.sharedBy}.js`), parts: loads.filter(isShared) };
    }
    const home = entries.get(piece.entry);
    if (home === undefined) throw new Error(`no chunk begins with ${piece.entry}`);
    return { home, parts: loadedBy(home) };
  };
  for (const piece of pieces) {
    const { home, parts } = partsOf(piece);
    for (const path of parts) if (!homes.has(path)) homes.set(path, home);
  }
  return homes;
}

/** Chunks as modules of another call of esbuild: those of one piece are bundled, all others stay imports. */
const chunkModules = (files: readonly TextFile[], { outputs }: Metafile, homes: Homes): Plugin => ({
  name: 'chunk-modules',
  setup(context) {
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    const parts = [...homes.keys()];
    /** The exports of a chunk with what its piece calls them: two chunks may export different things by one name. */
    const exportsOf = (path: string): readonly { own: string; outside: string }[] =>
      (outputs[path]?.exports ?? []).map((own) => ({
        own,
        outside: `${own}$${parts.indexOf(path)}`,
      }));

    context.onResolve({ filter: /\.js$/ }, ({ path, importer, kind, namespace }) => {
      if (kind === 'entry-point') {
        // It comes with `./` where an earlier build has left a file.
        const entry = join(path);
        return {
          path: entry,
          namespace: texts.has(entry) && !homes.has(entry) ? 'chunk' : 'piece',
        };
      }
      if (namespace === 'piece') return { path, namespace: 'chunk' };
      const target = join(dirname(importer), path);
      const home = homes.get(target);
      if (home === undefined || namespace === 'elsewhere') return { path, external: true };
      if (kind === 'import-statement')
        return { path: target, namespace: home === homes.get(importer) ? 'chunk' : 'elsewhere' };
      if (home !== target)
        throw new Error(`${target} is imported by a call, and would be a part of ${home}`);
      return { path, external: true };
    });
    context.onLoad({ filter: /$/, namespace: 'chunk' }, ({ path }) => ({
      contents: texts.get(path) ?? '',
    }));
    context.onLoad({ filter: /$/, namespace: 'piece' }, ({ path: piece }) => ({
      contents: parts
        .filter((path) => homes.get(path) === piece)
        .map((path) => {
          const names = exportsOf(path).map(({ own, outside }) => `${own} as ${outside}`);
          return `export{${names.join()}}from"${path}";`;
        })
        .concat(homes.has(piece) ? `export*from"${piece}";` : [])
        .join('\n'),
    }));
    context.onLoad({ filter: /$/, namespace: 'elsewhere' }, ({ path }) => {
      const names = exportsOf(path).map(({ own, outside }) => `${outside} as ${own}`);
      return { contents: `export{${names.join()}}from"./${basename(homes.get(path) ?? '')}";` };
    });
  },
});
