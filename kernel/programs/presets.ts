/**
 * Agents that people already use, by the name that `--agent` gives them. Naming one is the owner's word for what it
 * needs: its provider's hosts, and the variables that hold a key for them (RFC-0009 §4.4). Folders of the home are never
 * shown for a name; the settings show them.
 */
import { TOOL_SERVER } from '#lib/model/tools.ts';
import type { Settings } from '#kernel/contract/boot-request.ts';
import { expanded, isWithin, resolved } from '#kernel/process/places.ts';
import type { Login } from './login.ts';

/** A variable that holds a key. */
interface Key {
  readonly variable: string;
  /** What the key is for, beside the agent's own hosts. */
  readonly host?: string;
}

/** An agent that is known by name: one row, from which help, notices and grants come. */
export interface Preset {
  readonly name: string;
  /** As somebody would type them; the first one whose program is installed is taken. */
  readonly commands: readonly string[];
  /** How it gets there: a command, or an address. */
  readonly install: string;
  /** Of its own provider. */
  readonly hosts: readonly string[];
  readonly keys: readonly Key[];
  /** Its provider answers without a key as well. */
  readonly isFree?: true;
  /** Variables that name another address for its provider; the first one that is set counts. */
  readonly addresses?: readonly string[];
  /** Other variables of the owner's that it heeds; none of them holds a secret. */
  readonly choices?: readonly string[];
  /** What it is told in any case. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The protocol's name of its way in by a key, where it waits to be told. */
  readonly keyMethod?: string;
  /** What it takes in `_meta` of its session: here, not to ask for the kernel's tools, which ask by themselves. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** What it keeps from a login of the owner's. */
  readonly login: {
    readonly command: string;
    readonly folder: string;
    /** What says where that folder is; the home of a session is an empty one. */
    readonly variable: string;
    /** What that says: the folder, or one above it. */
    readonly value: string;
    readonly hosts: readonly string[];
  };
}

const ANTHROPIC = 'api.anthropic.com';
const OPENAI = 'api.openai.com';
const GEMINI = 'generativelanguage.googleapis.com';
const OPENROUTER = 'openrouter.ai';

