/** The adapters of chats that this program brings. */
import process from 'node:process';
import { Refusal } from '#lib/spec/refusals.ts';
import { textAt } from '#lib/text/json.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { systemKeychain } from '#kernel/credentials/keychain.ts';
import { readSource } from '#kernel/credentials/read.ts';
import { shownPlace, sourceFrom } from '#kernel/credentials/source.ts';
import { disk } from '#kernel/fs/disk.ts';
import { ownProgram } from '#kernel/programs/own-program.ts';
import { hostAndPort } from '#kernel/programs/providers.ts';

/** How an adapter is started, and what it is told first. */
export interface AdapterProgram {
  readonly program: string;
  readonly args: readonly string[];
  /** Files and folders that it needs of the machine beside the system; nobody's own. */
  readonly readable: readonly string[];
  /** Its owner has to name its address. */
  readonly isAddressed?: boolean;
  /** Which hosts it reaches, `name:port`, as its settings say. */
  readonly hostsOf: (settings: unknown) => readonly string[];
  /** What it shows its provider, found as its settings say. Throws a refusal that says where it was looked for. */
  readonly tokenOf: (settings: unknown, environment: Host['environment']) => Promise<string>;
}

/** By the names that rows of `adapters` have them under. */
export type AdapterRegistry = ReadonlyMap<string, AdapterProgram>;

/**
 * The token at the place that `token` of the settings names. Throws CREDENTIAL_MISSING, CREDENTIAL_UNUSABLE,
 * KEYCHAIN_UNUSABLE.
 */
const chatToken = async (
  provider: string,
  settings: unknown,
  environment: Host['environment'],
): Promise<string> => {
  const pointer = textAt(settings, 'token') ?? '';
  const source = sourceFrom(pointer, environment);
  if (source === undefined)
    throw new Refusal('CREDENTIAL_UNUSABLE', {
      place: 'the settings of the chat',
      reason: 'they name no place: env:NAME, keychain:SERVICE/ACCOUNT, or file: with a whole path',
    });
  const place = shownPlace(source);
  const uid = process.geteuid?.() ?? 0;
  const read = await readSource(source, { disk, uid, environment, keychain: systemKeychain });
  if (read.is === 'absent') throw new Refusal('CREDENTIAL_MISSING', { place, provider });
  if (read.is === 'unusable')
    throw new Refusal('CREDENTIAL_UNUSABLE', { place, reason: read.reason });
  return read.value;
};

/** `address`: of the provider, where it has one that its owner need not name. */
const adapterOf = (provider: string, address: string | undefined): AdapterProgram => {
  const { entry, readable } = ownProgram(`${provider}.js`, [
    `channels/${provider}/main.ts`,
    'channels',
    'kernel/wire',
    'lib',
    'schemas',
  ]);
  return {
    program: process.execPath,
    args: [entry],
    readable,
    isAddressed: address === undefined,
    hostsOf: (settings) => {
      const baseUrl = textAt(settings, 'api') ?? address;
      return baseUrl === undefined ? [] : [hostAndPort({ baseUrl })];
    },
    tokenOf: (settings, environment) => chatToken(provider, settings, environment),
  };
};

/** Those that there are. */
export const ADAPTERS: AdapterRegistry = new Map([
  ['telegram', adapterOf('telegram', 'https://api.telegram.org')],
  ['webhook', adapterOf('webhook', undefined)],
]);
