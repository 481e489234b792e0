/** The lab of one case: boots of a kernel in a fresh place, with the calls that are to go wrong found beforehand. */
import process from 'node:process';

import { CONFORM_BOOT_MS, CONFORM_HOLD_MS } from '#lib/spec/limits.ts';
import {
  type Boot,
  type BootOptions,
  type Interference,
  type Lab,
  type Session,
  Undecided,
  WitnessBlind,
} from '#conform/case/case.ts';
import { commandOf, type KernelDocument } from '#conform/kernel/document.ts';
import { before, type Call, nthOf } from '#conform/witness/calls.ts';
import { Sight } from '#conform/witness/sight.ts';
import type { Means } from './fence.ts';
import { Place } from './place.ts';
import { run, type Run } from './run.ts';

/** What all cases of a run share. */
export interface Bench {
  readonly kernel: KernelDocument;
  readonly means: Means;
  /** The folder of the kernel's document, of yamo's package, and the probe agent's file. */
  readonly here: string;
  readonly package: string;
  readonly probe: string;
  /** Ends every run. */
  readonly signal: AbortSignal;
  /** Boots without interference, by what was booted. */
  readonly rehearsals: Map<string, Promise<readonly Call[]>>;
}

/** A call is looked for, and hit, in so many boots: which thread makes it can change. */
const TRIES = 3;
/** In the calls of a rehearsal, what stands for the folder that it was in. */
const ANY_PLACE = '/place';
const DAY_MS = 86_400_000;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export class MachineLab implements Lab {
  readonly place: Place;
  readonly today = dayOf(Date.now());
  readonly yesterday = dayOf(Date.now() - DAY_MS);
  readonly #bench: Bench;
  readonly #case: string;
  readonly #session: Session;

  constructor(bench: Bench, id: string, session: Session) {
    this.#bench = bench;
    this.#case = id;
    this.#session = session;
    this.place = new Place(bench.probe);
  }

  get files() {
    return this.place.files;
  }

  holding(text: string): readonly string[] {
    return this.place.holding(text);
  }

  async boot(options: BootOptions = {}): Promise<Boot> {
    const { interference = [] } = options;
    if (interference.length === 0) return this.#told(await this.#run(this.place, options, []));
    if (this.#bench.means.blind !== undefined)
      throw new Undecided('could not tell', this.#bench.means.blind);
    const origin = new Place(this.#bench.probe, this.place);
    try {
      return this.#told(await this.#interfered(origin, options, interference));
    } finally {
      origin.remove();
    }
  }

  async bootTwice(options: BootOptions = {}): Promise<readonly [Boot, Boot]> {
    const { interference = [] } = options;
    const calls = interference.length === 0 ? [] : await this.#rehearsal(this.place, options);
    const injections = interference.map((one) => injectionFor(calls, one));
    const start = (): Promise<Run> => this.#run(this.place, options, injections);
    const two = [start(), start()] as const;
    const [one, other] = await Promise.all(two);
    return [this.#told(one), this.#told(other)];
  }

  /** Finds each call in a rehearsal, and boots until it is hit. */
  async #interfered(
    origin: Place,
    options: BootOptions,
    interference: readonly Interference[],
  ): Promise<Run> {
    let calls = await this.#rehearsal(origin, options);
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const injections = interference.map((one) => injectionFor(calls, one));
      const result = await this.#run(this.place, options, injections);
      // A kernel that refuses at the first never comes to the second.
      const [first] = interference;
      const isHit = result.calls.some(
        (call) => first !== undefined && this.#is(call, first, this.place) && wasHit(call, first),
      );
      if (isHit) return result;
      calls = await this.#rehearse(origin, options);
      this.place.restore(origin);
    }
    throw new Undecided(
      'could not tell',
      'the call that was to go wrong is another one in each boot',
    );
  }

  #is(call: Call, { calls, file }: Interference, place: Place): boolean {
    const { workspace } = place.files;
    return (
      calls.includes(call.name) &&
      call.paths.includes(file === '.' ? workspace : `${workspace}/${file}`)
    );
  }

  #rehearsal(place: Place, options: BootOptions): Promise<readonly Call[]> {
    const { session = this.#session, attempts = [] } = options;
    const key = JSON.stringify([session, attempts, place.fingerprint()]);
    const known = this.#bench.rehearsals.get(key);
    if (known !== undefined) return known;
    const made = this.#rehearse(place, options);
    this.#bench.rehearsals.set(key, made);
    return made;
  }

  /** The calls of an undisturbed boot, their names without the place. */
  async #rehearse(from: Place, options: BootOptions): Promise<readonly Call[]> {
    const place = new Place(this.#bench.probe, from);
    try {
      const { calls } = await this.#run(place, options, []);
      const anywhere = (path: string): string => path.replace(place.root, ANY_PLACE);
      return calls.map((call) => Object.assign(call, { paths: call.paths.map(anywhere) }));
    } finally {
      place.remove();
    }
  }

  async #run(place: Place, options: BootOptions, inject: readonly string[]): Promise<Run> {
    const { kernel, means } = this.#bench;
    const { session = this.#session, attempts = [], interference = [], mount } = options;
    if (mount !== undefined && means.mounting.length === 0)
      throw new Undecided('could not tell', 'nothing can be mounted here without user namespaces');
    const command = commandOf(kernel, session, {
      workspace: place.files.workspace,
      home: place.at('home'),
      here: this.#bench.here,
      package: this.#bench.package,
      node: process.execPath,
      case: this.#case,
      probe: place.probe,
      attempts,
    });
    if (command === undefined)
      throw new Undecided('not applicable', `the kernel has no ${session} session`);
    const actor = interference.find(({ act }) => act !== undefined);
    return await run(place, means, {
      command,
      environment: kernel.environment ?? {},
      inject,
      limitMs: kernel.seconds === undefined ? CONFORM_BOOT_MS : kernel.seconds * 1000,
      act: inject.length > 0 && actor?.act ? actOf(actor, actor.act, place) : undefined,
      mount,
      signal: this.#bench.signal,
    });
  }

  #told({ code, stopped, output, calls, ends }: Run): Boot {
    const { blind } = this.#bench.means;
    const { workspace } = this.files;
    return {
      code,
      stopped,
      output,
      sight: () => {
        if (blind !== undefined) throw new Undecided('could not tell', blind);
        const sight = new Sight(calls, ends, workspace);
        if (sight.isBlind && stopped === undefined) throw new WitnessBlind();
        return sight;
      },
    };
  }
}

