/**
 * Takes the fingerprints of MEMORY.md and USER.md in main sessions, where these files may be opened: of what
 * was loaded, after each write through the gate, and at the end of the session. A shared session goes by them.
 *
 * A line is private unless it stood in a file for everybody before: in a template, in SOUL.md or AGENTS.md as they were
 * when this session began. So a line that an agent copies from MEMORY.md to AGENTS.md stays private, and one that the
 * owner wrote in both is not. What was taken out of MEMORY.md stays private for a time, since an agent could move a
 * line first and tell it later; `yamo accept` ends that.
 */
import { Refusal } from '#lib/spec/refusals.ts';
import {
  type Fingerprints,
  fingerprintsOf,
  hashesOf,
  type KeyedHash,
  hasNoFingerprints,
  missingFingerprints,
  NO_FINGERPRINTS,
} from '#lib/privacy/private-lines.ts';
import { readTemplate, type TemplateName } from '#kernel/process/package.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { type FileText, readFile } from '#kernel/startup/read.ts';
import {
  fileIdentity,
  isSame,
  keyedHash,
  type KeptFingerprints,
  newKey,
  memoryFingerprints,
  PRIVATE_FILES,
  type PrivateFile,
  recent,
  readFingerprints,
  writeFingerprints,
} from '#kernel/state/fingerprints.ts';

type Found = ReadonlyMap<PrivateFile, FileText | undefined>;
type Notice = (section: string, text: string) => void;

const TEMPLATES: readonly TemplateName[] = ['AGENTS.md', 'SOUL.md', 'USER.md', 'HEARTBEAT.md'];

/** What every user of the templates has. */
export const templateTexts = (): readonly string[] =>
  TEMPLATES.map((name) => readTemplate('v3', name));

export class FingerprintKeeper {
  readonly #opened: OpenWorkspace;
  readonly #notice: Notice;
  readonly #loaded: ReadonlyMap<string, FileText>;

  private constructor(opened: OpenWorkspace, loaded: readonly FileText[], notice: Notice) {
    this.#opened = opened;
    this.#notice = notice;
    this.#loaded = new Map(loaded.map((one) => [one.file, one]));
  }

  /** Takes the fingerprints of the files as they were `loaded`. */
  static open(
    opened: OpenWorkspace,
    loaded: readonly FileText[],
    notice: Notice,
  ): FingerprintKeeper {
    const keeper = new FingerprintKeeper(opened, loaded, notice);
    keeper.#take((name) => keeper.#loaded.get(name), PRIVATE_FILES);
    return keeper;
  }

  /** The gate has written a file. */
  written(file: string): void {
    const names = PRIVATE_FILES.filter((name) => name === file);
    if (names.length > 0) this.#take((name) => readFile(this.#opened.workspace, name), names);
  }

  /** The end of the session: whatever else has written the files since. */
  keep(): void {
    this.#take((name) => readFile(this.#opened.workspace, name), PRIVATE_FILES);
  }

  /**
   * What cannot be read or kept is told and is not the end of the session: the fingerprints are then older than the
   * files, which shared sessions notice.
   */
  #take(read: (name: PrivateFile) => FileText | undefined, names: readonly PrivateFile[]): void {
    const { home, exclusively } = this.#opened;
    try {
      exclusively(() => {
        const kept = this.#kept();
        const found = new Map(names.map((name) => [name, read(name)]));
        const isKept = names.every((name) => {
          const before = kept?.files[name];
          const now = found.get(name);
          return before !== undefined && isSame(before.identity, now && fileIdentity(now.stat));
        });
        if (!isKept) writeFingerprints(home, this.#takenOf(found, kept));
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#notice(
        '§3.2',
        `The fingerprints of private lines could not be taken (${error.code}); shared sessions do not know what changed.`,
      );
    }
  }

  /** Damaged ones are of no use, and are taken anew. */
  #kept(): KeptFingerprints | undefined {
    try {
      return readFingerprints(this.#opened.home);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'STATE_DAMAGED') return undefined;
      throw error;
    }
  }

  #takenOf(found: Found, kept: KeptFingerprints | undefined): KeptFingerprints {
    const key = kept?.key ?? newKey();
    const hash = keyedHash(key);
    const now = this.#opened.clock.now();
    let removed = recent(kept?.removed ?? [], now);
    const files = [...found].map(([name, file]) => {
      const before =
        name === 'MEMORY.md'
          ? memoryFingerprints(kept, now)
          : (kept?.files[name]?.fingerprints ?? NO_FINGERPRINTS);
      const spared = this.#spared(name, hash, before);
      const fingerprints =
        file === undefined ? NO_FINGERPRINTS : fingerprintsOf(file.text, hash, spared);
      if (name === 'MEMORY.md') {
        const lost = missingFingerprints(
          fingerprints,
          kept?.files['MEMORY.md']?.fingerprints ?? NO_FINGERPRINTS,
        );
        if (!hasNoFingerprints(lost))
          removed = [...removed, { at: now.toISOString(), fingerprints: lost }];
      }
      return [name, { identity: file && fileIdentity(file.stat), fingerprints }] as const;
    });
    return { version: 1, key, files: { ...kept?.files, ...Object.fromEntries(files) }, removed };
  }

  /** What everybody may know, but for what was private before it came there. */
  #spared(name: PrivateFile, hash: KeyedHash, before: Fingerprints): ReadonlySet<number> {
    const forAll =
      name === 'MEMORY.md' ? ['SOUL.md', 'AGENTS.md', 'USER.md'] : ['SOUL.md', 'AGENTS.md'];
    const texts = [
      ...templateTexts(),
      ...forAll.flatMap((file) => this.#loaded.get(file)?.text ?? []),
    ];
    const spared = hashesOf(texts, hash);
    for (const { hash: known } of [...before.wholes, ...before.identifiers]) spared.delete(known);
    return spared;
  }
}
