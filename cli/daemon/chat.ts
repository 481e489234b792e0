/** `yamo chat`: chats of a workspace, whether it is served or not. */
import { resolve } from 'node:path';
import process from 'node:process';
import { plural } from '#lib/report/plural.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { isJsonObject, membersOf, textAt } from '#lib/text/json.ts';
import { disk } from '#kernel/fs/disk.ts';
import { ADAPTERS, type AdapterProgram } from '#daemon/adapters/registry.ts';
import { providerNamed } from '#daemon/chats/providers.ts';
import { askChats } from '#daemon/chats/offline.ts';
import { askIn, type ChatAsk, type ListedChat } from '#daemon/chats/office.ts';
import { runningDaemon } from '#daemon/phases/home.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { folderOf, workspacePlaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { askDaemon } from '#cli/daemon/client.ts';
import { daemonStatus } from '#cli/daemon/status.ts';
import { harmless, jsonLine, print, printError, styled } from '#cli/io/terminal.ts';
import { servedPath } from './start.ts';

type Chat = Given<'chat'>;

const ACTIONS = ['add', 'list', 'set', 'pair', 'unpair', 'remove', 'doctor'] as const;
type Action = (typeof ACTIONS)[number];
type Option = Parameters<Chat['text']>[0];

/** What goes with each, beside --json. */
const OPTIONS: Readonly<Record<Action, readonly Option[]>> = {
  add: ['token-env', 'token-file', 'token-keychain', 'api', 'program', 'name'],
  list: [],
  set: ['strangers', 'day-tokens', 'group', 'answers', 'name'],
  pair: ['name'],
  unpair: ['name'],
  remove: ['name'],
  doctor: [],
};
/** What goes with add for a provider that wants two tokens. */
const APP_TOKEN: readonly Option[] = ['app-token-env', 'app-token-file', 'app-token-keychain'];
const NAME = /^[a-z][a-z0-9-]{0,29}$/u;

/** Throws CHAT_…, CREDENTIAL_…, KEYCHAIN_UNUSABLE, WORKSPACE_…, STATE_… and DATABASE_… refusals, DAEMON_SAYS. */
export const chatCommand = async (given: Chat): Promise<number> => {
  const [word, ...rest] = given.positionals;
  const action = ACTIONS.find((one) => one === word);
  const [provider, folder, ...more] = action === 'add' ? rest : [undefined, ...rest];
  const name = given.text('name');
  if (action === undefined || more.length > 0)
    return wrong('Say what to do: chat add PROVIDER, list, set, pair, unpair, remove or doctor.');
  if (name !== undefined && !NAME.test(name))
    return wrong('--name takes small letters, digits and dashes, 30 at most.');
  const stray = strayIn(given, action, provider);
  if (stray !== undefined)
    return wrong(`--${stray} does not go with ${['chat', action, provider].join(' ').trim()}.`);
  const path = servedPath(folderOf(workspacePlaceOf({ positional: folder, positionals: [] })));
  if (action === 'doctor') return doctor(path, given);
  const asked = action === 'add' ? await addedBy(given, provider) : askedFor(action, given);
  if (typeof asked === 'string') return wrong(asked);
  const said = await ask(path, asked);
  if (given.flag('json')) print(jsonLine({ do: action, path, ...said }));
  else show(asked, membersOf(said));
  return EXIT.done;
};

/** An option that was given and means nothing here. */
const strayIn = (given: Chat, action: Action, provider = ''): Option | undefined => {
  const more = ADAPTERS.get(provider)?.appTokenOf === undefined ? [] : APP_TOKEN;
  const taken = new Set([...OPTIONS[action], ...more]);
  const all = [...Object.values(OPTIONS).flat(), ...APP_TOKEN];
  return all.find((one) => given.text(one) !== undefined && !taken.has(one));
};

const wrong = (why: string): number => {
  printError(`${why}\nSee: yamo chat --help\n`);
  return EXIT.usage;
};

