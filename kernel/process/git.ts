/**
 * Running git: for reading, and for the commits that an owner asks for. A repository that is audited may be hostile, and its
 * settings may name programs: what is set here lets none of them run and lets git use no network.
 *
 * Programs that a repository can name, and what holds each:
 * - fsmonitor and hooks: `core.fsmonitor`, `core.hooksPath`; no index is read, so none is refreshed either.
 * - filters (`filter.*.process`): git may read a file of the work tree in place of an object, through its
 *   filter, where the index says that they are equal. There is no index, and nothing is checked out.
 * - external diffs and text converters: `--no-ext-diff`, `--no-textconv` where something is compared.
 * - pagers, editors, askpass, credential helpers: `--no-pager`, and no terminal; nothing here logs in.
 * - gpg: only plumbing commands are run, which verify no signatures (`log.showSignature` is for `git log`).
 * - transports (`core.sshCommand`, `remote.*.uploadpack`, `ext::`), which a partial clone starts by itself when
 *   an object is missing: `GIT_NO_LAZY_FETCH`, and for a git that does not know it an empty
 *   `GIT_ALLOW_PROTOCOL`, which no setting of the repository overrides.
 * - a repository laid out in the workspace itself, with settings of its own and without `.git`:
 *   `safe.bareRepository`.
 * Alternates are followed: they lead to objects that the user can read anyway, and nothing of them is shown.
 * Submodules are never entered. A FIFO in the place of a settings file blocks git: it is killed in the end.
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { delimiter, isAbsolute, relative, sep } from 'node:path';
import { findProgram } from './program.ts';
import type { Environment } from './xdg.ts';
import { errnoOf } from '#kernel/fs/disk.ts';

/** One plumbing command of git. */
export interface GitRequest {
  /** Where git is looked for, and what of the owner's it may see. */
  readonly environment: Environment;
  /** Standard input, whole; at its end from the start if it is not given. */
  readonly input?: string | Uint8Array;
  /** Git is ended when it has said more than this. */
  readonly maxBytes: number;
  /** Git is ended when it takes longer; two minutes if it is not given. */
  readonly maxMs?: number;
  /** Ends git. */
  readonly signal?: AbortSignal | undefined;
}

/** What git said, or why it said nothing that counts. */
export type GitAnswer =
  | {
      readonly is: 'answer';
      readonly output: Buffer;
      /** Below 128: from there on git has failed. */
      readonly exitCode: number;
      /** False where it was cut at `maxBytes`. */
      readonly isWhole: boolean;
    }
  | GitUnavailable;

interface GitUnavailable {
  readonly is: 'unavailable';
  /** In words of ours: git's own would quote the repository. */
  readonly reason: string;
  /** If git ran to its end. */
  readonly exitCode?: number;
}

/** The longest that one command may take; the history of a large repository takes seconds. */
const GIT_MAX_MS = 120_000;
/** The first complaint decides what the reason is. */
const COMPLAINT_MAX_BYTES = 4096;
/** Some hundred paths. */
const EXCEPTIONS_MAX_BYTES = 64 * 1024;
/** Where git gives up (usage.c). */
const FATAL = 128;

/** These go before what the repository says (git-config, "SCOPES"). */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  // Each could be a FIFO, or a file that belongs to nobody's checkout.
  'core.excludesFile=/dev/null',
  'core.attributesFile=/dev/null',
  'core.sshCommand=false',
  'core.askPass=false',
  'credential.helper=',
  'gpg.program=false',
  'protocol.allow=never',
  'safe.bareRepository=explicit',
  'submodule.recurse=false',
] as const;

/** Nothing of the caller's: in a hook GIT_DIR names another repository, and GIT_TRACE writes files. */
const ENVIRONMENT = {
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_PROTOCOL_FROM_USER: '0',
  // What was committed, not what refs/replace puts in its place.
  GIT_NO_REPLACE_OBJECTS: '1',
  // No command that is run here needs one: see above, filters.
  GIT_INDEX_FILE: '/nonexistent/index',
} as const;

