/** What the owner answered when it was asked whether texts of this workspace may go to the host of a provider (§4.4, R-90). */
import type { StateHome } from './home.ts';
import { STATE } from './kinds.ts';
import { stateOf } from './store.ts';

/** `undefined` where nobody was asked. Throws STATE_DAMAGED, STATE_UNUSABLE. */
export const consentTo = (home: StateHome, host: string): boolean | undefined =>
  stateOf(home)
    .read(STATE.consents)
    ?.find((one) => one.host === host)?.given;

/** Throws STATE_DAMAGED, STATE_UNUSABLE. */
export const rememberConsent = (home: StateHome, host: string, given: boolean): void => {
  const state = stateOf(home);
  const others = (state.read(STATE.consents) ?? []).filter((one) => one.host !== host);
  state.write(STATE.consents, [...others, { host, given, at: new Date().toISOString() }]);
};
