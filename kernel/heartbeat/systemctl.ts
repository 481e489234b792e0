/** The timers of systemd, for the user who runs us (RFC-0009 §2.7). */
import { text as textOf } from 'node:stream/consumers';
import { Refusal } from '#lib/spec/refusals.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { startChild } from '#kernel/process/child.ts';

const COMPLAINT_MAX_CHARS = 200;

/** Runs it for this user. Throws TIMER_UNUSABLE with what it complains about. */
export const runSystemctl = async (
  systemctl: string,
  args: readonly string[],
  { environment }: { readonly environment: Readonly<Record<string, string | undefined>> },
): Promise<void> => {
  const given = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  try {
    const child = await startChild({
      program: systemctl,
      args: ['--user', '--no-ask-password', ...args],
      environment: Object.fromEntries(given),
    });
    child.input.end();
    child.output.resume();
    const [said, { code }] = await Promise.all([textOf(child.diagnostics), child.closed]);
    if (code === 0) return;
    const reason = said.trim().split('\n')[0]?.slice(0, COMPLAINT_MAX_CHARS);
    throw new Refusal('TIMER_UNUSABLE', {
      reason: `systemctl ${args[0]}: ${reason === '' || reason === undefined ? `exit code ${code}` : reason}`,
    });
  } catch (error) {
    throw asRefusal(error, (reason) => new Refusal('TIMER_UNUSABLE', { reason }));
  }
};
