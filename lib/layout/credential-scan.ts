/** The reminder of Nexus that nobody has looked for credentials yet (N31). */

/** Where pointers to credentials are kept. */
export const CREDENTIALS = 'state/credentials';

/** What the manager of an onboarded tree is told, word by word. */
export const CREDENTIAL_REMINDER =
  '[System: Credential scan has not been completed. Consider dispatching a worker to run `nexus credential scan`.]';

/** By the names of a workspace; hidden files are none. */
export const hasNoCredentials = (names: readonly string[]): boolean =>
  !names.some((name) => name.startsWith(`${CREDENTIALS}/`) && !name.includes('/.'));
