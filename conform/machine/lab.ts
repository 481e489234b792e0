/** The lab of one case: boots of a kernel in a fresh place, with the calls that are to go wrong found beforehand. */
import process from 'node:process';

import { CONFORM_BOOT_MS, CONFORM_HOLD_MS } from '#lib/spec/limits.ts';
import {
  type BootRun,
  type BootOptions,
  type Interference,
  type Lab,
  type SessionName,
  type SoundWorkspace,
  Undecided,
  TraceLost,
  WitnessLost,
} from '#conform/case/case.ts';
import {
  agentOf,
  sessionCommand,
  environmentOf,
  type KernelDocument,
  providerCommand,
} from '#conform/kernel/document.ts';
import { born, unborn } from '#conform/case/texts.ts';
import { type Aim, targetCall, hitsTarget, movedTo } from '#conform/case/target-call.ts';
import { served } from '#conform/case/judge.ts';
import { Trace } from '#conform/witness/trace.ts';
import type { Means } from './fence.ts';
import { type Fittings, CaseFolder } from './case-folder.ts';
import { run, type KernelRun } from './run.ts';

/** What all cases of a run share. */
export interface Bench {
  readonly kernel: KernelDocument;
  readonly means: Means;
  /** The folder of the kernel's document, and of yamo's package. */
  readonly here: string;
  readonly package: string;
  readonly fittings: Fittings;
  /** Ends every run. */
  readonly signal: AbortSignal;
  /** Boots without interference, by what was booted. */
  readonly rehearsals: Map<string, Promise<Rehearsal>>;
}

/** An undisturbed boot, and the folder that it was in. */
interface Rehearsal {
  readonly run: KernelRun;
  readonly root: string;
}

