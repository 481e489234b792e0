/**
 * Consent before texts of a workspace go to a provider (RFC-0009 §4.4, R-90). To name a model is consent for its
 * provider's host; a key that is found is none. Then a human is asked, once for each workspace and host; where nobody
 * can be asked, or the answer is no, the scribe serves and says how to consent.
 */
import type { Human } from '#kernel/contract/events.ts';
import { consentTo, rememberConsent } from '#kernel/state/consents.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { type AgentProgram, scribe } from './program.ts';

/** The agent that may serve. Throws STATE_DAMAGED, STATE_UNUSABLE, AGENT_UNAVAILABLE. */
export const consented = async (
  program: AgentProgram,
  home: StateHome | undefined,
  human: Human | undefined,
): Promise<AgentProgram> => {
  const host = hostToAskFor(program);
  if (host === undefined) return program;
  const before = home && consentTo(home, host);
  const answer = before ?? (human && (await ask(human, program, host)));
  if (home !== undefined && before === undefined && answer !== undefined)
    rememberConsent(home, host, answer);
  return answer === true ? program : unasked(program, host);
};

/** Who would serve, as far as can be told without asking. Throws as `consented`. */
export const presumed = (program: AgentProgram, home: StateHome | undefined): AgentProgram => {
  const host = hostToAskFor(program);
  if (host === undefined) return program;
  const answer = home && consentTo(home, host);
  if (answer === undefined) return { ...program, name: `${program.name} (if you consent)` };
  return answer ? program : unasked(program, host);
};

const hostToAskFor = ({ isUnnamed, hosts = [] }: AgentProgram): string | undefined =>
  isUnnamed === true ? hosts[0] : undefined;

/** `undefined` where nothing was chosen. */
const ask = async (
  human: Human,
  { name }: AgentProgram,
  host: string,
): Promise<boolean | undefined> => {
  const chosen = await human.choose(
    `There is a key for ${name}. Shall it think for this workspace? What the agent is shown and reads goes to ${host} then: SOUL.md, USER.md, the logs, and MEMORY.md; of older logs the places that answer what you say.`,
    [
      { id: YES, label: 'Yes, for this workspace, from now on', kind: 'allow_always' },
      {
        id: 'no',
        label: 'No: nothing leaves this machine, the scribe serves',
        kind: 'reject_always',
      },
    ],
  );
  return chosen === undefined ? undefined : chosen === YES;
};

const YES = 'yes';

const unasked = ({ name }: AgentProgram, host: string): AgentProgram => ({
  ...scribe(),
  advice: `There is a key for ${name}, but no consent that texts of this workspace go to ${host}, so the scribe serves. To consent: --model ${name}, or "model" in the settings.`,
});
