import { createHash } from 'node:crypto';
import { isBuiltin } from 'node:module';

import { build, type BuildOptions, type Metafile, type OutputFile, type Plugin } from 'esbuild';

import { mergeChunks, type Piece, type TextFile } from './merge.ts';

/** One file of the published bundle. */
export interface BundledFile extends TextFile {
  readonly executable: boolean;
}

/** What the calls of esbuild produced, and what went in. */
export interface Bundle {
  readonly files: readonly BundledFile[];
  /** Source paths relative to the repository, those of bundled packages included. */
  readonly inputs: readonly string[];
  /** Bytes that Node parses before the first line of `dist/yamo.js` runs: the file and its static imports. */
  readonly startBytes: number;
}

/** The sources that become files of their own; a missing one is reported before esbuild starts. */
export const ENTRIES = {
  yamo: 'cli/main.ts',
  'chunks/start': 'cli/start.ts',
  audit: 'cli/audit-published.ts',
  hook: 'cli/hook-published.ts',
  'audit-worker': 'cli/audit/worker.ts',
  'audit/program': 'cli/audit-program.ts',
  'hook/program': 'cli/hook-program.ts',
  scribe: 'agents/scribe/main.ts',
  'model/main': 'agents/model/main.ts',
  bridge: 'agents/bridge/main.ts',
  query: 'kernel/sqlite/query-main.ts',
  landlock: 'agents/launch/landlock/main.ts',
  relay: 'agents/launch/relay/main.ts',
  mesh: 'mesh/main.ts',
  telegram: 'channels/telegram/main.ts',
  discord: 'channels/discord/main.ts',
  slack: 'channels/slack/main.ts',
  webhook: 'channels/webhook/main.ts',
  'conform-provider': 'conform/machine/provider/main.ts',
} as const;

/** The code of the command line in few files: what starts, what many commands share, what some do, and boots. */
const PIECES: readonly Piece[] = [
  { entry: 'cli/start.ts' },
  { sharedBy: 5 },
  { sharedBy: 3 },
  { entry: 'cli/commands/boot.ts' },
];

/** Native or heavy packages which a user installs by choice; everything else is in the bundle. */
export const OPTIONAL_PACKAGES = ['@lancedb/lancedb', '@napi-rs/keyring'];

const SHEBANG = '#!/usr/bin/env node\n';

/** Only where esbuild left its own `require` shim: CommonJS code that asks Node for a builtin. */
const REQUIRE_BANNER =
  'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);\n';
const REQUIRE_SHIM = 'Dynamic require of "';

/** `ws` asks for them, and does without: native code would be of another machine. */
const ABSENT = 'module.exports = (() => { throw new Error("not installed"); })();';

/**
 * Parts of packages that the bundle holds in a silent form, most of them of secretlint. `debug` prints what secretlint looks at when DEBUG is
 * set, and that may be a credential; it also requires `supports-color` from wherever the user's folders have one.
 * The profiler is never used, and Node takes a millisecond to load what it measures with.
 */
const SILENT: Readonly<Record<string, string>> = {
  debug: 'export default () => Object.assign(() => {}, { enabled: false });',
  bufferutil: ABSENT,
  'utf-8-validate': ABSENT,
  '@secretlint/profiler': 'export const secretLintProfiler = { mark() {}, setEnabled() {} };',
};
const silentParts: Plugin = {
  name: 'silent-parts',
  setup(context) {
    context.onResolve(
      { filter: /^(?:debug|bufferutil|utf-8-validate|@secretlint\/profiler)$/ },
      ({ path }) => ({
        path,
        namespace: 'silent',
      }),
    );
    context.onLoad({ filter: /$/, namespace: 'silent' }, ({ path }) => ({
      contents: SILENT[path] ?? '',
    }));
  },
};

/** Modules that are bundled as what they export, which is plain data: to work it out takes longer than to load it. */
const computed: Plugin = {
  name: 'computed',
  setup(context) {
    context.onLoad({ filter: /[/]lib[/]language[/]credential-hints\.ts$/ }, async ({ path }) => {
      const values: object = await import(path);
      const lines = Object.entries(values).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
      );
      return { contents: lines.join('\n') };
    });
  },
};

/**
 * Who imports a module by `imported` finds it in the file of another bundle, `place`. The auditor and the hook are
 * scripts of their own (`audit/program.js`, `hook/program.js`), so that the code that V8 makes of them can be kept; what
 * loads one stands in for it.
 */
