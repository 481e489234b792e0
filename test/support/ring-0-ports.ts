/**
 * The ports of ring 0, and the files that a boot puts behind each: they run where ring 0 asks, so they are counted with it.
 * The compiler asks for a port that has no row.
 */
import type { Gated } from '#kernel/gate/broker.ts';
import type { GatePorts } from '#kernel/gate/ports.ts';
import type { GhostOptions } from '#kernel/startup/ghost.ts';
import type { GuardOptions } from '#kernel/startup/guard.ts';

/** Names of what is called. */
type Calls<Options> = {
  [Name in keyof Options]-?: Options[Name] extends (...given: never[]) => unknown ? Name : never;
}[keyof Options];

type Port =
  | keyof GatePorts
  | Extract<keyof Gated, 'live'>
  | Calls<GhostOptions>
  | Calls<GuardOptions>;

export const RING_0_PORTS = {
  // The gate
  live: ['kernel/redact/gate-for.ts'],
  logs: ['kernel/memory/daily-log.ts'],
  archive: ['kernel/memory/archive.ts'],
  workFiles: ['kernel/redact/work-files.ts'],
  exclusively: ['kernel/run/write-lock.ts'],
  redactor: ['kernel/redact/leak-guard.ts', 'kernel/redact/credentials.ts'],
  sections: ['lib/text/outline.ts'],
  guard: ['kernel/memory/write-guard.ts', 'kernel/memory/writes.ts'],
  observer: ['kernel/redact/privacy.ts', 'kernel/run/journal.ts'],
  // The ghost check
  intend: ['kernel/session/heal.ts'],
  // The boot guard
  agree: ['kernel/boot/take-instructions.ts', 'lib/yamo/instructions.ts'],
  remember: ['kernel/state/bootstrap-record.ts'],
  forget: ['kernel/state/bootstrap-record.ts'],
  lost: ['kernel/boot/take-instructions.ts'],
} as const satisfies Record<Port, readonly string[]>;
