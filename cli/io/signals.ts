/** The signals that end a command in good order, and the exit code of each. */
import process from 'node:process';
import { EXIT } from '#lib/spec/exits.ts';

const EXIT_OF = {
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
  SIGHUP: EXIT.hangup,
} as const;

/** A signal that a session ends by in good order. */
export type Signal = keyof typeof EXIT_OF;

/** Calls `then` with each of them, instead of being ended by it. */
export const onSignals = (then: (signal: Signal) => void): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, then);
};

/** The exit code of a command that a signal has ended; `code` if none has. */
export const exitAfterSignal = (signal: Signal | undefined, code: number): number =>
  signal === undefined ? code : EXIT_OF[signal];