/** A call is looked for, and hit, in so many boots: which thread makes it can change. */
const TRIES = 4;
/** One thread for what Node does aside, so that its calls come in one order. */
const ONE_BY_ONE = { UV_THREADPOOL_SIZE: '1' };
const DAY_MS = 86_400_000;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export class MachineLab implements Lab {
  readonly place: CaseFolder;
  readonly today = dayOf(Date.now());
  readonly yesterday = dayOf(Date.now() - DAY_MS);
  readonly #bench: Bench;
  readonly #case: string;
  readonly #session: SessionName;

  constructor(bench: Bench, id: string, session: SessionName) {
    this.#bench = bench;
    this.#case = id;
    this.#session = session;
    this.place = new CaseFolder(bench.fittings);
  }

  get files() {
    return this.place.files;
  }

  isOver(): boolean {
    return dayOf(Date.now()) !== this.today;
  }

  holding(text: string): readonly string[] {
    return this.place.holding(text);
  }

  async boot(options: BootOptions = {}): Promise<BootRun> {
    const { interference = [] } = options;
    if (interference.length === 0) return this.#told(await this.#run(this.place, options));
    const origin = new CaseFolder(this.#bench.fittings, this.place);
    try {
      return this.#told(await this.#interfered(origin, options, interference));
    } finally {
      origin.remove();
    }
  }

  async bootTwice(options: BootOptions = {}): Promise<readonly [BootRun, BootRun]> {
    const { interference = [] } = options;
    const target =
      interference.length === 0
        ? undefined
        : this.#targetCall(await this.#rehearsal(this.place, options), interference);
    const start = (): Promise<KernelRun> => this.#run(this.place, options, target);
    const both = [start(), start()] as const;
    // None is left running where the other one fails.
    await Promise.allSettled(both);
    const [one, other] = await Promise.all(both);
    return [this.#told(one), this.#told(other)];
  }

  async sound(workspace: SoundWorkspace, session = this.#session): Promise<BootRun> {
    const place = new CaseFolder(this.#bench.fittings);
    try {
      if (workspace === 'unborn') unborn(place);
      else born({ files: place.files, today: this.today, yesterday: this.yesterday });
      const { run: made, root } = await this.#rehearsal(place, { session });
      const output = made.output.replaceAll(root, this.place.root);
      return this.#told({ ...made, output }, `${root}/ws`);
    } finally {
      place.remove();
    }
  }

  /** Finds each call in a rehearsal, and boots until it is hit. */
  async #interfered(
    origin: CaseFolder,
    options: BootOptions,
    interference: readonly Interference[],
  ): Promise<KernelRun> {
    let rehearsal = await this.#rehearsal(origin, options);
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const result = await this.#run(
        this.place,
        options,
        this.#targetCall(rehearsal, interference),
      );
      if (
        !result.isMissed &&
        hitsTarget(new Trace(result.calls, this.files.workspace), interference)
      )
        return result;
      rehearsal = await this.#rehearse(origin, options);
      this.place.restore(origin);
    }
    throw new Undecided(
      'could not tell',
      'the call that was to go wrong is another one in each boot',
    );
  }

  /** As it was found in the rehearsal, said of this place. */
  #targetCall({ run: { calls }, root }: Rehearsal, interference: readonly Interference[]): Aim {
    const there = targetCall(new Trace(calls, `${root}/ws`), interference, CONFORM_HOLD_MS);
    return movedTo(there, root, this.place.root);
  }

  /** What the same workspace was booted to before, or is now. */
  #rehearsal(place: CaseFolder, options: BootOptions): Promise<Rehearsal> {
    const { session = this.#session, attempts = [] } = options;
    const isTold = JSON.stringify(this.#bench.kernel.boot).includes('{case}');
    const key = JSON.stringify([session, attempts, place.fingerprint(), isTold ? this.#case : '']);
    const known = this.#bench.rehearsals.get(key);
    if (known !== undefined) return known;
    const made = this.#rehearse(place, options);
    this.#bench.rehearsals.set(key, made);
    made.catch(() => this.#bench.rehearsals.delete(key));
    return made;
  }

  async #rehearse(from: CaseFolder, { session, attempts }: BootOptions): Promise<Rehearsal> {
    const { blind } = this.#bench.means;
    if (blind !== undefined) throw new Undecided('could not tell', blind);
    const place = new CaseFolder(this.#bench.fittings, from);
    try {
      const options = { ...(session && { session }), ...(attempts && { attempts }) };
      return { run: await this.#run(place, options), root: place.root };
    } finally {
      place.remove();
    }
  }

  async #run(place: CaseFolder, options: BootOptions, target?: Aim): Promise<KernelRun> {
    const { kernel, means } = this.#bench;
    const { session = this.#session, attempts = [], interference = [], mount } = options;
    if (mount !== undefined && means.mounting === undefined)
      throw new Undecided('could not tell', 'nothing can be mounted here without user namespaces');
    const meanings = {
      workspace: place.files.workspace,
      home: place.at('home'),
      here: this.#bench.here,
      package: this.#bench.package,
      node: process.execPath,
      case: this.#case,
      probe: place.probe,
      program: place.program,
      attempts,
    };
    place.makeProgram(agentOf(kernel, meanings));
    const command = sessionCommand(kernel, session, meanings);
    const provider = providerCommand(kernel, meanings);
    if (provider !== undefined && means.fence === undefined)
      throw new Undecided('could not tell', 'the provider needs a network namespace');
    if (command === undefined)
      throw new Undecided('not applicable', `the kernel has no ${session} session`);
    const act = target && interference.find((one) => one.act !== undefined)?.act;
    const ran = await run(place, means, {
      command,
      provider,
      environment: { ...ONE_BY_ONE, ...environmentOf(kernel, meanings) },
      aim: target,
      limitMs: kernel.seconds === undefined ? CONFORM_BOOT_MS : kernel.seconds * 1000,
      act: act && ((end) => act(place.files, end)),
      mount,
      signal: this.#bench.signal,
    });
    if (ran.unready !== undefined) throw new Undecided('could not tell', ran.unready);
    if (ran.lost !== undefined) throw new WitnessLost(ran.lost);
    return ran;
  }

  #told({ calls, isAimed, ...ended }: KernelRun, workspace = this.files.workspace): BootRun {
    const { blind } = this.#bench.means;
    const boot: BootRun = {
      ...ended,
      sight: () => {
        if (blind !== undefined) throw new Undecided('could not tell', blind);
        const sight = new Trace(calls, workspace);
        if (sight.isBlind && ended.stopped === undefined && !isAimed)
          throw new TraceLost(undefined, served(boot));
        return sight;
      },
    };
    return boot;
  }
}
