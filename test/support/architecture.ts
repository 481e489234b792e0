import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';

import { importsOf, type Import } from './imports.ts';
import { RING_0_PORTS } from './ring-0-ports.ts';
import { functionsOf, readsEnvironment, slipsOf } from './shape.ts';

/** Sources by path relative to the repository, with `/`. */
export type Sources = ReadonlyMap<string, string>;

/** What the checker saw and what is wrong; a caller holds the counts against floors. */
export interface Verdict {
  readonly complaints: readonly string[];
  readonly layers: ReadonlySet<string>;
  readonly imports: number;
}

interface Edge {
  readonly from: string;
  readonly kind: Import['kind'];
  /** A path in the repository, `node:…`, or `npm:…`. */
  readonly to: string;
}

/** Both sides of the border: the one folder of the kernel that agents and the mesh may import. */
const WIRE = 'kernel/wire/';

/** Who may import whom; nobody names `cli`, which is on top, nor `agents`, which hostile models drive. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  schemas: ['schemas'],
  lib: ['schemas', 'lib'],
  audit: ['schemas', 'lib', 'audit'],
  conform: ['schemas', 'lib', 'conform'],
  agents: ['schemas', 'lib', 'agents', WIRE],
  channels: ['schemas', 'lib', 'channels', WIRE],
  kernel: ['schemas', 'lib', 'kernel'],
  daemon: ['schemas', 'lib', 'kernel', 'daemon'],
  mesh: ['schemas', 'lib', 'mesh', WIRE],
  web: ['schemas', 'lib', 'web'],
  cli: ['schemas', 'lib', 'audit', 'conform', 'kernel', 'daemon', 'mesh', 'cli'],
};

/** The folders whose `.ts` files are held to the rules. */
export const LAYERS = Object.keys(MAY_IMPORT);

/** Ring 0 is read in one sitting: no package, not even through another file that it loads. */
const RING_0 = ['kernel/fs/', 'kernel/startup/', 'kernel/gate/'];

/**
 * Lines of ring 0 with all that it loads, tables too; and the same with the files that a boot puts behind its ports. To be
 * aimed at was 3,850 for the second. What it is made of: 2,780 lines of ring 0, 380 of what it loads, 1,200 of tables, of
 * which its refusals and their causes are 530, and 1,570 behind the ports, where logs, redaction, the journal of MEMORY.md
 * and the record of a first boot are. Ring 0 and its tables alone are more than that aim; without a check less, nothing of
 * them can go.
 */
const RING_0_MAX_LINES = 4440;
const RING_0_MAX_LINES_WITH_PORTS = 5950;
const READ_APART = ['lib/spec/', 'lib/language/'];

/** Tables that hold the part of ring 0 and all others: it loads its own part. */
const WHOLE_TABLES = ['lib/spec/refusals.ts', 'lib/spec/limits.ts'];

/** A rule holds its examples, which are data; there are as many files as there are rules. */
const RULES = 'audit/rules/';

/** What may be as long as it is. */
const DATA = [
  'lib/spec/refusals',
  'lib/spec/limits',
  'lib/language/',
  RULES,
  'schemas/generated/',
  'cli/args/options.ts',
];

/** Is this a table, or a rule with its examples, and no code that is read from its top to its end? */
export const isData = (path: string): boolean => DATA.some((data) => path.startsWith(data));

/** Every TypeScript source below `root` that is held to the rules. */
export const readSources = (root: string): Sources =>
  new Map(
    LAYERS.flatMap((layer) => typescriptIn(root, layer)).map((path) => [
      path,
      readFileSync(join(root, path), 'utf8'),
    ]),
  );

/** The TypeScript sources of a layer, relative to `root`. */
export const typescriptIn = (root: string, layer: string): readonly string[] => {
  const folder = join(root, layer);
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return entries.filter((entry) => /\.tsx?$/u.test(entry)).map((entry) => `${layer}/${entry}`);
};

/** A folder that can be taken in at a glance. */
const FOLDER_MAX_FILES = 25;

/** The order of a boot is one screen, and no function is longer than one. */
const BOOT_ORDER = 'kernel/boot/boot.ts';
const BOOT_ORDER_MAX_LINES = 90;
const FUNCTION_MAX_LINES = 70;

