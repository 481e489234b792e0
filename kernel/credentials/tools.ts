/** Where other programs keep their credentials. They are looked at, and never refreshed or rewritten. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Disk } from '#kernel/fs/disk.ts';
import { at, textAtPointer } from './json.ts';
import type { CredentialKind } from './kind.ts';
import { accountName, homeOf } from '#kernel/process/xdg.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import { isSameSource, type CredentialSource, variable } from './source.ts';
import { tryCall } from '#kernel/process/try-call.ts';

export interface ToolParts {
  readonly disk: Disk;
  readonly environment: Environment;
}

/** Another program whose login can be found on this machine. */
export interface Tool {
  /** As on the command line. */
  readonly id: string;
  readonly name: string;
  /** A file, and an entry of the keychain where the tool has one; each holds the same JSON. */
  readonly places: (
    parts: ToolParts,
  ) => readonly Exclude<CredentialSource, { readonly type: 'env' }>[];
  /** What that JSON holds. */
  readonly held: (json: unknown) => readonly ToolLogin[];
  /** How its owner logs in again. */
  readonly login: string;
}

export interface ToolLogin {
  readonly provider: string;
  readonly kind: CredentialKind;
  readonly pointer: string;
}

const CLAUDE_TOKEN: ToolLogin = {
  provider: 'anthropic',
  kind: 'subscription token',
  pointer: '/claudeAiOauth/accessToken',
};

const claudeCode: Tool = {
  id: 'claude-code',
  name: 'Claude Code',
  places: ({ environment }) => {
    const folder = variable(environment, 'CLAUDE_CONFIG_DIR');
    const suffix = folder === undefined ? '' : `-${sha256Start(folder, 8)}`;
    const account = accountName(environment);
    return [
      {
        type: 'file',
        path: join(folder ?? join(homeOf(environment), '.claude'), '.credentials.json'),
      },
      { type: 'keychain', service: `Claude Code-credentials${suffix}`, account },
    ];
  },
  held: (json) => heldIn(json, [CLAUDE_TOKEN]),
  login: 'start Claude Code, and /login',
};

const CODEX_KEY: ToolLogin = { provider: 'openai', kind: 'api key', pointer: '/OPENAI_API_KEY' };
const CODEX_TOKEN: ToolLogin = {
  provider: 'openai',
  kind: 'subscription token',
  pointer: '/tokens/access_token',
};

const codexFolder = (environment: Environment): string =>
  variable(environment, 'CODEX_HOME') ?? join(homeOf(environment), '.codex');

/** Where Codex keeps its key or login, unless it keeps it in the keychain. */
export const codexFile = (environment: Environment) =>
  ({ type: 'file', path: join(codexFolder(environment), 'auth.json') }) as const;

export const codex: Tool = {
  id: 'codex',
  name: 'Codex',
  places: ({ disk, environment }) => {
    const real = realpathOf(codexFolder(environment), disk);
    const account = real && `cli|${sha256Start(real, 16)}`;
    const file = codexFile(environment);
    return account === undefined
      ? [file]
      : [file, { type: 'keychain', service: 'Codex Auth', account }];
  },
  // In the mode of ChatGPT its API key, if there is one, was made for the subscription.
  held: (json) => heldIn(json, [isChatGpt(json) ? CODEX_TOKEN : CODEX_KEY]),
  login: 'codex login',
};

const isChatGpt = (json: unknown): boolean => {
  const mode = textAtPointer(json, '/auth_mode')?.toLowerCase();
  return mode === undefined
    ? textAtPointer(json, CODEX_TOKEN.pointer) !== undefined
    : !/^api_?key$/.test(mode);
};

const qwenCode: Tool = {
  id: 'qwen',
  name: 'Qwen Code',
  places: ({ environment }) => [
    { type: 'file', path: join(homeOf(environment), '.qwen', 'oauth_creds.json') },
  ],
  held: (json) =>
    heldIn(json, [{ provider: 'qwen', kind: 'subscription token', pointer: '/access_token' }]),
  login: 'start Qwen Code, and /auth',
};

/** The programs whose logins are looked for. */
export const LOGIN_TOOLS: readonly Tool[] = [claudeCode, codex, qwenCode];

/** Is there such a thing at all? What it holds is looked at when it is read. */
const heldIn = (json: unknown, candidates: readonly ToolLogin[]): readonly ToolLogin[] =>
  candidates.filter(({ pointer }) => at(json, pointer) !== undefined);

/** The tool that keeps the login of a subscription at `source`; an API key of Codex is none. */
export const subscriptionAt = (source: CredentialSource, parts: ToolParts): Tool | undefined => {
  if (source.type === 'env') return source.name === CLAUDE_VARIABLE ? claudeCode : undefined;
  if (source.pointer === CODEX_KEY.pointer) return undefined;
  const { pointer: _pointer, ...place } = source;
  return LOGIN_TOOLS.find((tool) => tool.places(parts).some((one) => isSameSource(one, place)));
};

/** Where Claude Code takes a token of a subscription from, in scripts. */
export const CLAUDE_VARIABLE = 'CLAUDE_CODE_OAUTH_TOKEN';

const sha256Start = (text: string, digits: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, digits);

const realpathOf = (path: string, disk: Disk): string | undefined =>
  tryCall(() => disk.realpath(path));
