/**
 * The login that `ant auth login` leaves for Anthropic's SDKs: a profile, found by their rules, and the token that
 * belongs to it. It is read only: an expired token is renewed by the programs whose login it is.
 */
import { isAbsolute, join } from 'node:path';
import { parsedJson } from '#lib/text/json.ts';
import { textAtPointer } from './json.ts';
import { type CredentialReader, readUnforged, type CredentialReading } from './read.ts';
import { homeOf } from '#kernel/process/xdg.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import { type CredentialSource, variable } from './source.ts';

/** A credential of the settings: its name, and where its value lies. */
export interface Profile {
  readonly name: string;
  readonly source: CredentialSource;
  /** What the token's requests must say beside it. */
  readonly headers: Readonly<Record<string, string>>;
}

type Parts = Pick<CredentialReader, 'disk' | 'uid' | 'environment'>;

const DEFAULT_ADDRESS = 'https://api.anthropic.com';
const NAME = /^(?!\.\.?$)[A-Za-z0-9_.-]+$/;

/** The profile that is active. */
export const activeProfile = (parts: Parts): CredentialReading<Profile> => {
  const named = profileName(parts);
  if (named.is !== 'found') return named;
  const { name } = named;
  const config = readUnforged(configPath(name, parts.environment), parts);
  if (config.is === 'unusable') return unusable(`its settings are not used: ${config.reason}`);
  if (config.is === 'found') return profileIn(config.text, name, parts.environment);
  return variable(parts.environment, 'ANTHROPIC_PROFILE') === undefined
    ? config
    : unusable('ANTHROPIC_PROFILE names a profile that does not exist');
};

/** Is there an active profile, whatever may be wrong with it? */
export const hasProfile = (parts: Parts): boolean => {
  const named = profileName(parts);
  if (named.is !== 'found') return named.is === 'unusable';
  return readUnforged(configPath(named.name, parts.environment), parts).is !== 'absent';
};

/** Where the profile lies that a person knows by its name. */
export const profilePlace = (environment: Environment): string => folderOf(environment);

const profileIn = (
  text: string,
  name: string,
  environment: Environment,
): CredentialReading<Profile> => {
  const config = parsedJson(text);
  const type = textAtPointer(config, '/authentication/type');
  if (type !== 'user_oauth' && type !== 'oidc_federation')
    return unusable('its settings name no way to log in that is known');
  const address = textAtPointer(config, '/base_url')?.replace(/\/+$/, '') ?? DEFAULT_ADDRESS;
  if (address !== DEFAULT_ADDRESS && variable(environment, 'ANTHROPIC_BASE_URL') === undefined)
    return unusable('it is for another address than that of Anthropic; set ANTHROPIC_BASE_URL');
  const path =
    textAtPointer(config, '/authentication/credentials_path') ??
    join(folderOf(environment), 'credentials', `${name}.json`);
  if (!isAbsolute(path)) return unusable('the path of its credentials is relative');
  const workspace =
    textAtPointer(config, '/workspace_id') ?? variable(environment, 'ANTHROPIC_WORKSPACE_ID');
  return {
    is: 'found',
    name,
    source: { type: 'file', path, pointer: '/access_token' },
    headers:
      type === 'user_oauth' && workspace !== undefined
        ? { 'anthropic-workspace-id': workspace }
        : {},
  };
};

const unusable = (reason: string): CredentialReading<Profile> => ({ is: 'unusable', reason });

const profileName = (parts: Parts): CredentialReading<{ readonly name: string }> => {
  const { environment } = parts;
  const named = variable(environment, 'ANTHROPIC_PROFILE');
  const active =
    named === undefined
      ? readUnforged(join(folderOf(environment), 'active_config'), parts)
      : ({ is: 'found', text: named } as const);
  if (active.is === 'unusable')
    return { is: 'unusable', reason: `active_config is not used: ${active.reason}` };
  const text = active.is === 'found' ? active.text.trim() : '';
  const name = text === '' ? 'default' : text;
  return NAME.test(name)
    ? { is: 'found', name }
    : { is: 'unusable', reason: 'the name of the profile is none' };
};

const configPath = (name: string, environment: Environment): string =>
  join(folderOf(environment), 'configs', `${name}.json`);

const folderOf = (environment: Environment): string =>
  variable(environment, 'ANTHROPIC_CONFIG_DIR') ??
  join(
    variable(environment, 'XDG_CONFIG_HOME') ?? join(homeOf(environment), '.config'),
    'anthropic',
  );
