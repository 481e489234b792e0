/** Who may ask: a browser from elsewhere may not, and of the others those with a token or a cookie, each for what it opens. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { tokenHash } from '#daemon/phases/config.ts';
import type { ServedWorkspace } from '#daemon/workspace/served.ts';
import type { Device } from './devices.ts';

/** What a token, or a cookie, opens. */
export type Principal =
  /** One workspace, as its owner; `device`: by the cookie of a browser. */
  | { readonly is: 'owner'; readonly workspace: ServedWorkspace; readonly device?: Device }
  /** All of them, of which none is named. */
  | { readonly is: 'device'; readonly device: Device }
  /** The daemon, by its commands. */
  | { readonly is: 'control' };

const BEARER = /^Bearer (?<token>[0-9a-f]{48})$/u;
const PROTOCOL = /^bearer\.(?<token>[0-9a-f]{48})$/u;

/** The token in `Authorization`, or in what a browser may say instead when it opens a WebSocket. */
export const tokenIn = (
  authorization: string | undefined,
  protocols: string | undefined,
): string | undefined =>
  BEARER.exec(authorization ?? '')?.groups?.['token'] ??
  (protocols ?? '')
    .split(',')
    .flatMap((one) => PROTOCOL.exec(one.trim())?.groups?.['token'] ?? [])
    .at(0);

/** Whose token it is; all are compared, whatever the first one says. */
export const principalOf = (
  token: string | undefined,
  control: Buffer,
  workspaces: readonly ServedWorkspace[],
): Principal | undefined => {
  if (token === undefined) return undefined;
  const asked = tokenHash(token);
  const isSame = (one: Buffer): boolean => timingSafeEqual(one, asked);
  const matches = workspaces.map(({ config }) => config !== undefined && isSame(config.hash));
  if (isSame(control)) return { is: 'control' };
  const workspace = workspaces[matches.indexOf(true)];
  return workspace && { is: 'owner', workspace };
};

const ID_CHARS = 12;

/** By which pages name a workspace: its path is nobody's matter where addresses are kept. */
export const workspaceId = (path: string): string =>
  createHash('sha256').update(path).digest('hex').slice(0, ID_CHARS);

/** What a browser that has logged in opens: the workspace that it names, and where it names none, none. */
export const principalOfDevice = (
  device: Device,
  named: string | undefined,
  workspaces: readonly ServedWorkspace[],
): Principal => {
  const workspace = workspaces.find(({ request }) => workspaceId(request.path) === named);
  return workspace === undefined ? { is: 'device', device } : { is: 'owner', workspace, device };
};
