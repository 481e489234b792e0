/** That the agent can work is known before instructions are taken for it (RFC-0009 §6.3). */
import { Refusal } from '#lib/spec/refusals.ts';
import type { AgentProgram } from '#kernel/programs/program.ts';
import type { Boot } from '#kernel/run/running.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';
import { AgentReady } from '#kernel/session/trial.ts';
import type { Ahead } from './check-ahead.ts';

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
