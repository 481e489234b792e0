/** One run of a kernel: started in its fence, watched, ended, and nothing left. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

import {
  CONFORM_DISK_MAX_BYTES,
  CONFORM_MEMORY_MAX_BYTES,
  CONFORM_OUTPUT_MAX_BYTES,
  CONFORM_PROCESSES_MAX,
  CONFORM_TRACE_MAX_BYTES,
} from '#lib/spec/limits.ts';
import { type Call, parseTrace, straceWords, type TraceRequest } from '#conform/witness/calls.ts';
import { type Aim, named } from '#conform/case/target-call.ts';
import { LACKING, SIGNALS, STARTED, TRIED } from '#conform/witness/trace.ts';
import { lastLine } from '#conform/case/judge.ts';
import { CANARY } from '#conform/case/texts.ts';
import type { Means } from './fence.ts';
import type { CaseFolder } from './case-folder.ts';
import { diskBytes } from './search.ts';
import {
  descendantsOf,
  kill,
  markedProcesses,
  residentBytes,
  stoppedAmong,
  tracedAmong,
} from './processes.ts';
import { SpentTime } from './spent.ts';

export interface RunRequest {
  readonly command: readonly string[];
  /** The program that stands where the kernel looks for its provider; a file for what it is shown is put behind it. */
  readonly provider: readonly string[] | undefined;
  readonly environment: Readonly<Record<string, string>>;
  readonly aim: Aim | undefined;
  /** On a machine that has nothing else to do. */
  readonly limitMs: number;
  /** Done once, while a call is held. */
  readonly act: ((kill: () => void) => void) | undefined;
  readonly mount: string | undefined;
  readonly signal: AbortSignal;
}

export interface KernelRun {
  readonly code: number | undefined;
  readonly stopped: string | undefined;
  readonly output: string;
  readonly errors: string;
  readonly calls: readonly Call[];
  /** Only some files were looked at. */
  readonly isAimed: boolean;
  /** Nobody came while the call was held. */
  readonly isMissed: boolean;
  /** What the kernel needs is not there, on this machine. */
  readonly unready: string | undefined;
  /** What the suite itself needs broke off: strace crashed, and took the kernel with it, or never began. */
  readonly lost: string | undefined;
}

/** Of each string of a call: as much as a pipe gives at once. */
const SHOWN_BYTES = 65_536;
const LOOK_MS = 25;
const WEIGH_EVERY = 8;
/** After the kernel has ended, what it left may end by itself for so long. */
const GRACE_MS = 1000;

/** Writes down how the kernel ended; what it left is not waited for. */
const RIG = [
  'exit=$1; mount=$2; ws=$3; provider=$4; shift 4; ulimit -c 0; ulimit -f 524288',
  'if [ -n "$mount" ]; then sh -c "$mount" sh "$ws" || { echo unmounted > "$exit"; exit 125; }; fi',
  'if [ -n "$provider" ]; then',
  '  mkfifo "$exit.ready"; listens=',
  '  sh -c "exec $provider" > "$exit.ready" < /dev/null & served=$!',
  '  read -r listens < "$exit.ready"; rm "$exit.ready"',
  '  [ "$listens" = listens ] || { echo alone > "$exit"; exit 126; }',
  'fi',
  '"$@" < /dev/null; echo $? > "$exit"',
  'if [ -n "$provider" ]; then kill -9 "$served"; fi',
].join('\n');

let runs = 0;

