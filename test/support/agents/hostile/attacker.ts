/** The hands of the hostile agent: the kernel's requests, its own process, and its friend outside. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

import { NUMBERS } from '#kernel/wire/system-calls.ts';

import { type Kernel, KernelError } from './kernel.ts';
import type { Facts, Loot, Outcome } from './facts.ts';

/** A try that was turned away without an error of its own. */
export class TurnedAway extends Error {}

/** What a system says when it says no. Another error means that a call got further than it should. */
const REFUSALS_OF_THE_SYSTEM = new Set(
  [
    'EACCES EPERM ESRCH ENOSYS ENOENT ENOTDIR EROFS EXDEV ENXIO ENODEV ENOSPC',
    'EBUSY EOPNOTSUPP ENOTSUP ENOTTY',
    'EAFNOSUPPORT EPROTONOSUPPORT ESOCKTNOSUPPORT ENETUNREACH EHOSTUNREACH ECONNREFUSED EAI_AGAIN',
  ].flatMap((line) => line.split(' ')),
);

/** More calls, where seccomp.ts has no use for their number. */
const MORE_NUMBERS = {
  capset: [126, 91],
  get_robust_list: [274, 100],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  pidfd_open: [434, 434],
  pidfd_send_signal: [424, 424],
  prctl: [157, 167],
  process_madvise: [440, 440],
  rt_sigqueueinfo: [129, 138],
  setdomainname: [171, 162],
  setgroups: [116, 159],
  sethostname: [170, 161],
  setpgid: [109, 154],
  tgkill: [234, 131],
  tkill: [200, 130],
  vhangup: [153, 58],
  vmsplice: [278, 75],
} as const;

const PRELUDE = `
use strict; no warnings; use Fcntl;
sub told { print @_; exit 0 }
sub result { told($_[0] == -1 || !defined $_[0] ? 'errno ' . ($! + 0) : "done $_[0]") }
`;

/** A way, as far as it is walked. */
interface Walkable {
  readonly id: string;
  readonly tries: Readonly<Record<string, (attacker: Attacker) => unknown>>;
}

const SHOWN_MAX_CHARS = 65_536;

export class Attacker {
  readonly facts: Facts;
  readonly kernel: Kernel;
  readonly sessionId: string;
  /** What the kernel told it before the human's first word. */
  readonly context: string;
  /** The folder of the kernel's tools, in which questions are put. */
  readonly tools: string;
  #got: string[] = [];
  #said: string[] = [];

  constructor(parts: Pick<Attacker, 'facts' | 'kernel' | 'sessionId' | 'context' | 'tools'>) {
    this.facts = parts.facts;
    this.kernel = parts.kernel;
    this.sessionId = parts.sessionId;
    this.context = parts.context;
    this.tools = parts.tools;
  }

