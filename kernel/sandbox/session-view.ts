/** The view of a session: what its agent, and every program that the agent starts, may see (RFC-0009 §3, §4.1). */
import { delimiter, dirname, isAbsolute, resolve } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import { packageRoot } from '#kernel/process/package.ts';
import { expanded, isWithin, resolved, systemPlaces } from '#kernel/process/places.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import type { AgentProgram } from '#kernel/programs/program.ts';
import type { Settings } from '#kernel/contract/boot-request.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';
import { accountFiles } from './accounts.ts';
import { Exposure } from './exposure.ts';
import type { SeenPlaces } from './seen.ts';
import type { View } from './view.ts';

export interface ViewParts {
  readonly kind: SessionKind;
  /** What the layout shows of the workspace; absent: all of it. */
  readonly seen?: SeenPlaces | undefined;
  /** Absolute paths without links. */
  readonly workspace: string;
  readonly state: string;
  readonly scratch: string;
  readonly program: AgentProgram;
  readonly settings: Settings;
  /** Where the settings were read, if the owner named a file. */
  readonly settingsFile: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Where programs are looked for in a view, after what of the owner's search path is shown in it. */
const SYSTEM_PATH = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin'];

/** What says how to print, and nothing else. */
const HARMLESS = /^(LANG|LANGUAGE|LC_[A-Z]+|TERM|COLORTERM|NO_COLOR|TZ)$/;

/** Throws VIEW_EXPOSES where something that is to be shown would show what must not be seen. */
export const viewOf = (parts: ViewParts): View => {
  const { kind, seen, workspace, scratch, program, settings } = parts;
  const seesWorkspace = kind.permissions.view === 'workspace';
  const isWhole = seesWorkspace && seen === undefined;
  const { folders, links } = systemPlaces();
  const { read = [], write = [] } = program.runsCommands ? settings.agentPaths : {};
  const writable = outermost(existing(write, parts));
  const shown = unique([...folders, ...program.readable, ...existing(read, parts)]).filter(
    (path) =>
      !writable.some((folder) => isWithin(folder, path)) &&
      // What lies behind a link of the system is shown where the link leads: `/bin/sh`.
      !links.some((link) => isWithin(link.path, path)),
  );
  const places = [...shown, ...writable];
  const names = (program.names ?? []).filter(
    ({ path }) =>
      ![...places, workspace, scratch].some((folder) => isWithin(folder, path)) &&
      !links.some((link) => isWithin(link.path, path)),
  );
  refuseScratch(parts);
  const exposure = new Exposure();
  for (const path of places) refuseExposing(path, parts, exposure);
  for (const path of writable) refuseWritable(path, parts, exposure);
  if (seen !== undefined) refuseHidden(seen, exposure);
  return {
    readable: unique(isWhole ? [...shown, workspace] : shown),
    links: [...links, ...uniqueNames(names)],
    writable,
    scratch,
    copies: isWhole
      ? undefined
      : { folder: workspace, files: [], ...(seesWorkspace && { shows: seen?.shown ?? [] }) },
    system: accountFiles({
      uid: process.geteuid?.() ?? 0,
      gid: process.getegid?.() ?? 0,
      home: scratch,
    }),
    network: networkOf(program, settings),
    directory: seesWorkspace ? workspace : scratch,
    environment: environmentOf(parts, [...places, ...names.map(({ path }) => path)]),
  };
};

/** What the settings allow, and the hosts that come with the agent's name. */
const networkOf = (
  { runsCommands, needs }: AgentProgram,
  { network }: Settings,
): View['network'] => {
  if (!runsCommands) return 'none';
  const hosts = needs?.hosts ?? [];
  if (network === 'all' || hosts.length === 0) return network;
  return unique([...(network === 'none' ? [] : network), ...hosts]);
};

const uniqueNames = (names: View['links']): View['links'] => [
  ...new Map(names.map((name) => [name.path, name])).values(),
];

const unique = (paths: readonly string[]): readonly string[] => [...new Set(paths)];

/** The owner's paths as they are on this machine; what is not there is left out. */
const existing = (paths: readonly string[], { environment }: ViewParts): readonly string[] =>
  paths.flatMap((path) => resolved(expanded(path, environment['HOME'])) ?? []);

/**
 * What lies in a writable folder is in the view with it. By itself it is not named: views name what they show anew for
 * each process, and whoever can rename what is on the way decides where that leads.
 */
const outermost = (folders: readonly string[]): readonly string[] =>
  unique(folders).filter(
    (path) => !folders.some((folder) => folder !== path && isWithin(folder, path)),
  );

/**
 * No folder that is shown holds the kernel's state or the scratch folders of other sessions; in a shared session none
 * holds the workspace or lies in it, and in none where its layout shows parts of it alone.
 */
const refuseExposing = (
  path: string,
  { kind, seen, workspace, state, scratch }: ViewParts,
  exposure: Exposure,
): void => {
  const scratches = dirname(scratch);
  const showsWorkspace = (): boolean =>
    exposure.overlaps(path, workspace) || exposure.repeatsPrivate(path, workspace);
  const hidden = exposure.overlaps(path, state)
    ? state
    : exposure.holds(path, scratches)
      ? scratches
      : (kind.permissions.view === 'copies' || seen !== undefined) && showsWorkspace()
        ? workspace
        : undefined;
  if (hidden !== undefined) throw new Refusal('VIEW_EXPOSES', { path, hidden });
};

/** No place of the workspace that is shown holds what is hidden there, also where that is mounted once more. */
const refuseHidden = (
  { shown, hidden: { files, folders } }: SeenPlaces,
  exposure: Exposure,
): void => {
  for (const path of shown) {
    const hidden = [...files, ...folders].find((place) => exposure.overlaps(path, place));
    if (hidden !== undefined) throw new Refusal('VIEW_EXPOSES', { path, hidden });
  }
};

/**
 * In no session is the workspace written to past the gate, nor what the next kernel trusts: its settings, its compiled
 * code, its program, the folders of other sessions.
 */
const refuseWritable = (path: string, parts: ViewParts, exposure: Exposure): void => {
  const hidden = trustedPlaces(parts).find((place) => exposure.overlaps(path, place));
  if (hidden !== undefined) throw new Refusal('VIEW_EXPOSES', { path, hidden });
};

const trustedPlaces = ({
  workspace,
  scratch,
  environment,
  settingsFile,
}: ViewParts): readonly string[] =>
  [
    workspace,
    scratch,
    xdgFolder('XDG_CONFIG_HOME', environment),
    xdgFolder('XDG_CACHE_HOME', environment),
    packageRoot(),
    process.execPath,
    ...(settingsFile === undefined ? [] : [resolve(settingsFile)]),
  ].flatMap((place) => [place, resolved(place) ?? place]);

/** What an agent may fill lies neither in the workspace nor in the kernel's state. */
const refuseScratch = ({ scratch, workspace, state }: ViewParts): void => {
  if ([workspace, state].some((place) => isWithin(place, scratch)))
    throw new Refusal('SCRATCH_UNUSABLE', {
      path: dirname(scratch),
      errno: "it lies in the workspace or in the kernel's state",
    });
};

/** The way to the outside that programs of the owner's take; one with a user in it holds a secret. */
const isProxy = ([name, value = '@']: readonly [string, string | undefined]): boolean =>
  /^(https?|all|no)_proxy$/i.test(name) && !value.includes('@');

/** What says how to print, what the owner passes on, and a home that is the scratch folder. */
const environmentOf = (
  { program, scratch, settings, environment }: ViewParts,
  readable: readonly string[],
): Readonly<Record<string, string>> => {
  const passed = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      (HARMLESS.test(entry[0]) ||
        (settings.network === 'all' && program.runsCommands && isProxy(entry)) ||
        (program.runsCommands && settings.agentEnvironment.includes(entry[0])) ||
        program.needs?.environment.includes(entry[0]) === true),
  );
  const path = (environment['PATH'] ?? '').split(delimiter).filter((folder) => {
    const real = isAbsolute(folder) ? resolved(folder) : undefined;
    return (
      real !== undefined && readable.some((shown) => isWithin(shown, real) || isWithin(real, shown))
    );
  });
  return {
    ...Object.fromEntries(passed),
    PATH: unique([...(program.searchPath ?? []), ...path, ...SYSTEM_PATH]).join(delimiter),
    HOME: scratch,
    TMPDIR: scratch,
    ...program.command.environment,
  };
};
