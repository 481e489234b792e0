/**
 * What git remembers of a workspace's layout: every change that a commit made, and credentials in versions that
 * are no longer on disk. Only what HEAD leads to: other branches may hold other workspaces.
 *
 * Plumbing is asked (`rev-list`, `diff-tree`), because `git log` obeys what a repository says of it: hide root
 * commits, check signatures, order files, show paths relative to elsewhere.
 */
import { BOOTSTRAP_FILES, FILES, MEMORY_DIR } from '#lib/spec/files.ts';
import { FILE_MAX_BYTES } from '#lib/spec/limits.ts';
import type { Change, GitHistory, OldSecret, ProviderKey } from '#lib/workspace/snapshot.ts';
import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { runGit } from '#kernel/process/git.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import { repositoryAbove } from './tracked.ts';
import { decode } from './contents.ts';
import { realPath } from './git.ts';
import { type AskGit, blobsAmong, contentsOf, OUTSIDE } from './git-objects.ts';
import { commitsIn, LOG_FORMAT, type LoggedCommit, type LoggedFile } from './history-log.ts';
import { OWN_SELECTION } from './selection.ts';
import { FilesOnDisk } from './files-on-disk.ts';

export interface HistoryOptions {
  readonly environment: Environment;
  /** Finds credentials in the text of a version. */
  readonly findSecrets: (text: string) => Promise<readonly ProviderKey[]>;
  readonly disk?: Disk;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: HistoryLimits;
}

/** How much of a history is read. */
interface HistoryLimits {
  /** Commits that touch the layout. */
  readonly commits: number;
  /** Old versions that are looked through for credentials, and their bytes together. */
  readonly versions: number;
  readonly versionsBytes: number;
  /** A larger version is not looked into. */
  readonly versionBytes: number;
}

/** A workspace has a few commits a day, so this is many years of one; credentials are found at some MB a second. */
const LIMITS: HistoryLimits = {
  commits: 10_000,
  versions: 5000,
  versionsBytes: 64 * 1024 * 1024,
  versionBytes: FILE_MAX_BYTES,
};
const COMMIT_NAME_MAX_BYTES = 65;
/** What may be said of the commits: some hundred bytes for each change of a file. */
const LOG_MAX_BYTES = 128 * 1024 * 1024;
/** More files than this are not compared one by one to find renames; equal ones are found without it. */
const RENAME_LIMIT = '-l1000';

/** Relative to where git runs, which is the workspace. Bootstrap instructions in any spelling and under any ending. */
const LAYOUT: readonly string[] = [
  ':(icase,glob)bootstrap.*',
  ...FILES.map(({ name }) => name).filter(
    (name) => !name.includes('/') && !BOOTSTRAP_FILES.some((file) => file === name),
  ),
  MEMORY_DIR,
];
const BIRTH_ORDERS = /^bootstrap\.[^/]+$/i;

/**
 * Reads the history of the workspace at `path`, absolute. Where git cannot be asked, `partial` says why and the
 * rest is empty. Throws what `findSecrets` throws and nothing of its own.
 */
export const readHistory = async (
  path: string,
  { environment, findSecrets, disk: on = real, signal, limits = LIMITS }: HistoryOptions,
): Promise<GitHistory> => {
  const place = realPath(on, path);
  if (repositoryAbove(on, place) === undefined)
    return { changes: [], secrets: [], partial: 'the workspace lies in no git repository' };
  const gaps = new Set<string>();
  const ask: AskGit = async (args, request) => {
    const answer = await runGit(place, args, { ...request, environment, signal });
    if (answer.is === 'answer') return answer;
    gaps.add(answer.reason);
    return undefined;
  };
  const repository = await examine(ask, gaps);
  if (repository === undefined) return { changes: [], secrets: [], partial: [...gaps].join('; ') };
  const { isShallow } = repository;
  if (isShallow) gaps.add('the clone is shallow, and older commits are not in it');
  const log = await readLog(ask, limits.commits, gaps);
  // Where a shallow clone begins, every file looks as if it had been added there.
  const told = log.filter(({ parents }) => !isShallow || parents > 0);
  const changes = await withMoves(ask, told.flatMap(changesOf), gaps);
  const disk = new FilesOnDisk(on, place, changes);
  const versions = await readable(ask, pastVersions(log, disk), limits, gaps);
  const secrets: OldSecret[] = [];
  const known = new Set<string>();
  for await (const { commit, file, text } of textsOf(ask, versions)) {
    for (const { kind, line, value } of await findSecrets(text)) {
      const key = JSON.stringify([file, value]);
      if (known.has(key) || disk.holds(file, value)) continue;
      known.add(key);
      secrets.push({ commit, file, line, kind, value });
    }
  }
  const partial = [...gaps].join('; ');
  return { changes, secrets, ...(partial !== '' && { partial }) };
};

