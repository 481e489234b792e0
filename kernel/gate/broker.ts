/**
 * Ring 0. Carries out what the gate allows (RFC-0009 §3, and §2.5 for logs). Every name is taken to the letter, every file is
 * opened once and answered from that descriptor, nothing is overwritten that the agent has not
 * seen, and what is written is durable before it is acknowledged.
 */
import type { Operation } from '#lib/spec/access.ts';
import { MEMORY_DIR } from '#lib/spec/files.ts';
import { FILE_MAX_BYTES, SEEN_FILES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { LiveContext, Names, SessionPolicy } from '#lib/spec/session-policy.ts';
import { asAgentLines } from '#lib/workspace/agent-lines.ts';
import { dailyFile } from '#lib/text/day.ts';
import { hasGhostHeader } from '#lib/workspace/header.ts';
import type { SectionCheck } from '#lib/text/outline.ts';
import { printable } from '#lib/text/unseen.ts';
import { OWN_NAMES } from '#lib/workspace/role.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, errnoOf } from '#kernel/fs/disk.ts';
import { createFile, replaceFile, sweepTemporaries } from '#kernel/fs/replace.ts';
import type { Archive } from '#kernel/memory/archive.ts';
import type { DailyLog, Exclusively } from '#kernel/memory/daily-log.ts';
import type { Keep } from '#kernel/memory/write-guard.ts';
import {
  type FileText,
  type Forbidden,
  lookAt,
  readFile,
  refuseForbidden,
} from '#kernel/startup/read.ts';
import { atWorkFile, listWork, readWork } from './work.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { decide, type Decision, relativeTo, seesWork, type AccessContext } from './decide.ts';
import type { JournalEntry } from './journal.ts';

/** Where credentials stand in a text. Values stay in memory. */
export interface Credential {
  readonly kind: string;
  readonly line: number;
  readonly value: string;
}

/** What the gate needs of the session that it guards. */
export interface BrokerParts {
  readonly workspace: Workspace;
  readonly daily: DailyLog;
  /** The logs that were put away; none if it is absent. */
  readonly archive?: Archive;
  /** Other files of the workspace that are searched; none if it is absent. */
  readonly workFiles?: (what: 'memory' | 'all') => readonly string[];
  readonly journal: { note(entry: JournalEntry): void };
  readonly exclusively: Exclusively;
  /** Reads Markdown, which is not for ring 0. */
  readonly sections: SectionCheck;
  readonly policy: SessionPolicy;
  readonly live: () => LiveContext;
  /** What must not be read by any name at this moment. */
  readonly forbidden: () => Forbidden;
  readonly findCredentials: (text: string) => Promise<readonly Credential[]>;
  /** A text of a file without what this session must not pass on (§3.2), to the agent or into a log. */
  readonly screen: (file: string, text: string) => string;
  /** Hears of a file that could not keep its group. */
  readonly regrouped?: (file: string) => void;
  /** In a first boot: may this file, which is there, be replaced all the same? Asked before it is. */
  readonly replaces?: (current: FileText) => boolean;
  /** What is asked before `file` is written, and under the lock of writes; what that returns is called when it is (§5.3). */
  readonly keeping?: (file: string) => Promise<Keep | undefined>;
  /** A new text in the form of the file that it replaces, where nobody asked to change that. */
  readonly inFormOf?: (current: FileText, text: string) => string;
  /** Hears of every file that was replaced or created. */
  readonly written: (file: string, bytes: Uint8Array) => void;
}

/** What an agent wanted to write, and the text that it began from. */
export interface Attempt {
  readonly base: string;
  readonly mine: string;
}

/** A write that was refused because the file is not what the agent had seen. Carries what it is now. */
export class StaleWrite extends Refusal<'GATE_CHANGED'> {
  readonly current: string;
  /** For a merge with what it is now; `undefined` if the agent had never looked, and for logs, which only grow. */
  readonly attempt: Attempt | undefined;

  constructor(path: string, current: string, attempt?: Attempt) {
    super('GATE_CHANGED', { path });
    this.current = current;
    this.attempt = attempt;
  }
}

/** A file as the agent has seen it. The text of a log is not kept: there are many, and none is merged. */
interface Seen {
  readonly sha256: string;
  readonly text: string | undefined;
}

const ABSENT = { sha256: 'absent', text: '' } as const satisfies Seen;

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
  readonly #parts: BrokerParts;
  /** What the agent has seen of each file, or that it was not there. */
  readonly #seen = new Map<string, Seen>();
  /** The end of what was added to logs: what names a credential may stand there, and the credential in what comes next. */
  #appended = '';

  /** `loaded`: the files that the agent has in its context from the start. */
  constructor(parts: BrokerParts, loaded: readonly FileText[] = []) {
    this.#parts = parts;
    for (const one of loaded) this.#show(one.file, one);
  }

  /** What the files of this workspace are for. */
  get #names(): Names {
    return this.#parts.policy.names;
  }

  #context(): AccessContext {
    return { ...this.#parts.policy, ...this.#parts.live() };
  }

  /** The text of a file. Throws GATE_OUTSIDE, GATE_DENIED, GATE_ABSENT, or what `readFile` throws. */
  read(path: string): Promise<string> {
    return this.#noted('read', path, (file) => {
      this.#allow('read', file);
      const found = this.#look(file);
      this.#show(file, found);
      if (found === undefined) throw new Refusal('GATE_ABSENT', { path: file });
      return { value: this.#parts.screen(file, found.text), bytes: found.bytes };
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
      const others = this.#others(file);
      if (others === undefined && file !== MEMORY_DIR)
        throw new Refusal('GATE_ABSENT', { path: printable(file) });
      return { value: [...this.#readable(file), ...(others ?? [])].toSorted() };
    });
  }

  /**
   * MEMORY.md, the logs and, of `all`, the other files, as far as this session may read them: newer logs before older
   * ones, what was put away last. Throws GATE_DENIED if it may read no log; where a layout has none, if not MEMORY.md.
   */
  searchable(what: 'memory' | 'all' = 'all'): Promise<readonly string[]> {
    return this.#noted('list', MEMORY_DIR, () => {
      const context = this.#context();
      const { roleOf } = context.names;
      const log = dailyFile(context.today);
      this.#allow('read', roleOf(log) === undefined ? 'MEMORY.md' : log);
      const memory = this.#readable('').filter((file) => roleOf(file) === 'memory');
      const logs = this.#readable(MEMORY_DIR).filter((file) => roleOf(file) === 'daily');
      const sees = seesWork(context);
      const archived = sees ? (this.#parts.archive?.names() ?? []) : [];
      const others = sees ? (this.#parts.workFiles?.(what) ?? []) : [];
      const work = others.filter((file) => roleOf(file) === undefined);
      return { value: [...memory, ...logs.toReversed(), ...archived.toReversed(), ...work] };
    });
  }

  /** What the gate would answer now; nothing is done or noted. */
  may(operation: Operation, file: string): Decision {
    return decide(this.#context(), operation, file);
  }

  /** Bytes of a file that RFC-0009 §1 does not name, so that a search opens none in vain; 0 of others. */
  sizeOf(file: string): number {
    if (this.#names.roleOf(file) !== undefined) return 0;
    try {
      const size = atWorkFile(
        this.#parts.workspace,
        file,
        (directory, name) => directory.disk.lstat(directory.at(name))?.size,
      );
      return Number(size ?? 0n);
    } catch (error) {
      // To read it will fail, too.
      if (errnoOf(error) === undefined) throw error;
      return 0;
    }
  }

  /** What changes whenever a file does; nothing of it is opened. Throws FILE_… refusals. */
  stamp(file: string): string {
    const place = this.#parts.workspace.place(file);
    const stat = place && lookAt(place.directory, place.name, file);
    return stat === undefined ? '' : [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ');
  }

  /**
   * The text of a file, to be searched; `undefined` if there is none. The agent is shown some lines at most, so the
   * file does not count as seen, and is noted only where it was shown some. Throws as `read`.
   */
  readForSearch(file: string): SearchedText | undefined {
    this.#allow('read', file);
    const found = this.#look(file);
    if (found === undefined) return undefined;
    const { bytes, sha256: hash } = found;
    return {
      text: this.#parts.screen(file, found.text),
      bytes: bytes.byteLength,
      note: () =>
        this.#parts.journal.note({
          operation: 'read',
          file,
          answer: 'done',
          bytes: bytes.byteLength,
          sha256: hash,
        }),
    };
  }

  /**
   * Creates or replaces a file; a daily log is only ever added to. `by`: the caller's own command is no change that an
   * agent makes unattended. Throws GATE_… and FILE_… refusals.
   */
  write(path: string, text: string, by: 'agent' | 'caller' = 'agent'): Promise<void> {
    return this.#noted('write', path, async (file) => {
      bytesOf(file, text);
      if (this.#names.roleOf(file) === 'daily') return this.#writeLog(file, text);
      const { creates } = this.#allow('write', file, by);
      const credentials = await this.#parts.findCredentials(text);
      const keep = await this.#parts.keeping?.(file);
      const bytes = this.#parts.exclusively(() => {
        const current = this.#look(file);
        if (creates) this.#refuseExisting(file, current);
        this.#refuseUnseen(file, current, text);
        refuseCredentials(file, credentials, current?.text ?? '');
        this.#refuseLoss(file, text);
        const formed = bytesOf(file, (current && this.#parts.inFormOf?.(current, text)) ?? text);
        const kept = keep?.(current?.bytes, formed);
        this.#store(file, formed, current);
        kept?.();
        return formed;
      });
      this.#show(file, { sha256: sha256(bytes), text });
      this.#parts.written(file, bytes);
      return { value: undefined, bytes };
    });
  }

  /**
   * What the gate would answer if somebody else carried this out, but for credentials and what is added to a log;
   * `undefined` if it would let it. No request removes or renames a file. A refusal is noted.
   */
  judge(change: Operation | 'remove', path: string, text?: string): Refusal | undefined {
    const { file, noted } = this.#named(path);
    const answer = this.#judged(change, file, text);
    if (answer !== undefined)
      this.#parts.journal.note({ operation: 'write', file: noted, answer: answer.code });
    return answer;
  }

  #judged(change: Operation | 'remove', file: string, text?: string): Refusal | undefined {
    try {
      if (text !== undefined) bytesOf(file, text);
      const isLog = this.#names.roleOf(file) === 'daily';
      const operation = change === 'remove' ? 'write' : change;
      const { creates } = this.#allow(operation === 'write' && isLog ? 'append' : operation, file);
      if (change === 'remove') return this.#keeps(file);
      if (creates) this.#refuseExisting(file, this.#look(file));
      if (text !== undefined) this.#refuseLoss(file, text);
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }

  #refuseExisting(file: string, current: FileText | undefined): void {
    if (current === undefined || this.#parts.replaces?.(current) === true) return;
    throw new Refusal('GATE_EXISTS', { path: file });
  }

  #keeps(file: string): Refusal {
    const { kind } = this.#parts.policy;
    const { section: rule } = kind.permissions;
    const advice = 'Files of the layout are removed and renamed by their human.';
    return new Refusal('GATE_DENIED', {
      operation: 'remove',
      path: file,
      kind: kind.name,
      rule,
      advice,
    });
  }

  /** How a path is called where the owner reads it. */
  name(path: string): string {
    return this.#named(path).noted;
  }

  /** Adds lines to the log of today. Throws GATE_… refusals and DAILY_LOG_UNWRITABLE. */
  append(path: string, text: string): Promise<void> {
    return this.#noted('append', path, async (file) => {
      const bytes = bytesOf(file, text);
      this.#allow('append', file);
      await this.#appendLines(file, text);
      return { value: undefined, bytes };
    });
  }

  /** A write to a daily log counts as an append if it keeps what is there, to the letter. */
  async #writeLog(file: string, text: string): Promise<Answer<undefined>> {
    this.#allow('append', file);
    if (!this.may('read', file).allowed) throw new Refusal('GATE_APPEND_ONLY', { path: file });
    const current = this.#look(file);
    const kept = this.#parts.screen(file, current?.text ?? '');
    if (!text.startsWith(kept)) {
      this.#refuseUnseen(file, current);
      throw new Refusal('GATE_APPEND_ONLY', { path: file });
    }
    const added = text.slice(kept.length);
    if (added !== '') await this.#appendLines(file, added);
    this.#show(file, this.#look(file));
    return { value: undefined, bytes: Buffer.from(added) };
  }

  async #appendLines(file: string, text: string): Promise<void> {
    const { findCredentials } = this.#parts;
    refuseCredentials(file, await findCredentials(text), '');
    // What another call adds meanwhile stands above this text, too.
    let before = '';
    while (before !== this.#appended) {
      before = this.#appended;
      refuseCredentials(file, await findCredentials(before + text), before, before);
    }
    const shown = this.#parts.screen(file, text);
    const lines = shown.endsWith('\n') ? shown : `${shown}\n`;
    // What has a second name would be changed under that one too (§3.2).
    this.#parts.daily.note(asAgentLines(lines), (log) =>
      refuseForbidden(log, file, this.#parts.forbidden()),
    );
    this.#appended = lastLines(before + lines);
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
      throw new Refusal('GATE_UNATTENDED', { path: file, file: this.#parts.daily.file });
    if (decision.as === 'outside') throw new Refusal('GATE_OUTSIDE', { path: printable(file) });
    const { section: rule, advice } = decision;
    throw new Refusal('GATE_DENIED', {
      operation,
      path: printable(file),
      kind: context.kind.name,
      rule,
      advice,
    });
  }

  #look(file: string): FileText | undefined {
    const { workspace, forbidden, archive } = this.#parts;
    if (this.#names.roleOf(file) === 'archive') return archive?.read(file);
    if (this.#names.roleOf(file) !== undefined) return readFile(workspace, file, forbidden());
    try {
      return readWork(workspace, file);
    } catch (error) {
      throw asRefusal(
        error,
        (errno) => new Refusal('FILE_UNREADABLE', { file: printable(file), errno }),
      );
    }
  }

  /** From now on the agent has seen `file` like this. */
  #show(file: string, found: Seen | undefined): void {
    const role = this.#names.roleOf(file);
    // There is no end to the names of files that are not there.
    if (found === undefined && role === undefined) return void this.#seen.delete(file);
    const { sha256: hash, text } = found ?? ABSENT;
    const isMerged = role !== undefined && role !== 'daily';
    this.#seen.delete(file);
    this.#seen.set(file, { sha256: hash, text: isMerged ? text : undefined });
    // A file that is forgotten counts as not seen: nothing is overwritten for that.
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > SEEN_FILES && oldest !== undefined) this.#seen.delete(oldest);
  }

  /**
   * Compare before replace: what is there must be what the agent has seen. The refusal shows what is
   * there now, and with `mine` what a merge needs.
   */
  #refuseUnseen(file: string, current: FileText | undefined, mine?: string): void {
    const seen = this.#seen.get(file);
    if ((seen ?? ABSENT).sha256 === (current ?? ABSENT).sha256) return;
    this.#show(file, current);
    const base = seen?.text;
    const attempt = base === undefined || mine === undefined ? undefined : { base, mine };
    throw new StaleWrite(file, this.#parts.screen(file, current?.text ?? ''), attempt);
  }

  /** AGENTS.md keeps its ghost header and its sections, or the next boot would refuse it; in another layout it has none. */
  #refuseLoss(file: string, text: string): void {
    const { firstBoot, names } = this.#parts.policy;
    if (file !== 'AGENTS.md' || firstBoot || names !== OWN_NAMES) return;
    const lost = this.#parts.sections.look(text).missing.map((section) => `"## ${section}"`);
    if (!hasGhostHeader(text)) lost.unshift('the ghost header');
    if (lost.length > 0) throw new Refusal('GATE_INVARIANT', { missing: lost.join(', ') });
  }

  #store(file: string, bytes: Uint8Array, current: FileText | undefined): void {
    const put = (directory: Directory, name: string): 'done' => {
      if (current === undefined) createFile(directory, name, bytes);
      else if (!replaceFile(directory, { name, bytes, previous: current.stat }))
        this.#parts.regrouped?.(file);
      return 'done';
    };
    try {
      if (this.#at(file, put) === 'done') return;
    } catch (error) {
      throw asRefusal(
        error,
        (errno) => new Refusal('GATE_FAILED', { operation: 'write', path: file, errno }),
      );
    }
    throw new Refusal('GATE_ABSENT', { path: file });
  }

  /** Runs `put` where the file is to be; `undefined` where that cannot be. Throws errors of calls. */
  #at(file: string, put: (directory: Directory, name: string) => 'done'): 'done' | undefined {
    const { workspace } = this.#parts;
    if (this.#names.roleOf(file) === undefined)
      return atWorkFile(
        workspace,
        file,
        (directory, name) => {
          // No boot looks here for what a killed kernel left; nobody else writes now.
          sweepTemporaries(directory);
          return put(directory, name);
        },
        { make: true },
      );
    const cut = file.lastIndexOf('/');
    const directory = cut < 0 ? workspace.root : workspace.ensure(file.slice(0, cut));
    return put(directory, file.slice(cut + 1));
  }

  /** What a folder holds beside the files of the layout; `undefined` if there is no such folder. */
  #others(folder: string): readonly string[] | undefined {
    if (!seesWork(this.#context())) return [];
    try {
      const listed = listWork(this.#parts.workspace, folder);
      return listed && [...listed.names, ...(listed.more > 0 ? [`(${listed.more} more)`] : [])];
    } catch (error) {
      throw asRefusal(
        error,
        (errno) =>
          new Refusal('GATE_FAILED', {
            operation: 'list',
            path: folder === '' ? '.' : printable(folder),
            errno,
          }),
      );
    }
  }

  #readable(inside: string): readonly string[] {
    const now = this.#context();
    const prefix = inside === '' ? '' : `${inside}/`;
    return this.#namesIn(inside)
      .map((name) => prefix + name)
      .filter((file) => now.names.roleOf(file) !== undefined && decide(now, 'read', file).allowed)
      .toSorted();
  }

  #namesIn(inside: string): readonly string[] {
    const { workspace } = this.#parts;
    const directory = inside === MEMORY_DIR ? workspace.memory() : workspace.root;
    try {
      return inside === '' || inside === MEMORY_DIR ? (directory?.names() ?? []) : [];
    } catch (error) {
      const path = inside === '' ? '.' : inside;
      throw asRefusal(
        error,
        (errno) => new Refusal('GATE_FAILED', { operation: 'list', path, errno }),
      );
    }
  }

  /** A path relative to the workspace, taken to the letter, and as the journal has it. */
  #named(path: string): { readonly file: string; readonly noted: string } {
    const { path: root } = this.#parts.workspace;
    const file = path === root ? '' : (relativeTo(root, path) ?? path);
    const isTold =
      isOfLayout(this.#names, file) || this.#parts.policy.kind.permissions.workFiles !== 'none';
    return { file, noted: isTold ? printable(file) : OUTSIDE };
  }

  /** Runs one request and notes what it came to. */
  async #noted<Value>(
    operation: Operation,
    path: string,
    run: (file: string) => Answer<Value> | Promise<Answer<Value>>,
  ): Promise<Value> {
    const { journal } = this.#parts;
    const { file, noted } = this.#named(path);
    try {
      const { value, bytes } = await run(file);
      const what = bytes && { bytes: bytes.byteLength, sha256: sha256(bytes) };
      journal.note({ operation, file: noted, answer: 'done', ...what });
      return value;
    } catch (error) {
      if (error instanceof Refusal) journal.note({ operation, file: noted, answer: error.code });
      throw error;
    }
  }
}

