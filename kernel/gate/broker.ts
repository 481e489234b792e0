/**
 * Ring 0. What an agent asks of the files of a workspace (RFC-0009 §3): each request is decided, carried
 * out and noted here, in this order, and its name is taken to the letter.
 */
import type { Operation } from '#lib/spec/access.ts';
import { MEMORY_DIR } from '#lib/spec/files.ts';
import { AnyRefusal, Ring0Refusal as Refusal } from '#lib/spec/refusal.ts';
import type { LiveContext, FilePolicy, SessionPolicy } from '#lib/spec/session-policy.ts';
import { inFormOf } from '#lib/memory/form.ts';
import { dailyFile } from '#lib/text/day.ts';
import { printable } from '#lib/text/unseen.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import type { FileText } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { type AccessContext, decide, type Decision, relativeTo, workSeenIn } from './decide.ts';
import { type Begun, GateFiles } from './files.ts';
import { LogLines } from './log-lines.ts';
import type { GatePorts } from './ports.ts';
import { textBytes, refuseCredentials, refuseLostSections } from './text.ts';

/** The session that a gate guards. */
export interface Gated {
  readonly workspace: Workspace;
  readonly policy: SessionPolicy;
  /** As it is at the moment when it is asked. */
  readonly live: LiveContext;
}

/** A file that is searched for the agent. */
export interface SearchedText {
  /** As this session may see it. */
  readonly text: string;
  readonly bytes: number;
  /** Notes that the agent was shown something of it. */
  readonly note: () => void;
}

/** What a request came to: its value, and the bytes that went through, for the journal. */
interface Answer<Value> {
  readonly value: Value;
  readonly bytes?: Uint8Array;
}

/** The gate: every file that an agent asks for is decided, opened and journaled here. */
export class Broker {
  readonly #workspace: Workspace;
  readonly #policy: SessionPolicy;
  readonly #live: LiveContext;
  readonly #ports: GatePorts;
  readonly #files: GateFiles;
  readonly #log: LogLines;

  constructor({ workspace, policy, live }: Gated, ports: GatePorts, begun: Begun = {}) {
    this.#workspace = workspace;
    this.#policy = policy;
    this.#live = live;
    this.#ports = ports;
    this.#files = new GateFiles(workspace, policy, ports, begun);
    this.#log = new LogLines(this.#files, ports);
  }

  #context(): AccessContext {
    return { ...this.#policy, ...this.#live };
  }