const askedFor = (action: Exclude<Action, 'add' | 'doctor'>, given: Chat): ChatAsk | string => {
  const name = given.text('name');
  if (action === 'list') return { do: action };
  if (action !== 'set') return { do: action, name };
  const [strangers, group, answers, tokens] = [
    given.text('strangers'),
    given.text('group'),
    given.text('answers'),
    given.text('day-tokens'),
  ];
  if ((group === undefined) !== (answers === undefined))
    return 'Say which group, and what is answered there: --group=ID --answers all.';
  if (tokens !== undefined && !/^\d{1,12}$/u.test(tokens))
    return '--day-tokens is a number of tokens, or 0 for no limit.';
  if (group === undefined && strangers === undefined && tokens === undefined)
    return 'Say what is to be different: --strangers, --day-tokens, or --group and --answers.';
  const dayTokens = tokens === undefined ? undefined : Number(tokens);
  return askIn({ do: action, name, strangers, group, answers, dayTokens });
};

/** What is to be added, once its token was found; or what is wrong with what was given. Throws CREDENTIAL_… refusals, KEYCHAIN_UNUSABLE. */
const addedBy = async (given: Chat, provider = ''): Promise<ChatAsk | string> => {
  const program = ADAPTERS.get(provider);
  if (program === undefined) return `Name a provider: ${[...ADAPTERS.keys()].join(', ')}.`;
  const token = pointerIn(given, 'token');
  if (token === undefined) return whereIs('token', 'the token');
  const appToken = program.appTokenOf && pointerIn(given, 'app-token');
  if (program.appTokenOf !== undefined && appToken === undefined)
    return whereIs('app-token', 'the app-level token');
  const api = given.text('api');
  if (api === undefined && program.isAddressed === true)
    return 'Say where its answers go: --api https://HOST/PATH.';
  if (api !== undefined && !isAddress(api)) return '--api takes http://HOST:PORT or https://HOST.';
  const file = given.text('program');
  if ((file === undefined) === (program.isNamed === true))
    return '--program FILE goes with add program, and with nothing else.';
  const fault = program.faultOf?.({ program: resolve(file ?? '') });
  if (fault !== undefined) return `--program ${fault}.`;
  const settings = {
    token,
    ...(file !== undefined && { program: resolve(file) }),
    ...(appToken && { appToken }),
    ...(api !== undefined && { api }),
  };
  await program.tokenOf(settings, process.env);
  await program.appTokenOf?.(settings, process.env);
  return { do: 'add', name: given.text('name') ?? provider, program: provider, settings };
};

/** Where a token is, if that is said in one way. */
const pointerIn = (given: Chat, name: 'token' | 'app-token'): string | undefined => {
  const file = given.text(`${name}-file`);
  const [pointer, ...more] = [
    ['env', given.text(`${name}-env`)],
    ['file', file === undefined ? undefined : resolve(file)],
    ['keychain', given.text(`${name}-keychain`)],
  ].flatMap(([type, place]) => (place === undefined ? [] : [`${type}:${place}`]));
  return more.length > 0 ? undefined : pointer;
};

const whereIs = (name: string, what: string): string =>
  `Say in one way where ${what} is: --${name}-env NAME, --${name}-file FILE or --${name}-keychain SERVICE/ACCOUNT.`;

const isAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/u.test(url.protocol) && url.username === '' && url.search === ''
  );
};

const host = () => ({ disk, uid: process.geteuid?.() ?? 0, environment: process.env });

const ask = (path: string, asked: ChatAsk): Promise<object> =>
  askChats(path, asked, {
    host: host(),
    server: (served) => {
      const running = runningDaemon(host());
      return running && askDaemon(running, 'chat', { path: served, ...asked });
    },
  });

/** Do programs speak there, of whom none is the owner? */
const isOfPrograms = (program: string): boolean => providerNamed(program)?.isOfPrograms === true;

const show = (asked: ChatAsk, said: Readonly<Record<string, unknown>>): void => {
  const name = harmless(textAt(said, 'name') ?? '');
  switch (asked.do) {
    case 'add': {
      const next =
        asked.program === 'webhook'
          ? `Programs write to /hooks/${name} then.`
          : isOfPrograms(asked.program)
            ? 'What it brings is a session with others.'
            : 'yamo chat pair lets it know you then.';
      return print(`${styled('green', '✓')} ${name} is added. yamo start brings it up. ${next}\n`);
    }
    case 'pair':
      return print(
        `${styled('bold', textAt(said, 'code') ?? '')}\nSend this code to the agent in a direct chat (${name}), within ten minutes. Whoever sends it is you from then on.\n`,
      );
    case 'unpair':
      return print(
        said['unpaired'] === 0
          ? `No account of ${name} was paired.\n`
          : `${plural(Number(said['unpaired']), 'account')} of ${name} ${said['unpaired'] === 1 ? 'is' : 'are'} yours no more.\n`,
      );
    case 'set':
      return print(`${styled('green', '✓')} ${name} is set.\n`);
    case 'remove':
      return print(`${name} is removed. Its token is where it was.\n`);
    case 'list': {
      const all = listedIn(said);
      if (all.length === 0) print('There is no chat. yamo chat add telegram adds one.\n');
      for (const one of all) {
        print(`${lineOf(one)}\n`);
        for (const { place, isAnsweredWhole } of isOfPrograms(one.program) ? [] : one.groups)
          if (isAnsweredWhole || one.groups.length <= GROUPS_SHOWN)
            print(`  ${harmless(place)}: answers ${isAnsweredWhole ? 'all' : 'mentions'}\n`);
      }
    }
  }
};

