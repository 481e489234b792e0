/** The adapters of a workspace: started, looked at and ended together, each on its own. */
import {
  ADAPTER_EVENTS_OPEN,
  ADAPTER_RETRY_FIRST_MS,
  ADAPTER_RETRY_LAST_MS,
  ADAPTER_STEADY_MS,
} from '#lib/spec/limits.ts';
import { Adapter } from './adapter.ts';
import type { AdapterLimits, AdapterRow, AdapterSite, AdapterStatus } from './site.ts';

export const ADAPTER_LIMITS: AdapterLimits = {
  retryFirstMs: ADAPTER_RETRY_FIRST_MS,
  retryLastMs: ADAPTER_RETRY_LAST_MS,
  steadyMs: ADAPTER_STEADY_MS,
  eventsOpen: ADAPTER_EVENTS_OPEN,
};

export class AdapterManager {
  readonly #site: AdapterSite;
  readonly #adapters = new Map<string, Adapter>();
  #isEnded = false;

  constructor(site: AdapterSite) {
    this.#site = site;
  }

  /** Resolves when each that is on was started, or could not be and is tried again. Throws DATABASE_UNUSABLE. */
  async start(): Promise<void> {
    const rows = await this.#site.queries.runtime
      .selectFrom('adapters')
      .selectAll()
      .orderBy('name')
      .execute();
    for (const row of rows) this.#adapters.set(row.name, await Adapter.open(row, this.#site));
    if (!this.#isEnded) await Promise.all([...this.#adapters.values()].map((one) => one.start()));
  }

  get statuses(): readonly AdapterStatus[] {
    return [...this.#adapters.values()].map(({ status }) => status);
  }

  /** Of all that there are. */
  get names(): readonly string[] {
    return [...this.#adapters.keys()];
  }

  /** One that was written down only now. Resolves when it was started, or could not be. Throws DATABASE_UNUSABLE. */
  async add(row: AdapterRow): Promise<void> {
    const adapter = await Adapter.open(row, this.#site);
    this.#adapters.set(row.name, adapter);
    if (!this.#isEnded) await adapter.start();
  }

  /** One that there is no more: it is ended. Never rejects. */
  async remove(name: string): Promise<void> {
    const adapter = this.#adapters.get(name);
    this.#adapters.delete(name);
    await adapter?.end();
  }

  /** What was written down of one has changed; its process goes on. */
  change(name: string, settings: string): void {
    const adapter = this.#adapters.get(name);
    if (adapter !== undefined) adapter.row = { ...adapter.row, settings };
  }

  /** `undefined` where there is none of this name. */
  named(name: string): Adapter | undefined {
    return this.#adapters.get(name);
  }

  /** Never rejects. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await Promise.all([...this.#adapters.values()].map((one) => one.end()));
  }
}