const elsewhere = (imported: RegExp, place: string): Plugin => ({
  name: 'elsewhere',
  setup(context) {
    let isThere = false;
    context.onResolve({ filter: imported }, () => {
      isThere = true;
      return { path: place, external: true };
    });
    // A name that was changed in the sources only would put the code into this bundle a second time.
    context.onEnd(() =>
      isThere ? {} : { errors: [{ text: `nothing imports what is in ${place}` }] },
    );
  },
});
/** From dist/, and from dist/chunks/. */
const OTHER_BUNDLES: ReadonlySet<string> = new Set([
  './audit.js',
  '../audit.js',
  './hook.js',
  '../hook.js',
  './chunks/start.js',
]);
/** They are scripts, not modules. */
const SCRIPTS: ReadonlySet<string> = new Set(['dist/audit/program.js', 'dist/hook/program.js']);

/** Identifiers stay as written, so that the stack of a bug names the functions of the source. */
const SHARED = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minifyWhitespace: true,
  minifySyntax: true,
  minifyIdentifiers: false,
  legalComments: 'none',
  // Packages that print what went wrong with a message would print what the message held.
  drop: ['console'],
  external: OPTIONAL_PACKAGES,
  plugins: [silentParts, computed],
  // Its CommonJS form hides its own imports from a bundler.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  outdir: 'dist',
  write: false,
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/**
 * Bundles the command line (an entry and chunks that are loaded when needed), the auditor and its threads, and the
 * built-in agents. The scribe is one file: its process may read that file and nothing else. The model agent is a folder
 * of its own, with the libraries of providers in parts that are loaded when they are needed.
 * Writes nothing. Throws when esbuild finds an error or when a bundle would need a package at run time.
 */
export async function bundle(root: string): Promise<Bundle> {
  const shared = { ...SHARED, absWorkingDir: root };
  const { yamo, 'chunks/start': start, hook, 'audit-worker': worker, ...others } = ENTRIES;
  const {
    'audit/program': auditor,
    'hook/program': answer,
    'model/main': model,
    ...single
  } = others;
  const scripts = { 'audit/program': auditor, 'hook/program': answer };
  const [cli, main, ...rest] = await Promise.all([
    build({
      ...shared,
      plugins: [
        ...SHARED.plugins,
        elsewhere(/^\.\/commands\/audit\.ts$/, '../audit.js'),
        elsewhere(/^\.\/hook-answer\.ts$/, '../hook.js'),
      ],
      entryPoints: { 'chunks/start': start },
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
    }),
    build({
      ...shared,
      plugins: [
        elsewhere(/^\.\/start\.ts$/, './chunks/start.js'),
        elsewhere(/^\.\/hook-start\.ts$/, './hook.js'),
      ],
      entryPoints: { yamo },
      define: { YAMO_PARTS: JSON.stringify(PARTS_PLACE) },
    }),
    build({
      ...shared,
      plugins: [
        elsewhere(/^\.\/start\.ts$/, './chunks/start.js'),
        elsewhere(/^\.\/audit\.ts$/, './audit.js'),
      ],
      entryPoints: { hook },
    }),
    build({
      ...shared,
      plugins: [...SHARED.plugins, elsewhere(/^\.\/worker-pool\.ts$/, './audit.js')],
      entryPoints: { 'audit-worker': worker },
    }),
    ...Object.entries(scripts).map(([name, entry]) =>
      build({
        ...shared,
        entryPoints: { [name]: entry },
        define: { 'import.meta.filename': '__filename', 'import.meta.dirname': '__dirname' },
      }),
    ),
    build({
      ...shared,
      entryPoints: { 'model/main': model },
      splitting: true,
      chunkNames: 'model/[name]-[hash]',
    }),
    ...Object.entries(single).map(([name, entry]) =>
      build({ ...shared, entryPoints: { [name]: entry } }),
    ),
  ]);
  const metafiles = [cli, main, ...rest].map(({ metafile }) => metafile);
  const strays = metafiles.flatMap(runtimePackages);
  if (strays.length > 0)
    throw new Error(`not bundled, yet needed at run time: ${strays.join(', ')}`);

  const textsOf = ({ outputFiles }: { readonly outputFiles: readonly OutputFile[] }): TextFile[] =>
    outputFiles.map(({ path, text }) => ({ path: path.slice(root.length + 1), text }));
  const merging = { metafile: cli.metafile, folder: 'dist/chunks', options: shared };
  const merged = await mergeChunks(textsOf(cli), merging, PIECES);
  return {
    files: sealed(
      [...merged, ...[main, ...rest].flatMap(textsOf)].map(({ path, text }) => finish(path, text)),
    ),
    inputs: metafiles.flatMap((metafile) => Object.keys(metafile.inputs)),
    startBytes: startBytes(main.metafile, ENTRY),
  };
}