/** A call in which its process is killed never returns. */
const wasHit = ({ injected, delayed, result }: Call, { what }: Interference): boolean =>
  injected || delayed || (/^(?:signal=|hold$)/.test(what) && result === '?');

/** As strace takes it: the call of this name that is to go wrong, counted in its thread. */
const injectionFor = (calls: readonly Call[], one: Interference): string => {
  const sight = new Sight(calls, new Map(), `${ANY_PLACE}/ws`);
  const { after } = one;
  const first = after && sight.on(after.file, after.calls).find(({ errno }) => errno === undefined);
  const found = sight
    .on(one.file, one.calls)
    .find((call) => after === undefined || (first !== undefined && before(first, call)));
  if (found === undefined)
    throw new Undecided(
      'not applicable',
      `the kernel makes no ${one.calls.join('/')} on ${one.file} there`,
    );
  const what = one.what === 'hold' ? `delay_enter=${CONFORM_HOLD_MS * 1000}` : one.what;
  return `${found.name}:${what}:when=${nthOf(calls, found)}`;
};

/** When somebody comes: once the kernel has read the file, or done what comes before. */
const actOf = (
  { file, after }: Interference,
  act: NonNullable<Interference['act']>,
  place: Place,
): NonNullable<Parameters<typeof run>[2]['act']> => {
  const names = after?.calls ?? ['open', 'openat'];
  const name = (after?.file ?? file).replaceAll('.', '\\.');
  return {
    when: new RegExp(`(?:${names.join('|')})\\([^\\n]*${name}"[^\\n]*= \\d`),
    run: (end) => act(place.files, end),
  };
};
