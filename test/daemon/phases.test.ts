import { once } from 'node:events';
import { createServer } from 'node:net';

import { expect, it } from 'vitest';

import { ServerReach } from '#daemon/phases/reach.ts';
import { DaemonHome, runningDaemon } from '#daemon/phases/home.ts';
import { bindPort, listen, serve, startAdapters, takeDaemon } from '#daemon/phases/process.ts';
import {
  declareHealthy,
  loadAutomations,
  openData,
  seedAutomations,
  seedOwner,
  syncCredentials,
  takeWorkspace,
} from '#daemon/phases/workspace.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { hostOf } from '#test/support/in-process.ts';
import { laterRefusalOf, refusalOf } from '#test/support/kernel.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const passed = (): void => undefined;

it('a second daemon of one user is refused, and found by who asks', () => {
  const host = hostOf(makeBornWorkspace());
  const [one, two] = [DaemonHome.open(host), DaemonHome.open(host)];
  expect(runningDaemon(host)).toBeUndefined();
  takeDaemon({ home: one, passed });
  expect(refusalOf(() => takeDaemon({ home: two, passed }))).toBe('DAEMON_RUNS');
  const facts = { pid: 1, version: '0', startedAt: '', phase: 'Leased', control: 'c' };
  one.write(facts);
  expect(runningDaemon(host)).toEqual(facts);
  two.close();
  one.close();
  expect(runningDaemon(host)).toBeUndefined();
});

const reachAt = (bind: string | undefined) =>
  new ServerReach({ bind, tls: undefined, isBehindProxy: true, names: [] });

it('an address that is none of this machine is no port', async () => {
  const home = DaemonHome.open(hostOf(makeBornWorkspace()));
  const leased = takeDaemon({ home, passed });
  const bind = () => bindPort(leased, { port: 0, reach: reachAt('203.0.113.1') });
  expect(await laterRefusalOf(bind)).toBe('ADDRESS_UNUSABLE');
  const named = () => bindPort(leased, { port: 0, reach: reachAt('nowhere.invalid') });
  expect(await laterRefusalOf(named)).toBe('PORT_UNUSABLE');
  home.close();
});

it('gives its port back where that it has it cannot be written down', async () => {
  const home = DaemonHome.open(hostOf(makeBornWorkspace()));
  const full = new Refusal('STATE_UNUSABLE', { path: 'daemon.json', reason: 'ENOSPC' });
  const leased = takeDaemon({
    home,
    passed: (phase) => {
      if (phase === 'PortBound') throw full;
    },
  });
  const port = await freePort();
  const bind = bindPort(leased, { port, reach: reachAt(undefined) });
  await expect(bind).rejects.toBe(full);
  const again = createServer().listen(port, '127.0.0.1');
  await once(again, 'listening');
  again.close();
  home.close();
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
};

it('a workspace has one service, across processes', () => {
  const ws = makeBornWorkspace();
  const undo: (() => void)[] = [];
  const start = {
    host: hostOf(ws),
    path: ws.path,
    passed,
    onEnd: (one: () => void) => undo.push(one),
  };
  takeWorkspace(start);
  expect(refusalOf(() => takeWorkspace(start))).toBe('WORKSPACE_SERVED');
  for (const one of undo.toReversed()) one();
});

// Another order does not compile: `tsc` reads this, and nothing runs it.
export const wrongOrders = async (
  [leased, bound, listening, adapters]: [
    ReturnType<typeof takeDaemon>,
    Awaited<ReturnType<typeof bindPort>>,
    ReturnType<typeof listen>,
    Awaited<ReturnType<typeof startAdapters>>,
  ],
  [taken, open, synced, owner, seeded, loaded]: [
    ReturnType<typeof takeWorkspace>,
    Awaited<ReturnType<typeof openData>>,
    Awaited<ReturnType<typeof syncCredentials>>,
    Awaited<ReturnType<typeof seedOwner>>,
    Awaited<ReturnType<typeof seedAutomations>>,
    Awaited<ReturnType<typeof loadAutomations>>,
  ],
): Promise<void> => {
  // @ts-expect-error: no port before the lease
  await bindPort(bound, { port: 0, reach: reachAt(undefined) });
  // @ts-expect-error: nothing is answered before the port is held
  listen(leased, () => undefined);
  // @ts-expect-error: adapters after clients
  await startAdapters(bound, async () => undefined);
  // @ts-expect-error: serving is last
  serve(listening);
  // @ts-expect-error: no database before the port is held
  await openData(taken, leased);
  // @ts-expect-error: no login is looked for before the databases
  await syncCredentials(taken);
  // @ts-expect-error: the owner after the credentials
  await seedOwner(open);
  // @ts-expect-error: automations after the owner
  await seedAutomations(synced);
  // @ts-expect-error: loaded after they were seeded
  await loadAutomations(owner, adapters);
  // @ts-expect-error: and after the adapters
  await loadAutomations(seeded, listening);
  // @ts-expect-error: healthy is last
  await declareHealthy(seeded);
  await declareHealthy(loaded);
};
