import { isBuiltin } from 'node:module';
import { posix } from 'node:path';

import { importsOf, type Import } from './imports.ts';

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

/** Who may import whom. Nobody names `cli`: that is what keeps it on top. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  schemas: ['schemas'],
  lib: ['schemas', 'lib'],
  audit: ['schemas', 'lib', 'audit'],
  kernel: ['schemas', 'lib', 'kernel'],
  daemon: ['schemas', 'lib', 'kernel', 'daemon'],
  mesh: ['schemas', 'lib', 'mesh'],
  cli: ['schemas', 'lib', 'audit', 'kernel', 'daemon', 'mesh', 'cli'],
};

/** The folders whose `.ts` files are held to the rules. */
export const LAYERS = Object.keys(MAY_IMPORT);

/** Ring 0 is read in one sitting: no package, not even through another file that it loads. */
const RING_0 = ['kernel/startup/', 'kernel/gate/', 'kernel/effects/'];

/** Node's doors to the disk and to other processes, each with what else it could be reached by. */
const EFFECTS = /^node:(fs|fs\/promises|child_process)$/;

const PACKAGE_HOMES: Readonly<Record<string, string>> = {
  '@lancedb/lancedb': 'mesh/',
  '@anthropic-ai/sdk': 'kernel/agent/',
};

/** Holds every import of the sources, type imports and `import()` too, against the plan of the house. */
export function judge(sources: Sources, aliases: Readonly<Record<string, string>>): Verdict {
  const complaints: string[] = [];
  const edges: Edge[] = [];
  for (const [path, text] of sources) {
    for (const { specifier, kind } of importsOf(text, path)) {
      if (specifier === undefined)
        complaints.push(`${path}: import() of something other than a string`);
      else edges.push({ from: path, kind, to: resolveSpecifier(path, specifier, aliases) });
    }
  }
  complaints.push(
    ...edges.flatMap((edge) => judgeEdge(edge, sources)),
    ...ring0Packages(edges, sources),
    ...cycles(edges, sources),
  );
  return { complaints, layers: new Set([...sources.keys()].map(layerOf)), imports: edges.length };
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
  if (MAY_IMPORT[layerOf(from)]?.includes(layerOf(to)) !== true)
    return [`${from}: ${layerOf(from)} may not import ${to}`];
  return to.endsWith('.ts') && !sources.has(to)
    ? [`${from}: imports ${to}, which does not exist`]
    : [];
}

function judgeBuiltin(from: string, to: string): string[] {
  if (['schemas', 'lib', 'audit'].includes(layerOf(from)))
    return [`${from}: ${layerOf(from)} is pure, no ${to}`];
  if (!EFFECTS.test(to) || from.startsWith('kernel/effects/')) return [];
  return [`${from}: only kernel/effects may import ${to}`];
}

function judgePackage(from: string, name: string): string[] {
  if (name.startsWith('#')) return [`${from}: ${name} is no alias of package.json`];
  if (isRing0(from)) return [`${from}: ring 0 may not import the package ${name}`];
  const home = Object.entries(PACKAGE_HOMES).find(
    ([owned]) => name === owned || name.startsWith(`${owned}/`),
  )?.[1];
  return home === undefined || from.startsWith(home)
    ? []
    : [`${from}: only ${home} may import ${name}`];
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

function groupByFrom(edges: readonly Edge[]): Map<string, Edge[]> {
  return Map.groupBy(edges, (edge) => edge.from);
}

function layerOf(path: string): string {
  return path.slice(0, Math.max(0, path.indexOf('/')));
}