/** Of sources alone: whether what is generated for them is there. The bundle has none of it. */
const ENTRY = 'cli/main.ts';
const STALE = 'scripts/validators/stale.ts';

/** Where several sessions live in one process. */
const SHARED_BY_SESSIONS = ['kernel/', 'cli/', 'daemon/'];

/** What stands still until it may write: commands of the owner may, and no process that serves several workspaces. */
const STANDS_STILL = /\b(?:exclusively|OpenWorkspace)\b/iu;

/** Node's doors to the disk and to other processes, each with what else it could be reached by. */
const EFFECTS = /^node:(fs|fs\/promises|child_process)$/;
const EFFECT_HOMES = [
  'kernel/fs/',
  'kernel/process/',
  WIRE,
  'agents/launch/',
  'mesh/store/files.ts',
  'conform/machine/',
];

/** SQLite opens files, too, and makes them. */
const SQLITE_HOMES = ['kernel/process/', 'kernel/sqlite/', 'kernel/mesh/', 'mesh/sqlite/'];

const PACKAGE_HOMES: Readonly<Record<string, string | readonly string[]>> = {
  '@lancedb/lancedb': 'mesh/',
  '@anthropic-ai/sdk': 'agents/model/',
  aws4fetch: 'kernel/store/',
  kysely: 'daemon/data/',
  fastify: 'daemon/server/',
  '@fastify/websocket': 'daemon/server/',
  ws: 'channels/',
  'prom-client': 'daemon/server/',
  'tar-stream': 'daemon/backup/',
  'chrono-node': 'lib/recall/when/',
  preact: 'web/',
  '@preact/signals': 'web/',
  marked: ['web/', 'channels/marks/'],
  dompurify: 'web/',
};

/** Holds every import of the sources, type imports and `import()` too, against the plan of the house. */
export function judge(sources: Sources, aliases: Readonly<Record<string, string>>): Verdict {
  const { edges, complaints } = edgesOf(sources, aliases);
  complaints.push(
    ...edges.flatMap((edge) => judgeEdge(edge, sources)),
    ...ring0Packages(edges, sources),
    ...ring0TooLong(edges, sources),
    ...tooLong(sources),
    ...crowded(sources),
    ...slips(sources),
    ...unhanded(sources),
    ...standing(edges, sources),
    ...cycles(edges, sources),
    ...folderCycles(edges, sources),
  );
  return { complaints, layers: new Set([...sources.keys()].map(layerOf)), imports: edges.length };
}

/** What a source loads, at once or later, itself first. */
export function loadedFrom(
  start: string,
  sources: Sources,
  aliases: Readonly<Record<string, string>>,
): ReadonlySet<string> {
  const { edges } = edgesOf(sources, aliases);
  return reachable(start, groupByFrom(edges.filter(({ kind }) => kind !== 'type')));
}

/** Lines of ring 0 with all that it loads: without its tables, with them, and with the files behind its ports. */
export function ring0Size(
  sources: Sources,
  aliases: Readonly<Record<string, string>>,
): { readonly lines: number; readonly withTables: number; readonly withPorts: number } {
  return ring0Lines(ring0Files(edgesOf(sources, aliases).edges, sources), sources);
}

/** Every import, and a complaint about each whose target cannot be told. */
function edgesOf(
  sources: Sources,
  aliases: Readonly<Record<string, string>>,
): { readonly edges: readonly Edge[]; readonly complaints: string[] } {
  const complaints: string[] = [];
  const edges: Edge[] = [];
  for (const [path, text] of sources) {
    for (const { specifier, kind } of importsOf(text, path)) {
      if (specifier === undefined)
        complaints.push(`${path}: import() of something other than a string`);
      else edges.push({ from: path, kind, to: resolveSpecifier(path, specifier, aliases) });
    }
  }
  return { edges, complaints };
}

