/**
 * Ring 0. The files of a workspace as one agent has them: each is opened once and answered from that descriptor, nothing is
 * overwritten that the agent has not seen, and what is written is durable before it is acknowledged.
 */
import { MEMORY_DIR } from '#lib/spec/files.ts';
import { SEEN_FILES } from '#lib/spec/limits-ring-0.ts';
import { Ring0Refusal as Refusal } from '#lib/spec/refusal.ts';
import type { SessionPolicy } from '#lib/spec/session-policy.ts';
import { printable } from '#lib/text/unseen.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, errnoOf, type Stat } from '#kernel/fs/disk.ts';
import { createFile, replaceFile, sweepTemporaries } from '#kernel/fs/replace.ts';
import { forbidMemory } from '#kernel/startup/preflight.ts';
import {
  type FileText,
  type Forbidden,
  lookAt,
  NOTHING_FORBIDDEN,
  readFile,
  refuseForbidden,
} from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { GatePorts } from './ports.ts';
import { atWorkFile, listWork, readWork } from './work.ts';

/** What was there when the session began. */
export interface Begun {
  /** Files that the agent has in its context. */
  readonly loaded?: readonly FileText[];
  /** Files of long-term memory, where they are others than those of RFC-0009. */
  readonly memory?: readonly string[] | undefined;
  /** What must not be read by any name beside long-term memory. */
  readonly forbidden?: Forbidden;
}

/** What an agent wanted to write, and the text that it began from. */
interface Attempt {
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

/** Opens, compares, lists and replaces; whether that is allowed is asked before. */
export class GateFiles {
  readonly #workspace: Workspace;
  readonly #policy: SessionPolicy;
  readonly #ports: Pick<GatePorts, 'archive' | 'redactor' | 'observer'>;
  readonly #begun: Begun;
  /** What the agent has seen of each file, or that it was not there. */
  readonly #seen = new Map<string, Seen>();

  constructor(
    workspace: Workspace,
    policy: SessionPolicy,
    ports: Pick<GatePorts, 'archive' | 'redactor' | 'observer'>,
    begun: Begun,
  ) {
    this.#workspace = workspace;
    this.#policy = policy;
    this.#ports = ports;
    this.#begun = begun;
    for (const one of begun.loaded ?? []) this.show(one.file, one);
  }

  #isOfLayout(file: string): boolean {
    return this.#policy.names.roleOf(file) !== undefined;
  }

  /** Long-term memory as it was at the start and as it is now: neither may be read under any name (§4.1). */
  #forbidden(): Forbidden {
    if (this.#policy.kind.permissions.seesMemory) return NOTHING_FORBIDDEN;
    const { forbidden, memory } = this.#begun;
    const now = forbidMemory(this.#workspace, memory);
    return { ...forbidden, ...now, memory: [...(forbidden?.memory ?? []), ...now.memory] };
  }

  /** Throws FILE_HARDLINKED where a file is what this session must not read. */
  refuseForbidden(stat: Stat, file: string): void {
    refuseForbidden(stat, file, this.#forbidden());
  }

  /** `undefined` if there is none. Throws as `readFile`. */
  open(file: string): FileText | undefined {
    if (this.#policy.names.roleOf(file) === 'archive') return this.#ports.archive?.read(file);
    if (this.#isOfLayout(file)) return readFile(this.#workspace, file, this.#forbidden());
    try {
      return readWork(this.#workspace, file);
    } catch (error) {
      throw asRefusal(
        error,
        (errno) => new Refusal('FILE_UNREADABLE', { file: printable(file), errno }),
      );
    }
  }

  /** From now on the agent has seen `file` like this. */
  show(file: string, found: Seen | undefined): void {
    const role = this.#policy.names.roleOf(file);
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
   * there now, and with `mine` what a merge needs. Throws StaleWrite.
   */
  compare(file: string, current: FileText | undefined, mine?: string): void {
    const seen = this.#seen.get(file);
    if ((seen ?? ABSENT).sha256 === (current ?? ABSENT).sha256) return;
    this.show(file, current);
    const base = seen?.text;
    const attempt = base === undefined || mine === undefined ? undefined : { base, mine };
    throw new StaleWrite(file, this.#ports.redactor.redact(file, current?.text ?? ''), attempt);
  }

  /** Durable when it returns. Throws GATE_FAILED, GATE_ABSENT where no file can be. */
  replace(file: string, bytes: Uint8Array, current: FileText | undefined): void {
    const put = (directory: Directory, name: string): 'done' => {
      if (current === undefined) createFile(directory, name, bytes);
      else if (!replaceFile(directory, { name, bytes, previous: current.stat }))
        this.#ports.observer.regrouped?.(file);
      return 'done';
    };
    try {
      if (this.#at(file, put) === 'done') return;
    } catch (error) {
      throw failed('write', file, error);
    }
    throw new Refusal('GATE_ABSENT', { path: file });
  }

  /** Runs `put` where the file is to be; `undefined` where that cannot be. Throws errors of calls. */
  #at(file: string, put: (directory: Directory, name: string) => 'done'): 'done' | undefined {
    const { root } = this.#workspace;
    if (!this.#isOfLayout(file))
      return atWorkFile(
        this.#workspace,
        file,
        (directory, name) => {
          // No boot looks here for what a killed kernel left; nobody else writes now.
          sweepTemporaries(directory);
          return put(directory, name);
        },
        { make: true },
      );
    const cut = file.lastIndexOf('/');
    const directory = cut < 0 ? root : this.#workspace.ensure(file.slice(0, cut));
    return put(directory, file.slice(cut + 1));
  }

  /** The files of the layout in the workspace or its `memory/`; none elsewhere. Throws GATE_FAILED. */
  names(folder: string): readonly string[] {
    const directory = folder === MEMORY_DIR ? this.#workspace.memory() : this.#workspace.root;
    const prefix = folder === '' ? '' : `${folder}/`;
    try {
      const names = folder === '' || folder === MEMORY_DIR ? (directory?.names() ?? []) : [];
      return names.map((name) => prefix + name).filter((file) => this.#isOfLayout(file));
    } catch (error) {
      throw failed('list', folder, error);
    }
  }

  /** What a folder holds beside the files of the layout; `undefined` if there is no such folder. Throws GATE_FAILED. */
  otherNames(
    folder: string,
    isSeen: ((path: string) => boolean) | undefined,
  ): readonly string[] | undefined {
    if (isSeen === undefined) return [];
    try {
      const listed = listWork(this.#workspace, folder, isSeen);
      return listed && [...listed.names, ...(listed.more > 0 ? [`(${listed.more} more)`] : [])];
    } catch (error) {
      throw failed('list', printable(folder), error);
    }
  }

  /** Bytes of a file that RFC-0009 §1 does not name, so that a search opens none in vain; 0 of others. */
  sizeOf(file: string): number {
    if (this.#isOfLayout(file)) return 0;
    try {
      const size = atWorkFile(
        this.#workspace,
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
  versionOf(file: string): string {
    const place = this.#workspace.place(file);
    const stat = place && lookAt(place.directory, place.name, file);
    return stat === undefined ? '' : [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ');
  }
}

const failed = (operation: 'write' | 'list', file: string, error: unknown): unknown =>
  asRefusal(
    error,
    (errno) => new Refusal('GATE_FAILED', { operation, path: file === '' ? '.' : file, errno }),
  );
