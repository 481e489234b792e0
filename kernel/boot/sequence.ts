/**
 * The order of a start, told once (RFC-0009 §2.2, §2.4, §6.2, §6.3; RFC-0006 §2.3): a boot, its plan on a dry disk, a
 * session without an agent, another layout and the hook of a host run it, each with effects of its own. Every step takes
 * what only the steps before it make, so another order does not compile; `lib/spec/startup.ts` has their names.
 */
import { dailyFile, dayBefore } from '#lib/text/day.ts';
import type { StepName } from '#lib/spec/startup.ts';
import type { BootstrapGone } from '#kernel/startup/guard.ts';
import {
  AgentsLoaded,
  Loaded,
  type Loading,
  type LoadProgress,
  SoulLoaded,
  TodayLoaded,
  UserLoaded,
  YesterdayLoaded,
} from '#kernel/startup/load.ts';

/** Whether bootstrap instructions were taken. */
interface Settled {
  readonly firstBoot: boolean;
}

/** What the steps of one kind of start do. */
export interface StartEffects<Ahead, Held, Sealed, Taken extends Settled, Files, Served> {
  /** Everything that can fail later is tried before anything is changed (§6.3). */
  readonly checkAhead: () => Ahead;
  /** What holds the agent, and on a first boot that the agent can work: before anything is deleted (§4.1, §6.3). */
  readonly holdAgent: (ahead: Ahead) => Held | Promise<Held>;
  /** The ghost header is checked and healed (§2.2, RFC-0006 §2.1): priority 0. */
  readonly seal: (held: Held, ahead: Ahead) => Sealed | Promise<Sealed>;
  /** Bootstrap instructions are read, deleted and proved gone, or refused (§6.3): priority 0. */
  readonly takeInstructions: (sealed: Sealed, held: Held, ahead: Ahead) => Taken | Promise<Taken>;
  /** First boot only (§6.2). What it returns is served; without a value the order begins again. */
  readonly carryOut: (
    taken: Taken,
    held: Held,
    ahead: Ahead,
  ) => Files | undefined | Promise<Files | undefined>;
  /** The files of the workspace are loaded (§2.2, §2.4): priority 1. */
  readonly load: (taken: Taken, held: Held, ahead: Ahead) => Files | Promise<Files>;
  /** The session is opened (§2.2, RFC-0006 §2.3): priority 2. */
  readonly serve: (files: Files, held: Held) => Served | Promise<Served>;
}

/** Runs the steps in their order. Throws what they throw. */
export const runSequence = async <Ahead, Held, Sealed, Taken extends Settled, Files, Served>(
  by: StartEffects<Ahead, Held, Sealed, Taken, Files, Served>,
): Promise<Served> => {
  for (;;) {
    const ahead = by.checkAhead();
    const held = await by.holdAgent(ahead);
    const sealed = await by.seal(held, ahead);
    const taken = await by.takeInstructions(sealed, held, ahead);
    const files = taken.firstBoot
      ? await by.carryOut(taken, held, ahead)
      : await by.load(taken, held, ahead);
    if (files !== undefined) return by.serve(files, held);
  }
};

/** What is done with each file as it is loaded. */
export interface LoadEffects {
  /** Runs the step that loads this file, and tells of it. */
  readonly load: <Step extends LoadProgress>(step: StepName, file: string, run: () => Step) => Step;
  /** What is missing for the human is settled. Returns the day of the session, in the zone that USER.md names. */
  readonly settle: (user: UserLoaded) => string;
}

/** AGENTS, SOUL, USER, today, yesterday, MEMORY, each opened once (§2.2, §2.4, §2.5). Throws what the steps throw. */
export const loadInOrder = (
  gone: BootstrapGone,
  loading: Loading,
  { load, settle }: LoadEffects,
): Loaded => {
  const agents = load('load_agents', 'AGENTS.md', () => AgentsLoaded.after(gone, loading));
  const soul = load('load_soul', 'SOUL.md', () => SoulLoaded.after(agents));
  const user = load('load_user', 'USER.md', () => UserLoaded.after(soul));
  const day = settle(user);
  const today = load('load_today', dailyFile(day), () => TodayLoaded.after(user, day));
  const yesterday = load('load_yesterday', dailyFile(dayBefore(day)), () =>
    YesterdayLoaded.after(today),
  );
  return load('load_memory', 'MEMORY.md', () => Loaded.after(yesterday));
};
