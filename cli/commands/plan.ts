/** `yamo boot --plan`: every step, and nothing changed. */
import type { BootRequest } from '#kernel/contract/boot-request.ts';
import { planBoot } from '#kernel/boot/plan.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { hostFor, hostOptions } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { reportRefusal } from '#cli/io/report.ts';
import { print, styled } from '#cli/io/terminal.ts';

export const plan = async (given: Given<'boot'>, request: BootRequest): Promise<number> => {
  const host = await hostFor(hostOptions(given), {
    human: undefined,
    emit: () => undefined,
    signal: new AbortController().signal,
  });
  const { workspace, session, steps, refusal } = await planBoot(request, host);
  if (given.flag('json')) {
    print(`${JSON.stringify({ workspace, session, steps })}\n`);
  } else {
    print(
      `${workspace}: a ${session.kind.name} session (${session.reason}). Nothing is changed by this plan.\n`,
    );
    for (const { step, priority, file, would } of steps) {
      const rank = priority === 'prepare' ? '  ' : `P${priority}`;
      print(
        `${styled('dim', rank)} ${step.padEnd(22)} ${file === undefined ? '' : `${file}: `}${would}\n`,
      );
    }
  }
  return refusal === undefined ? EXIT.done : reportRefusal(refusal, given.flag('json'));
};
