/** A daemon in the process of a test: one workspace, its server, and what commands find it by. */
import process from 'node:process';

import { onTestFinished } from 'vitest';

import type { AdapterRegistry } from '#daemon/adapters/registry.ts';
import { DaemonHome } from '#daemon/phases/home.ts';
import { bindPort, listen, startAdapters, takeDaemon } from '#daemon/phases/process.ts';
import { serverOf } from '#daemon/server/app.ts';
import { Devices } from '#daemon/server/devices.ts';
import { Logins } from '#daemon/server/logins.ts';
import { pageCommands } from '#daemon/server/page-commands.ts';
import type { PolicyReport } from '#daemon/server/site.ts';
import { ServerReach } from '#daemon/phases/reach.ts';
import { ServedWorkspace } from '#daemon/workspace/served.ts';

import { hostOf } from './in-process.ts';
import type { TempWorkspace } from './workspace.ts';

const CONTROL = 'c'.repeat(48);
const HERE = { bind: undefined, tls: undefined, isBehindProxy: false, names: [] } as const;

const none = async (): Promise<object> => ({});

/** What a workspace is served with, beside what all are. */
interface ServedParts {
  readonly adapters?: AdapterRegistry;
  /** As `--agent`. */
  readonly agent?: string | undefined;
  /** Hears of each change of its state. */
  readonly changed?: (workspace: ServedWorkspace) => void;
}

/** What is served. */
interface ServedHere {
  readonly workspace: ServedWorkspace;
  readonly home: DaemonHome;
  readonly port: number;
  readonly logins: Logins;
  readonly devices: Devices;
  /** What browsers have reported. */
  readonly reports: readonly PolicyReport[];
}

/** Serves `ws` until the test has finished, or tries to. */
export const serveHere = async (
  ws: TempWorkspace,
  reach = new ServerReach(HERE),
  { adapters = new Map(), agent, changed }: ServedParts = {},
): Promise<ServedHere> => {
  const host = { ...hostOf(ws), adapters };
  const home = DaemonHome.open(host);
  const leased = takeDaemon({ home, passed: () => undefined });
  const bound = await bindPort(leased, { port: 0, reach });
  const { port, server } = bound.has;
  const logins = new Logins();
  const devices = new Devices(home);
  const reports: PolicyReport[] = [];
  const request = { path: ws.path, agent, model: undefined, settingsFile: undefined };
  const workspace: ServedWorkspace = new ServedWorkspace(
    { ...request, layout: undefined },
    host,
    () => changed?.(workspace),
  );
  const app = await serverOf(
    {
      port,
      reach,
      control: CONTROL,
      version: host.version,
      phase: () => 'Serving',
      workspaces: () => [workspace],
      logins,
      devices,
      reported: (report) => void reports.push(report),
      commands: {
        status: none,
        serve: none,
        stop: none,
        backup: none,
        changed: none,
        ...pageCommands({ url: reach.url(port), reach, logins, devices, named: () => workspace }),
        chat: none,
      },
    },
    server,
  );
  home.write({
    pid: process.pid,
    version: host.version,
    startedAt: '',
    phase: 'Serving',
    control: CONTROL,
    port,
    ...reach.found,
  });
  onTestFinished(async () => {
    await workspace.end('the test ends', 0);
    await app.close();
    home.close();
  });
  await workspace.take();
  await workspace.seed(bound);
  await workspace.serve(await startAdapters(listen(bound, app.take), () => workspace.connect()));
  return { workspace, home, port, logins, devices, reports };
};
