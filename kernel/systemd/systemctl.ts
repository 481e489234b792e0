/** The timers of systemd, for the user who runs us (RFC-0009 §2.7). */
import { Refusal } from '#lib/spec/refusals.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { DONE, runToEnd } from '#kernel/process/child.ts';

const COMPLAINT_MAX_CHARS = 200;

/** Runs it for this user. Throws TIMER_UNUSABLE with what it complains about. */
export const runSystemctl = async (
  systemctl: string,
  args: readonly string[],
  { environment }: { readonly environment: Readonly<Record<string, string | undefined>> },
): Promise<void> => {
  try {
    const { how, complaint } = await runToEnd({
      program: systemctl,
      args: ['--user', '--no-ask-password', ...args],
      environment,
    });
    if (how === DONE) return;
    const reason = complaint.trim().split('\n')[0]?.slice(0, COMPLAINT_MAX_CHARS);
    throw new Refusal('TIMER_UNUSABLE', {
      reason: `systemctl ${args[0]}: ${reason === '' || reason === undefined ? how : reason}`,
    });
  } catch (error) {
    throw asRefusal(error, (reason) => new Refusal('TIMER_UNUSABLE', { reason }));
  }
};