  /** The text of a file. Throws GATE_OUTSIDE, GATE_DENIED, GATE_ABSENT, or what `readFile` throws. */
  read(path: string): Promise<string> {
    return this.#noted('read', path, (file) => {
      this.#allow('read', file);
      const found = this.#files.open(file);
      this.#files.show(file, found);
      if (found === undefined) throw new Refusal('GATE_ABSENT', { path: file });
      return { value: this.#ports.redactor.redact(file, found.text), bytes: found.bytes };
    });
  }

  /**
   * The files in a folder that this session may read, and the folders, each with a slash at the end. Throws GATE_…
   * refusals.
   */
  list(path: string): Promise<readonly string[]> {
    return this.#noted('list', path, (named) => {
      const file = folderIn(named);
      this.#allow('list', file);
      const others = this.#files.otherNames(file, workSeenIn(this.#context()));
      if (others === undefined && file !== MEMORY_DIR)
        throw new Refusal('GATE_ABSENT', { path: printable(file) });
      return { value: [...this.#readable(file), ...(others ?? [])].toSorted() };
    });
  }

  /**
   * MEMORY.md, logs and, of `all`, other files that this session may read, newer logs before older ones; what the
   * kernel lists for itself is not noted. Throws GATE_DENIED if it may read no log; where a layout has none, MEMORY.md.
   */
  async searchable(what: 'memory' | 'all' = 'all', isNoted = true): Promise<readonly string[]> {
    const list = (): Answer<readonly string[]> => {
      const context = this.#context();
      const { roleOf } = context.names;
      const log = dailyFile(context.today);
      this.#allow('read', roleOf(log) === undefined ? 'MEMORY.md' : log);
      const memory = this.#readable('').filter((file) => roleOf(file) === 'memory');
      const logs = this.#readable(MEMORY_DIR).filter((file) => roleOf(file) === 'daily');
      const sees = workSeenIn(context);
      const archived = sees ? (this.#ports.archive?.names() ?? []) : [];
      const others = sees ? (this.#ports.workFiles?.(what) ?? []) : [];
      const work = others.filter((file) => roleOf(file) === undefined && sees?.(file) === true);
      return { value: [...memory, ...logs.toReversed(), ...archived.toReversed(), ...work] };
    };
    return isNoted ? await this.#noted('list', MEMORY_DIR, list) : list().value;
  }

  /** What the gate would answer now; nothing is done or noted. */
  may(operation: Operation, file: string): Decision {
    return decide(this.#context(), operation, file);
  }

  /** Bytes of a file that RFC-0009 §1 does not name, so that a search opens none in vain; 0 of others. */
  sizeOf(file: string): number {
    return this.#files.sizeOf(file);
  }

  /** What changes whenever a file does; nothing of it is opened. Throws FILE_… refusals. */
  versionOf(file: string): string {
    return this.#files.versionOf(file);
  }

  /**
   * The text of a file, to be searched; `undefined` if there is none. The agent is shown some lines at most, so the
   * file does not count as seen, and is noted only where it was shown some. Throws as `read`.
   */
  readForSearch(file: string): SearchedText | undefined {
    this.#allow('read', file);
    const found = this.#files.open(file);
    if (found === undefined) return undefined;
    return {
      text: this.#ports.redactor.redact(file, found.text),
      bytes: found.bytes.byteLength,
      note: () => this.#note('read', file, found.bytes),
    };
  }

  /**
   * Creates or replaces a file; a daily log is only ever added to. `by`: the caller's own command is no change that an
   * agent makes unattended. It is decided again when its turn comes. Throws GATE_… and FILE_… refusals.
   */
  write(path: string, text: string, by: 'agent' | 'caller' = 'agent'): Promise<void> {
    return this.#noted('write', path, async (file) => {
      textBytes(file, text);
      if (this.#policy.names.roleOf(file) === 'daily') return this.#writeLog(file, text);
      this.#allow('write', file, by);
      const credentials = await this.#ports.redactor.credentialsIn(text);
      const retain = await this.#ports.guard?.before?.(file);
      return this.#ports.exclusively(() => {
        const { creates } = this.#allow('write', file, by);
        const current = this.#files.open(file);
        if (creates) this.#refuseExisting(file, current);
        this.#files.compare(file, current, text);
        refuseCredentials(file, credentials, current?.text ?? '');
        refuseLostSections(this.#policy, this.#ports.sections, file, text);
        const formed = textBytes(file, inFormOf(current?.bytes.toString('utf8') ?? '', text));
        const retained = retain?.(current?.bytes, formed);
        this.#files.replace(file, formed, current);
        retained?.();
        this.#files.show(file, { sha256: sha256(formed), text });
        this.#ports.observer.written(file, formed);
        return { value: undefined, bytes: formed };
      });
    });
  }

  /**
   * What the gate would answer if somebody else carried this out, but for credentials and what is added to a log;
   * `undefined` if it would let it. No request removes or renames a file. A refusal is noted.
   */
  judge(change: Operation | 'remove', path: string, text?: string): AnyRefusal | undefined {
    const { file, noted } = this.#named(path);
    const answer = this.#judged(change, file, text);
    if (answer !== undefined)
      this.#ports.observer.note({ operation: 'write', file: noted, answer: answer.code });
    return answer;
  }

  #judged(change: Operation | 'remove', file: string, text?: string): AnyRefusal | undefined {
    try {
      if (text !== undefined) textBytes(file, text);
      const isLog = this.#policy.names.roleOf(file) === 'daily';
      const operation = change === 'remove' ? 'write' : change;
      const { creates } = this.#allow(operation === 'write' && isLog ? 'append' : operation, file);
      if (change === 'remove')
        return this.#denied(change, file, {
          section: this.#policy.kind.permissions.section,
          advice: 'Files of the layout are removed and renamed by their human.',
        });
      if (creates) this.#refuseExisting(file, this.#files.open(file));
      if (text !== undefined) refuseLostSections(this.#policy, this.#ports.sections, file, text);
      return undefined;
    } catch (error) {
      if (error instanceof AnyRefusal) return error;
      throw error;
    }
  }

  #refuseExisting(file: string, current: FileText | undefined): void {
    if (current === undefined || this.#ports.guard?.mayReplace?.(current) === true) return;
    throw new Refusal('GATE_EXISTS', { path: file });
  }

  async #writeLog(file: string, text: string): Promise<Answer<undefined>> {
    this.#allow('append', file);
    if (!this.may('read', file).allowed) throw new Refusal('GATE_APPEND_ONLY', { path: file });
    return { value: undefined, bytes: await this.#log.write(file, text) };
  }

  /** How a path is called where the owner reads it. */
  name(path: string): string {
    return this.#named(path).noted;
  }

  /** Adds lines to the log of today. Throws GATE_… refusals and DAILY_LOG_UNWRITABLE. */
  append(path: string, text: string): Promise<void> {
    return this.#noted('append', path, async (file) => {
      const bytes = textBytes(file, text);
      this.#allow('append', file);
      await this.#log.add(file, text);
      return { value: undefined, bytes };
    });
  }

  #allow(
    operation: Operation,
    file: string,
    by: 'agent' | 'caller' = 'agent',
  ): { readonly creates: boolean } {
    const now = this.#context();
    const context = by === 'caller' ? { ...now, attended: true } : now;
    const decision = decide(context, operation, file);
    if (decision.allowed) return decision;
    if (decision.as === 'unattended')
      throw new Refusal('GATE_UNATTENDED', { path: file, file: this.#ports.logs.file });
    if (decision.as === 'outside') throw new Refusal('GATE_OUTSIDE', { path: printable(file) });
    throw this.#denied(operation, printable(file), decision);
  }

  #denied(
    operation: Operation | 'remove',
    path: string,
    { section: rule, advice }: { readonly section: string; readonly advice: string },
  ): Refusal {
    const kind = this.#policy.kind.name;
    return new Refusal('GATE_DENIED', { operation, path, kind, rule, advice });
  }

  #readable(folder: string): readonly string[] {
    const isReadable = (file: string): boolean => this.may('read', file).allowed;
    return this.#files.names(folder).filter(isReadable).toSorted();
  }

  /** A path relative to the workspace, taken to the letter, and as the journal has it. */
  #named(path: string): { readonly file: string; readonly noted: string } {
    const { path: root } = this.#workspace;
    const file = path === root ? '' : (relativeTo(root, path) ?? path);
    const isTold =
      isOfLayout(this.#policy.names, file) || this.#policy.kind.permissions.workFiles !== 'none';
    return { file, noted: isTold ? printable(file) : OUTSIDE };
  }

  /** Runs one request and notes what it came to. */
  async #noted<Value>(
    operation: Operation,
    path: string,
    run: (file: string) => Answer<Value> | Promise<Answer<Value>>,
  ): Promise<Value> {
    const { file, noted } = this.#named(path);
    try {
      const { value, bytes } = await run(file);
      this.#note(operation, noted, bytes);
      return value;
    } catch (error) {
      if (error instanceof AnyRefusal)
        this.#ports.observer.note({ operation, file: noted, answer: error.code });
      throw error;
    }
  }

  #note(operation: Operation, file: string, bytes?: Uint8Array): void {
    const what = bytes && { bytes: bytes.byteLength, sha256: sha256(bytes) };
    this.#ports.observer.note({ operation, file, answer: 'done', ...what });
  }
}

/** What the journal has for a name that an agent of a shared session made up: it may be made of anything. */
const OUTSIDE = '(a name outside the layout)';

const isOfLayout = ({ roleOf }: FilePolicy, file: string): boolean =>
  file === '' || file === MEMORY_DIR || roleOf(file) !== undefined;

/** A folder as an agent may call it: `.` is the workspace, and a slash at the end changes nothing. */
const folderIn = (path: string): string =>
  path === '.' ? '' : path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
