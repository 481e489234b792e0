/**
 * The leak guard of a shared session (RFC-0009 §3.2, R-77): what the agent reads and says is compared with the
 * fingerprints of MEMORY.md and USER.md, and a line that repeats one of theirs is redacted, visibly. MEMORY.md is
 * never opened here: whether its fingerprints are those of today is judged by lstat alone, so that a change which
 * keeps size and time of the file is not noticed.
 *
 * It is a net, and not the wall: the matrix and the sandbox keep an agent from the files. What passes the net stands
 * in lib/privacy/private-lines-match.ts.
 */
import { Refusal } from '#lib/spec/refusals.ts';
import { extents } from '#lib/text/lines.ts';
import {
  type Fingerprints,
  fingerprintsOf,
  hashesOf,
  type KeyedHash,
  NO_FINGERPRINTS,
} from '#lib/privacy/private-lines.ts';
import { PrivateLines } from '#lib/privacy/private-lines-match.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import type { FileText } from '#kernel/startup/read.ts';
import {
  fingerprintsStat,
  type FileIdentity,
  fileIdentity,
  isSame,
  keyedHash,
  type KeptFingerprints,
  memoryFingerprints,
  newKey,
  readFingerprints,
} from '#kernel/state/fingerprints.ts';
import { templateTexts } from './fingerprint-store.ts';
import { PRIVATE_MARK, type RedactionLog } from './redaction-log.ts';

export interface GuardParts {
  readonly opened: OpenWorkspace;
  /** USER.md as the session has loaded it. */
  readonly user: FileText | undefined;
  readonly redactions: RedactionLog;
  readonly notice: (section: string, text: string) => void;
}

const MEMORY = 'MEMORY.md';
const USER = 'USER.md';

export class LeakGuard {
  readonly #parts: GuardParts;
  #kept: KeptFingerprints | undefined;
  /** The state file that was read. */
  #written: FileIdentity | undefined;
  #both: PrivateLines;
  /** For USER.md, which may be read here, but not what was copied into it. */
  #memoryOnly: PrivateLines;
  #toldStale = false;

  private constructor(parts: GuardParts) {
    this.#parts = parts;
    this.#both = new PrivateLines(new Map(), () => 0);
    this.#memoryOnly = this.#both;
    this.#load();
  }

  /** Throws STATE_DAMAGED, STATE_UNUSABLE; LEAK_GUARD_STALE if `strict` and MEMORY.md is not the one that is known. */
  static open(parts: GuardParts, { strict }: { readonly strict: boolean }): LeakGuard {
    const guard = new LeakGuard(parts);
    const stale = guard.#stale();
    if (strict && stale !== undefined) throw stale;
    guard.#tellStale(stale);
    return guard;
  }

  /** All that is private in what the agent says; another value when fingerprints were taken meanwhile. */
  get lines(): PrivateLines {
    return this.#both;
  }

  /** Reads the fingerprints again if a main session has written them. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  refresh(): void {
    if (!isSame(this.#written, this.#writtenNow())) this.#load();
    this.#tellStale(this.#stale());
  }

  /** A file as this session may see it: private lines of other files redacted. Throws as `refresh`. */
  redactFile(file: string, text: string): string {
    this.refresh();
    return this.#screen(text, file === USER ? this.#memoryOnly : this.#both, file);
  }

  /** Anything else that goes out; `where` begins a sentence. Throws as `refresh`. */
  redactText(text: string, where: string): string {
    this.refresh();
    return this.#screen(text, this.#both, where);
  }

  #screen(text: string, against: PrivateLines, where: string): string {
    const leaks = against.leaksIn(text);
    if (leaks.size === 0) return text;
    let shown = '';
    let at = 0;
    let line = 0;
    for (const { from, to } of extents(text)) {
      const leak = leaks.get(line);
      if (leak !== undefined) {
        shown += text.slice(at, from) + PRIVATE_MARK;
        at = to;
        this.#parts.redactions.privateLine(leak, where);
      }
      line += 1;
    }
    return shown + text.slice(at);
  }

  #load(): void {
    const { home } = this.#parts.opened;
    this.#written = this.#writtenNow();
    this.#kept = readFingerprints(home);
    const hash = keyedHash(this.#kept?.key ?? newKey());
    const memory = memoryFingerprints(this.#kept, this.#parts.opened.clock.now());
    this.#memoryOnly = new PrivateLines(new Map([[MEMORY, memory]]), hash);
    this.#both = new PrivateLines(
      new Map([
        [MEMORY, memory],
        [USER, this.#ofUser(hash)],
      ]),
      hash,
    );
  }

  /** USER.md may be read here: what was changed in it since the last main session is taken from its text. */
  #ofUser(hash: KeyedHash): Fingerprints {
    const { user } = this.#parts;
    const kept = this.#kept?.files[USER];
    const known = kept?.fingerprints ?? NO_FINGERPRINTS;
    if (user === undefined || isSame(kept?.identity, fileIdentity(user.stat))) return known;
    const spared = hashesOf(templateTexts(), hash);
    const now = fingerprintsOf(user.text, hash, spared);
    return {
      passages: [...known.passages, ...now.passages],
      wholes: [...known.wholes, ...now.wholes],
      identifiers: [...known.identifiers, ...now.identifiers],
    };
  }

  #writtenNow(): FileIdentity | undefined {
    const stat = fingerprintsStat(this.#parts.opened.home);
    return stat && fileIdentity(stat);
  }

  /** Why the guard does not know what MEMORY.md holds; `undefined` if it does, and where there is none. */
  #stale(): Refusal | undefined {
    const { root, path } = this.#parts.opened.workspace;
    const kept = this.#kept?.files[MEMORY];
    let reason: string | undefined;
    try {
      const stat = root.disk.lstat(root.at(MEMORY));
      if (stat === undefined || (kept && isSame(kept.identity, fileIdentity(stat))))
        return undefined;
      reason = kept === undefined ? 'no main session has read it yet' : 'it was changed since';
    } catch (error) {
      reason = errnoOf(error);
      if (reason === undefined) throw error;
    }
    return new Refusal('LEAK_GUARD_STALE', { reason, path });
  }

  #tellStale(stale: Refusal | undefined): void {
    if (stale !== undefined && !this.#toldStale)
      this.#parts.notice(stale.section, `${stale.message} ${stale.remedy}`);
    this.#toldStale = stale !== undefined;
  }
}
