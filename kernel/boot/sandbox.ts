/** What holds the agent on this machine: tried while the boot goes on, and known before anything is deleted (RFC-0009 §4.1). */
import type { SessionKind } from '#lib/spec/access.ts';
import type { BootRequest, Host } from '#kernel/contract/boot-request.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import type { AgentProgram } from '#kernel/programs/program.ts';
import type { Premises } from '#kernel/run/premises.ts';
import type { Recorder } from '#kernel/run/record.ts';
import type { Boot } from '#kernel/run/running.ts';
import { Hold } from '#kernel/sandbox/hold.ts';
import { isAcceptedHere, lapseHere } from '#kernel/state/unsandboxed.ts';

interface Trial {
  readonly request: BootRequest;
  readonly host: Host;
  readonly recorder: Recorder;
  readonly premises: Premises;
  readonly kind: SessionKind;
  readonly program: AgentProgram;
  readonly scratch: string;
}

/** Begins to try what holds the agent here; `awaitSandbox` waits for the outcome. */
export const trySandbox = ({ request, recorder, premises, ...place }: Trial): Promise<Hold> => {
  const { host } = place;
  const { workspace, home } = premises;
  const stateRoot = xdgFolder('XDG_STATE_HOME', host.environment);
  const notice = (section: string, text: string): void => recorder.notice(section, text);
  const holding = Hold.take(
    { ...place, workspace, home, stateRoot, notice },
    {
      given: () => isAcceptedHere(stateRoot, host, request.unsandboxed),
      lapse: () => lapseHere(stateRoot, host),
    },
  );
  // What went wrong is said by whoever waits; nobody does where the boot is refused before.
  holding.catch(() => undefined);
  return holding;
};

/**
 * The sandbox; where there is none, the owner's word or a refusal. Throws SHARED_UNENFORCED, MAIN_UNENFORCED,
 * VIEW_EXPOSES, NETWORK_UNFILTERED.
 */
export const awaitSandbox = async ({ recorder, program, holding }: Boot): Promise<Hold> => {
  const done = recorder.begin('hold_agent');
  const hold = await holding;
  done(hold, { detail: hold.by });
  recorder.body.agent = { command: program.name, enforcedBy: hold.by };
  if (!hold.isEnforced)
    recorder.notice(
      '§4.1',
      'Nothing on this machine holds the agent: SOUL.md, BOOTSTRAP.md, the daily logs and the records are safe from what it asks for, not from what it does by itself. See: yamo doctor',
    );
  return hold;
};