/**
 * Runs a plumbing command of git in `directory`. Never throws and never rejects: without git, without a
 * repository, or in one of another owner (which git refuses, and so do we) the answer is `unavailable`.
 */
export const runGit = async (
  directory: string,
  args: readonly string[],
  request: GitRequest,
): Promise<GitAnswer> => {
  const { environment, signal } = request;
  const place = { directory, searchPath: trustedPath(directory, environment) };
  const answer = await runGitWith(place, args, request, ENVIRONMENT);
  if (answer.is === 'answer' || answer.reason !== OTHER_OWNER) return answer;
  // The user may have said that this one is safe; we hid that from git together with their other settings.
  const exceptions = await safeDirectories(place.searchPath, environment, signal);
  if (exceptions.length === 0) return answer;
  const settings = exceptions.flatMap((path) => ['-c', `safe.directory=${path}`]);
  return runGitWith(place, [...settings, ...args], request, ENVIRONMENT);
};

/** Who commits, by their own settings, and in which zone. */
const OF_THE_OWNER =
  /^(?:HOME|XDG_CONFIG_HOME|GIT_CONFIG_GLOBAL|GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|EMAIL|USER|LOGNAME|TZ)$/;

/**
 * Runs a plumbing command on the repository and the index of the owner, for commits that they ask for. Never throws and
 * never rejects.
 */
export const runOwnersGit = (
  directory: string,
  args: readonly string[],
  request: GitRequest,
): Promise<GitAnswer> => {
  const { GIT_CONFIG_GLOBAL: _global, GIT_INDEX_FILE: _index, ...safe } = ENVIRONMENT;
  const variables: Record<string, string> = { ...safe };
  const { environment } = request;
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined && OF_THE_OWNER.test(name)) variables[name] = value;
  const searchPath = trustedPath(directory, environment);
  return runGitWith({ directory, searchPath }, args, request, variables);
};

const OTHER_OWNER = 'the repository belongs to another user, which git refuses';

/** Git's complaints under LC_ALL=C, and what they mean. The first that fits. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/detected dubious ownership/, OTHER_OWNER],
  [/cannot use bare repository/, 'the workspace is itself laid out as a repository'],
  [/not a git repository|invalid gitfile format/, 'git finds no repository here'],
  [
    /repository extension|git repo version|repository format/,
    'this git is too old for the form of the repository',
  ],
  [/bad config|bad \w+ config|config value/, 'the settings of the repository are damaged'],
  [
    /tell me who you are|auto-detect(?:ion| email)|empty ident name/,
    'git knows no name or address of yours (git config user.name, user.email)',
  ],
  [/index\.lock|cannot lock ref/, 'another git is at work there'],
  [/must be run in a work tree/, 'the workspace lies outside the work tree'],
  [/Permission denied/, 'the repository is not readable'],
  [
    /lazy fetching|promisor|bad object|unable to read|missing|corrupt/,
    'objects are missing from the repository or damaged',
  ],
];

/** The same with these variables, for who knows what they do. */
const runGitWith = async (
  { directory, searchPath }: { readonly directory: string; readonly searchPath: string },
  args: readonly string[],
  { input = '', maxBytes, maxMs = GIT_MAX_MS, signal }: Omit<GitRequest, 'environment'>,
  variables: Readonly<Record<string, string>>,
): Promise<GitAnswer> => {
  const program = findProgram('git', searchPath);
  if (!('path' in program)) return unavailable(`git was not found, ${program.errno}`);
  if (signal?.aborted === true) return unavailable(STOPPED);
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  // Most audits run no git, and loading this takes longer than many of their steps.
  const { spawn } = await import('node:child_process');
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawn(program.path, ['--no-pager', ...settings, ...args], {
      cwd: directory,
      env: { ...variables, PATH: searchPath },
      stdio: 'pipe',
      timeout: maxMs,
      // It only reads, so there is nothing for it to tidy up; a git that waits for a FIFO hears nothing else.
      killSignal: 'SIGKILL',
      ...(signal !== undefined && { signal }),
    });
  } catch (error) {
    // A NUL in an argument, or no more processes.
    return unavailable(`git cannot be started (${codeOf(error)})`);
  }
  return answerOf(child, input, maxBytes, signal);
};