function resolveSpecifier(
  from: string,
  specifier: string,
  aliases: Readonly<Record<string, string>>,
): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`;
  for (const [alias, target] of Object.entries(aliases)) {
    const prefix = alias.slice(0, -'*'.length);
    if (specifier.startsWith(prefix))
      return posix.join(target.slice(0, -'*'.length), specifier.slice(prefix.length));
  }
  return `npm:${specifier}`;
}

function judgeEdge({ from, to }: Edge, sources: Sources): string[] {
  if (to.startsWith('node:')) return judgeBuiltin(from, to);
  if (to.startsWith('npm:')) return judgePackage(from, to.slice('npm:'.length));
  if (to === 'package.json' && layerOf(from) === 'cli') return [];
  if (from === ENTRY && to === STALE) return [];
  const allowed = MAY_IMPORT[layerOf(from)] ?? [];
  if (!allowed.some((one) => one === layerOf(to) || (one.endsWith('/') && to.startsWith(one))))
    return [`${from}: ${layerOf(from)} may not import ${to}`];
  return /\.tsx?$/u.test(to) && !sources.has(to)
    ? [`${from}: imports ${to}, which does not exist`]
    : [];
}

function judgeBuiltin(from: string, to: string): string[] {
  if (['schemas', 'lib', 'audit', 'web'].includes(layerOf(from)))
    return [`${from}: ${layerOf(from)} is pure, no ${to}`];
  const homes = EFFECTS.test(to) ? EFFECT_HOMES : to === 'node:sqlite' ? SQLITE_HOMES : undefined;
  if (homes === undefined || homes.some((home) => from.startsWith(home))) return [];
  return [`${from}: only ${homes.join(', ')} may import ${to}`];
}

function judgePackage(from: string, name: string): string[] {
  if (name.startsWith('#')) return [`${from}: ${name} is no alias of package.json`];
  if (isRing0(from)) return [`${from}: ring 0 may not import the package ${name}`];
  const home = Object.entries(PACKAGE_HOMES).find(
    ([owned]) => name === owned || name.startsWith(`${owned}/`),
  )?.[1];
  return home === undefined || [home].flat().some((one) => from.startsWith(one))
    ? []
    : [`${from}: only ${[home].flat().join(' and ')} may import ${name}`];
}

/** A package that is loaded together with a ring 0 file, by way of a file outside ring 0. */
function ring0Packages(edges: readonly Edge[], sources: Sources): string[] {
  const loaded = groupByFrom(edges.filter((edge) => edge.kind === 'value'));
  return [...sources.keys()].filter(isRing0).flatMap((start) =>
    [...reachable(start, loaded)]
      .filter((path) => !isRing0(path))
      .flatMap((path) => loaded.get(path) ?? [])
      .filter((edge) => edge.to.startsWith('npm:'))
      .map(
        (edge) =>
          `${start}: ring 0 loads the package ${edge.to.slice('npm:'.length)} through ${edge.from}`,
      ),
  );
}

/** Ring 0, and every source that is loaded with it. */
function ring0Files(edges: readonly Edge[], sources: Sources): readonly string[] {
  const loaded = groupByFrom(edges.filter((edge) => edge.kind === 'value'));
  const read = new Set([...sources.keys()].filter(isRing0));
  for (const path of read) for (const { to } of loaded.get(path) ?? []) read.add(to);
  return [...read];
}

function ring0Lines(read: readonly string[], sources: Sources): ReturnType<typeof ring0Size> {
  const linesIn = (paths: Iterable<string>): number =>
    [...paths].reduce((sum, path) => sum + linesOf(sources.get(path)), 0);
  return {
    lines: linesIn(read.filter((path) => !READ_APART.some((tables) => path.startsWith(tables)))),
    withTables: linesIn(read),
    withPorts: linesIn(new Set([...read, ...Object.values(RING_0_PORTS).flat()])),
  };
}

/** Ring 0 that nobody can read in one sitting, or that loads more of a table than its part. */
function ring0TooLong(edges: readonly Edge[], sources: Sources): string[] {
  const read = ring0Files(edges, sources);
  const { withTables, withPorts } = ring0Lines(read, sources);
  return [
    ...WHOLE_TABLES.filter((table) => read.includes(table)).map(
      (table) => `ring 0 loads all of ${table}, and has a part of its own`,
    ),
    ...(withTables > RING_0_MAX_LINES
      ? [`ring 0 has ${withTables} lines with all that it loads, and ${RING_0_MAX_LINES} at most`]
      : []),
    ...(withPorts > RING_0_MAX_LINES_WITH_PORTS
      ? [
          `ring 0 has ${withPorts} lines with what is behind its ports, and ${RING_0_MAX_LINES_WITH_PORTS} at most`,
        ]
      : []),
  ];
}

/** An order that is no longer one screen, and functions that nobody sees whole. */
function tooLong(sources: Sources): string[] {
  const order = linesOf(sources.get(BOOT_ORDER));
  const orders =
    order > BOOT_ORDER_MAX_LINES
      ? [`${BOOT_ORDER}: ${order} lines, and ${BOOT_ORDER_MAX_LINES} at most`]
      : [];
  return [
    ...orders,
    ...[...sources]
      .filter(([path]) => !path.startsWith(RULES))
      .flatMap(([path, text]) =>
        functionsOf(text, path)
          .filter(({ lines }) => lines > FUNCTION_MAX_LINES)
          .map(
            ({ line, lines }) =>
              `${path}:${line}: a function of ${lines} lines, and ${FUNCTION_MAX_LINES} at most`,
          ),
      ),
  ];
}

/** Folders with more files than one sees at a glance. */
function crowded(sources: Sources): string[] {
  const folders = Map.groupBy(sources.keys(), (path) => posix.dirname(path));
  return [...folders]
    .filter(([folder, files]) => files.length > FOLDER_MAX_FILES && `${folder}/` !== RULES)
    .map(([folder, { length }]) => `${folder}/: ${length} files, and ${FOLDER_MAX_FILES} at most`);
}

/** The variables belong to a workspace: `cli/` reads them, and hands them on. */
function unhanded(sources: Sources): string[] {
  return [...sources]
    .filter(([path]) => /^(?:kernel|daemon)\//u.test(path))
    .flatMap(([path, text]) =>
      readsEnvironment(text, path).map((line) => `${path}:${line}: process.env is read`),
    );
}

/** What one session would change for the others. */
function slips(sources: Sources): string[] {
  return [...sources]
    .filter(([path]) => SHARED_BY_SESSIONS.some((folder) => path.startsWith(folder)))
    .flatMap(([path, text]) => slipsOf(text, path).map(({ line, is }) => `${path}:${line}: ${is}`));
}

/** What the daemon could stand still by: it reaches the write lock of a workspace through its sessions alone, which wait. */
function standing(edges: readonly Edge[], sources: Sources): string[] {
  return edges
    .filter(
      ({ from, to }) => from.startsWith('daemon/') && STANDS_STILL.test(sources.get(to) ?? ''),
    )
    .map(({ from, to }) => `${from}: ${to} stands still for the write lock`);
}

/** Each ends with a line end, as the formatter has it. */
export function linesOf(text = ''): number {
  return text.split('\n').length - 1;
}

function isRing0(path: string): boolean {
  return RING_0.some((folder) => path.startsWith(folder));
}

function reachable(start: string, edges: ReadonlyMap<string, readonly Edge[]>): Set<string> {
  const seen = new Set([start]);
  for (const path of seen) for (const { to } of edges.get(path) ?? []) seen.add(to);
  return seen;
}

/** One complaint per file that can reach itself; type imports count, because they tangle the reading as well. */
function cycles(edges: readonly Edge[], sources: Sources): string[] {
  const graph = groupByFrom(edges);
  return [...sources.keys()].flatMap((path) => {
    const next = (graph.get(path) ?? []).find(
      (edge) => edge.to === path || reachable(edge.to, graph).has(path),
    );
    return next === undefined ? [] : [`${path}: import cycle through ${next.to}`];
  });
}

/** One complaint per folder that can reach itself through others; type imports count. */
function folderCycles(edges: readonly Edge[], sources: Sources): string[] {
  const between = edges
    .filter(({ to }) => sources.has(to))
    .map(({ from, kind, to }) => ({ from: posix.dirname(from), kind, to: posix.dirname(to) }))
    .filter(({ from, to }) => from !== to);
  const graph = groupByFrom(between);
  return [...graph.keys()].flatMap((folder) => {
    const next = graph.get(folder)?.find(({ to }) => reachable(to, graph).has(folder));
    return next === undefined ? [] : [`${folder}/: cycle of folders through ${next.to}/`];
  });
}

function groupByFrom(edges: readonly Edge[]): Map<string, Edge[]> {
  return Map.groupBy(edges, (edge) => edge.from);
}

function layerOf(path: string): string {
  return path.slice(0, Math.max(0, path.indexOf('/')));
}
