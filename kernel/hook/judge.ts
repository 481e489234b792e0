/**
 * The answer to one event of a host. It never widens what the host allows: where the gate has nothing against it, the
 * hook has no opinion, and the host asks whom it would have asked.
 */
import { isAbsolute } from 'node:path';
import process from 'node:process';
import type { HookEvent, ToolTouches, Touch, HookVerdict } from '#lib/hook/event.ts';
import { HOSTS } from '#lib/hook/hosts.ts';
import { UNKNOWN_CHANNEL } from '#lib/hook/openclaw-key.ts';
import { touchesOf } from '#lib/hook/touches.ts';
import { HOOK_SESSIONS, HOOK_WORKSPACES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { printable } from '#lib/text/unseen.ts';
import type { JournalEntry } from '#kernel/gate/journal.ts';
import { glimpseOf } from '#kernel/memory/kept.ts';
import { LogsLeft } from '#kernel/memory/logs-left.ts';
import type { KindDecision } from '#kernel/run/kind.ts';
import { WATCHED } from '#kernel/state/baseline.ts';
import { hasBootstrapFile, openFor } from './opened.ts';
import { TouchJudge } from './touch-judge.ts';
import type { Machine } from './machine.ts';
import { workspaceAround } from './place.ts';
import { HookRecord } from './record.ts';
import {
  denied,
  type HookWorkspace,
  kindAt,
  type HookOutcome,
  PASS,
  type HookContext,
} from './context.ts';
import { unsure, untold, SWITCHES_OFF, whyUntold } from './unsure.ts';

/** What the answer rests on beside the event. */
export interface Judging {
  /** With the settings as they are now. Throws SETTINGS_INVALID. */
  readonly machine: () => Promise<Machine>;
  /** The auditor's word on a workspace, in lines; the caller's, since it reads everything. */
  readonly audit: (workspace: string) => Promise<readonly string[]>;
  /** This process lives on: what passes may be recorded a little later. */
  readonly livesOn: boolean;
}

export class HookJudge {
  readonly #judging: Judging;
  readonly #held = new Map<string, HookWorkspace>();
  /** What each session that is under way began as, by the name that its host gives it. */
  readonly #begun = new Map<string, KindDecision>();

  constructor(judging: Judging) {
    this.#judging = judging;
  }

  /** Rejects with SETTINGS_INVALID, WORKSPACE_… and STATE_… refusals; the caller denies then. */
  async answer(event: HookEvent): Promise<HookVerdict> {
    const found = await this.#contextOf(event);
    const begun = this.#begin(found);
    // What was said to others is in its context: it stays shared until it ends.
    const context =
      begun?.kind.permissions.isPrivate === false ? { ...found, decision: begun } : found;
    const tell = await lookAtMemory(context);
    const joined =
      begun?.kind.permissions.isPrivate === true && !context.decision.kind.permissions.isPrivate;
    const outcome =
      joined && event.moment === 'prompt'
        ? denied(new Refusal('HOOK_JOINED', {}))
        : await this.#outcomeOf(context);
    this.#note(context, outcome);
    return withTold(outcome.verdict, context.event, tell);
  }

  /** Writes what waits for the record. Throws STATE_UNUSABLE. */
  flush(): void {
    for (const { record } of this.#held.values()) record.flush();
  }

  /** Throws as `flush`. */
  close(): void {
    this.flush();
    for (const { opened } of this.#held.values()) opened.close();
    this.#held.clear();
  }

  #note({ event, held, decision }: HookContext, outcome: HookOutcome): void {
    const { verdict, code, entries = [], withheld = 0, orders = [] } = outcome;
    held?.record.note(
      { event, decision, answer: verdict.is, code, entries, withheld, orders },
      this.#judging.livesOn,
    );
  }

  /** What the session began as, where it has a name; with a prompt, or before it, it begins. */
  #begin({ event: { session, moment, channel }, decision }: HookContext): KindDecision | undefined {
    if (session === undefined) return undefined;
    const begun = this.#begun.get(session);
    const begins = moment === 'prompt' || (moment === 'start' && channel !== UNKNOWN_CHANNEL);
    if (moment === 'end') this.#begun.delete(session);
    else if (begun === undefined && begins) {
      this.#begun.set(session, decision);
      const [oldest] = this.#begun.keys();
      if (this.#begun.size > HOOK_SESSIONS && oldest !== undefined) this.#begun.delete(oldest);
    }
    return begun;
  }

  async #contextOf(event: HookEvent): Promise<HookContext> {
    const machine = await this.#judging.machine();
    const { disk, environment } = machine;
    const variable = HOSTS[event.host].projectVariable;
    const project = variable === undefined ? undefined : environment[variable];
    const cwd = [event.cwd, project, process.cwd()].find(
      (folder) => folder !== undefined && isAbsolute(folder),
    );
    if (cwd === undefined) throw new Refusal('HOOK_INPUT', { reason: 'it names no folder' });
    // A command may have gone elsewhere: the project is where the session began.
    const root = [project, cwd]
      .flatMap((folder) => (folder === undefined ? [] : [workspaceAround(disk, folder)]))
      .find((found) => found !== undefined);
    const held = root === undefined ? undefined : this.#hold(root, machine);
    // Between its instructions and its SOUL.md nothing says that a folder is a workspace.
    return { event, machine, cwd, held, decision: kindAt(root ?? cwd, event, machine) };
  }

  #hold(root: string, machine: Machine): HookWorkspace {
    const known = this.#held.get(root);
    if (known !== undefined && isStill(known)) return known;
    known?.opened.close();
    const opened = openFor(root, machine);
    const held = { opened, record: new HookRecord(opened, machine.version) };
    this.#held.set(root, held);
    const [oldest] = this.#held.entries();
    if (this.#held.size > HOOK_WORKSPACES && oldest !== undefined) {
      oldest[1].record.flush();
      oldest[1].opened.close();
      this.#held.delete(oldest[0]);
    }
    return held;
  }

  async #outcomeOf(context: HookContext): Promise<HookOutcome> {
    switch (context.event.moment) {
      case 'before-tool':
        return this.#beforeTool(context);
      case 'after-tool':
      case 'message': {
        const { redacted } = await import('./redact.ts');
        return redacted(context);
      }
      case 'start': {
        // Who is there, its prompt may tell.
        if (context.held === undefined || context.event.channel === UNKNOWN_CHANNEL) return PASS;
        const { started } = await import('./start.ts');
        return started(context, context.held, this.#judging.audit);
      }
      case 'prompt': {
        if (context.held === undefined || !hasBootstrapFile(context.held.opened)) return PASS;
        const { prompted } = await import('./start.ts');
        return prompted(context, context.held, this.#judging.audit);
      }
      case 'stop':
      case 'end': {
        const { ended } = await import('./end.ts');
        return context.held === undefined ? PASS : ended(context, context.held);
      }
    }
  }

  async #beforeTool(context: HookContext): Promise<HookOutcome> {
    const { event, held } = context;
    if (event.tool === undefined) return PASS;
    const reading = touchesOf(HOSTS[event.host], event.tool);
    const entries: JournalEntry[] = [];
    const look = new TouchJudge(context, (root) => this.#hold(root, context.machine), entries);
    if (reading.tooLarge !== undefined)
      return held === undefined
        ? PASS
        : denied(new Refusal('HOOK_INPUT', { reason: reading.tooLarge }));
    let open: HookOutcome | undefined;
    for (const touch of [...reading.touches, ...look.mentioned(reading)]) {
      const judgement = await look.judge(touch);
      if (judgement instanceof Refusal) return { ...denied(judgement), entries };
      if (judgement !== undefined) open ??= unsure(context, judgement, printable(touch.path));
    }
    open ??= this.#whole(context, reading, look);
    if (open === undefined) await expectWrites(context, reading.touches);
    if (open?.verdict.is !== 'deny')
      for (const place of look.memories) {
        const { announce } = await import('./memory.ts');
        const loss = announce(context, place, reading.touches);
        if (loss !== undefined) return { ...denied(loss), entries };
      }
    return { ...(open ?? PASS), entries };
  }

  /** What its words say beside paths, and what they do not say. */
  #whole(context: HookContext, reading: ToolTouches, look: TouchJudge): HookOutcome | undefined {
    if (context.held === undefined) return undefined;
    if (reading.texts?.some((text) => SWITCHES_OFF.test(text)) === true)
      return unsure(context, 'own', 'yamo itself');
    if (look.name !== undefined) return unsure(context, 'untold', look.name);
    if (reading.tooMany === true) return unsure(context, 'untold', 'too many files');
    return whyUntold(context, reading) ? untold(context, '') : undefined;
  }
}

