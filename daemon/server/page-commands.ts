/** What lets an owner in whose command knows where the daemon is: a login, the token of a workspace, browsers that have logged in. */
import { Refusal } from '#lib/spec/refusals.ts';
import type { JsonObject } from '#lib/text/json.ts';
import type { ServerReach } from '#daemon/phases/reach.ts';
import type { ServedWorkspace } from '#daemon/workspace/served.ts';
import { workspaceId } from './access.ts';
import type { DaemonCommand } from './commands.ts';
import type { Device, Devices } from './devices.ts';
import type { Logins } from './logins.ts';

/** The commands that are answered here. */
export type PageCommand = Extract<DaemonCommand, 'login' | 'token' | 'devices'>;

/** What they work with. */
interface PageCommandParts {
  /** Of the page. */
  readonly url: string;
  readonly reach: Pick<ServerReach, 'missingForOthers'>;
  readonly logins: Logins;
  readonly devices: Devices;
  /** Throws WORKSPACE_NOT_SERVED. */
  readonly named: (path: unknown) => ServedWorkspace;
}

/** Their answers. They throw WORKSPACE_NOT_SERVED, PHONE_UNREACHABLE, DEVICE_UNKNOWN, STATE_UNUSABLE. */
export const pageCommands = (
  parts: PageCommandParts,
): Readonly<Record<PageCommand, (params: JsonObject) => Promise<object>>> => ({
  login: async ({ path, name, phone }) => {
    const missing = parts.reach.missingForOthers;
    if (phone === true && missing !== undefined)
      throw new Refusal('PHONE_UNREACHABLE', { reason: missing });
    const workspace = path === undefined ? '' : `&workspace=${idOf(parts.named(path))}`;
    const code = parts.logins.give({ name: typeof name === 'string' ? name : undefined });
    // Behind #, a login is in no log of a server.
    return { url: `${parts.url}/#login=${code}${workspace}` };
  },
  // Whoever reads the daemon's own token can read that of each workspace, too.
  token: async ({ path }) => ({ token: parts.named(path).config?.token ?? null }),
  devices: async ({ path, remove, rename, to }) => {
    const { devices } = parts;
    if (path !== undefined) parts.named(path);
    if (remove !== undefined) devices.remove(known(devices, remove));
    if (rename !== undefined) devices.rename(known(devices, rename), String(to));
    return { devices: devices.all };
  },
});

const idOf = ({ request }: ServedWorkspace): string => workspaceId(request.path);

const known = (devices: Devices, asked: unknown): Device => {
  const found = devices.named(String(asked));
  if (found === undefined) throw new Refusal('DEVICE_UNKNOWN', { device: String(asked) });
  return found;
};
