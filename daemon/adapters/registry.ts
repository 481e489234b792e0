/** The adapters of chats that this program brings. */
import process from 'node:process';
import { discordLast } from '#lib/chat/discord.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { textAt } from '#lib/text/json.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { systemKeychain } from '#kernel/credentials/keychain.ts';
import { readSource } from '#kernel/credentials/read.ts';
import { shownPlace, sourceFrom } from '#kernel/credentials/source.ts';
import { disk } from '#kernel/fs/disk.ts';
import { ownProgram } from '#kernel/programs/own-program.ts';
import { findProgram, unreadable } from '#kernel/process/program.ts';
import { hostAndPort } from '#kernel/programs/providers.ts';

/** How its process is started. */
export interface AdapterCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Files and folders that it needs of the machine beside the system; nobody's own. */
  readonly readable: readonly string[];
}

/** How an adapter is started, and what it is told first. */
export interface AdapterProgram {
  readonly commandOf: (settings: unknown) => AdapterCommand;
  /** Its owner has to name its program. */
  readonly isNamed?: true;
  /** Why the program that its owner has named cannot be started. */
  readonly faultOf?: (settings: unknown) => string | undefined;
  /** Its owner has to name its address. */
  readonly isAddressed?: boolean;
  /** It can tell of a message that was sent before whether its provider has it, or sends it again where that takes it once. */
  readonly canFind?: boolean;
  /** What it has sent it can change: an answer is shown while it is made. */
  readonly canEdit?: boolean;
  /** Where it goes on, by the newest that it has brought; else it is told the key of the newest. */
  readonly lastOf?: (raws: readonly string[]) => string;
  /** Which hosts it reaches, `name:port`, and `.name:port` for all below a name, as its settings say. */
  readonly hostsOf: (settings: unknown) => readonly string[];
  /** What it shows its provider, found as its settings say. Throws a refusal that says where it was looked for. */
  readonly tokenOf: (settings: unknown, environment: Host['environment']) => Promise<string>;
  /** The second token, of a provider that wants two; throws as the first. */
  readonly appTokenOf?: AdapterProgram['tokenOf'];
}

/** By the names that rows of `adapters` have them under. */
export type AdapterRegistry = ReadonlyMap<string, AdapterProgram>;

/**
 * The token at the place that the settings name under `name`. Throws CREDENTIAL_MISSING, CREDENTIAL_UNUSABLE,
 * KEYCHAIN_UNUSABLE.
 */
const chatToken = async (
  provider: string,
  name: 'token' | 'appToken',
  settings: unknown,
  environment: Host['environment'],
): Promise<string> => {
  const pointer = textAt(settings, name) ?? '';
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

/** How one adapter is not as others are. */
interface Particulars extends Pick<AdapterProgram, 'canFind' | 'canEdit' | 'lastOf'> {
  /** Of the provider, where it has one that its owner need not name. */
  readonly address?: string;
  /** `.name:port`: hosts beside that of the address. */
  readonly suffix?: string;
  readonly hasAppToken?: boolean;
}

/** What comes and goes is soon garbage, and no more room is made for it. */
const SMALL = ['--max-semi-space-size=1', '--optimize-for-size'] as const;

const adapterOf = (provider: string, particulars: Particulars): AdapterProgram => {
  const { entry, readable } = ownProgram(`${provider}.js`, [
    `channels/${provider}/main.ts`,
    'channels',
    'kernel/wire',
    'lib',
    'schemas',
    'node_modules/marked',
    'node_modules/ws',
  ]);
  const command = { program: process.execPath, args: [...SMALL, entry], readable };
  return describedAs(provider, particulars, () => command);
};

const describedAs = (
  provider: string,
  { address, suffix, hasAppToken = false, ...others }: Particulars,
  commandOf: AdapterProgram['commandOf'],
): AdapterProgram => ({
  commandOf,
  ...others,
  hostsOf: (settings) => {
    const other = textAt(settings, 'api');
    const baseUrl = other ?? address;
    if (baseUrl === undefined) return [];
    const below = other === undefined && suffix !== undefined ? [suffix] : [];
    return [hostAndPort({ baseUrl }), ...below];
  },
  tokenOf: (settings, environment) => chatToken(provider, 'token', settings, environment),
  ...(hasAppToken && {
    appTokenOf: (settings, environment) => chatToken(provider, 'appToken', settings, environment),
  }),
});

/** What Node runs of the owner's own; anything else is run itself. */
const SCRIPT = /\.[cm]?[jt]s$/u;

const ownCommand = (settings: unknown): AdapterCommand => {
  const file = textAt(settings, 'program') ?? '';
  return SCRIPT.test(file)
    ? { program: process.execPath, args: [file], readable: [file, process.execPath] }
    : { program: file, args: [], readable: [file] };
};

const faultOfOwn = (settings: unknown): string | undefined => {
  const file = textAt(settings, 'program') ?? '';
  const errno = SCRIPT.test(file) ? unreadable(file) : errnoOfProgram(file);
  return errno && `${file} cannot be ${SCRIPT.test(file) ? 'read' : 'run'} (${errno})`;
};

/** `undefined` for a file that can be run. */
const errnoOfProgram = (file: string): string | undefined => {
  const found = findProgram(file, '');
  return 'errno' in found ? found.errno : undefined;
};

/** Those that there are. */
export const ADAPTERS: AdapterRegistry = new Map([
  ['telegram', adapterOf('telegram', { address: 'https://api.telegram.org', canEdit: true })],
  [
    'slack',
    adapterOf('slack', {
      address: 'https://slack.com',
      // Which host its sockets lead to, Slack says each time.
      suffix: '.slack.com:443',
      hasAppToken: true,
      canFind: true,
      canEdit: true,
    }),
  ],
  [
    'discord',
    adapterOf('discord', {
      address: 'https://discord.com',
      // Its gateways are below that, each region's another one.
      suffix: '.discord.gg:443',
      canFind: true,
      canEdit: true,
      lastOf: discordLast,
    }),
  ],
  ['webhook', { ...adapterOf('webhook', { canFind: true }), isAddressed: true }],
  ['program', { ...describedAs('program', {}, ownCommand), isNamed: true, faultOf: faultOfOwn }],
]);
