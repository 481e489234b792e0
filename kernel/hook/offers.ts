/** What a project is built with, and which servers of tools its host has: what an owner may list for shared sessions. */
import { join } from 'node:path';
import type { HostName } from '#lib/hook/event.ts';
import { LOOSE, parseSettings } from '#lib/hook/json-edit.ts';
import { Unchangeable } from '#lib/hook/settings-text.ts';
import type { HookSettings } from '#kernel/contract/boot-request.ts';
import { type Disk, errnoOf } from '#kernel/fs/disk.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { type JsonObject, membersOf } from '#lib/text/json.ts';
import { type HookMachine, readSettingsText } from './install.ts';

/** Programs and tools, by the names that the settings take. */
export type Offers = Pick<HookSettings, 'programs' | 'tools'>;

type Look = (file: string) => string | undefined;

/** What is found in the project and in the settings of its host, and is not listed yet. Throws nothing: a file that cannot be read offers nothing. */
export const offersIn = (
  host: HostName,
  project: string,
  { disk, environment }: Pick<HookMachine, 'disk' | 'environment'>,
  listed: Offers,
): Offers => {
  const here: Look = (file) => quietly(disk, join(project, file));
  const home: Look = (file) => quietly(disk, join(environment['HOME'] ?? '', file));
  return {
    programs: [...programsIn(here)].filter((name) => !listed.programs.includes(name)),
    tools: [...toolsIn(host, project, here, home)].filter((name) => !listed.tools.includes(name)),
  };
};

const quietly = (disk: Disk, path: string): string | undefined => {
  try {
    return readSettingsText(disk, path);
  } catch (error) {
    if (error instanceof Refusal || errnoOf(error) !== undefined) return undefined;
    throw error;
  }
};

/** The lock file that each manager of packages writes. */
const LOCKS = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
] as const;

/** What pyproject.toml speaks of when a project is built with the program. */
const PYTHON = [
  ['[tool.poetry', 'poetry'],
  ['[tool.uv', 'uv'],
  ['[tool.pdm', 'pdm'],
  ['[tool.hatch', 'hatch'],
  ['pytest', 'pytest'],
] as const;

const MAKEFILES = ['Makefile', 'makefile', 'GNUmakefile'] as const;

const programsIn = (look: Look): ReadonlySet<string> => {
  const found = new Set<string>();
  const manifest = look('package.json');
  if (manifest !== undefined) {
    const { packageManager } = jsonOf(manifest);
    const named = typeof packageManager === 'string' ? /^\w+/.exec(packageManager)?.[0] : undefined;
    found.add(named ?? LOCKS.find(([file]) => look(file) !== undefined)?.[1] ?? 'npm');
  }
  if (MAKEFILES.some((file) => look(file) !== undefined)) found.add('make');
  if (look('Cargo.toml') !== undefined) found.add('cargo');
  const python = look('pyproject.toml');
  const by = python === undefined ? [] : PYTHON.filter(([word]) => python.includes(word));
  for (const [, program] of by) found.add(program);
  if (python !== undefined && by.length === 0) found.add('python');
  return found;
};

const servers = (settings: unknown): readonly string[] =>
  Object.keys(membersOf(membersOf(settings)['mcpServers']));

const toolsIn = (host: HostName, project: string, here: Look, home: Look): ReadonlySet<string> => {
  if (host === 'claude-code') {
    const own = jsonOf(home('.claude.json') ?? '');
    const inProject = servers(membersOf(own['projects'])[project]);
    return namesOf(
      [...servers(jsonOf(here('.mcp.json') ?? '')), ...servers(own), ...inProject],
      'mcp__',
      '__*',
    );
  }
  if (host === 'codex') {
    const all = [here, home].flatMap((look) => serversInToml(look('.codex/config.toml') ?? ''));
    return namesOf(all, 'mcp__', '__*');
  }
  if (host !== 'gemini') return new Set();
  const all = [here, home].flatMap((look) => servers(jsonOf(look('.gemini/settings.json') ?? '')));
  return namesOf(all, 'mcp_', '_*');
};

/** As hosts make the names of tools of those of servers. */
const namesOf = (names: readonly string[], before: string, after: string): ReadonlySet<string> =>
  new Set(names.map((name) => `${before}${name.replaceAll(/[^\w.-]/g, '_')}${after}`));

const serversInToml = (text: string): readonly string[] =>
  [...text.matchAll(/^\s*\[mcp_servers\.(?:"([^"]+)"|'([^']+)'|([\w-]+))/gm)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );

const jsonOf = (text: string): JsonObject => {
  try {
    return membersOf(parseSettings(text, LOOSE));
  } catch (error) {
    if (error instanceof Unchangeable) return {};
    throw error;
  }
};
