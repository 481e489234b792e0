/**
 * What a hook was asked and answered, in the chain of records. A refusal stands there before it is
 * answered. What passes may wait in a process that lives on, and stands there together with what passed like it.
 */
import { randomUUID } from 'node:crypto';
import type { HookEvent, HookVerdict } from '#lib/hook/event.ts';
import { RECORD_MAX_GATE_ENTRIES } from '#lib/spec/limits.ts';
import type { TakenFile } from '#lib/workspace/bootstrap-record.ts';
import { printable } from '#lib/text/unseen.ts';
import type { JournalEntry } from '#kernel/gate/journal.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import type { KindDecision } from '#kernel/run/kind.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';

/** One answer. */
export interface Answered {
  readonly event: Pick<HookEvent, 'host' | 'name' | 'session' | 'tool' | 'untold'>;
  readonly decision: KindDecision;
  readonly answer: HookVerdict['is'];
  readonly code: string | undefined;
  readonly entries: readonly JournalEntry[];
  readonly withheld: number;
  readonly orders: readonly TakenFile[];
}

const SESSION_CHARS = 12;
const TOOL_CHARS = 64;
const UNTOLD_CHARS = 160;

const entryOf = (
  { event, decision, answer, code, entries, withheld, orders }: Answered,
  { yamo, workspace }: { readonly yamo: string; readonly workspace: string },
): object => ({
  version: 1,
  bootId: randomUUID(),
  yamo,
  startedAt: new Date().toISOString(),
  workspace,
  kind: decision.kind,
  kindReason: decision.reason,
  hook: {
    host: event.host,
    event: event.name,
    // Whoever names sessions chooses the name.
    ...(event.session !== undefined && {
      session: sha256(event.session).slice(0, SESSION_CHARS),
    }),
    ...(event.tool !== undefined && { tool: printable(event.tool.name).slice(0, TOOL_CHARS) }),
    ...(event.untold !== undefined && { untold: printable(event.untold).slice(0, UNTOLD_CHARS) }),
    answer,
    ...(code !== undefined && { code }),
  },
  ...(orders.length > 0 && { orders }),
  gate: {
    asked: entries.length,
    refused: entries.filter((entry) => entry.answer !== 'done').length,
    ...(withheld > 0 && { withheld }),
    entries: entries.slice(0, RECORD_MAX_GATE_ENTRIES),
  },
  ending: { end: 'closed', reason: 'answered' },
});

/** The record of one workspace. */
export class HookRecord {
  readonly #opened: OpenWorkspace;
  readonly #yamo: string;
  #waiting: Answered[] = [];

  constructor(opened: OpenWorkspace, yamo: string) {
    this.#opened = opened;
    this.#yamo = yamo;
  }

  /** Durable when it returns, unless it `mayWait`. Throws STATE_UNUSABLE, WORKSPACE_WRITING. */
  note(answered: Answered, mayWait: boolean): void {
    this.#waiting.push(answered);
    if (!mayWait || answered.answer !== 'pass' || answered.orders.length > 0) this.flush();
  }

  /** Writes what waits. Throws as `note`. */
  flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length === 0) return;
    const at = { yamo: this.#yamo, workspace: this.#opened.workspace.path };
    this.#opened.exclusively(() => {
      for (const one of together(waiting)) this.#opened.chain(entryOf(one, at));
    });
  }
}

/** Neighbours that passed in one session are one entry. */
const together = (all: readonly Answered[]): readonly Answered[] => {
  const out: Answered[] = [];
  for (const one of all) {
    const last = out.at(-1);
    const isLike =
      last?.answer === 'pass' &&
      one.answer === 'pass' &&
      last.event.session === one.event.session &&
      last.event.untold === one.event.untold &&
      last.event.name === one.event.name &&
      last.decision.kind === one.decision.kind &&
      one.orders.length === 0 &&
      last.orders.length === 0;
    if (last === undefined || !isLike) out.push(one);
    else out[out.length - 1] = { ...last, entries: [...last.entries, ...one.entries] };
  }
  return out;
};