/**
 * What MEMORY.md has become since the last event is found before anything is answered (RFC-0009 §5.3). Returns what there may
 * be to tell of it. In a shared session it is not even looked at.
 */
const lookAtMemory = async (
  context: HookContext,
): Promise<(() => string | undefined) | undefined> => {
  const { held, decision } = context;
  if (held === undefined || !decision.kind.permissions.seesMemory) return undefined;
  const { workspace, home } = held.opened;
  const { isAsKept, isUntold } = glimpseOf(workspace, home);
  const mayDiffer = new LogsLeft(workspace, home).mayDiffer();
  if (isAsKept && !isUntold && !mayDiffer) return undefined;
  const memory = await import('./memory.ts');
  const fault = isAsKept ? undefined : memory.findChanges(held);
  return () => fault ?? memory.tell(held);
};

/** Hosts show a line beside an answer that lets something pass, or take it as context when a session begins. */
const withTold = (
  verdict: HookVerdict,
  { host, moment }: HookEvent,
  tell: (() => string | undefined) | undefined,
): HookVerdict => {
  if (tell === undefined || verdict.is !== 'pass' || moment === 'end' || moment === 'message')
    return verdict;
  const { shows } = HOSTS[host];
  const line = shows || moment === 'start' ? tell() : undefined;
  if (line === undefined) return verdict;
  const joined = (text: string | undefined): string => [text ?? [], line].flat().join('\n');
  return shows
    ? { ...verdict, notice: joined(verdict.notice) }
    : { ...verdict, context: joined(verdict.context) };
};

/** A change of AGENTS.md that the gate allows is none from outside. */
const expectWrites = async (context: HookContext, touches: readonly Touch[]): Promise<void> => {
  const { held, decision } = context;
  if (held === undefined || !decision.kind.permissions.seesMemory) return;
  if (
    !touches.some(
      ({ does, path }) => WRITES.has(does) && WATCHED.some((name) => path.endsWith(name)),
    )
  )
    return;
  const own = await import('./own-writes.ts');
  own.expectWrites(held.opened, own.writtenBy(context, held));
};

const WRITES: ReadonlySet<Touch['does']> = new Set(['write', 'edit']);

/** Does the path still lead to the folder that was opened? */
const isStill = ({ opened: { workspace } }: HookWorkspace): boolean => {
  try {
    return workspace.root.hasName(workspace.path);
  } catch {
    return false;
  }
};
