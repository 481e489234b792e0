/**
 * One workspace of a daemon, from its start to its end: it passes its phases, is served, fails by itself and is tried
 * again, later and later, and at once when its files change. What fails here is no matter of the others.
 */
import { Refusal } from '#lib/spec/refusals.ts';
import { RETRY_FIRST_MS, RETRY_LAST_MS } from '#lib/spec/limits.ts';
import type { Host, HostMachine, SessionVoice } from '#kernel/contract/boot-request.ts';
import { hostFrom, ownerPartsOf } from '#kernel/contract/host.ts';
import type { OriginRequest } from '#kernel/contract/origin.ts';
import { ADAPTER_LIMITS, AdapterManager } from '#daemon/adapters/manager.ts';
import type { AdapterStatus } from '#daemon/adapters/site.ts';
import type { AdapterRegistry } from '#daemon/adapters/registry.ts';
import { EventLog } from '#daemon/data/event-log.ts';
import type { ProcessPhase } from '#daemon/phases/process.ts';
import type { HookRunner } from '#daemon/hooks/runner.ts';
import { FolderWatch } from './folder-watch.ts';
import { Retry } from './retry.ts';
import { type Serving, startServing } from './serving.ts';
import type { ServeConfig } from '#daemon/phases/config.ts';
import {
  declareHealthy,
  loadAutomations,
  openData,
  type PhaseName,
  seedAutomations,
  seedOwner,
  syncCredentials,
  takeWorkspace,
  type WorkspacePhase,
  type WorkspaceStart,
} from '#daemon/phases/workspace.ts';
import { now } from '#daemon/data/columns.ts';

/** What the owner asked for. */
export interface ServeRequest {
  readonly path: string;
  readonly agent: string | undefined;
  readonly model: string | undefined;
  readonly layout: OriginRequest['layout'];
  readonly settingsFile: string | undefined;
}

/** The machine and the environment that a workspace is served with. */
export interface ServeHost extends HostMachine {
  /** The adapters of chats that there are. */
  readonly adapters: AdapterRegistry;
}

/** How a workspace is. Times are ISO 8601, UTC. */
export type ServedState =
  | { readonly is: 'starting'; readonly phase: PhaseName | undefined; readonly since: string }
  | { readonly is: 'serving'; readonly since: string }
  | {
      readonly is: 'failed';
      readonly since: string;
      readonly refusal: Refusal;
      /** When it is tried again, at the latest. */
      readonly next: string;
    }
  | { readonly is: 'ended'; readonly since: string };

/** A workspace that is served, or will be again. */
export class ServedWorkspace {
  readonly request: ServeRequest;
  readonly #host: ServeHost;
  readonly #changed: () => void;
  #state: ServedState = { is: 'starting', phase: undefined, since: now() };
  #serving: Serving | undefined;
  #config: ServeConfig | undefined;
  #taken: ReturnType<typeof takeWorkspace> | undefined;
  #bound: ProcessPhase<'PortBound'> | undefined;
  #seeded: WorkspacePhase<'AutomationsSeeded'> | undefined;
  #adapters: ProcessPhase<'AdaptersUp'> | undefined;
  #hooks: HookRunner | undefined;
  #events: EventLog | undefined;
  #manager: AdapterManager | undefined;
  #wasServed = false;
  #undo: (() => void)[] = [];
  #tries = 0;
  #retry: Retry | undefined;

  /** `changed` is called whenever its state changes. */
  constructor(request: ServeRequest, host: ServeHost, changed: () => void) {
    this.request = request;
    this.#host = host;
    this.#changed = changed;
  }

  get state(): ServedState {
    return this.#state;
  }

  /** What its clients reach; `undefined` while it does not serve. */
  get serving(): Serving | undefined {
    return this.#state.is === 'serving' ? this.#serving : undefined;
  }

  /** How its adapters are. */
  get adapters(): readonly AdapterStatus[] {
    return this.#manager?.statuses ?? [];
  }

  /** What its own config says; `undefined` until it could be read, also once it has failed after that. */
  get config(): ServeConfig | undefined {
    return this.#config;
  }