/** The agents that are known by name; help lists them in this order. */
export const PRESETS: readonly Preset[] = [
  {
    name: 'claude-code',
    commands: ['claude-agent-acp', 'claude-code-acp'],
    install: 'npm install -g @agentclientprotocol/claude-agent-acp',
    hosts: [ANTHROPIC],
    keys: [
      { variable: 'ANTHROPIC_API_KEY' },
      { variable: 'ANTHROPIC_AUTH_TOKEN' },
      { variable: 'CLAUDE_CODE_OAUTH_TOKEN' },
    ],
    addresses: ['ANTHROPIC_BASE_URL'],
    choices: ['ANTHROPIC_MODEL'],
    // Its reports and updates would be refused their hosts one by one.
    variables: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
    meta: { claudeCode: { options: { allowedTools: [`mcp__${TOOL_SERVER}`] } } },
    login: {
      command: 'claude /login',
      folder: '~/.claude',
      variable: 'CLAUDE_CONFIG_DIR',
      value: '~/.claude',
      hosts: ['platform.claude.com'],
    },
  },
  {
    name: 'codex',
    commands: ['codex-acp'],
    install: 'npm install -g @agentclientprotocol/codex-acp',
    hosts: [OPENAI],
    keys: [{ variable: 'CODEX_API_KEY' }, { variable: 'OPENAI_API_KEY' }],
    // Its own sandbox cannot be made in a view; the owner may do without.
    choices: ['INITIAL_AGENT_MODE'],
    keyMethod: 'api-key',
    login: {
      command: 'codex login',
      folder: '~/.codex',
      variable: 'CODEX_HOME',
      value: '~/.codex',
      hosts: ['chatgpt.com', 'auth.openai.com'],
    },
  },
  {
    name: 'gemini',
    commands: ['gemini --acp'],
    install: 'npm install -g @google/gemini-cli',
    hosts: [GEMINI],
    keys: [{ variable: 'GEMINI_API_KEY' }],
    addresses: ['GOOGLE_GEMINI_BASE_URL'],
    choices: ['GEMINI_MODEL'],
    keyMethod: 'gemini-api-key',
    login: {
      command: 'gemini',
      folder: '~/.gemini',
      variable: 'GEMINI_CLI_HOME',
      value: '~',
      hosts: ['cloudcode-pa.googleapis.com', 'oauth2.googleapis.com'],
    },
  },
  {
    name: 'opencode',
    commands: ['opencode acp'],
    install: 'npm install -g opencode-ai',
    hosts: ['opencode.ai'],
    keys: [
      { variable: 'OPENCODE_API_KEY' },
      { variable: 'ANTHROPIC_API_KEY', host: ANTHROPIC },
      { variable: 'OPENAI_API_KEY', host: OPENAI },
      { variable: 'GOOGLE_GENERATIVE_AI_API_KEY', host: GEMINI },
      { variable: 'OPENROUTER_API_KEY', host: OPENROUTER },
    ],
    isFree: true,
    // A session that is shared there is readable by everybody who has its address; models come with the program.
    // It talks to itself on the loopback of its view, and not by the proxy.
    variables: {
      NO_PROXY: '127.0.0.1,localhost',
      OPENCODE_DISABLE_SHARE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    },
    login: {
      command: 'opencode auth login',
      folder: '~/.local/share/opencode',
      variable: 'XDG_DATA_HOME',
      value: '~/.local/share',
      hosts: [],
    },
  },
  {
    name: 'goose',
    commands: ['goose acp'],
    install: 'https://goose-docs.ai/docs/getting-started/installation',
    hosts: [],
    keys: [
      { variable: 'ANTHROPIC_API_KEY', host: ANTHROPIC },
      { variable: 'OPENAI_API_KEY', host: OPENAI },
      { variable: 'GOOGLE_API_KEY', host: GEMINI },
      { variable: 'OPENROUTER_API_KEY', host: OPENROUTER },
    ],
    addresses: ['ANTHROPIC_HOST', 'OPENAI_HOST', 'OLLAMA_HOST'],
    choices: ['GOOSE_PROVIDER', 'GOOSE_MODEL'],
    // There is no keychain in a view.
    variables: { GOOSE_DISABLE_KEYRING: '1' },
    login: {
      command: 'goose configure',
      folder: '~/.config/goose',
      variable: 'XDG_CONFIG_HOME',
      value: '~/.config',
      hosts: [],
    },
  },
];

/** What an agent cannot do in a view, said before it fails. */
export const limitOf = ({ name }: Preset, environment: Environment): string | undefined =>
  name === 'codex' && (environment['INITIAL_AGENT_MODE'] ?? '') === ''
    ? 'Codex cannot make its own sandbox in a view, so its commands fail; with INITIAL_AGENT_MODE=agent-full-access the view alone holds them.'
    : undefined;

/** The preset of this name; `undefined` where it is a command of the owner's. */
export const presetNamed = (name: string): Preset | undefined =>
  PRESETS.find((preset) => preset.name === name);

