/** The baseline file of an audit: known findings, by rule, place and keyed hash (schemas/audit-baseline.schema.json). */
import { createHmac, randomBytes } from 'node:crypto';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import { parsedJson } from '#lib/text/json.ts';
import type { BaselineFile, KnownFinding } from './audit-baseline-schema.ts';
import { readAll } from '#kernel/fs/bytes.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, closeQuietly, type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import { replaceFile } from '#kernel/fs/replace.ts';

const KEY_BYTES = 32;
const HASH_CHARS = 16;

export class Baseline {
  readonly path: string;
  /** In hexadecimal digits; also the key by which the audit hashes credentials. */
  readonly key: string;
  /** It was made when every workspace was judged as one of RFC-0009, and stays so. */
  readonly isBeforeLayouts: boolean;
  readonly #findings: ReadonlyMap<string, KnownFinding>;
  readonly #names: ReadonlySet<string>;
  /** Workspaces that are not there any more; found out when it is asked. */
  #gone: readonly string[] | undefined;
  /** Where findings stand in the file whose workspace has another name now. */
  readonly #renamed = new Map<string, string>();
  readonly #disk: Disk;

  private constructor(
    disk: Disk,
    path: string,
    { key, findings, layouts }: Pick<BaselineFile, 'key' | 'findings' | 'layouts'>,
  ) {
    this.#disk = disk;
    this.path = path;
    this.key = key;
    this.isBeforeLayouts = layouts === undefined;
    this.#findings = new Map(findings.map((known) => [textOf(known), known]));
    this.#names = new Set(findings.map(({ workspace }) => workspace));
  }

  /** Reads the baseline at `path`; where there is none, an empty one if `mayBeNew`. Throws BASELINE_INVALID. */
  static async read(disk: Disk, path: string, mayBeNew: boolean): Promise<Baseline> {
    const text = readText(disk, path);
    if (text === undefined) {
      if (!mayBeNew) throw new Refusal('BASELINE_INVALID', { path, reason: 'ENOENT' });
      const key = randomBytes(KEY_BYTES).toString('hex');
      return new Baseline(disk, path, { key, findings: [], layouts: 'recognised' });
    }
    const value = parsedJson(text);
    if (value === undefined) throw new Refusal('BASELINE_INVALID', { path, reason: 'not JSON' });
    const { isBaseline, baselineFault } = await import('./audit-baseline-schema.ts');
    if (!isBaseline(value))
      throw new Refusal('BASELINE_INVALID', { path, reason: baselineFault() });
    return new Baseline(disk, path, value);
  }

  /** The name under which a workspace stands in the baseline. */
  nameOf(workspace: string): string {
    const place = relative(dirname(resolve(this.path)), resolve(workspace));
    return place === '' ? '.' : place.split(sep).join('/');
  }

  /** How a finding stands in the baseline. `identity` holds the keyed hash of a credential, or what else tells it apart. */
  known(
    workspace: string,
    { rule, file }: Pick<KnownFinding, 'rule' | 'file'>,
    identity: string,
  ): KnownFinding {
    const entry = (name: string): KnownFinding => {
      const hash = createHmac('sha256', Buffer.from(this.key, 'hex'))
        .update([name, identity].join('\0'))
        .digest('hex')
        .slice(0, HASH_CHARS);
      return { rule, workspace: name, file, hash };
    };
    const name = this.nameOf(workspace);
    const known = entry(name);
    const before = this.#nameBefore(name);
    if (before !== undefined) this.#renamed.set(textOf(known), textOf(entry(before)));
    return known;
  }

  /**
   * The name of a workspace that was renamed, or moved together with others: it is new, and of those of the baseline that
   * are not there any more it is the only one, or the only one whose path ends alike.
   */
  #nameBefore(name: string): string | undefined {
    if (this.#names.has(name)) return undefined;
    this.#gone ??= [...this.#names].filter((one) => !this.#isThere(one));
    if (this.#gone.length < 2) return this.#gone[0];
    const alike = this.#gone.map((one) => sharedEnd(one, name));
    const most = Math.max(...alike);
    const [at, ...others] = alike.flatMap((count, index) => (count === most ? [index] : []));
    return most === 0 || at === undefined || others.length > 0 ? undefined : this.#gone[at];
  }

  has(known: KnownFinding): boolean {
    return this.#findings.has(this.#place(known));
  }

  #place(known: KnownFinding): string {
    const text = textOf(known);
    return this.#findings.has(text) ? text : (this.#renamed.get(text) ?? text);
  }

  /** Findings of the baseline that nobody has found. */
  missing(found: readonly KnownFinding[]): readonly KnownFinding[] {
    const texts = new Set(found.map((known) => this.#place(known)));
    return [...this.#findings].flatMap(([text, known]) => (texts.has(text) ? [] : [known]));
  }

  /** Is the workspace of an entry still in its place? What cannot be found out counts as there. */
  isThere({ workspace }: KnownFinding): boolean {
    return this.#isThere(workspace);
  }

  #isThere(workspace: string): boolean {
    try {
      return this.#disk.lstat(resolve(dirname(this.path), workspace)) !== undefined;
    } catch {
      return true;
    }
  }

  /** Writes the baseline anew with exactly these findings, durably. Throws BASELINE_INVALID. */
  write(disk: Disk, findings: readonly KnownFinding[]): void {
    const sorted = findings.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
    const layouts = this.isBeforeLayouts ? {} : { layouts: 'recognised' as const };
    const file: BaselineFile = { version: 1, ...layouts, key: this.key, findings: sorted };
    const path = resolve(this.path);
    try {
      const directory = Directory.open(disk, disk.realpath(dirname(path)));
      try {
        const bytes = Buffer.from(`${JSON.stringify(file, undefined, 2)}\n`);
        const name = basename(path);
        replaceFile(directory, { name, bytes, previous: disk.lstat(directory.at(name)) });
      } finally {
        directory.close();
      }
    } catch (error) {
      throw asRefusal(error, (reason) => new Refusal('BASELINE_INVALID', { path, reason }));
    }
  }
}

const textOf = ({ rule, workspace, file, hash }: KnownFinding): string =>
  [workspace, file, rule, hash].join('\0');

/** With how many folders two paths end alike. */
const sharedEnd = (one: string, other: string): number => {
  const [a, b] = [one.split('/').toReversed(), other.split('/').toReversed()];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? a.length : at;
};

const readText = (disk: Disk, path: string): string | undefined => {
  try {
    const fd = disk.open(path, OPEN.follow);
    try {
      return readAll(disk, fd, Number(disk.fstat(fd).size)).toString('utf8');
    } finally {
      closeQuietly(disk, fd);
    }
  } catch (error) {
    const reason = errnoOf(error);
    if (reason === undefined) throw error;
    if (reason === 'ENOENT') return undefined;
    throw new Refusal('BASELINE_INVALID', { path, reason });
  }
};
