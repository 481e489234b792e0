/** Where hosts keep their hooks. */
import { basename, join, resolve } from 'node:path';
import type { HostName } from '#lib/hook/event.ts';
import type { Machine } from './machine.ts';

/** For its owner in one folder, for all who work there, or for all that its owner does with the host. */
export type HookScope = 'local' | 'project' | 'user';

/** A settings file of a host. */
export interface HookFile {
  readonly host: HostName;
  readonly scope: HookScope;
  readonly path: string;
}

interface Files {
  /** Its owner's, and not to be committed. */
  readonly local?: string;
  readonly project?: string;
  readonly user: string;
  /** The variable that names another folder for the user's. */
  readonly home?: string;
  /** The variable that names another file. */
  readonly file?: string;
}

/** Below the folder of a project, and below the home of the owner, or where a variable says. */
const FILES: Readonly<Record<HostName, Files>> = {
  'claude-code': {
    local: '.claude/settings.local.json',
    project: '.claude/settings.json',
    user: '.claude/settings.json',
    home: 'CLAUDE_CONFIG_DIR',
  },
  // These two know one file in a project: it is its owner's as long as git does not have it.
  codex: {
    local: '.codex/hooks.json',
    project: '.codex/hooks.json',
    user: '.codex/hooks.json',
    home: 'CODEX_HOME',
  },
  gemini: {
    local: '.gemini/settings.json',
    project: '.gemini/settings.json',
    user: '.gemini/settings.json',
  },
  hermes: { user: '.hermes/config.yaml', home: 'HERMES_HOME' },
  openclaw: {
    user: '.openclaw/openclaw.json',
    home: 'OPENCLAW_STATE_DIR',
    file: 'OPENCLAW_CONFIG_PATH',
  },
};

/** The settings file of a host; `undefined` where it has none in projects. */
export const hookFile = (
  host: HostName,
  scope: HookScope,
  { environment }: Pick<Machine, 'environment'>,
  project: string,
): HookFile | undefined => {
  const { [scope]: below, user, home, file } = FILES[host];
  if (scope !== 'user')
    return below === undefined ? undefined : { host, scope, path: join(project, below) };
  const said = (name: string | undefined): string => (name && environment[name]) ?? '';
  const folder = said(home);
  const path =
    said(file) ||
    (folder === '' ? join(environment['HOME'] ?? '', user) : join(folder, basename(user)));
  return { host, scope, path: resolve(project, path) };
};

/** The files that a host reads together, each once; what two scopes share is the first one's. */
export const readTogether = (
  host: HostName,
  machine: Pick<Machine, 'environment'>,
  project: string,
): readonly HookFile[] => {
  const all = (['user', 'local', 'project'] as const).flatMap(
    (scope) => hookFile(host, scope, machine, project) ?? [],
  );
  return [...Map.groupBy(all, ({ path }) => path).values()].flatMap(([first]) => first ?? []);
};
