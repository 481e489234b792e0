/** Where hosts keep their hooks. */
import { basename, join, resolve } from 'node:path';
import type { HostName } from '#lib/hook/event.ts';
import type { Machine } from './machine.ts';

/** For one folder, or for all that its owner does with the host. */
export type Scope = 'project' | 'user';

/** A settings file of a host. */
export interface HookFile {
  readonly host: HostName;
  readonly scope: Scope;
  readonly path: string;
}

interface Files {
  readonly project?: string;
  readonly user: string;
  /** The variable that names another folder for the user's. */
  readonly home?: string;
  /** The variable that names another file. */
  readonly file?: string;
  /** Read with both, and none of ours. */
  readonly beside?: string;
}

/** Below the folder of a project, and below the home of the owner, or where a variable says. */
const FILES: Readonly<Record<HostName, Files>> = {
  'claude-code': {
    project: '.claude/settings.json',
    beside: '.claude/settings.local.json',
    user: '.claude/settings.json',
    home: 'CLAUDE_CONFIG_DIR',
  },
  codex: { project: '.codex/hooks.json', user: '.codex/hooks.json', home: 'CODEX_HOME' },
  gemini: { project: '.gemini/settings.json', user: '.gemini/settings.json' },
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
  scope: Scope,
  { environment }: Pick<Machine, 'environment'>,
  project: string,
): HookFile | undefined => {
  const { project: inProject, user, home, file } = FILES[host];
  if (scope === 'project')
    return inProject === undefined ? undefined : { host, scope, path: join(project, inProject) };
  const said = (name: string | undefined): string => (name && environment[name]) ?? '';
  const folder = said(home);
  const path =
    said(file) ||
    (folder === '' ? join(environment['HOME'] ?? '', user) : join(folder, basename(user)));
  return { host, scope, path: resolve(project, path) };
};

/** The files that a host reads together with this one, itself first. */
export const readTogether = (
  file: HookFile,
  machine: Pick<Machine, 'environment'>,
  project: string,
): readonly HookFile[] => {
  const { host } = file;
  const { beside } = FILES[host];
  const others = [
    hookFile(host, 'project', machine, project),
    hookFile(host, 'user', machine, project),
    beside === undefined ? undefined : { ...file, path: join(project, beside) },
  ];
  return [file, ...others.filter((other) => other !== undefined)];
};