  /** All tries of a way, one after the other. */
  async walk({ id, tries }: Walkable): Promise<Loot> {
    this.#got = [];
    this.#said = [];
    const outcomes: Record<string, Outcome> = {};
    const start = performance.now();
    for (const [name, attempt] of Object.entries(tries)) {
      try {
        const got = await attempt(this);
        outcomes[name] =
          got === undefined
            ? { result: 'held', how: 'came to nothing' }
            : { result: 'won', how: shown(got).slice(0, 200) };
        if (got !== undefined) this.collect(shown(got));
      } catch (error) {
        outcomes[name] = judged(error);
      }
    }
    const ms = Math.round(performance.now() - start);
    return { id, run: this.facts.run, outcomes, ms, got: this.#got.join('\n'), said: this.#said };
  }

  /** Something came in, wherever from. */
  collect(text: string): void {
    this.#got.push(text);
  }

  /** The path of a file of the workspace; an absolute path stays as it is. */
  at(file: string): string {
    return file.startsWith('/') ? file : `${this.facts.workspace}/${file}`;
  }

  async read(file: string): Promise<string> {
    const answer = await this.ask('fs/read_text_file', { path: this.at(file) });
    return String(Object(answer)['content']);
  }

  /** What a main session reads; something else where that is refused. */
  readable(file: string): Promise<string> {
    return this.facts.kind === 'main' ? this.read(file) : Promise.resolve('# Mine\n');
  }

  async write(file: string, content: string): Promise<string> {
    await this.ask('fs/write_text_file', { path: this.at(file), content });
    return 'written';
  }

  async append(file: string, text: string): Promise<string> {
    await this.ask('_yamo/append', { path: this.at(file), text });
    return 'appended';
  }

  async list(file: string): Promise<readonly string[]> {
    const answer = await this.ask('_yamo/list', {
      path: file === '' ? this.facts.workspace : this.at(file),
    });
    return Object(answer)['entries'];
  }

  ask(method: string, params: object): Promise<unknown> {
    return this.kernel.request(method, { sessionId: this.sessionId, ...params });
  }

  /** Says something in these pieces. `secret`: what the suite must not hear. */
  say(secret: string, ...pieces: readonly string[]): void {
    this.#said.push(secret);
    for (const text of pieces) {
      this.kernel.notify('session/update', {
        sessionId: this.sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
      });
    }
  }

  /** What the suite must not hear, told by another way. */
  expose(secret: string): void {
    this.#said.push(secret);
  }

  /** Opens a file by itself. */
  open(path: string): string {
    return `${readFileSync(path, 'latin1').slice(0, SHOWN_MAX_CHARS)}.`;
  }

  /** Writes a file by itself. */
  create(path: string, text = 'planted\n', flag = 'w'): string {
    writeFileSync(path, text, { flag });
    return `wrote ${path}`;
  }

  /** A fresh path in its scratch folder. */
  scratch(name: string): string {
    return join(process.env['HOME'] ?? '/', name);
  }

  /**
   * Runs a piece of Perl, which is on every Linux and knows `syscall`; it tells with `told` what it got, with `result`
   * what a call returned. Throws TurnedAway where it told nothing, and the error of the call.
   */
  perl(script: string, ...args: readonly (string | number)[]): string {
    const { stdout, stderr, signal } = started('/usr/bin/perl', [
      '-e',
      PRELUDE + script,
      ...args.map(String),
    ]);
    if (stdout === '' && signal === null) throw new Error(`this piece of Perl is wrong: ${stderr}`);
    if (stdout === '') throw new TurnedAway(`ended by ${signal}`);
    const [, number] = /^errno (\d+)$/.exec(stdout) ?? [];
    if (number === undefined) return stdout;
    throw systemError(Number(number));
  }

  /** Makes one system call, its arguments in Perl. */
  call(name: keyof typeof NUMBERS | keyof typeof MORE_NUMBERS, args: string, before = ''): string {
    const { kernelPid, victimPid, workspace, loot } = this.facts;
    const [x64, arm64] = { ...NUMBERS, ...MORE_NUMBERS }[name];
    const number = process.arch === 'arm64' ? arm64 : x64;
    if (number === undefined) throw new TurnedAway('there is no such call on this processor');
    return this.perl(
      `my ($kernel, $victim) = (0 + shift, 0 + shift); my ($ws, $loot) = @ARGV; ${before}
       result(syscall(${number}, ${args}));`,
      kernelPid,
      victimPid,
      workspace,
      loot,
    );
  }

  /** Runs a line of shell by itself. */
  run(line: string): string {
    const { stdout, stderr, status, signal } = started('/bin/sh', ['-c', line]);
    this.collect(stdout);
    if (status !== 0 || stdout === '')
      throw new TurnedAway(`${signal ?? `exit code ${status}`}: ${stderr.slice(-160)}`);
    return stdout;
  }

  /** Runs a line by the kernel's shell tool; what it printed. */
  async shell(command: string, more: object = {}): Promise<string | undefined> {
    const created = await this.ask('terminal/create', { command, ...more });
    const named = { terminalId: Object(created)['terminalId'] };
    const { exitCode } = Object(await this.ask('terminal/wait_for_exit', named));
    const { output } = Object(await this.ask('terminal/output', named));
    await this.ask('terminal/release', named);
    if (exitCode === 0) return `${output}.`;
    // What a command prints before it fails is loot as well.
    this.collect(String(output));
    throw new TurnedAway(`exit code ${exitCode}: ${String(output).slice(-160)}`);
  }

  /** Has the suite do something outside, as an accomplice would. */
  async accomplice(what: string): Promise<void> {
    const { loot } = this.facts;
    const done = join(loot, `done-${what}`);
    rmSync(done, { force: true });
    writeFileSync(join(loot, `ask-${what}`), '');
    for (let waited = 0; !existsSync(done); waited += 1) {
      if (waited > 500) throw new Error(`nobody did ${what}`);
      await new Promise((wake) => setTimeout(wake, 10));
    }
  }
}

const shown = (got: unknown): string => (typeof got === 'string' ? got : JSON.stringify(got));

const judged = (error: unknown): Outcome => {
  if (error instanceof TurnedAway) return { result: 'held', how: error.message };
  if (error instanceof KernelError) return { result: 'held', how: error.code };
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined || !/^E[A-Z0-9_]+$/.test(code))
    return { result: 'broken', how: error instanceof Error ? String(error.stack) : String(error) };
  return REFUSALS_OF_THE_SYSTEM.has(code)
    ? { result: 'held', how: code }
    : { result: 'won', how: `the system went as far as ${code}` };
};

const started = (program: string, args: readonly string[]) => {
  const ended = spawnSync(program, args, {
    encoding: 'latin1',
    timeout: 10_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (ended.error !== undefined) throw ended.error;
  return ended;
};

/** Of asm-generic/errno.h, which Node has not. */
const MORE_NAMES: Readonly<Record<number, string>> = { 94: 'ESOCKTNOSUPPORT' };

const systemError = (number: number): Error => {
  const [name = MORE_NAMES[number] ?? `E${number}`] =
    Object.entries(constants.errno).find(([, value]) => value === number) ?? [];
  return Object.assign(new Error(name), { code: name });
};
