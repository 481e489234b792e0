/**
 * The boot record in the making (schemas/boot-record.schema.json): every step with its place in
 * the order, what was found, healed, skipped or refused, and by which section. Never a text.
 */
import type { KindName, Trigger } from '#lib/spec/access.ts';
import { RECORD_MAX_NOTICES, RECORD_MAX_TURNS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { STARTUP, type StartupStep, type StepName } from '#lib/spec/startup.ts';
import type { KernelEvent, Notice, StepReport, StepStatus } from '#kernel/contract/events.ts';
import type { GateSummary } from '#kernel/run/journal.ts';
import type { SpokenTurn } from '#kernel/run/speakers.ts';
import type { ShownFile } from '#lib/prompt/lost.ts';
import type { TakenFile } from '#lib/workspace/bootstrap-record.ts';

/** What a step reports of itself. */
interface Found {
  readonly status?: StepStatus;
  readonly file?: string | undefined;
  readonly bytes?: number | undefined;
  readonly sha256?: string | undefined;
  readonly detail?: string | undefined;
}

/** Ends a step, reports what it found, and hands on its value. */
export type Done = <Value>(value: Value, found?: Found) => Value;

/** What the record of a boot begins with. */
export interface RecordHead {
  readonly version: 1;
  readonly bootId: string;
  readonly yamo: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

/** How a boot or a session ended. */
export type Ending =
  | { readonly end: 'closed'; readonly reason: string }
  | { readonly end: 'refused'; readonly code: string; readonly section: string }
  | { readonly end: 'failed' };

/** What becomes known of a boot while it runs. */
export interface RecordBody {
  workspace?: string;
  kind?: KindName;
  kindReason?: string;
  trigger?: Trigger;
  zone?: string;
  agent?: { readonly command: string; readonly enforcedBy: string };
  orders?: readonly TakenFile[];
  turns?: readonly SpokenTurn[];
  prompt?: readonly ShownFile[];
}

const ROWS = new Map<StepName, StartupStep>(STARTUP.map((row) => [row.step, row]));

/** Collects the record of a boot, which is written once, when the session ends. */
export class Recorder {
  readonly head: RecordHead;
  readonly body: RecordBody = {};
  readonly #emit: (event: KernelEvent) => void;
  readonly #steps: StepReport[] = [];
  readonly #notices: Notice[] = [];
  #unlisted = 0;
  readonly #turns: SpokenTurn[] = [];
  #moreTurns = 0;
  #running: { readonly step: StepName; readonly began: number } | undefined;

  constructor(head: RecordHead, emit: (event: KernelEvent) => void) {
    this.head = head;
    this.#emit = emit;
  }

  /** A step begins, and lasts until it is done or the boot fails; begun again, it counts from there. */
  begin(step: StepName): Done {
    const began = performance.now();
    this.#running = { step, began };
    return (value, { status = 'ok', ...facts } = {}) => {
      this.#running = undefined;
      this.#report(step, began, status, facts);
      return value;
    };
  }

  /** Reports the step that is running as the one that failed. */
  fail(error: unknown): void {
    if (this.#running === undefined) return;
    const { step, began } = this.#running;
    this.#running = undefined;
    const detail = error instanceof Refusal ? error.code : 'a bug';
    this.#report(step, began, 'refused', { detail });
  }

  notice(section: string, text: string, weight?: 'minor'): void {
    const notice = { section, text };
    if (this.#notices.length < RECORD_MAX_NOTICES) this.#notices.push(notice);
    else this.#unlisted += 1;
    this.#emit({ event: 'notice', ...notice, ...(weight === 'minor' && { minor: true }) });
  }

  /** What of the kernel's state was damaged (§6.3), in sentences. */
  damage(texts: readonly string[]): void {
    for (const text of texts) this.notice('§6.3', text);
  }

  /** An account of a chat speaks. */
  speaks(by: string): void {
    if (this.#turns.length < RECORD_MAX_TURNS)
      this.#turns.push({ at: new Date().toISOString(), by });
    else this.#moreTurns += 1;
  }

  /** Who spoke until now; what is too much for a record is told as a notice. */
  get spoken(): readonly SpokenTurn[] {
    const count = this.#moreTurns;
    if (count > 0) this.notice('§6.3', `And ${count} more turns.`, 'minor');
    return this.#turns;
  }

  /** What was told until now. */
  get notices(): readonly Notice[] {
    return this.#notices;
  }

  /** The finished record, as it goes into the chain. */
  finish(ending: Ending, endedAt: string, gate: GateSummary | undefined): object {
    return {
      ...this.head,
      endedAt,
      ...this.body,
      steps: this.#steps,
      notices: this.#listed,
      ...(gate === undefined ? {} : { gate }),
      ending,
    };
  }

  get #listed(): readonly Notice[] {
    if (this.#unlisted === 0) return this.#notices;
    return [...this.#notices, { section: '§6.3', text: `And ${this.#unlisted} more notices.` }];
  }

  #report(step: StepName, began: number, status: StepStatus, facts: Omit<Found, 'status'>): void {
    const row = ROWS.get(step);
    if (row === undefined) throw new TypeError(`no step ${step} in the start-up table`);
    const ms = Math.round((performance.now() - began) * 1000) / 1000;
    const { priority, section } = row;
    const { file, bytes, sha256, detail } = facts;
    const report: StepReport = {
      seq: this.#steps.length + 1,
      step,
      priority,
      section,
      status,
      ms,
      ...(file === undefined ? {} : { file }),
      ...(bytes === undefined ? {} : { bytes }),
      ...(sha256 === undefined ? {} : { sha256 }),
      ...(detail === undefined ? {} : { detail }),
    };
    this.#steps.push(report);
    this.#emit({ event: 'step', ...report });
  }
}
