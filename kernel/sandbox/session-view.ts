/** The view of a session: what its agent, and every program that the agent starts, may see (RFC-0009 §3, §4.1). */
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import type { SessionKind } from '#lib/spec/access.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { isWithin, resolved, systemPlaces } from '#kernel/effects/places.ts';
import type { AgentProgram } from '#kernel/agent/program.ts';
import type { Settings } from '#kernel/boot-request.ts';
import type { View } from './view.ts';

export interface ViewParts {
  readonly kind: SessionKind;
  /** Absolute paths without links. */
  readonly workspace: string;
  readonly state: string;
  readonly scratch: string;
  readonly program: AgentProgram;
  readonly settings: Settings;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Where programs are looked for in a view, after what of the owner's search path is shown in it. */
const SYSTEM_PATH = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin'];

/** What says how to print, and nothing else. */
const HARMLESS = /^(LANG|LANGUAGE|LC_[A-Z]+|TERM|COLORTERM|NO_COLOR|TZ)$/;

/** Throws VIEW_EXPOSES where something that is to be shown would show what must not be seen. */
export const viewOf = (parts: ViewParts): View => {
  const { kind, workspace, scratch, program, settings } = parts;
  const { folders, links } = systemPlaces();
  const { read = [], write = [] } = program.builtIn ? {} : settings.agentPaths;
  const writable = existing(write, parts);
  const shown = unique([...folders, ...program.readable, ...existing(read, parts)]);
  for (const path of [...shown, ...writable]) refuseExposing(path, parts);
  for (const path of writable) refuseWritable(path, parts);
  return {
    readable: unique(kind === 'main' ? [...shown, workspace] : shown),
    links,
    writable,
    scratch,
    copies: kind === 'main' ? undefined : { folder: workspace, files: [] },
    network: program.builtIn ? 'none' : settings.network,
    directory: kind === 'main' ? workspace : scratch,
    environment: environmentOf(parts, [...shown, ...writable]),
  };
};

const unique = (paths: readonly string[]): readonly string[] => [...new Set(paths)];

/** The owner's paths as they are on this machine; what is not there is left out. */
const existing = (paths: readonly string[], { environment }: ViewParts): readonly string[] =>
  paths.flatMap((path) => resolved(expanded(path, environment['HOME'])) ?? []);

const expanded = (path: string, home: string | undefined): string => {
  if (path !== '~' && !path.startsWith('~/')) return path;
  return join(home !== undefined && isAbsolute(home) ? home : homedir(), path.slice(1));
};

/**
 * No folder that is shown holds the kernel's state; in a shared session none holds the workspace or
 * lies in it. Compared by resolved path: what is shown is shown with all that is below it.
 */
const refuseExposing = (path: string, { kind, workspace, state }: ViewParts): void => {
  const exposes = (hidden: string): boolean => isWithin(path, hidden) || isWithin(hidden, path);
  const hidden = exposes(state)
    ? state
    : kind === 'shared' && exposes(workspace)
      ? workspace
      : undefined;
  if (hidden !== undefined) throw new Refusal('VIEW_EXPOSES', { path, hidden });
};

/** In no session is the workspace written to past the gate. */
const refuseWritable = (path: string, { workspace }: ViewParts): void => {
  if (isWithin(path, workspace) || isWithin(workspace, path))
    throw new Refusal('VIEW_EXPOSES', { path, hidden: workspace });
};

/** What says how to print, what the owner passes on, and a home that is the scratch folder. */
const environmentOf = (
  { program, scratch, settings, environment }: ViewParts,
  readable: readonly string[],
): Readonly<Record<string, string>> => {
  const passed = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      (HARMLESS.test(entry[0]) ||
        (!program.builtIn && settings.agentEnvironment.includes(entry[0]))),
  );
  const path = (environment['PATH'] ?? '').split(delimiter).filter((folder) => {
    const real = isAbsolute(folder) ? resolved(folder) : undefined;
    return (
      real !== undefined && readable.some((shown) => isWithin(shown, real) || isWithin(real, shown))
    );
  });
  return {
    ...Object.fromEntries(passed),
    PATH: unique([...path, ...SYSTEM_PATH]).join(delimiter),
    HOME: scratch,
    TMPDIR: scratch,
    ...program.command.environment,
  };
};
