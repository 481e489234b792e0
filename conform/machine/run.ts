/** One run of a kernel: started in its fence, watched, ended, and nothing left. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import {
  CONFORM_DISK_MAX_BYTES,
  CONFORM_MEMORY_MAX_BYTES,
  CONFORM_OUTPUT_MAX_BYTES,
  CONFORM_PROCESSES_MAX,
} from '#lib/spec/limits.ts';
import { type Call, endsIn, parseTrace, straceWords } from '#conform/witness/calls.ts';
import type { Means } from './fence.ts';
import type { Place } from './place.ts';
import { descendantsOf, kill, markedProcesses, nameOfProcess, residentBytes } from './processes.ts';

export interface RunRequest {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly inject: readonly string[];
  readonly limitMs: number;
  /** Done once, as soon as the trace holds such a line and then nothing new. */
  readonly act: { readonly when: RegExp; readonly run: (kill: () => void) => void } | undefined;
  readonly mount: string | undefined;
  readonly signal: AbortSignal;
}

export interface Run {
  readonly code: number | undefined;
  readonly stopped: string | undefined;
  readonly output: string;
  readonly calls: readonly Call[];
  readonly ends: ReadonlyMap<number, number>;
}

/** Of each string of a call: as much as a pipe gives at once. */
const SHOWN_BYTES = 65_536;
const LOOK_MS = 25;
const WEIGH_EVERY = 8;
/** After the kernel has ended, what it left may end by itself for so long. */
const GRACE_MS = 1000;
/** A trace in which nothing new stands for so long: the kernel is held. */
const QUIET_MS = 120;

/** Writes down how the kernel ended; what it left is not waited for. */
const RIG = [
  'exit=$1; mount=$2; ws=$3; shift 3; ulimit -c 0; ulimit -f 524288',
  'if [ -n "$mount" ]; then sh -c "$mount" sh "$ws" || { echo 125 > "$exit"; exit 125; }; fi',
  '"$@" < /dev/null; echo $? > "$exit"',
].join('\n');

let runs = 0;

export const run = async (place: Place, means: Means, request: RunRequest): Promise<Run> => {
  runs += 1;
  const [trace, exit] = [place.at(`trace-${runs}`), place.at(`trace-exit-${runs}`)];
  const fence = request.mount === undefined ? means.fence : means.mounting;
  const strace =
    means.blind === undefined
      ? straceWords({ file: trace, inject: request.inject, shownBytes: SHOWN_BYTES })
      : [];
  const rig = ['sh', '-c', RIG, 'rig', exit, request.mount ?? '', place.at('ws')];
  const [program = '', ...words] = [...fence, ...strace, ...rig, ...request.command];
  const child = spawn(program, words, {
    cwd: place.root,
    env: { ...place.environment(), ...request.environment, CONFORM_PLACE: place.root },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const heard = new Output(child);
  const closed = new Promise<void>((done) => {
    child.once('error', () => done());
    child.once('close', () => done());
  });
  const stopped = await watched(child, closed, { place, heard, trace, exit, request });
  const text = textOf(trace);
  const code = Number.parseInt(textOf(exit), 10);
  rmSync(trace, { force: true });
  rmSync(exit, { force: true });
  return {
    code: Number.isNaN(code) ? undefined : code,
    stopped,
    output: heard.text,
    calls: parseTrace(text),
    ends: endsIn(text),
  };
};

interface Watched {
  readonly place: Place;
  readonly heard: Output;
  readonly trace: string;
  readonly exit: string;
  readonly request: RunRequest;
}

/** Waits for the end, or makes one; why the kernel was ended. */
const watched = async (
  child: ChildProcess,
  closed: Promise<void>,
  { place, heard, trace, exit, request }: Watched,
): Promise<string | undefined> => {
  const begin = Date.now();
  const state = { isClosed: false, over: 0 };
  void closed.then(() => (state.isClosed = true));
  const actor = new Actor(trace, request.act, () => kill(kernelOf(child)));
  let stopped: string | undefined;
  for (let look = 1; !state.isClosed; look += 1) {
    await Promise.race([closed, pause(LOOK_MS)]);
    actor.look();
    if (existsSync(exit)) state.over ||= Date.now();
    if (state.over > 0 && Date.now() - state.over > GRACE_MS) break;
    if (Date.now() - begin > request.limitMs)
      stopped = `did not end within ${request.limitMs / 1000} s`;
    else if (request.signal.aborted) stopped = 'was stopped';
    else if (heard.bytes > CONFORM_OUTPUT_MAX_BYTES) stopped = 'printed without end';
    else if (look % WEIGH_EVERY === 0) stopped = overweight(child, place);
    if (stopped !== undefined) break;
  }
  if (child.pid !== undefined) kill([-child.pid, child.pid]);
  kill(descendantsOf(child.pid ?? 0));
  await closed;
  kill(markedProcesses(`CONFORM_PLACE=${place.root}`));
  return stopped;
};

/** What runs under strace, and not strace itself, which still has to write. */
const kernelOf = ({ pid = 0 }: ChildProcess): readonly number[] =>
  descendantsOf(pid).filter((one) => nameOfProcess(one) !== 'strace');

const overweight = ({ pid = 0 }: ChildProcess, place: Place): string | undefined => {
  const processes = descendantsOf(pid);
  if (processes.length > CONFORM_PROCESSES_MAX) return 'started processes without end';
  if (residentBytes(processes) > CONFORM_MEMORY_MAX_BYTES) return 'took memory without end';
  return place.bytes() > CONFORM_DISK_MAX_BYTES ? 'wrote to the disk without end' : undefined;
};

/** What a kernel prints: the beginning of it. */
class Output {
  text = '';
  bytes = 0;

  constructor({ stdout, stderr }: ChildProcess) {
    for (const stream of [stdout, stderr])
      stream?.on('data', (data: Buffer) => {
        this.bytes += data.length;
        if (this.text.length < SHOWN_BYTES) this.text += data.toString();
      });
  }
}

/** Somebody else, who comes between two calls of the kernel. */
class Actor {
  readonly #trace: string;
  #act: RunRequest['act'];
  readonly #kill: () => void;
  #size = 0;
  #since = Date.now();

  constructor(trace: string, act: RunRequest['act'], end: () => void) {
    this.#trace = trace;
    this.#act = act;
    this.#kill = end;
  }

  look(): void {
    if (this.#act === undefined) return;
    const size = statSync(this.#trace, { throwIfNoEntry: false })?.size ?? 0;
    if (size !== this.#size) {
      this.#size = size;
      this.#since = Date.now();
    } else if (Date.now() - this.#since > QUIET_MS && this.#act.when.test(textOf(this.#trace))) {
      const { run: act } = this.#act;
      this.#act = undefined;
      act(this.#kill);
    }
  }
}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
