/** Where a workspace that is served keeps its token, its port and its databases: a Nexus one in its tree, others in the kernel's state. */
import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { isJsonObject, memberAt } from '#lib/text/json.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { knownLayout } from '#kernel/run/known-layout.ts';
import { readFile } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { type Accessor, StateHome } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { stateOf } from '#kernel/state/store.ts';
import { NEXUS_DATA } from '#daemon/data/open.ts';

/** What a workspace says of how it is served. */
export interface ServeConfig {
  /** Whoever has it is the owner. */
  readonly token: string;
  /** By which a token is compared with it. */
  readonly hash: Buffer;
  /** Where its page is to be; what nobody says is for the daemon to choose. */
  readonly port: number | undefined;
  /** By which address it is reached, an IP address; what nobody says is this machine alone. */
  readonly bind: string | undefined;
  /** Where others find its page: the origin of a proxy; what nobody says is nowhere else. */
  readonly publicOrigin: string | undefined;
  /** Its system of files. */
  readonly layout: 'nexus' | undefined;
}

/** Where its files lie. */
export interface ServeSite {
  readonly workspace: Workspace;
  readonly home: StateHome;
}

/** What the config of a workspace of Nexus says; of any other there is none. Throws SERVE_CONFIG_INVALID. */
export const peekServeConfig = (site: ServeSite): Pick<ServeConfig, 'port' | 'bind'> | undefined =>
  isNexus(site) ? nexusConfig(site.workspace) : undefined;

const CONFIG = 'state/config.json';
const TOKEN_BYTES = 24;
const TOKEN_FORM = /^[0-9a-f]{48}$/u;
const PORT_MAX = 65_535;

/** Reads it, and makes the token of a workspace that has none. Throws SERVE_CONFIG_INVALID, FILE_…, STATE_… refusals. */
export const readServeConfig = (site: ServeSite): ServeConfig => {
  const said = isNexus(site) ? nexusConfig(site.workspace) : ownConfig(site.home);
  return { ...said, hash: tokenHash(said.token) };
};

/** SHA-256: what is compared takes the same time whatever it holds. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The folder of the databases, made where it is missing. Throws DATABASE_UNUSABLE, STATE_UNUSABLE. */
export const dataFolder = (
  site: ServeSite,
  { layout }: Pick<ServeConfig, 'layout'>,
  by: Accessor,
): Directory =>
  layout === 'nexus'
    ? nexusFolder(site.workspace)
    : StateHome.common('data', site.home.path, by).directory;

/** Has it its databases in its tree? Throws WORKSPACE_UNUSABLE, STATE_… refusals. */
export const isNexus = ({ workspace, home }: ServeSite): boolean => {
  const known = knownLayout(workspace, home);
  return known.is === 'other' && known.layout === 'nexus';
};

const nexusFolder = (workspace: Workspace): Directory => {
  try {
    return workspace.ensure(NEXUS_DATA);
  } catch (error) {
    throw asRefusal(
      error,
      (reason) => new Refusal('DATABASE_UNUSABLE', { file: NEXUS_DATA, reason }),
    );
  }
};

const nexusConfig = (workspace: Workspace): Omit<ServeConfig, 'hash'> => {
  const invalid = (reason: string): Refusal =>
    new Refusal('SERVE_CONFIG_INVALID', { file: CONFIG, reason });
  const text = readFile(workspace, CONFIG)?.text;
  if (text === undefined) throw invalid('it is missing');
  const runtime = memberAt(parsed(text, invalid), 'runtime');
  if (!isJsonObject(runtime)) throw invalid('"runtime" is missing');
  const { port, bind, publicOrigin } = runtime;
  if (publicOrigin !== undefined && !isPublicOrigin(publicOrigin))
    throw invalid('"runtime.publicOrigin" is no address such as https://agent.example');
  if (bind !== undefined && bind !== 'loopback' && !isAddress(bind))
    throw invalid('"runtime.bind" is neither "loopback" nor an IP address');
  if (port !== undefined && !isPort(port)) throw invalid('"runtime.port" is no port');
  if (memberAt(runtime, 'auth', 'mode') !== 'token')
    throw invalid('"runtime.auth.mode" is not "token"');
  const token = memberAt(runtime, 'auth', 'token');
  if (typeof token !== 'string' || !TOKEN_FORM.test(token))
    throw invalid('"runtime.auth.token" is not 48 hexadecimal digits');
  const own = bind === 'loopback' ? undefined : bind;
  return { token, port, bind: own, publicOrigin, layout: 'nexus' };
};

/** Encrypted, and nothing but an origin. */
const isPublicOrigin = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.startsWith('https://') &&
  URL.parse(value)?.origin === value.toLowerCase();

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && isIP(value) !== 0;

const isPort = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= PORT_MAX;

const parsed = (text: string, invalid: (reason: string) => Refusal): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('it is no JSON');
  }
};

const UNSAID = {
  port: undefined,
  bind: undefined,
  publicOrigin: undefined,
  layout: undefined,
} as const;

const ownConfig = (home: StateHome): Omit<ServeConfig, 'hash'> => {
  const kept = stateOf(home).read(STATE.serveToken)?.toString('utf8');
  if (kept !== undefined && TOKEN_FORM.test(kept)) return { token: kept, ...UNSAID };
  const token = newToken();
  stateOf(home).write(STATE.serveToken, Buffer.from(token));
  return { token, ...UNSAID };
};

/** 24 random bytes (N5). */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('hex');
