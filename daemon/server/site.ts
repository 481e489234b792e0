/** What the server of a daemon shows, and does. */
import type { JsonObject } from '#lib/text/json.ts';
import type { ProcessPhaseName } from '#daemon/phases/process.ts';
import type { ServerReach } from '#daemon/phases/reach.ts';
import type { ServedWorkspace } from '#daemon/workspace/served.ts';
import type { DaemonCommand } from './commands.ts';
import type { Devices } from './devices.ts';
import type { Logins } from './logins.ts';

/** What a browser has kept its page from. */
export interface PolicyReport {
  /** The rule of the policy, such as `img-src`. */
  readonly rule: string;
  readonly blocked: string;
}

/** What the server shows and does. */
export interface ServerSite {
  readonly port: number;
  readonly reach: ServerReach;
  /** The token of the daemon's own commands. */
  readonly control: string;
  readonly version: string;
  readonly phase: () => ProcessPhaseName;
  readonly workspaces: () => readonly ServedWorkspace[];
  readonly logins: Logins;
  readonly devices: Devices;
  /** Hears of each report of a browser. */
  readonly reported: (report: PolicyReport) => void;
  /** What goes in has passed its schema. */
  readonly commands: Readonly<Record<DaemonCommand, (params: JsonObject) => Promise<object>>>;
}
