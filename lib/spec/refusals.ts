/** Everything that yamo refuses: one closed table, put together from those of ring 0, of the kernel, of the commands and of the daemon. */
import { COMMAND_REFUSALS } from './refusals-commands.ts';
import { DAEMON_REFUSALS } from './refusals-daemon.ts';
import { KERNEL_REFUSALS } from './refusals-kernel.ts';
import { AnyRefusal, type RefusalFacts, type RefusalCode } from './refusal.ts';
import type { RefusalRow } from './refusal-row.ts';
import { RING_0_REFUSALS } from './refusals-ring-0.ts';

export type { RefusalFacts, RefusalCode } from './refusal.ts';

/** Every refusal: its section, exit code, words and remedy. A row in one of the tables and a throw make one. */
export const REFUSALS = {
  ...RING_0_REFUSALS,
  ...KERNEL_REFUSALS,
  ...COMMAND_REFUSALS,
  ...DAEMON_REFUSALS,
} as const satisfies Record<string, RefusalRow>;

/** A refusal of any table. Not to be extended: whatever is refused is an instance of it. */
export class Refusal<Code extends RefusalCode = RefusalCode> extends AnyRefusal<Code> {
  constructor(code: Code, facts: RefusalFacts<Code>) {
    super(code, REFUSALS[code], facts);
  }

  static override [Symbol.hasInstance](error: unknown): error is Refusal {
    return error instanceof AnyRefusal;
  }
}