/** What the owner grants by naming an agent, for its sessions and beside what the settings grant. */
export interface Needs {
  readonly hosts: readonly string[];
  /** `name:port` of the provider at an address of the owner's own; `plainAddress` where that has no TLS. */
  readonly address?: string | undefined;
  readonly plainAddress?: string | undefined;
  /** Variables of the owner's environment. */
  readonly environment: readonly string[];
  /** Variables of its own. */
  readonly variables: Readonly<Record<string, string>>;
  /** All of this in words. */
  readonly notice: string;
  readonly login: Login;
  readonly meta?: Preset['meta'];
  /** Neither a key nor a login is in sight, and it has no provider without: nothing can come of a session. */
  readonly isHelpless: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Shown = Pick<Settings, 'agentPaths' | 'agentEnvironment'>;

/** What `preset` is granted with this environment of the owner's and these settings. */
export const needsOf = (preset: Preset, environment: Environment, settings: Shown): Needs => {
  const { login, choices = [], keyMethod } = preset;
  const isSet = (name: string): boolean => (environment[name] ?? '') !== '';
  const keys = preset.keys.filter(({ variable }) => isSet(variable));
  const hasKey = keys.length > 0;
  const hasLogin = showsLogin(preset, environment['HOME'], settings);
  const ownAddress = (preset.addresses ?? []).find(isSet);
  const address = addressIn(environment, ownAddress);
  const hosts = [
    ...(address === undefined ? preset.hosts : [address]),
    ...keys.flatMap(({ host }) => host ?? []),
    ...(hasLogin ? login.hosts : []),
  ];
  const others = [...(preset.addresses ?? []), ...choices];
  const granted = {
    hosts: [...new Set(hosts)],
    environment: [...keys.map(({ variable }) => variable), ...others.filter(isSet)],
  };
  const isPlain = environment[ownAddress ?? '']?.startsWith('http:') === true;
  return {
    ...granted,
    address,
    plainAddress: isPlain ? address : undefined,
    variables: {
      ...preset.variables,
      ...(hasLogin && { [login.variable]: realOf(login.value, environment['HOME']) }),
    },
    notice: noticeOf(preset, granted, { hasKey, hasLogin }),
    login: { method: hasKey ? keyMethod : undefined, advice: adviceFor(preset) },
    ...(preset.meta !== undefined && { meta: preset.meta }),
    isHelpless:
      !hasKey && !hasLogin && preset.isFree !== true && settings.agentEnvironment.length === 0,
  };
};

/** Do the settings show the folder that holds the agent's login? */
const showsLogin = (
  { login }: Preset,
  home: string | undefined,
  { agentPaths: { read = [], write = [] } }: Shown,
): boolean => {
  const folder = resolved(expanded(login.folder, home));
  if (folder === undefined) return false;
  const shown = [...read, ...write].flatMap((path) => resolved(expanded(path, home)) ?? []);
  return shown.some((path) => isWithin(path, folder));
};

/** As the view shows it. */
const realOf = (path: string, home: string | undefined): string => {
  const given = expanded(path, home);
  return resolved(given) ?? given;
};

/** The host that the owner's own variable names for the provider. */
const addressIn = (environment: Environment, variable = ''): string | undefined => {
  const url = URL.parse(environment[variable] ?? '');
  const port = url?.port === '' ? DEFAULT_PORTS[url.protocol] : url?.port;
  return url === null || port === undefined ? undefined : `${url.hostname}:${port}`;
};

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

const noticeOf = (
  preset: Preset,
  { hosts, environment }: Pick<Needs, 'hosts' | 'environment'>,
  { hasKey, hasLogin }: { readonly hasKey: boolean; readonly hasLogin: boolean },
): string => {
  const { name, login } = preset;
  const reached = hosts.length === 0 ? 'no host of its own' : hosts.join(', ');
  const given = environment.length === 0 ? '' : ` and gets ${environment.join(', ')}`;
  if (hasKey) return `${name} may reach ${reached}${given}.`;
  if (hasLogin)
    return `${name} may reach ${reached}${given}; it sees your login in ${login.folder}.`;
  return `${name} may reach ${reached}${given}; it has no key (${namesOf(preset)}), and no login of yours unless \`agentPaths\` of the settings shows ${login.folder}.`;
};

const adviceFor = (preset: Preset): string =>
  `Set ${namesOf(preset)}; or log in by \`${preset.login.command}\` and let the settings show that: "agentPaths": { "write": ["${preset.login.folder}"] }`;

const namesOf = ({ keys }: Preset): string => {
  const names = keys.map(({ variable }) => variable);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} or ${last}`;
};
