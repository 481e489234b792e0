/** `yamo start`: one process that serves workspaces, from its first phase to its end. */
import process from 'node:process';
import { DAEMON_PORT, DRAIN_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { JsonObject } from '#lib/text/json.ts';
import { type DaemonCommand, serveRequestIn } from '#daemon/server/commands.ts';
import { healthOf } from '#daemon/server/app.ts';
import { Devices } from '#daemon/server/devices.ts';
import type { ServerSite } from '#daemon/server/site.ts';
import { Logins } from '#daemon/server/logins.ts';
import { type PageCommand, pageCommands } from '#daemon/server/page-commands.ts';
import { ServerReach } from '#daemon/phases/reach.ts';
import { newToken } from '#daemon/phases/config.ts';
import { ServedWorkspace, type ServeRequest } from '#daemon/workspace/served.ts';
import { askIn } from '#daemon/chats/office.ts';
import { DaemonHome } from '#daemon/phases/home.ts';
import { HeartbeatClock } from './clock.ts';
import type { DaemonParts, DaemonRequest } from './contract.ts';
import {
  bindPort,
  closeServer,
  listen,
  type ProcessPhase,
  type ProcessPhaseName,
  serve,
  startAdapters,
  takeDaemon,
} from '#daemon/phases/process.ts';

/**
 * Serves until it is told to end, and ends in good order then. Throws DAEMON_RUNS, PORT_TAKEN, PORT_UNUSABLE,
 * ADDRESS_UNUSABLE, BIND_UNSAFE, TLS_UNUSABLE, STATE_UNUSABLE, and where there is one workspace alone why that cannot be served.
 */
export const runDaemon = async (request: DaemonRequest, parts: DaemonParts): Promise<void> => {
  const home = DaemonHome.open(parts.host);
  const daemon = new Daemon(parts, home);
  try {
    await daemon.start(request);
    await daemon.ended;
  } finally {
    await daemon.end();
    home.close();
  }
};

class Daemon {
  readonly #parts: DaemonParts;
  readonly #home: DaemonHome;
  readonly #startedAt = new Date().toISOString();
  readonly #control = newToken();
  readonly #logins = new Logins();
  readonly #served = new Map<string, ServedWorkspace>();
  readonly #stop = Promise.withResolvers<string>();
  readonly #clockEnd = new AbortController();
  readonly #clock: HeartbeatClock;
  #ticking: Promise<void> | undefined;
  #phase: ProcessPhaseName = 'Leased';
  #bound: ProcessPhase<'PortBound'> | undefined;
  #adapters: ProcessPhase<'AdaptersUp'> | undefined;
  #closeServer: (() => Promise<void>) | undefined;

  constructor(parts: DaemonParts, home: DaemonHome) {
    this.#parts = parts;
    this.#home = home;
    const { signal, emit } = parts;
    this.#clock = new HeartbeatClock({
      missed: (path, missed) => emit({ event: 'missed', path, ...missed }),
      refused: (path, { code, message: what, remedy }) =>
        emit({ event: 'heartbeat refused', path, code, what, remedy }),
    });
    const stop = (): void => this.#stop.resolve('a signal');
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  }

  /** Resolves when it was told to end. */
  get ended(): Promise<string> {
    return this.#stop.promise;
  }

  async start({ workspaces, port, reach: asked }: DaemonRequest): Promise<void> {
    const leased = takeDaemon({ home: this.#home, passed: (phase) => this.#passed(phase) });
    for (const one of workspaces) await this.#add(one).take();
    const [first] = this.#served.values();
    const wanted = port ?? first?.config?.port ?? DAEMON_PORT;
    this.#refuseAlone();
    const reach = new ServerReach({
      ...asked,
      bind: asked.bind ?? first?.config?.bind,
      publicOrigin: first?.config?.publicOrigin,
    });
    const bound = await bindPort(leased, { port: wanted, reach });
    this.#bound = bound;
    this.#write();
    for (const one of this.#served.values()) await one.seed(bound);
    this.#refuseAlone();
    // The server is loaded when the port is held.
    const { serverOf } = await import('#daemon/server/app.ts');
    const devices = new Devices(this.#home);
    const app = await serverOf(this.#site(bound.has, devices), bound.has.server);
    this.#closeServer = app.close;
    const adapters = await startAdapters(listen(bound, app.take), async () => {
      await Promise.all([...this.#served.values()].map((one) => one.connect()));
    });
    this.#adapters = adapters;
    for (const one of this.#served.values()) await one.serve(adapters);
    this.#refuseAlone();
    serve(adapters);
    this.#ticking = this.#clock.run(() => [...this.#served.values()], this.#clockEnd.signal);
    const { port: own } = bound.has;
    this.#parts.emit({ event: 'listening', port: own, url: reach.url(own) });
  }

  /** Nothing new; what runs may come to its end. Never rejects. */
  async end(): Promise<void> {
    this.#clockEnd.abort();
    await this.#ticking;
    const all = [...this.#served.values()];
    await Promise.all(all.map((one) => one.end('the daemon ends', DRAIN_MS)));
    await this.#closeServer?.().catch(() => undefined);
    if (this.#bound !== undefined) closeServer(this.#bound.has.server);
  }

  /** A daemon of one workspace that cannot be served has nothing to do. Throws why. */
  #refuseAlone(): void {
    const [one, ...others] = this.#served.values();
    if (one?.state.is === 'failed' && others.length === 0) throw one.state.refusal;
  }

  /** That it failed is why the daemon ends, and told as that. */
  #endsWith({ state }: ServedWorkspace): boolean {
    const hasEnded = state.is === 'failed' || state.is === 'ended';
    return hasEnded && this.#phase !== 'Serving' && this.#served.size === 1;
  }

  #add(request: ServeRequest): ServedWorkspace {
    const { host, emit, attend } = this.#parts;
    const added: ServedWorkspace = new ServedWorkspace(request, host, () => {
      if (!this.#endsWith(added))
        emit({ event: 'workspace', path: request.path, state: added.state, wants: added.wants });
      if (added.serving !== undefined) attend?.(request.path, added.serving.questions);
    });
    this.#served.set(request.path, added);
    return added;
  }

  #passed(phase: ProcessPhaseName): void {
    this.#phase = phase;
    this.#parts.emit({ event: 'phase', phase });
    this.#write();
  }

  /** What commands find it by. */
  #write(): void {
    this.#home.write({
      pid: process.pid,
      version: this.#parts.host.version,
      startedAt: this.#startedAt,
      phase: this.#phase,
      control: this.#control,
      ...(this.#bound && { port: this.#bound.has.port, ...this.#bound.has.reach.found }),
    });
  }

  #site({ port, reach }: ProcessPhase<'PortBound'>['has'], devices: Devices): ServerSite {
    return {
      port,
      reach,
      control: this.#control,
      logins: this.#logins,
      devices,
      reported: (report) => this.#parts.emit({ event: 'policy', ...report }),
      version: this.#parts.host.version,
      phase: () => this.#phase,
      workspaces: () => [...this.#served.values()],
      commands: {
        ...this.#commands(port),
        ...pageCommands({
          url: reach.url(port),
          reach,
          logins: this.#logins,
          devices,
          named: (path) => this.#named(path),
        }),
      },
    };
  }

  #commands(
    port: number,
  ): Readonly<
    Record<Exclude<DaemonCommand, PageCommand>, (params: JsonObject) => Promise<object>>
  > {
    return {
      status: async () => ({
        pid: process.pid,
        version: this.#parts.host.version,
        startedAt: this.#startedAt,
        phase: this.#phase,
        port,
        workspaces: await Promise.all(
          [...this.#served.values()].map((one) => statusOf(one, this.#clock)),
        ),
      }),
      serve: async (params) => {
        const request = serveRequestIn(params);
        if (this.#served.has(request.path))
          throw new Refusal('WORKSPACE_SERVED', { path: request.path, pid: process.pid });
        const one = this.#add(request);
        await this.#serveLater(one);
        return healthOf(one);
      },
      stop: async ({ path }) => {
        if (path === undefined) {
          this.#stop.resolve('yamo stop');
          return { ends: true };
        }
        const one = this.#named(path);
        this.#served.delete(one.request.path);
        await one.end('yamo stop', DRAIN_MS);
        if (this.#served.size === 0) this.#stop.resolve('yamo stop');
        return { ends: this.#served.size === 0 };
      },
      changed: async ({ path, by }) => {
        const all = [...this.#served.values()];
        const meant = all.filter(({ request }) => path === undefined || request.path === path);
        for (const one of meant) await one.hearChange(String(by));
        this.#clock.soon();
        return { heard: meant.length };
      },
      chat: async ({ path, ...asked }) => {
        const { serving } = this.#named(path);
        if (serving === undefined)
          throw new Refusal('WORKSPACE_NOT_SERVED', { path: String(path) });
        return serving.chats.ask(askIn(asked));
      },
      backup: async ({ path, folder }) => {
        await this.#named(path).backup(String(folder));
        return {};
      },
    };
  }

  async #serveLater(one: ServedWorkspace): Promise<void> {
    if (this.#bound === undefined || this.#adapters === undefined) return;
    await one.take();
    await one.seed(this.#bound);
    await one.connect();
    await one.serve(this.#adapters);
    if (one.state.is !== 'failed') return;
    this.#served.delete(one.request.path);
    const { refusal } = one.state;
    await one.end('it cannot be served', 0);
    throw refusal;
  }

  /** Throws WORKSPACE_NOT_SERVED. */
  #named(path: unknown): ServedWorkspace {
    const one = this.#served.get(String(path));
    if (one === undefined) throw new Refusal('WORKSPACE_NOT_SERVED', { path: String(path) });
    return one;
  }
}

/** How a workspace is, and what waits for its owner. Throws DATABASE_UNUSABLE. */
const statusOf = async (one: ServedWorkspace, clock: HeartbeatClock): Promise<object> => {
  const questions = await one.serving?.questions.open();
  const looked = clock.of(one.request.path);
  return {
    ...healthOf(one),
    ...(questions && { questions: questions.length }),
    ...(looked && { clock: looked }),
  };
};
