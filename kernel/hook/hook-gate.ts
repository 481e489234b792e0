/**
 * The gate of a workspace as a hook asks it (RFC-0009 §3): the broker of every session, without a session. What a tool
 * would do is refused where the broker would refuse it; nothing here knows a rule of its own.
 */
import { gateFor, unredacted } from '#kernel/redact/gate-for.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import { refuseCredentials } from '#kernel/gate/text.ts';
import type { KindDecision } from '#kernel/run/kind.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { untilDone } from '#kernel/run/write-lock.ts';
import { archiveOf } from '#kernel/memory/archive.ts';
import type { Stat } from '#kernel/fs/disk.ts';
import type { TextEdit, Touch } from '#lib/hook/event.ts';
import { MEMORY_DIR } from '#lib/spec/files.ts';
import { HOOK_TEXT_CHARS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { type FilePolicy, policyOf } from '#lib/spec/session-policy.ts';
import { printable } from '#lib/text/unseen.ts';
import { Guarded } from './guarded.ts';
import type { Machine } from './machine.ts';
import { begunOf, denialOf } from './denied.ts';
import { edited } from './edited.ts';
import { foreignOf, hasBootstrapFile, isFirstBoot, namesOf } from './opened.ts';
import { tryCall } from '#kernel/process/try-call.ts';

/** What a question rests on, beside the workspace. */
interface Asking extends Pick<Machine, 'settings'> {
  readonly decision: KindDecision;
  readonly attended: boolean;
}

/** What is refused, or that it cannot be told whether it would be. */
export type Judgement = Refusal | 'untold' | undefined;

/** The gate for the files of one workspace, for one question. */
export class HookGate {
  readonly opened: OpenWorkspace;
  readonly asking: Asking;
  readonly broker: Broker;
  /** What the files are for, by the layout of the workspace. */
  readonly names: FilePolicy;
  readonly guarded: Guarded;
  /** Bootstrap instructions are there that the layout leaves to the agent and its human. */
  readonly #leavesBootstrap: boolean;

  /** Throws MEMORY_ALIASED, STATE_… refusals. */
  constructor(opened: OpenWorkspace, asking: Asking) {
    const { settings, decision, attended } = asking;
    const isKept = !decision.kind.permissions.seesMemory;
    const foreign = foreignOf(opened);
    const names = namesOf(foreign);
    const leavesBootstrap =
      foreign?.leavesBootstrapToAgent === true && !isKept && hasBootstrapFile(opened);
    this.opened = opened;
    this.asking = asking;
    this.names = names;
    this.guarded = new Guarded(opened, decision.kind, names, foreign);
    this.#leavesBootstrap = leavesBootstrap;
    const policy = policyOf({
      kind: decision.kind,
      attended,
      trigger: attended ? 'human' : 'job',
      firstBoot: isFirstBoot(opened),
      layout: names,
      settings,
    });
    const ports = {
      archive: archiveOf(opened.workspace),
      // SOUL.md is written in a session that was opened for it; no host opens one but for its own first run.
      reconfigures: () => leavesBootstrap,
      // Nothing is written here.
      signal: untilDone(),
      redactor: { redact: unredacted, credentialsIn: () => Promise.resolve([]) },
      observer: { note: () => undefined, written: () => undefined },
    };
    this.broker = gateFor(policy, opened, ports, begunOf(decision.kind, opened, foreign?.memory));
  }

  /** What is to be done to a folder that holds guarded files by its name. */
  judgeFolder({ does }: Touch, folder: string): Judgement {
    switch (does) {
      case 'list':
        return this.broker.judge('list', folder);
      case 'read':
      case 'search':
        return this.#searching(folder);
      case 'remove':
        return denialOf(this.asking.decision.kind, 'remove', folder);
      case 'any':
        return 'untold';
      case 'write':
      case 'edit':
      case 'append':
        // Into it something may be put, and that is named itself.
        return undefined;
    }
  }

  /** What is to be done to something that is not guarded by its name; `real`: where it is, after its links. */
  judgeOther({ does }: Touch, real: string): Judgement {
    const alias = this.guarded.aliasOf(real);
    if (alias !== undefined)
      return does === 'any'
        ? 'untold'
        : new Refusal('FILE_HARDLINKED', { file: printable(real), links: Number(alias.nlink) });
    const isKept = !this.asking.decision.kind.permissions.seesMemory;
    const reads = does === 'read' || does === 'search';
    if (does !== 'any' && does !== 'remove' && !(isKept && reads)) return undefined;
    const held = this.guarded.within(real);
    if (held === undefined) return undefined;
    // What is changed there is seen afterwards, in a main session.
    if (held === 'too many') return isKept ? 'untold' : undefined;
    if (does === 'any') return 'untold';
    return does === 'remove'
      ? denialOf(this.asking.decision.kind, 'remove', held.file)
      : this.broker.judge('read', held.file);
  }

  /** Would the gate let this be done to `file`, which is guarded? Throws STATE_… refusals. */
  async judge(touch: Touch, file: string): Promise<Judgement> {
    if (this.#isKeptOrder(file) && (touch.does === 'read' || touch.does === 'remove'))
      return undefined;
    switch (touch.does) {
      case 'read':
        return this.#reading(file);
      case 'list':
        return this.broker.judge('list', file);
      case 'search':
        return this.#searching(file);
      case 'append':
        return this.#changing('append', file) ?? this.#credentialIn(touch.said, file);
      case 'remove':
        return this.#changing('remove', file);
      case 'write':
        return touch.text === undefined
          ? this.#overwriting(file, touch.said)
          : ((await this.#consider(file, touch.text)) ?? this.#aliased(file));
      case 'edit':
        return this.#editing(file, touch.edits);
      case 'any':
        return this.#anything(file);
    }
  }

  /** All that the gate asks of a write, but for whether the agent has seen the file. */
  async #consider(file: string, text: string): Promise<Refusal | undefined> {
    const refusal = this.broker.judge('write', file, text);
    // Where a text has both, it is the credential that is told.
    if (refusal !== undefined && refusal.code !== 'GATE_INVARIANT') return refusal;
    const { credentialFinder } = await import('#kernel/redact/credentials.ts');
    const found = await credentialFinder()(text);
    const credential = refusedBy(() => {
      const isRead = this.broker.may('read', file).allowed;
      const before = (isRead ? this.broker.readForSearch(file)?.text : undefined) ?? '';
      // A log is added to: what is written begins with what is there.
      if (this.names.roleOf(file) === 'daily' && !(isRead && text.startsWith(before)))
        throw new Refusal('GATE_APPEND_ONLY', { path: file });
      refuseCredentials(file, found, before);
    });
    return credential ?? refusal;
  }

  /** With what is not known: where the gate looks at the text, it might refuse this one. */
  async #overwriting(file: string, said: string | undefined): Promise<Judgement> {
    const refusal = this.#changing('write', file) ?? (await this.#credentialIn(said, file));
    if (refusal !== undefined) return refusal;
    // Not even a command says it.
    if (said === undefined) return 'untold';
    if (this.names.roleOf(file) === 'memory') {
      const unread = this.#reading(file);
      if (unread !== undefined) return unread;
      if ((this.broker.readForSearch(file)?.text ?? '').trim() !== '') return 'untold';
    }
    return this.broker.judge('write', file, '') !== undefined ? 'untold' : undefined;
  }

  /** A command that writes a credential says it. */
  async #credentialIn(said: string | undefined, file: string): Promise<Refusal | undefined> {
    if (said === undefined) return undefined;
    const { credentialFinder } = await import('#kernel/redact/credentials.ts');
    const found = await credentialFinder()(said);
    return refusedBy(() => refuseCredentials(file, found, ''));
  }

  /** The agent carries them out with its human, and deletes them. */
  #isKeptOrder(file: string): boolean {
    return this.#leavesBootstrap && this.names.roleOf(file) === 'bootstrap';
  }

  #reading(file: string): Refusal | undefined {
    // Its folder is one thing, and what is in it another.
    if (this.#isFolder(file)) return this.#searching(file);
    return refusedBy(() => {
      const shown = this.broker.readForSearch(file)?.bytes ?? 0;
      if (this.#isInPart(file) && BigInt(shown) !== (this.#statOf(file)?.size ?? 0n))
        throw denialOf(this.asking.decision.kind, 'read', file);
    });
  }

  /** A log of which the gate leaves out what is for others. */
  #isInPart(file: string): boolean {
    const { permissions } = this.asking.decision.kind;
    return !permissions.seesMemory && this.names.roleOf(file) === 'daily';
  }

  /** A folder is read as a whole: everything in it that the layout knows must be for this session. */
  #searching(file: string): Refusal | undefined {
    if (!this.#isFolder(file)) return this.#reading(file);
    const listed = this.broker.judge('list', file);
    if (listed !== undefined) return listed;
    const names = [
      ...(file === '' ? this.#names('') : []),
      ...(file === '' || file === MEMORY_DIR ? this.#names(MEMORY_DIR) : []),
    ];
    const kept = names.find(
      (name) =>
        this.#isShownBySearch(name) &&
        !this.#isKeptOrder(name) &&
        !this.broker.may('read', name).allowed,
    );
    if (kept !== undefined) return this.broker.judge('read', kept);
    const part = names.filter((name) => this.#isInPart(name)).map((name) => this.#reading(name));
    return part.find((one) => one !== undefined);
  }

  /** What git keeps is packed, and shown by git alone. */
  #isShownBySearch(name: string): boolean {
    return name !== '.git' && this.guarded.at(name) === 'file';
  }

  #names(folder: string): readonly string[] {
    const { workspace } = this.opened;
    const directory = folder === '' ? workspace.root : workspace.memory();
    const prefix = folder === '' ? '' : `${folder}/`;
    return (directory?.names() ?? []).map((name) => prefix + name);
  }

  #isFolder(file: string): boolean {
    return file === '' || this.#statOf(file)?.isDirectory() === true;
  }

  /** What cannot be looked at is nothing here: whoever opens it hears of it. */
  #statOf(file: string): Stat | undefined {
    const { root } = this.opened.workspace;
    return tryCall(() => root.disk.lstat(root.at(file)));
  }

  #changing(change: 'write' | 'append' | 'remove', file: string): Refusal | undefined {
    const isLog = change !== 'remove' && this.names.roleOf(file) === 'daily';
    const refusal = this.broker.judge(
      isLog ? 'append' : change === 'append' ? 'write' : change,
      file,
    );
    if (refusal !== undefined || !isLog) return refusal ?? this.#aliased(file);
    // A log is added to, whoever writes: as a whole it is written by nobody.
    return change === 'write' ? new Refusal('GATE_APPEND_ONLY', { path: file }) : undefined;
  }

  /** The gate replaces files; a tool may write into one, under all its names. */
  #aliased(file: string): Refusal | undefined {
    const stat = this.#statOf(file);
    return stat?.isFile() === true && stat.nlink > 1n
      ? new Refusal('FILE_HARDLINKED', { file, links: Number(stat.nlink) })
      : undefined;
  }

  async #editing(file: string, edits: readonly TextEdit[]): Promise<Judgement> {
    const isRead = this.broker.may('read', file).allowed;
    const refusal = isRead ? this.#reading(file) : undefined;
    if (refusal !== undefined) return refusal;
    const before = isRead ? this.broker.readForSearch(file)?.text : undefined;
    const after = before === undefined ? undefined : edited(before, edits);
    if (after !== undefined && after.length > HOOK_TEXT_CHARS)
      return this.#changing('write', file) ?? 'untold';
    if (after !== undefined) return (await this.#consider(file, after)) ?? this.#aliased(file);
    // What it would become is not known: nothing that it adds may be a credential.
    const added = edits.map((edit) => edit.new).join('\n');
    const changed = this.#changing('write', file);
    if (changed !== undefined || this.names.roleOf(file) === 'agents') return changed;
    return this.#consider(file, added);
  }

  /** What is refused in any case is; else it depends on what it does. */
  #anything(file: string): Judgement {
    const reading = this.#reading(file);
    const writing = this.#changing('write', file);
    return reading !== undefined && writing !== undefined ? reading : 'untold';
  }
}

/** What `work` is refused by. */
const refusedBy = (work: () => void): Refusal | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};
