/** One way to get at what must not be got at, as data and as code: the agent walks it, the suite judges what came of it. */
import type { Attacker } from './attacker.ts';

/**
 * - `held`: each try must be turned away.
 * - `may`: what the session may do anyway. It must succeed, or the way would prove nothing where it is held.
 * - `known`: what this sandbox cannot hold and says so; nothing private may come out of it.
 */
export type Verdict = 'held' | 'may' | 'known';

/** What a way needs of its session: a shell, none, a first boot, a heartbeat. */
type Need = 'shell' | 'no shell' | 'birth' | 'heartbeat';

/**
 * One try. It throws the error that turned it away, returns nothing where it came to nothing, and what it got where
 * it succeeded. Anything else that it throws is a mistake of the suite.
 */
export type Try = (attacker: Attacker) => unknown;

export interface Way {
  readonly id: string;
  /** What the agent does. */
  readonly way: string;
  /** Left out where the way has no meaning in such a session. */
  readonly main?: Verdict;
  readonly shared?: Verdict;
  /** What stops it. */
  readonly by: string;
  /** In a shared session of a chat, which has its own notes of the day; `known` where it tries more than them. */
  readonly chat?: Verdict;
  /** Where Landlock is the sandbox and that makes a difference. */
  readonly landlock?: { readonly main?: Verdict; readonly shared?: Verdict };
  readonly needs?: Need;
  /** Without any sandbox it succeeds on every machine: the suite shows so. */
  readonly control?: true;
  readonly tries: Readonly<Record<string, Try>>;
}

/** What neither kind of session may do, what both may, and what is a main session's alone. */
export const HELD = { main: 'held', shared: 'held' } as const;
export const MAY = { main: 'may', shared: 'may' } as const;
export const MAIN_MAY = { main: 'may', shared: 'held' } as const;