function finish(path: string, text: string): BundledFile {
  const executable = path === ENTRY;
  const banner = text.includes(REQUIRE_SHIM) ? REQUIRE_BANNER : '';
  // esbuild keeps a hashbang of the source; a second one would be a syntax error.
  const module = withoutBuiltinImports(
    text.startsWith('#!') ? text.slice(text.indexOf('\n') + 1) : text,
    executable,
  );
  const body = SCRIPTS.has(path) ? asScript(module) : module;
  return { path, executable, text: `${executable ? SHEBANG : ''}${banner}${body}` };
}

/** Stands in the entry for what it knows of the other files. */
const PARTS_PLACE = '@parts@';
const ENTRY = 'dist/yamo.js';

/** The files with the mark of their build, and the entry with what it compares. Throws if it asks for nothing. */
function sealed(files: readonly BundledFile[]): readonly BundledFile[] {
  const hash = createHash('sha256');
  for (const { path, text } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
    hash.update(`${path}\0${text}\0`);
  const mark = `//# yamo-build=${hash.digest('hex').slice(0, 16)}\n`;
  const marked = files.map(({ path, text, executable }) => ({
    path,
    executable,
    text: path === ENTRY ? text : `${text.trimEnd()}\n${mark}`,
  }));
  const sizes = marked
    .filter(({ path }) => path !== ENTRY)
    .map(({ path, text }) => [path.slice('dist/'.length), Buffer.byteLength(text)] as const);
  const parts = JSON.stringify({ mark, files: Object.fromEntries(sizes) });
  const place = JSON.stringify(PARTS_PLACE);
  const withParts = (text: string): string => {
    if (text.split(place).length !== 2) throw new Error(`${ENTRY} has no place for its parts`);
    return text.replace(place, () => JSON.stringify(parts));
  };
  return marked.map(({ path, text, executable }) => ({
    path,
    executable,
    text: path === ENTRY ? withParts(text) : text,
  }));
}

const BUILTIN_IMPORT = /import(?: ([\w$]+))?(?:\{([^{}]*)\})? ?from"(node:[\w/]+)";/g;
const BUILTIN_IMPORT_CALL = /import\(("node:[\w/]+")\)/g;

/**
 * Builtins by a call instead of by `import`: to link a module Node reads every property of a builtin, and by that
 * opens the standard streams (`process`) and loads what nobody asked for (`fs.promises`), at every start. The entry asks
 * for all of them late, since an old Node, which is told so, has no such call.
 */
function withoutBuiltinImports(text: string, isEntry: boolean): string {
  return text
    .replace(BUILTIN_IMPORT, (_, whole?: string, names?: string, name?: string) => {
      const builtin =
        name === 'node:process'
          ? 'globalThis.process'
          : `globalThis.process.getBuiltinModule("${name}")`;
      if (names !== undefined && (isEntry || LATE.has(name ?? '')))
        return lateFunctions(builtin, names);
      return `const ${whole ?? `{${names?.replaceAll(' as ', ':')}}`}=${builtin};`;
    })
    .replace(BUILTIN_IMPORT_CALL, 'Promise.resolve(globalThis.process.getBuiltinModule($1))');
}

/** They take a millisecond or more to get ready, OpenSSL five, and most commands call none of their functions. */
const LATE: ReadonlySet<string> = new Set(['node:child_process', 'node:crypto', 'node:readline']);

/** Functions that ask for their builtin when they are called. */
function lateFunctions(builtin: string, names: string): string {
  return names
    .split(',')
    .map((one) => {
      const [name = '', local = name] = one.trim().split(' as ');
      return `const ${local}=(...given)=>${builtin}.${name}(...given);`;
    })
    .join('');
}

/** A module without imports as an expression: a function of its place that returns its exports. */
function asScript(module: string): string {
  const exported = /export\{([\w$ ,]+)\};\s*$/.exec(module);
  const names = exported?.[1]?.replaceAll(/([\w$]+) as ([\w$]+)/g, '$2:$1');
  const body = `"use strict";${module.slice(0, exported?.index)}return{${names}};`;
  const script = `(function(__filename,__dirname){${body}\n})\n`;
  // In regular expressions esbuild leaves such characters; one of them doubles the memory of the text.
  return script.replaceAll(
    /[^\0-\x7F]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function runtimePackages(metafile: Metafile): string[] {
  const imported = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const external = imported.filter((one) => one.external === true).map((one) => one.path);
  return external.filter(
    (path) => !isBuiltin(path) && !OTHER_BUNDLES.has(path) && !OPTIONAL_PACKAGES.includes(path),
  );
}

function startBytes(metafile: Metafile, entry: string, seen = new Set<string>()): number {
  const output = metafile.outputs[entry];
  if (output === undefined || seen.has(entry)) return 0;
  seen.add(entry);
  const statics = output.imports.filter((one) => one.kind === 'import-statement');
  return statics.reduce((sum, one) => sum + startBytes(metafile, one.path, seen), output.bytes);
}
