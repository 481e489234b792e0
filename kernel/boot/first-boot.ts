/** First boot only: the bootstrap instructions are carried out, and leave this process when that is over (RFC-0009 §6.2). */
import type { Boot } from '#kernel/run/running.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';
import { runFirstBoot } from '#kernel/session/first-boot.ts';
import { settleHeal } from '#kernel/session/heal.ts';
import { followUser, settleFirstBootZone } from '#kernel/session/user.ts';
import type { BootstrapGone } from '#kernel/startup/guard.ts';
import { forgetBaselines } from '#kernel/state/baseline.ts';
import { writeBootstrapRecord } from '#kernel/state/bootstrap-record.ts';

/** Throws BIRTH_FAILED, BIRTH_LEFT, INTERRUPTED, DAILY_LOG_UNWRITABLE, STATE_… refusals. */
export const carryOut = async (run: Boot, gone: BootstrapGone, sandbox: Sandbox): Promise<void> => {
  const { recorder, opened, host, journal, bootId, program, meter } = run;
  const done = recorder.begin('bootstrap_flow');
  const orders = gone.handOver();
  const zone = settleFirstBootZone(run, orders);
  settleHeal(opened, gone.sealed, bootId);
  const lives = (user: string): void => followUser(run, user);
  const outcome = await runFirstBoot(
    { opened, host, program, sandbox, journal, bootId, zone, meter, lives },
    orders,
  );
  writeBootstrapRecord(opened.home, {
    state: 'done',
    bootId,
    takenAt: recorder.head.startedAt,
    doneAt: new Date().toISOString(),
    files: gone.taken,
  });
  forgetBaselines(opened.home);
  done(undefined, { detail: ['carried out', ...outcome.completed].join('; ') });
};