/** What the repository is; `undefined` where it cannot be asked about this folder. */
const examine = async (
  ask: AskGit,
  gaps: Set<string>,
): Promise<{ readonly isShallow: boolean } | undefined> => {
  const questions = ['--is-inside-work-tree', '--is-shallow-repository'];
  const answer = await ask(['rev-parse', ...questions], { maxBytes: COMMIT_NAME_MAX_BYTES });
  if (answer === undefined) return undefined;
  const [isInside, isShallow] = answer.output.toString('latin1').split('\n');
  if (isInside === 'true') return { isShallow: isShallow === 'true' };
  // `core.worktree` names another folder, so paths would be relative to that one.
  gaps.add(OUTSIDE);
  return undefined;
};

/** The commits that touch the layout, newest first. */
const readLog = async (
  ask: AskGit,
  limit: number,
  gaps: Set<string>,
): Promise<readonly LoggedCommit[]> => {
  const head = await ask(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {
    maxBytes: COMMIT_NAME_MAX_BYTES,
  });
  // Nothing is committed yet.
  if (head === undefined || head.exitCode !== 0) return [];
  // Without --full-history a branch whose changes were taken back before its merge is passed over.
  const walk = ['rev-list', '--full-history', '--date-order', `--max-count=${limit + 1}`];
  const found = await ask([...walk, head.output.toString('latin1').trim(), '--', ...LAYOUT], {
    maxBytes: (limit + 1) * COMMIT_NAME_MAX_BYTES,
  });
  const names = found?.output.toString('latin1').split('\n').slice(0, -1) ?? [];
  if (names.length > limit)
    gaps.add(`only the newest ${limit} commits that touch the layout were read`);
  return compare(ask, names.slice(0, limit), ['--raw', '--numstat', '--', ...LAYOUT], gaps);
};

/** What commits did, each compared with its parents. */
const compare = async (
  ask: AskGit,
  commits: readonly string[],
  args: readonly string[],
  gaps: Set<string>,
): Promise<readonly LoggedCommit[]> => {
  if (commits.length === 0) return [];
  const names = ['--stdin', '-r', '-m', '--root', '-z', '--no-abbrev', '--relative'];
  const safety = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all'];
  const form = [`--format=${LOG_FORMAT}`, '-M', RENAME_LIMIT];
  const answer = await ask(['diff-tree', ...names, ...safety, ...form, ...args], {
    input: commits.map((commit) => `${commit}\n`).join(''),
    maxBytes: LOG_MAX_BYTES,
  });
  if (answer?.isWhole === false) gaps.add('git said more of the commits than is read');
  return answer === undefined ? [] : commitsIn(answer.output, answer.isWhole);
};

const isOfLayout = (name: string): boolean => OWN_SELECTION.isRead(name) || BIRTH_ORDERS.test(name);

const changesOf = ({ commit, time, files }: LoggedCommit): readonly Change[] =>
  files
    .filter(({ file, from }) => isOfLayout(file) || (from !== undefined && isOfLayout(from)))
    .flatMap((file) => changesIn(file).map((change) => Object.assign(change, { commit, time })));

/**
 * Git takes one file that goes and a similar one that comes in the same commit for a rename. Bootstrap instructions are
 * never renamed into something else: they are deleted, or made (§2.6).
 */
