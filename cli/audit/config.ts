/** The configuration of audits, which lies beside the workspaces (schemas/audit-config.schema.json). */
import { dirname, join, resolve } from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import type { AuditConfig } from '#audit/report/choice.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { closest } from '#lib/text/closest.ts';
import { readAll } from '#kernel/fs/bytes.ts';
import { closeQuietly, type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import { realPath, type Repositories } from '#kernel/snapshot/git.ts';
import { tryCall } from '#kernel/process/try-call.ts';

/** Its name, wherever it lies. */
const CONFIG_FILE = '.yamo-audit.json';

/** More than anybody writes. */
const CONFIG_MAX_BYTES = 256 * 1024;

/** A configuration, and the folder that its paths are relative to. */
export interface FoundConfig {
  readonly path: string;
  readonly folder: string;
  readonly config: AuditConfig;
}

/**
 * The nearest one at or above a folder, not above its repository; without a repository only the folder's own. Throws
 * CONFIG_INVALID.
 */
export const nearestConfig = async (
  folder: string,
  {
    disk,
    repositories,
    ruleIds,
  }: {
    readonly disk: Disk;
    readonly repositories: Repositories;
    readonly ruleIds: readonly string[];
  },
): Promise<FoundConfig | undefined> => {
  const start = realPath(disk, folder);
  const top = repositories.above(start)?.top ?? start;
  for (let at = start; ; at = dirname(at)) {
    const found = await readConfig(join(at, CONFIG_FILE), { disk, ruleIds, mayBeAbsent: true });
    if (found !== undefined || at === top || dirname(at) === at) return found;
  }
};

/**
 * The one that lies above a folder without a repository, and is not read: where nothing says what belongs together, it
 * may be anybody's.
 */
export const unreadConfig = (
  folder: string,
  { disk, repositories }: { readonly disk: Disk; readonly repositories: Repositories },
): string | undefined => {
  let at = realPath(disk, folder);
  if (repositories.above(at) !== undefined) return undefined;
  while (dirname(at) !== at) {
    at = dirname(at);
    const path = join(at, CONFIG_FILE);
    if (isThere(disk, path)) return path;
  }
  return undefined;
};

/** The deepest folder that all paths are at or below; where none was given, this one. */
export const commonFolder = (paths: readonly string[]): string => {
  const [first = [], ...others] = paths.map((path) => resolve(path).split('/'));
  const shared = first.findIndex((part, at) => others.some((parts) => parts[at] !== part));
  const parts = shared < 0 ? first : first.slice(0, shared);
  return parts.length === 0 ? resolve('.') : parts.join('/') || '/';
};

/** Reads the one at `path`. Throws CONFIG_INVALID. */
export const readConfig = async (
  path: string,
  {
    disk,
    ruleIds,
    mayBeAbsent = false,
  }: { readonly disk: Disk; readonly ruleIds: readonly string[]; readonly mayBeAbsent?: boolean },
): Promise<FoundConfig | undefined> => {
  const invalid = (reason: string): Refusal => new Refusal('CONFIG_INVALID', { path, reason });
  const text = readText(disk, path, { invalid, mayBeAbsent });
  if (text === undefined) return undefined;
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/u, ''), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined)
    throw invalid(`not JSON, line ${text.slice(0, error.offset).split('\n').length}`);
  const { isAuditConfig, configFault } = await import('./config-schema.ts');
  if (!isAuditConfig(value)) throw invalid(configFault());
  const config = value;
  const named = [
    ...Object.keys(config.rules ?? {}),
    ...(config.allow ?? []).map(({ rule }) => rule),
  ];
  const unknown = named.find((id) => !ruleIds.includes(id));
  if (unknown !== undefined) throw invalid(unknownRule(unknown, ruleIds));
  return { path, folder: dirname(resolve(path)), config };
};

/** There is no such rule; perhaps another was meant. */
export const unknownRule = (id: string, ruleIds: readonly string[]): string => {
  const near = closest(id, ruleIds);
  return `there is no rule ${JSON.stringify(id)}${near === undefined ? '' : `; did you mean ${near}?`}`;
};

const readText = (
  disk: Disk,
  path: string,
  {
    invalid,
    mayBeAbsent,
  }: { readonly invalid: (reason: string) => Refusal; readonly mayBeAbsent: boolean },
): string | undefined => {
  if (mayBeAbsent && !isThere(disk, path)) return undefined;
  try {
    // What lies beside workspaces may be a stranger's: a link there is not followed.
    const fd = disk.open(path, mayBeAbsent ? OPEN.read : OPEN.follow);
    try {
      const stat = disk.fstat(fd);
      if (!stat.isFile()) throw invalid('no regular file');
      if (stat.size > CONFIG_MAX_BYTES) throw invalid('too large');
      return readAll(disk, fd, Number(stat.size)).toString('utf8');
    } finally {
      closeQuietly(disk, fd);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    throw invalid(errno);
  }
};

/** Where the folder cannot be looked into, the audit says so. */
const isThere = (disk: Disk, path: string): boolean =>
  tryCall(() => disk.lstat(path)) !== undefined;