/** What the journal has for a name that an agent of a shared session made up: it may be made of anything. */
const OUTSIDE = '(a name outside the layout)';

const isOfLayout = ({ roleOf }: Names, file: string): boolean =>
  file === '' || file === MEMORY_DIR || roleOf(file) !== undefined;

/** A folder as an agent may call it: `.` is the workspace, and a slash at the end changes nothing. */
const folderIn = (path: string): string =>
  path === '.' ? '' : path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

/** Throws GATE_TOO_LARGE, GATE_NOT_TEXT. */
const bytesOf = (file: string, text: string): Buffer => {
  const path = printable(file);
  if (!text.isWellFormed())
    throw new Refusal('GATE_NOT_TEXT', { path, reason: 'a lone surrogate' });
  if (text.includes('\0')) throw new Refusal('GATE_NOT_TEXT', { path, reason: 'a NUL character' });
  const bytes = Buffer.from(text);
  if (bytes.byteLength > FILE_MAX_BYTES) {
    throw new Refusal('GATE_TOO_LARGE', { path, bytes: bytes.byteLength, limit: FILE_MAX_BYTES });
  }
  return bytes;
};

/** What may say that a credential follows stands in so many characters before it. */
const CONTEXT_MAX_CHARS = 4096;

/** Whole lines from the end of a text. */
const lastLines = (text: string): string => {
  const from = text.length - CONTEXT_MAX_CHARS;
  return from <= 0 ? text : text.slice(text.indexOf('\n', from) + 1);
};

/** What was in the file before is not the agent's doing. `above` was looked through with the text, and is no part of it. */
export const refuseCredentials = (
  file: string,
  found: readonly Credential[],
  before: string,
  above = '',
): void => {
  const added = found.find(({ value }) => !before.includes(value));
  if (added === undefined) return;
  const line = added.line - (above.split('\n').length - 1);
  throw new Refusal('GATE_CREDENTIAL', { path: file, kind: added.kind, line });
};
