/** What holds the agent on this machine, tried while the boot goes on, and that the agent can work: both are known before anything is deleted (RFC-0009 §4.1, §6.3). */
import type { BootRequest, Host } from '#kernel/contract/boot-request.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import type { AgentProgram } from '#kernel/programs/program.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import type { Recorder } from '#kernel/run/record.ts';
import type { Boot } from '#kernel/run/running.ts';
import { Folders } from '#kernel/prompt/folders.ts';
import { personaNow } from '#kernel/prompt/personas.ts';
import { Sandbox } from '#kernel/sandbox/sandbox.ts';
import { type SeenPlaces, seenPlaces } from '#kernel/sandbox/seen.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import { AgentReady } from '#kernel/session/trial.ts';
import { isAcceptedHere, lapseHere } from '#kernel/state/unsandboxed.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';
import type { Ahead } from './check-ahead.ts';

interface Trial {
  readonly request: BootRequest;
  readonly host: Host;
  readonly recorder: Recorder;
  readonly opened: OpenWorkspace;
  readonly kind: SessionKind;
  /** The layout of another system. */
  readonly other: LayoutDocument | undefined;
  readonly program: AgentProgram;
  readonly scratch: string;
}

/** Begins to try what holds the agent here; `awaitSandbox` waits for the outcome. */
export const trySandbox = ({
  request,
  recorder,
  opened,
  other,
  ...place
}: Trial): Promise<Sandbox> => {
  // Commands show the time where the human lives, as far as that is known now.
  const { zone } = opened.clock;
  const environment = { ...place.host.environment, ...(zone === undefined ? {} : { TZ: zone }) };
  const host = { ...place.host, environment };
  const { workspace, home } = opened;
  const stateRoot = xdgFolder('XDG_STATE_HOME', host.environment);
  const notice = (section: string, text: string): void => recorder.notice(section, text);
  const seen = other && seenIn(workspace, other, request);
  const sandboxing = Sandbox.take(
    { ...place, host, workspace, home, stateRoot, notice, seen },
    {
      given: () => isAcceptedHere(stateRoot, host, request.unsandboxed),
      lapse: () => lapseHere(stateRoot, host),
    },
  );
  // What went wrong is said by whoever waits; nobody does where the boot is refused before.
  sandboxing.catch(() => undefined);
  return sandboxing;
};

/** Throws FILE_UNREADABLE, PERSONA_UNKNOWN, LAYOUT_WEAKENS. */
const seenIn = (
  workspace: Workspace,
  document: LayoutDocument,
  { persona, automation }: BootRequest,
): SeenPlaces | undefined => {
  const folders = new Folders(workspace.root);
  try {
    const { agent } = personaNow(folders, document, persona);
    return seenPlaces(workspace, document, { agent, automation });
  } finally {
    folders.close();
  }
};

/**
 * The sandbox; where there is none, the owner's word or a refusal. Throws SHARED_UNENFORCED, MAIN_UNENFORCED,
 * VIEW_EXPOSES, NETWORK_UNFILTERED.
 */
export const awaitSandbox = async ({ recorder, program, sandboxing }: Boot): Promise<Sandbox> => {
  const done = recorder.begin('hold_agent');
  const sandbox = await sandboxing;
  done(sandbox, { detail: sandbox.by });
  recorder.body.agent = { command: program.name, enforcedBy: sandbox.by };
  if (!sandbox.isEnforced)
    recorder.notice(
      '§4.1',
      'No sandbox works on this machine: SOUL.md, BOOTSTRAP.md, the daily logs and the records are safe from what the agent asks for, not from what it does by itself. See: yamo doctor',
    );
  return sandbox;
};

/** Tries the agent on a first boot; `undefined` on any other. Throws what `AgentReady.prove` throws. */
export const tryAgent = async (
  run: Boot,
  { ready }: { readonly ready: Pick<Ahead['ready'], 'firstBoot'> },
  sandbox: Sandbox,
): Promise<AgentReady | undefined> => {
  if (!ready.firstBoot) return undefined;
  const { host, program, journal, opened, meter, recorder } = run;
  const done = recorder.begin('try_agent');
  refuseHelpless(program, sandbox);
  const today = opened.daily.file;
  const zone = zoneOfFirstBoot(run);
  const able = await AgentReady.prove({ host, sandbox, program, meter, journal, today, zone });
  return done(able, { detail: program.name });
};

/** Instructions are not taken for an agent that cannot ask its provider anything. Throws AGENT_NEEDS_LOGIN. */
const refuseHelpless = ({ name, needs }: AgentProgram, { isEnforced }: Sandbox): void => {
  if (isEnforced && needs?.isHelpless === true)
    throw new Refusal('AGENT_NEEDS_LOGIN', { command: name, advice: needs.login.advice });
};

/** Before USER.md says where the human lives. */
const zoneOfFirstBoot = ({ request, opened, systemZone }: Boot): string | undefined =>
  request.zone ?? opened.rememberedZone() ?? systemZone;