const listedIn = (said: Readonly<Record<string, unknown>>): readonly ListedChat[] => {
  const { chats } = said;
  return Array.isArray(chats) ? chats.filter((one): one is ListedChat => isJsonObject(one)) : [];
};

/** Of more than that, those are shown in which all is answered. */
const GROUPS_SHOWN = 20;

const lineOf = ({
  name,
  program,
  self,
  token,
  paired,
  direct,
  strangers,
  dayTokens,
  places,
}: ListedChat): string =>
  [
    styled('bold', harmless(name)),
    ...(name === program ? [] : [program]),
    ...(self === undefined || self === null ? [] : [`as ${harmless(self)}`]),
    `token ${harmless(token ?? 'nowhere')}`,
    paired.length === 0 ? 'nobody is paired' : `paired: ${paired.map(harmless).join(', ')}`,
    ...(direct.length === 0 ? [] : [`your direct chat: ${direct.map(harmless).join(', ')}`]),
    ...(strangers === 'shared' ? ['strangers are answered'] : []),
    ...(typeof dayTokens === 'number' ? [`${dayTokens} tokens a day for each chat`] : []),
    plural(places, 'place'),
  ].join(', ');

/** What keeps a chat from being answered. 4 where something does. */
const doctor = async (path: string, given: Chat): Promise<number> => {
  const all = listedIn(membersOf(await ask(path, { do: 'list' })));
  const service = (await daemonStatus(host()))?.services.get(path);
  const found: { readonly chat: string; readonly wrong: readonly string[] }[] = [];
  for (const one of all) {
    const adapter = service?.adapters?.find(({ name }) => name === one.name);
    found.push({
      chat: one.name,
      wrong: [
        ...(await faultsOfToken(ADAPTERS.get(one.program), one, adapter !== undefined)),
        ...(service?.state === 'serving' ? [] : ['its workspace is not served: yamo start']),
        ...(adapter === undefined || (adapter.state === 'connected' && adapter.reason === undefined)
          ? []
          : [`it is ${adapter.state}: ${adapter.reason ?? 'no reason is known'}`]),
        ...(adapter?.log ?? []).map((line) => `it printed: ${line}`),
        ...(one.trouble === undefined
          ? []
          : [`its last message could not be answered: ${one.trouble}`]),
        ...(one.paired.length > 0 || isOfPrograms(one.program)
          ? []
          : ['nobody is paired: yamo chat pair']),
      ],
    });
  }
  if (given.flag('json')) print(jsonLine({ do: 'doctor', path, chats: found }));
  else {
    if (all.length === 0) show({ do: 'list' }, {});
    for (const { chat: name, wrong: faults } of found) {
      print(
        `${styled('bold', harmless(name))}${faults.length === 0 ? ': nothing is wrong' : ''}\n`,
      );
      for (const one of faults) print(`  ${styled('red', '✗')} ${harmless(one)}\n`);
    }
  }
  return found.some(({ wrong: faults }) => faults.length > 0) ? EXIT.machine : EXIT.done;
};

/** Of a variable the daemon says itself what it is without: it has its own. */
const faultsOfToken = async (
  program: AdapterProgram | undefined,
  { token, appToken }: ListedChat,
  isRun: boolean,
): Promise<readonly string[]> => {
  const isDaemons = (pointer = ''): boolean => isRun && pointer.startsWith('env:');
  try {
    if (!isDaemons(token)) await program?.tokenOf({ token }, process.env);
    if (!isDaemons(appToken)) await program?.appTokenOf?.({ appToken }, process.env);
    return [];
  } catch (error) {
    if (error instanceof Refusal) return [error.message];
    throw error;
  }
};
