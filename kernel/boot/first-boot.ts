/** First boot only: the birth orders are carried out, and leave this process when that is over (RFC-0009 §6.2). */
import type { Boot } from '#kernel/run/running.ts';
import type { Hold } from '#kernel/sandbox/hold.ts';
import { giveBirth } from '#kernel/session/birth.ts';
import { settleHeal } from '#kernel/session/heal.ts';
import { followUser, settleBirthZone } from '#kernel/session/user.ts';
import type { BootstrapGone } from '#kernel/startup/guard.ts';
import { forgetBaselines } from '#kernel/state/baseline.ts';
import { writeBirthRecord } from '#kernel/state/birth.ts';

/** Throws BIRTH_FAILED, BIRTH_LEFT, INTERRUPTED, DAILY_LOG_UNWRITABLE, STATE_… refusals. */
export const carryOut = async (run: Boot, gone: BootstrapGone, hold: Hold): Promise<void> => {
  const { recorder, premises, host, journal, bootId, program, thinking } = run;
  const done = recorder.begin('bootstrap_flow');
  const orders = gone.handOver();
  const zone = settleBirthZone(run, orders);
  settleHeal(premises, gone.sealed, bootId);
  const lives = (user: string): void => followUser(run, user);
  const outcome = await giveBirth(
    { premises, host, program, hold, journal, bootId, zone, thinking, lives },
    orders,
  );
  writeBirthRecord(premises.home, {
    state: 'done',
    bootId,
    takenAt: recorder.head.startedAt,
    doneAt: new Date().toISOString(),
    files: gone.taken,
  });
  forgetBaselines(premises.home);
  done(undefined, { detail: ['carried out', ...outcome.completed].join('; ') });
};
