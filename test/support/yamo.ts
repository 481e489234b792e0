/**
 * The built command line as a child process, as a user runs it. Import it from test files only: it
 * registers its clean-up with vitest.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterAll } from 'vitest';

import { agentCommand } from './test-agents.ts';
import { freshPath, type TempWorkspace } from './workspace.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What a user starts. Built by the global set-up. */
export const YAMO = join(ROOT, 'dist/yamo.js');

/** Compiled code may be shared by all runs of one user: it is no state. */
const CACHE_HOME = join(tmpdir(), `yamo-test-cache-${process.getuid?.() ?? 0}`);

/** A line of `--json`. */
export type Frame = Readonly<Record<string, unknown>>;

export interface Result {
  /** The exit code; 128 and the signal's number, as a shell says it, if a signal ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Every line of standard output, parsed; empty without `--json`. */
  readonly events: readonly Frame[];
}

/** Where a workspace is, and the homes of the kernel that boots it. */
export type Place = Pick<TempWorkspace, 'path' | 'stateHome' | 'configHome'>;

export interface Options {
  /** Given as the last argument; its homes are used. */
  readonly workspace?: Place;
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input, whole. Without it standard input is at its end from the start. */
  readonly input?: string;
  readonly cwd?: string;
  /** Put before the program: `['setpriv', …]`. */
  readonly wrapper?: readonly string[];
  /** Another copy of Node. */
  readonly node?: string;
  /** Another copy of the program. */
  readonly program?: string;
}

/** Runs it to its end. */
export const yamo = async (args: readonly string[], options: Options = {}): Promise<Result> => {
  const running = startYamo(args, options);
  running.finish(options.input);
  return running.ended;
};

/** Starts it; its standard input stays open. */
export const startYamo = (args: readonly string[], options: Options = {}): Running =>
  new Running(args, options);

const running = new Set<Running>();
afterAll(() => {
  for (const one of running) one.kill('SIGKILL');
});

/** A kernel that runs. */
export class Running {
  readonly ended: Promise<Result>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #heard = new Set<() => void>();
  #stdout = '';
  #stderr = '';
  #isOver = false;

