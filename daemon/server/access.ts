/** Who may ask: a browser from elsewhere may not, and of the others those with a token, each for what it opens. */
import { timingSafeEqual } from 'node:crypto';
import { tokenHash } from '#daemon/phases/config.ts';
import type { ServedWorkspace } from '#daemon/workspace/served.ts';

/** What a token opens. */
export type Principal =
  /** One workspace, as its owner. */
  | { readonly is: 'owner'; readonly workspace: ServedWorkspace }
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
