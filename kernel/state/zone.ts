/** The zone that the last boot of a workspace took from USER.md, which the next one has not read yet. */
import { isJsonObject } from '#lib/text/json.ts';
import type { StateHome } from './home.ts';

const ZONE = 'zone.json';

interface RememberedZone {
  readonly zone: string;
}

const isRememberedZone = (value: unknown): value is RememberedZone =>
  isJsonObject(value) && typeof value['zone'] === 'string';

/** `undefined` if none is known. Throws STATE_UNUSABLE. */
export const rememberedZone = (home: StateHome): string | undefined =>
  home.readJsonOrSetAside(ZONE, isRememberedZone, 'The time zone is taken from USER.md again.')
    ?.zone;

/** Throws STATE_UNUSABLE. */
export const rememberZone = (home: StateHome, zone: string): void => home.writeJson(ZONE, { zone });
