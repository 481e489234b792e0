/** First boot only: the bootstrap instructions are carried out, and leave this process when that is over (RFC-0009 §6.2). */
import { Refusal } from '#lib/spec/refusals.ts';
import type { Boot } from '#kernel/run/running.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';
import { type FirstBootOutcome, runFirstBoot } from '#kernel/session/first-boot.ts';
import { settleHeal } from '#kernel/session/heal.ts';
import { followUser, settleFirstBootZone } from '#kernel/session/user.ts';
import { forgetBaselines } from '#kernel/state/baseline.ts';
import { writeBootstrapRecord } from '#kernel/state/bootstrap-record.ts';
import { offerInstructions } from './offer-instructions.ts';
import { describedFiles, lostWords, type TakenInstructions } from './take-instructions.ts';

/** Throws BIRTH_FAILED, BIRTH_LEFT, INTERRUPTED, DAILY_LOG_UNWRITABLE, STATE_… refusals. */
export const carryOutFirstBoot = async (
  run: Boot,
  { gone, answers }: TakenInstructions,
  sandbox: Sandbox,
): Promise<void> => {
  const { recorder, opened, bootId, host } = run;
  const { taken } = gone;
  const done = recorder.begin('bootstrap_flow');
  const orders = gone.handOver();
  let outcome: FirstBootOutcome;
  try {
    const zone = settleFirstBootZone(run, orders, answers.timezone);
    await opened.exclusivelyLater(host.signal, () => settleHeal(opened, gone.sealed, bootId));
    const lives = (user: string): void => followUser(run, user);
    const described = describedFiles(taken);
    outcome = await runFirstBoot({ ...run, sandbox, zone, lives, described, answers }, orders);
  } catch (error) {
    const isSaid = error instanceof Refusal && error.facts['orders'] !== undefined;
    if (!isSaid) recorder.notice('§6.3', lostWords(taken));
    await offerInstructions(run, orders);
    throw error;
  }
  writeBootstrapRecord(opened.home, {
    state: 'done',
    bootId,
    takenAt: recorder.head.startedAt,
    doneAt: new Date().toISOString(),
    files: taken,
  });
  forgetBaselines(opened.home);
  done(undefined, { detail: ['carried out', ...outcome.completed].join('; ') });
};
