/** What the daemon can be watched by, as Prometheus reads it. */
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { ServedWorkspace } from '#daemon/workspace/served.ts';

/** Metrics of this process, and of the workspaces that whoever asks may see. */
export class Metrics {
  readonly #process = new Registry();
  readonly #reports = new Counter({
    name: 'yamo_page_policy_reports_total',
    help: 'Reports of browsers that kept the page from something',
    registers: [this.#process],
  });

  constructor() {
    collectDefaultMetrics({ register: this.#process, prefix: 'yamo_' });
  }

  get contentType(): string {
    return this.#process.contentType;
  }

  /** A browser has kept the page from something. */
  reported(): void {
    this.#reports.inc();
  }

  /** The text of `/metrics`. */
  async text(workspaces: readonly ServedWorkspace[]): Promise<string> {
    const registers = [new Registry()];
    const labelNames = ['workspace'];
    const gauge = (name: string, help: string, of: (one: ServedWorkspace) => number): void => {
      const made = new Gauge({ name, help, labelNames, registers });
      for (const one of workspaces) made.set({ workspace: one.request.path }, of(one));
    };
    gauge('yamo_workspace_served', 'Whether a workspace is served (1), or not (0)', ({ serving }) =>
      serving === undefined ? 0 : 1,
    );
    gauge(
      'yamo_sessions',
      'Sessions of a workspace that are open',
      ({ serving }) => serving?.sessions.all.length ?? 0,
    );
    return Registry.merge([this.#process, ...registers]).metrics();
  }
}
