/** What ends a worker whatever it says of itself: its time, and what the gate has seen of it. */
import {
  WORKER_MAX_MS,
  WORKER_SAME_ERRORS,
  WORKER_TOOL_CALLS,
  WORKER_TURNS,
  WORKERS_AT_ONCE,
  WORKERS_PER_SESSION,
} from '#lib/spec/limits.ts';
import type { KernelEvent } from '#kernel/contract/events.ts';

/** Numbers of one workspace. */
export interface WorkerLimits {
  readonly atOnce: number;
  readonly perSession: number;
  /** Milliseconds. */
  readonly ms: number;
  readonly turns: number;
  readonly toolCalls: number;
  readonly sameErrors: number;
}

export const WORKER_LIMITS: WorkerLimits = {
  atOnce: WORKERS_AT_ONCE,
  perSession: WORKERS_PER_SESSION,
  ms: WORKER_MAX_MS,
  turns: WORKER_TURNS,
  toolCalls: WORKER_TOOL_CALLS,
  sameErrors: WORKER_SAME_ERRORS,
};

/** A limit by its name, as rows and results have it. */
export type LimitName = 'wall clock' | 'turns' | 'tool calls' | 'same error';

/** What a result says of the limit that ended it. */
export const limitSentence = (name: LimitName, limits: WorkerLimits): string => {
  switch (name) {
    case 'wall clock':
      return `It worked for ${Math.round(limits.ms / 1000)} seconds, and was ended.`;
    case 'turns':
      return `It was told something ${limits.turns} times, and was ended.`;
    case 'tool calls':
      return `It asked for files and commands ${limits.toolCalls} times, and was ended.`;
    case 'same error':
      return `The same thing failed ${limits.sameErrors} times in the same way, and it was ended.`;
  }
};

/** Watches a worker while it works on one thing. */
export class WorkerWatch {
  readonly #limits: WorkerLimits;
  readonly #reached: (limit: LimitName) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #errors = new Map<string, number>();
  #calls = 0;

  /** `reached` hears of the limits that are passed. */
  constructor(limits: WorkerLimits, reached: (limit: LimitName) => void) {
    this.#limits = limits;
    this.#reached = reached;
    this.#timer = setTimeout(() => reached('wall clock'), limits.ms);
  }

  readonly hear = (event: KernelEvent): void => {
    if (event.event !== 'gate') return;
    this.#calls += 1;
    if (this.#calls > this.#limits.toolCalls) this.#reached('tool calls');
    const error = errorOf(event);
    if (error !== undefined) return this.#failed(error);
    // What was changed may help.
    if (event.operation === 'write' || event.operation === 'append') this.#errors.clear();
  };

  close(): void {
    clearTimeout(this.#timer);
  }

  #failed(error: string): void {
    const times = (this.#errors.get(error) ?? 0) + 1;
    this.#errors.set(error, times);
    if (times >= this.#limits.sameErrors) this.#reached('same error');
  }
}

/** What was asked for and how it failed; `undefined` where it did not. */
const errorOf = (entry: Extract<KernelEvent, { readonly event: 'gate' }>): string | undefined => {
  if (entry.operation !== 'command:execute')
    return entry.answer === 'done'
      ? undefined
      : JSON.stringify([entry.operation, entry.file, entry.answer]);
  const { answer, sha256, exit, signal, endedBy } = entry;
  return answer === 'done' && exit === 0
    ? undefined
    : JSON.stringify([sha256, answer, exit, signal, endedBy]);
};