  constructor(args: readonly string[], options: Options) {
    const { program, argv } = commandLine(args, options);
    this.#child = spawn(program, argv, {
      env: environment(options),
      cwd: options.cwd ?? '/',
      stdio: 'pipe',
    });
    this.#child.stdin.on('error', () => undefined);
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
      this.#tell();
    });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
      this.#tell();
    });
    running.add(this);
    this.ended = new Promise<number>((end, fail) => {
      this.#child.once('error', fail);
      this.#child.once('close', (code, signal) => {
        this.#isOver = true;
        running.delete(this);
        this.#tell();
        end(code ?? 128 + (SIGNALS[signal ?? ''] ?? 0));
      });
    }).then((code) => ({
      code,
      stdout: this.#stdout,
      stderr: this.#stderr,
      events: args.includes('--json') ? framesOf(this.#stdout) : [],
    }));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** All that was printed so far. */
  get output(): string {
    return this.#stdout + this.#stderr;
  }

  /** Waits until `text` was printed. Rejects, with the output, if the program ends without it. */
  async printed(text: string, times = 1): Promise<void> {
    const { promise, resolve: found, reject } = Promise.withResolvers<undefined>();
    const look = (): void => {
      if (this.output.split(text).length > times) found(undefined);
      else if (this.#isOver)
        reject(new Error(`it ended without ${JSON.stringify(text)}:\n${this.output}`));
    };
    this.#heard.add(look);
    look();
    await promise;
    this.#heard.delete(look);
  }

  /** The session is open: turns can be said. */
  ready(): Promise<void> {
    return this.printed('"event":"ready"');
  }

  say(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  /** Ends standard input, after `last`. */
  finish(last = ''): void {
    this.#child.stdin.end(last);
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** The processes that it started: its agent. */
  children(): readonly number[] {
    return readFileSync(`/proc/${this.pid}/task/${this.pid}/children`, 'utf8')
      .split(' ')
      .filter((pid) => pid !== '')
      .map(Number);
  }

  #tell(): void {
    for (const listener of this.#heard) listener();
  }
}

const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGKILL: 9,
  SIGTERM: 15,
};

const commandLine = (
  args: readonly string[],
  { workspace, wrapper = [], node = process.execPath, program = YAMO }: Options,
): { readonly program: string; readonly argv: readonly string[] } => {
  const place = workspace === undefined ? [] : [workspace.path];
  const [first = '', ...rest] = [...wrapper, node, program, ...args, ...place];
  return { program: first, argv: rest };
};

/** Nothing of the developer's own settings, and UTC as the zone of the machine. */
export const environment = ({ workspace, env }: Options): Record<string, string> => {
  const config = workspace?.configHome ?? freshPath('config');
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: config,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    XDG_STATE_HOME: workspace?.stateHome ?? freshPath('state'),
    XDG_CONFIG_HOME: config,
    XDG_CACHE_HOME: CACHE_HOME,
    ...env,
  };
};

const framesOf = (stdout: string): readonly Frame[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map(frameOf);

/** Throws if the line is no JSON object. */
const frameOf = (line: string): Frame => {
  const value: unknown = JSON.parse(line);
  if (typeof value !== 'object' || value === null) throw new TypeError(`no frame: ${line}`);
  return Object.fromEntries(Object.entries(value));
};

/** The frames of one kind. */
export const framesNamed = (events: readonly Frame[], event: string): readonly Frame[] =>
  events.filter((frame) => frame['event'] === event);

/** The names of the steps that were done, in order. */
export const stepsOf = (events: readonly Frame[]): readonly string[] =>
  framesNamed(events, 'step').map((frame) => String(frame['step']));

/** The last frame of a step. */
export const stepNamed = (events: readonly Frame[], step: string): Frame | undefined =>
  framesNamed(events, 'step').findLast((frame) => frame['step'] === step);

/** The code of the refusal that the frames end in. */
export const refusalOf = (events: readonly Frame[]): string | undefined => {
  const code = framesNamed(events, 'refused').at(-1)?.['code'];
  return typeof code === 'string' ? code : undefined;
};

/** Whatever the notices say, in one text; not that the tests are run by root. */
export const noticesOf = (events: readonly Frame[]): string =>
  framesNamed(events, 'notice')
    .map((frame) => String(frame['text']))
    .filter((text) => !text.startsWith('yamo is run by root.'))
    .join('\n');

/** The agent's words, in one text. */
export const wordsOf = (events: readonly Frame[]): string =>
  framesNamed(events, 'text')
    .map((frame) => String(frame['text']))
    .join('');

/** The kernel's own folder for the only workspace that was booted with this state. */
export const stateOf = ({ stateHome }: Pick<Place, 'stateHome'>): string => {
  const folder = join(stateHome, 'yamo');
  // Beside it lies what all workspaces share: the history of a terminal, what the machine knows.
  const only = existsSync(folder) && readdirSync(folder).find((name) => name.includes('-'));
  return join(folder, only || 'none');
};

/** The boot records as they are on disk. */
export const recordsOf = (place: Pick<Place, 'stateHome'>): readonly Frame[] =>
  framesOf(readFileSync(join(stateOf(place), 'record.jsonl'), 'utf8'));

/** Writes the owner's settings. */
export const writeSettings = ({ configHome }: Place, settings: unknown): void => {
  const path = join(configHome, 'yamo', 'settings.json');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, typeof settings === 'string' ? settings : JSON.stringify(settings));
};

/** A command for `--agent`: test/support/agents/foreign.ts with this behaviour. */
export const thirdPartyAgent = (...behaviour: readonly string[]): string =>
  agentCommand('foreign', ...behaviour);

/** A test that cannot run here says so where nobody can overlook it. */
export const skipLoudly = (missing: boolean, what: string): boolean => {
  if (missing) process.stderr.write(`!!! SKIPPED, not tested on this machine: ${what}\n`);
  return missing;
};

/** Is the process still there, and no zombie? */
export const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** Waits until `condition` holds; the test's own time limit ends the waiting. */
export const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) {
    await new Promise((wake) => {
      setTimeout(wake, 20);
    });
  }
};