  /** What its own config says of port and address where the daemon is reached otherwise. */
  get wants(): Partial<Pick<ServeConfig, 'port' | 'bind'>> | undefined {
    const [config, at] = [this.#config, this.#bound?.has];
    if (config === undefined || at === undefined) return undefined;
    const port = config.port === at.port ? undefined : config.port;
    const bind = config.bind === at.reach.address ? undefined : config.bind;
    return port === undefined && bind === undefined ? undefined : { port, bind };
  }

  /** Takes it, and reads how it is to be served, or fails. Throws bugs alone. */
  async take(): Promise<void> {
    this.#become({ is: 'starting', phase: undefined, since: now() });
    await this.#orFail(async () => {
      const { path } = this.request;
      const start: WorkspaceStart = {
        host: this.#host,
        path,
        passed: (phase) => this.#become({ is: 'starting', phase, since: now() }),
        onEnd: (undo) => void this.#undo.push(undo),
      };
      this.#taken = takeWorkspace(start);
      this.#config = this.#taken.has.config;
    });
  }

  /** Passes its phases until it is seeded, or fails; the port is held by then. Throws bugs alone. */
  async seed(bound: ProcessPhase<'PortBound'>): Promise<void> {
    this.#bound = bound;
    const taken = this.#taken;
    if (taken === undefined || this.#state.is === 'failed') return;
    await this.#orFail(async () => {
      const open = await openData(taken, bound);
      this.#seeded = await seedAutomations(await seedOwner(await syncCredentials(open)));
    });
  }

  /** Starts its adapters, or fails; what they bring is kept from here on. Throws bugs alone. */
  async connect(): Promise<void> {
    const seeded = this.#seeded;
    if (seeded === undefined || this.#state.is !== 'starting') return;
    await this.#orFail(async () => {
      const { databases, site } = seeded.has;
      const { adapters: registry, environment } = this.#host;
      const { queries } = databases;
      const events = new EventLog(queries.events);
      this.#events = events;
      const confinement = async () => {
        const { settings } = await ownerPartsOf(this.#host, this.request.settingsFile);
        return { ...site, sandbox: settings.sandbox };
      };
      const brought = (name: string): void => this.#serving?.desk.wake(name);
      const parts = { registry, queries, events, confinement, environment, brought };
      this.#manager = new AdapterManager({ ...parts, limits: ADAPTER_LIMITS });
      await this.#manager.start();
    });
  }

  /** Passes the phases after those of the process, and serves; a later try passes all of them. Throws bugs alone. */
  async serve(adapters: ProcessPhase<'AdaptersUp'>): Promise<void> {
    this.#adapters = adapters;
    const [seeded, events, manager] = [this.#seeded, this.#events, this.#manager];
    if (seeded === undefined || events === undefined || manager === undefined) return;
    if (this.#state.is !== 'starting') return;
    await this.#orFail(async () => {
      const healthy = await declareHealthy(await loadAutomations(seeded, adapters));
      const { path, agent, model, layout = healthy.has.config.layout } = this.request;
      const { serving, hooks } = await startServing({
        asked: { path, agent, model, layout },
        healthy,
        events,
        manager,
        host: (voice) => this.hostNow(voice),
        settings: async () => (await ownerPartsOf(this.#host, this.request.settingsFile)).settings,
        environment: this.#host.environment,
      });
      this.#serving = serving;
      this.#hooks = hooks;
      this.#tries = 0;
      const { path: folder, stat } = healthy.has.site.workspace;
      const watch = new FolderWatch({ disk: this.#host.disk, path: folder, stat }, () => {
        void this.fail(new Refusal('WORKSPACE_UNUSABLE', { path: folder, reason: 'ENOENT' }));
      });
      this.#undo.push(() => watch.end());
      this.#become({ is: 'serving', since: now() });
      serving.desk.start();
      // Once a start, not once a try; nothing waits for it.
      if (!this.#wasServed) void hooks.run('runtime:startup', {});
      this.#wasServed = true;
    });
  }

  /** Copies its databases into `folder`, a path, while it is served. Throws WORKSPACE_NOT_SERVED, DATABASE_UNUSABLE. */
  async backup(folder: string): Promise<void> {
    const { databases } = this.#seeded?.has ?? {};
    if (databases === undefined)
      throw new Refusal('WORKSPACE_NOT_SERVED', { path: this.request.path });
    await databases.backup(folder);
  }

  /** A command has changed something beside it: its clients are told, and what failed is tried again now. Throws DATABASE_UNUSABLE. */
  async hearChange(by: string): Promise<void> {
    await this.serving?.events.append({ type: 'changed', payload: { by } });
    this.#retry?.now();
  }

  /** Something that it stands on is gone: it is ended, and tried again. Never rejects. */
  async fail(refusal: Refusal): Promise<void> {
    if (this.#state.is === 'failed' || this.#state.is === 'ended') return;
    const { sessions, commands, desk } = this.#serving ?? {};
    this.#serving = undefined;
    const wait = Math.min(RETRY_FIRST_MS * 2 ** this.#tries, RETRY_LAST_MS);
    this.#tries += 1;
    const next = new Date(Date.now() + wait).toISOString();
    this.#become({ is: 'failed', since: now(), refusal, next });
    desk?.stop();
    await commands?.end();
    await sessions?.drain(refusal.code, 0);
    await desk?.end();
    await this.#hooks?.end();
    await this.#manager?.end();
    this.#letGo();
    if (!this.#hasFailed()) return;
    this.#retry = new Retry(this.request.path, wait, () => void this.#again());
  }

  /** Ends its service in good order; turns may go on for `patienceMs`. Never rejects. */
  async end(reason: string, patienceMs: number): Promise<void> {
    this.#retry?.cancel();
    const { sessions, commands, desk } = this.#serving ?? {};
    this.#become({ is: 'ended', since: now() });
    desk?.stop();
    await commands?.end();
    await sessions?.drain(reason, patienceMs);
    await desk?.end();
    await this.#hooks?.end();
    await this.#manager?.end();
    this.#serving = undefined;
    this.#letGo();
  }

  async #again(): Promise<void> {
    if (!this.#hasFailed()) return;
    await this.take();
    if (this.#bound !== undefined) await this.seed(this.#bound);
    if (this.#adapters === undefined) return;
    await this.connect();
    await this.serve(this.#adapters);
  }

  /** It may have been ended meanwhile. */
  #hasFailed(): boolean {
    return this.#state.is === 'failed';
  }

  async #orFail(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await this.fail(error);
    }
  }

  /** The settings are those of the moment: each session begins with them. Throws SETTINGS_INVALID. */
  async hostNow(voice: SessionVoice): Promise<Host> {
    return hostFrom(this.#host, await ownerPartsOf(this.#host, this.request.settingsFile), voice);
  }

  #letGo(): void {
    this.#taken = undefined;
    this.#seeded = undefined;
    this.#events = undefined;
    this.#manager = undefined;
    for (const undo of this.#undo.splice(0).toReversed()) undo();
  }

  #become(state: ServedState): void {
    this.#state = state;
    this.#changed();
  }
}