export const run = async (
  place: CaseFolder,
  means: Means,
  request: RunRequest,
): Promise<KernelRun> => {
  runs += 1;
  const [trace, exit] = [place.own(`trace-${runs}`), place.own(`exit-${runs}`)];
  const fence = request.mount === undefined ? means.fence : means.mounting;
  const strace =
    means.blind === undefined
      ? straceWords({ file: trace, ...shownOf(request.aim), shownBytes: SHOWN_BYTES })
      : [];
  const provider = request.provider && [...request.provider, place.own(`shown-${runs}.jsonl`)];
  const served = provider?.map((word) => `'${word}'`).join(' ') ?? '';
  const rig = ['sh', '-c', RIG, 'rig', exit, request.mount ?? '', place.at('ws'), served];
  const fenced = fence?.(place.root) ?? [];
  const [program = '', ...words] = [
    ...means.mortal,
    ...fenced,
    ...strace,
    ...rig,
    ...request.command,
  ];
  const child = spawn(program, words, {
    cwd: place.root,
    env: { ...place.environment(), ...request.environment, CONFORM_PLACE: place.root },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const heard = new Output(child);
  const closed = new Promise<Ending>((done) => {
    const end = (isCrash: boolean): void => {
      const isBegun = existsSync(exit) || existsSync(trace);
      const ended = isBegun ? 'ended' : 'unbegun';
      done(isCrash ? 'crashed' : ended);
    };
    child.once('error', () => end(false));
    child.once('close', (code, by) => end(strace.length > 0 && hasCrashed(code, by)));
  });
  const actor = new Actor(request.act, () => descendantsOf(child.pid ?? 0));
  const stopped = await watched(child, closed, { place, heard, actor, exit, trace, request });
  writeFileSync(place.own(`printed-${runs}.txt`), heard.text);
  const text = textOf(trace);
  const calls = parseTrace(text, place.root);
  const code = Number.parseInt(textOf(exit), 10);
  return {
    code: Number.isNaN(code) ? undefined : code,
    stopped,
    output: heard.text.replaceAll(STRACES_OWN, ''),
    errors: heard.errors.replaceAll(STRACES_OWN, ''),
    calls: request.aim === undefined ? calls : named(calls, request.aim),
    isAimed: request.aim?.files !== undefined,
    isMissed: actor.isMissed,
    unready: UNREADY[textOf(exit).trim()],
    lost: stopped === undefined ? lostIn(await closed, text, heard.text) : undefined,
  };
};

/** What the rig writes in place of how the kernel ended. */
const UNREADY: Readonly<Record<string, string>> = {
  alone: 'the provider has no loopback here (iproute2)',
  unmounted: 'what the case mounts cannot be mounted here',
};

/** How the watch ended, where that was no end of the kernel's. */
const lostIn = (end: Ending, trace: string, output: string): string | undefined => {
  if (end === 'unbegun') return `the place for a kernel could not be made (${lastLine(output)})`;
  // Whoever crashes because what it watched has crashed has written that down.
  const isCrash = end === 'crashed' && !trace.includes(` +++ killed by ${CRASH}`);
  return isCrash ? 'strace itself broke off' : undefined;
};

/** What strace says among the words of the kernel, of a process that ended before it was known. */
const STRACES_OWN = /^strace: Exit of unknown pid \d+ ignored\n/gmu;

/** Of all that was started: `unbegun` where the kernel never was, nor strace. */
type Ending = 'unbegun' | 'crashed' | 'ended';

const CRASH = 'SIGSEGV';
const SHELLS_CRASH = 128 + constants.signals[CRASH];

const hasCrashed = (code: number | null, signal: string | null): boolean =>
  signal === CRASH || code === SHELLS_CRASH;

/** Of an aimed run: calls on its files, and what agents signal. */
const shownOf = (target: Aim | undefined): Pick<TraceRequest, 'inject' | 'only'> => {
  if (target?.files === undefined) return { inject: target?.inject ?? [] };
  const signals = [STARTED, TRIED, LACKING, ...Object.values(CANARY)].map(
    (word) => `${SIGNALS}/${word}`,
  );
  return { inject: target.inject, only: [...target.files.keys(), ...signals] };
};

interface Watched {
  readonly place: CaseFolder;
  readonly heard: Output;
  readonly actor: Actor;
  readonly exit: string;
  readonly trace: string;
  readonly request: RunRequest;
}

/** Waits for the end, or makes one; why the kernel was ended. */
const watched = async (
  child: ChildProcess,
  closed: Promise<unknown>,
  { place, heard, actor, exit, trace, request }: Watched,
): Promise<string | undefined> => {
  const spent = new SpentTime();
  const state = { isClosed: false, over: 0 };
  void closed.then(() => (state.isClosed = true));
  let stopped: string | undefined;
  for (let look = 1; !state.isClosed; look += 1) {
    await Promise.race([closed, pause(LOOK_MS)]);
    actor.look();
    if (existsSync(exit)) state.over ||= Date.now();
    if (state.over > 0 && Date.now() - state.over > GRACE_MS) break;
    if (look % WEIGH_EVERY === 0) spent.look(descendantsOf(child.pid ?? 0));
    if (spent.ms > request.limitMs) stopped = `did not end within ${request.limitMs / 1000} s`;
    else if (request.signal.aborted) stopped = 'was stopped';
    else if (heard.bytes > CONFORM_OUTPUT_MAX_BYTES) stopped = 'printed without end';
    else if (look % WEIGH_EVERY === 0) stopped = overweight(child, place, trace);
    if (stopped !== undefined) break;
  }
  if (child.pid !== undefined) kill([-child.pid, child.pid]);
  kill(descendantsOf(child.pid ?? 0));
  await closed;
  kill(markedProcesses(`CONFORM_PLACE=${place.root}`));
  return stopped;
};

const overweight = (
  { pid = 0 }: ChildProcess,
  place: CaseFolder,
  trace: string,
): string | undefined => {
  if (diskBytes(trace) > CONFORM_TRACE_MAX_BYTES) return 'made calls without end';
  const processes = descendantsOf(pid);
  if (processes.length > CONFORM_PROCESSES_MAX) return 'started processes without end';
  if (residentBytes(processes) > CONFORM_MEMORY_MAX_BYTES) return 'took memory without end';
  return place.bytes() > CONFORM_DISK_MAX_BYTES ? 'wrote to the disk without end' : undefined;
};

/** What a kernel prints: the beginning of it. */
class Output {
  text = '';
  errors = '';
  bytes = 0;

  constructor({ stdout, stderr }: ChildProcess) {
    stdout?.on('data', (data: Buffer) => this.#hear(data));
    stderr?.on('data', (data: Buffer) => {
      this.#hear(data);
      if (this.errors.length < SHOWN_BYTES) this.errors += data.toString();
    });
  }

  #hear(data: Buffer): void {
    this.bytes += data.length;
    if (this.text.length < SHOWN_BYTES) this.text += data.toString();
  }
}

/** Somebody else, who comes between two calls of the kernel: while strace holds it at one. */
class Actor {
  readonly #act: RunRequest['act'];
  #hasCome = false;
  #isInTime = false;
  readonly #processes: () => readonly number[];
  #seen: readonly string[] = [];

  constructor(act: RunRequest['act'], processes: () => readonly number[]) {
    this.#act = act;
    this.#processes = processes;
  }

  /** It has not come, or came when the call was over. */
  get isMissed(): boolean {
    return this.#act !== undefined && !this.#isInTime;
  }

  look(): void {
    if (this.#act === undefined || this.#hasCome) return;
    const stopped = stoppedAmong(this.#processes());
    const held = stopped.find((one) => this.#seen.includes(one));
    this.#seen = stopped;
    if (held === undefined) return;
    this.#hasCome = true;
    let isKilled = false;
    this.#act(() => {
      isKilled = true;
      kill(tracedAmong(this.#processes()));
    });
    this.#isInTime = isKilled || stoppedAmong(this.#processes()).includes(held);
  }
}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
