/** What the owner answered when it was asked whether texts of this workspace may go to the host of a provider (§4.4, R-90). */
import { isJsonObject } from '#lib/text/json.ts';
import type { StateHome } from './home.ts';

interface Answer {
  /** `name:port` */
  readonly host: string;
  readonly given: boolean;
  /** ISO 8601, UTC. */
  readonly at: string;
}

const NAME = 'consents.json';

const areAnswers = (value: unknown): value is readonly Answer[] =>
  Array.isArray(value) &&
  value.every((one) => isJsonObject(one) && 'host' in one && typeof one['given'] === 'boolean');

/** `undefined` where nobody was asked. Throws STATE_DAMAGED, STATE_UNUSABLE. */
export const consentTo = (home: StateHome, host: string): boolean | undefined =>
  home.readJson(NAME, areAnswers)?.find((one) => one.host === host)?.given;

/** Throws STATE_DAMAGED, STATE_UNUSABLE. */
export const rememberConsent = (home: StateHome, host: string, given: boolean): void => {
  const others = (home.readJson(NAME, areAnswers) ?? []).filter((one) => one.host !== host);
  home.writeJson(NAME, [...others, { host, given, at: new Date().toISOString() }]);
};