const changesIn = ({
  file,
  kind,
  from,
  linesAdded,
  linesRemoved,
}: LoggedFile): readonly Omit<Change, 'commit' | 'time'>[] => {
  if (from === undefined) return [{ file, kind, linesAdded, linesRemoved }];
  if (BIRTH_ORDERS.test(file) === BIRTH_ORDERS.test(from))
    return [{ file, kind, from, linesAdded, linesRemoved }];
  return [
    { file: from, kind: 'deleted', linesAdded: 0, linesRemoved },
    { file, kind: 'added', linesAdded, linesRemoved: 0 },
  ];
};

const isMovable = ({ kind, file }: Change): boolean =>
  kind === 'deleted' && file.startsWith(`${MEMORY_DIR}/`);

/** A daily log that was moved out of `memory/` looks deleted, as long as only the layout is compared. */
const withMoves = async (
  ask: AskGit,
  changes: readonly Change[],
  gaps: Set<string>,
): Promise<readonly Change[]> => {
  const commits = new Set(changes.filter(isMovable).map(({ commit }) => commit));
  const args = ['--raw', '--numstat', '--diff-filter=R', '--', '.'];
  const moves = new Map<string, LoggedFile>();
  for (const { commit, files } of await compare(ask, [...commits], args, gaps))
    for (const file of files) moves.set(`${commit} ${file.from}`, file);
  return changes.map((change) => {
    const move = isMovable(change) ? moves.get(`${change.commit} ${change.file}`) : undefined;
    if (move === undefined) return change;
    const { file, linesAdded, linesRemoved } = move;
    const { commit, time, file: from } = change;
    return { commit, time, file, kind: 'renamed', from, linesAdded, linesRemoved };
  });
};

interface Version {
  readonly commit: string;
  readonly file: string;
  readonly object: string;
}

/** Every version but the ones on disk, newest first. */
const pastVersions = (log: readonly LoggedCommit[], disk: FilesOnDisk): readonly Version[] => {
  const files = log.flatMap(({ commit, files: changed }) =>
    changed.map((file) => Object.assign({ commit }, file)),
  );
  const made = files.map(({ commit, file, after }) => ({ commit, file, object: after }));
  // Where the log begins in the middle, a version may be known by its end alone.
  const gone = files.map(({ commit, file, from, before }) => ({
    commit,
    file: from ?? file,
    object: before,
  }));
  const versions = new Map<string, Version>();
  for (const { commit, file, object } of [...made, ...gone]) {
    if (object === undefined || !isOfLayout(file) || versions.has(`${object} ${file}`)) continue;
    if (!disk.isVersion(file, object)) versions.set(`${object} ${file}`, { commit, file, object });
  }
  return [...versions.values()];
};

/** The versions that are looked through: as many of the newest as the limits let in. */
const readable = async (
  ask: AskGit,
  versions: readonly Version[],
  limits: HistoryLimits,
  gaps: Set<string>,
): Promise<readonly (Version & { readonly bytes: number })[]> => {
  const newest = versions.slice(0, limits.versions);
  const blobs = await blobsAmong(ask, [...new Set(newest.map(({ object }) => object))]);
  const sizes = new Map(blobs.map(({ object, bytes }) => [object, bytes]));
  const chosen: (Version & { readonly bytes: number })[] = [];
  let total = 0;
  for (const version of newest) {
    const bytes = sizes.get(version.object);
    if (bytes === undefined) gaps.add('some versions are not in this clone');
    else if (bytes > limits.versionBytes)
      gaps.add(`versions of more than ${limits.versionBytes} bytes were not looked into`);
    else {
      total += bytes;
      if (total > limits.versionsBytes) break;
      chosen.push(Object.assign({ bytes }, version));
    }
  }
  if (newest.length < versions.length || total > limits.versionsBytes)
    gaps.add(`of ${versions.length} old versions only the newest were searched for credentials`);
  return chosen;
};

async function* textsOf(
  ask: AskGit,
  versions: readonly (Version & { readonly bytes: number })[],
): AsyncGenerator<{ readonly commit: string; readonly file: string; readonly text: string }> {
  const holders = Map.groupBy(versions, ({ object }) => object);
  const blobs = [...holders.values()].flatMap(([first]) => first ?? []);
  for await (const { object, content } of contentsOf(ask, blobs)) {
    const { text } = decode(content);
    for (const { commit, file } of holders.get(object) ?? []) yield { commit, file, text };
  }
}