const STOPPED = 'it was stopped';

const unavailable = (reason: string): GitUnavailable => ({ is: 'unavailable', reason });

const answerOf = (
  child: ChildProcessWithoutNullStreams,
  input: string | Uint8Array,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<GitAnswer> =>
  new Promise((resolve) => {
    const output: Buffer[] = [];
    let bytes = 0;
    let complaint = '';
    let isWhole = true;
    let fault: string | undefined;
    const kill = (): void => void child.kill('SIGKILL');
    // No git outlives the auditor.
    process.on('exit', kill);
    child.stdout.on('data', (chunk: Buffer) => {
      if (!isWhole) return;
      const room = maxBytes - bytes;
      output.push(chunk.byteLength > room ? chunk.subarray(0, room) : chunk);
      bytes += chunk.byteLength;
      if (chunk.byteLength <= room) return;
      isWhole = false;
      kill();
    });
    child.stderr.setEncoding('latin1').on('data', (text: string) => {
      if (complaint.length < COMPLAINT_MAX_BYTES) complaint += text;
    });
    // It may end before it has read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.once('error', (error) => {
      if (signal?.aborted !== true) fault = `git cannot be started (${codeOf(error)})`;
    });
    child.once('close', (code) => {
      process.off('exit', kill);
      if (signal?.aborted === true) resolve(unavailable(STOPPED));
      else if (fault !== undefined) resolve(unavailable(fault));
      else if (!isWhole)
        resolve({ is: 'answer', output: Buffer.concat(output), exitCode: 0, isWhole });
      else if (code === null) resolve(unavailable('git took too long, or was ended by someone'));
      else if (code >= FATAL)
        resolve({ ...unavailable(reasonOf(complaint, code)), exitCode: code });
      else resolve({ is: 'answer', output: Buffer.concat(output), exitCode: code, isWhole });
    });
  });

const reasonOf = (complaint: string, exitCode: number): string =>
  REASONS.find(([pattern]) => pattern.test(complaint))?.[1] ??
  `git ended with exit code ${exitCode}`;

const codeOf = (error: unknown): string => errnoOf(error) ?? 'bad argument';

/**
 * Where git itself is looked for: not in a relative place, which would be one in the workspace, not in the
 * workspace, and not among the programs of packages, which `npm exec` and `npx` put before all others.
 */
const trustedPath = (directory: string, environment: Environment): string =>
  (environment['PATH'] ?? '')
    .split(delimiter)
    .filter((place) => isAbsolute(place) && !place.split(sep).includes('node_modules'))
    .filter((place) => {
      const way = relative(directory, place);
      return way === '..' || way.startsWith(`..${sep}`);
    })
    .join(delimiter);

/** The exceptions that the user and the machine have made (`safe.directory`); a repository cannot make one. */
const safeDirectories = async (
  searchPath: string,
  environment: Environment,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> => {
  const variables: Record<string, string> = { LC_ALL: 'C' };
  for (const name of ['HOME', 'XDG_CONFIG_HOME', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM']) {
    const value = environment[name];
    if (value !== undefined) variables[name] = value;
  }
  const exceptions: string[] = [];
  for (const scope of ['--system', '--global']) {
    const args = ['config', scope, '--includes', '-z', '--get-all', 'safe.directory'];
    const place = { directory: '/', searchPath };
    const answer = await runGitWith(
      place,
      args,
      { maxBytes: EXCEPTIONS_MAX_BYTES, signal },
      variables,
    );
    if (answer.is === 'answer' && answer.isWhole)
      exceptions.push(...answer.output.toString('utf8').split('\0').slice(0, -1));
  }
  // Git expands this by HOME, which it is not given above.
  return exceptions.map((path) => path.replace(/^~(?=\/)/, variables['HOME'] ?? '~'));
};
