/** Whether a tree of Nexus has an agent yet (N22, N25), with a state between that its own two questions leave out. */

import { PERSONA_NAME_MAX_CHARS } from '#lib/spec/limits.ts';

/** A folder in `state/agents/`. */
export interface PersonaFolder {
  readonly name: string;
  readonly hasIdentity: boolean;
}

/** - `needs-bootstrap`: nobody was made yet. - `incomplete`: somebody was begun. - `onboarded`: somebody has an identity. */
export type PersonaState = 'needs-bootstrap' | 'incomplete' | 'onboarded';

/** A name that a folder of a persona may have: it stands in commands and prompts as it is. */
export const isPersonaName = (name: string): boolean =>
  name.length <= PERSONA_NAME_MAX_CHARS && /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u.test(name);

/** Hidden folders are nobody. */
export const personaState = (folders: readonly PersonaFolder[]): PersonaState => {
  const seen = folders.filter(({ name }) => !name.startsWith('.'));
  if (seen.length === 0) return 'needs-bootstrap';
  return seen.some(({ hasIdentity }) => hasIdentity) ? 'onboarded' : 'incomplete';
};
