/** Whether a tree of Nexus has an agent yet (N22, N25), with a state between that its own two questions leave out. */

/** A folder in `state/agents/`. */
export interface PersonaFolder {
  readonly name: string;
  readonly hasIdentity: boolean;
}

/** - `needs-bootstrap`: nobody was made yet. - `incomplete`: somebody was begun. - `onboarded`: somebody has an identity. */
export type PersonaState = 'needs-bootstrap' | 'incomplete' | 'onboarded';

/** Hidden folders are nobody. */
export const personaState = (folders: readonly PersonaFolder[]): PersonaState => {
  const seen = folders.filter(({ name }) => !name.startsWith('.'));
  if (seen.length === 0) return 'needs-bootstrap';
  return seen.some(({ hasIdentity }) => hasIdentity) ? 'onboarded' : 'incomplete';
};
