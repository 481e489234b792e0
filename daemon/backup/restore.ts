/**
 * `yamo restore`: a workspace out of a backup, in a folder that is empty or not there yet. It is put together beside, under
 * the identity that it will have, and gets its name when all of it was read and found whole.
 */
import { basename, dirname, join, resolve } from 'node:path';
import { isString, jsonAs, listOf } from '#lib/guard.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { sha256, writeAll } from '#kernel/fs/bytes.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import { ledgerFolder } from '#kernel/mesh/places.ts';
import { LEDGER_FILE } from '#kernel/mesh/ledger-file.ts';
import { makePrivate } from '#kernel/process/private-folder.ts';
import { removeTree } from '#kernel/process/remove-tree.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome, stateKey } from '#kernel/state/home.ts';
import { type StateRow, WholeState } from '#kernel/state/whole.ts';
import { Databases } from '#daemon/data/open.ts';
import { dataFolder, type ServeSite } from '#daemon/phases/config.ts';
import type { BackupManifest, EntryHead } from './format.ts';
import { partBytes, readArchive } from './reader.ts';
import {
  DATABASE_FILES,
  DATABASES_PART,
  JOURNALS_PART,
  ROW_KEY,
  ROW_KIND,
  STATE_PART,
  TREE_PART,
} from './parts.ts';
import { type BackupHost, besideOf, giveFolder, makeBeside, refuseTaken } from './place.ts';

/** What is to be restored, and where. */
export interface RestoreRequest {
  readonly file: string;
  readonly path: string;
}

/** What was restored. */
export interface Restored {
  readonly path: string;
  readonly files: number;
  readonly databases: readonly string[];
  /** When the backup was taken: ISO 8601, UTC. */
  readonly at: string;
}

/**
 * All of it, or nothing. Throws RESTORE_… refusals, WORKSPACE_SERVED, STATE_… and DATABASE_… refusals, and what ends the
 * signal of the host.
 */
export const restoreBackup = async (
  request: RestoreRequest,
  host: BackupHost,
): Promise<Restored> => {
  const { disk } = host;
  const path = resolve(request.path);
  refuseTaken(path, host);
  const beside = besideOf(path);
  const fd = openBackup(disk, request.file);
  try {
    makeBeside(disk, beside, path);
    const restoring = await Restoring.begin(beside, host, request.file);
    try {
      const restored = await restoring.run(fd);
      host.signal.throwIfAborted();
      giveFolder(disk, beside, path);
      return { path, ...restored };
    } catch (error) {
      await restoring.undo();
      throw error;
    } finally {
      restoring.close();
    }
  } finally {
    disk.close(fd);
  }
};

/** Throws RESTORE_FOREIGN. */
const openBackup = (disk: Disk, file: string): number => {
  const foreign = (): Refusal => new Refusal('RESTORE_FOREIGN', { file });
  try {
    const fd = disk.open(file, OPEN.follow);
    if (disk.fstat(fd).isFile()) return fd;
    disk.close(fd);
    throw foreign();
  } catch (error) {
    throw asRefusal(error, (errno) => new Refusal('FILE_UNREADABLE', { file, errno }));
  }
};

/** One workspace that is put together. */
class Restoring {
  readonly #host: BackupHost;
  readonly #file: string;
  readonly #workspace: Workspace;
  readonly #home: StateHome;
  readonly #state: WholeState;
  readonly #rows: StateRow[] = [];
  /** Modes of folders, which are given to them when nothing is put into them any more. */
  readonly #modes = new Map<string, number>();
  readonly #databases: string[] = [];
  #manifest: BackupManifest | undefined;
  #files = 0;
  #folder: Directory | undefined;

  private constructor(workspace: Workspace, home: StateHome, host: BackupHost, file: string) {
    this.#workspace = workspace;
    this.#home = home;
    this.#host = host;
    this.#file = file;
    this.#state = new WholeState(home, { secrets: false });
  }

  /** In the folder `beside`, of which nothing stays where there can be no state. Throws STATE_… refusals. */
  static async begin(beside: string, host: BackupHost, file: string): Promise<Restoring> {
    const { disk, uid, environment } = host;
    const stateRoot = xdgFolder('XDG_STATE_HOME', environment);
    let state: string | undefined;
    try {
      const workspace = Workspace.open(disk, beside, { strict: false, uid });
      state = join(stateRoot, stateKey(workspace.stat));
      const home = StateHome.open(stateRoot, workspace, uid);
      return new Restoring(workspace, home, host, file);
    } catch (error) {
      await removeAll(beside, state);
      throw error;
    }
  }

  /** Reads the backup that `fd` holds. Throws as `restoreBackup`. */
  async run(fd: number): Promise<Omit<Restored, 'path'>> {
    const { disk, signal } = this.#host;
    await readArchive(
      { disk, fd, file: this.#file, signal },
      {
        begin: (manifest) => void (this.#manifest = manifest),
        entry: (head, chunks) => this.#take(head, chunks),
      },
    );
    this.#state.apply({ rows: this.#rows });
    await this.#tryDatabases();
    for (const [path, mode] of [...this.#modes].toReversed()) this.#setMode(path, mode);
    return {
      files: this.#files,
      databases: this.#databases,
      at: this.#manifest?.at ?? '',
    };
  }

  /** Nothing of it stays. */
  async undo(): Promise<void> {
    const { path } = this.#home;
    const { environment } = this.#host;
    const ledger = dirname(dirname(ledgerFolder(this.#opened, environment)));
    const seals = join(dirname(path), 'seals', basename(path));
    await removeAll(this.#workspace.path, ledger, seals, path);
  }

  close(): void {
    this.#home.close();
    this.#workspace.close();
  }

  get #opened(): ServeSite {
    return { workspace: this.#workspace, home: this.#home };
  }

  async #take(head: EntryHead, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const { name } = head;
    if (`${name}/` === TREE_PART) this.#modes.set('', head.mode);
    else if (name.startsWith(TREE_PART))
      await this.#takeFile(name.slice(TREE_PART.length), head, chunks);
    else if (name.startsWith(STATE_PART)) this.#rows.push(await this.#rowOf(head, chunks));
    else if (name.startsWith(JOURNALS_PART)) {
      const bytes = await partBytes(head, chunks, () => this.#damaged(`${name} is too large`));
      const journal = name.slice(JOURNALS_PART.length);
      this.#state.apply({ journals: [{ journal, from: 0, version: sha256(bytes), bytes }] });
    } else if (name.startsWith(DATABASES_PART))
      await this.#takeDatabase(name.slice(DATABASES_PART.length), chunks);
    else throw this.#damaged(`${name} is no part of a backup`);
  }

  async #takeFile(
    path: string,
    { type, mode }: EntryHead,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    if (/(?:^|\/)(?:\.{0,2})(?:\/|$)|\0/u.test(path))
      throw this.#damaged(`${JSON.stringify(path)} leaves the folder`);
    const at = join(this.#workspace.path, path);
    if (type === 'directory') {
      this.#called(path, () => this.#host.disk.mkdir(at, 0o700));
      this.#modes.set(path, mode);
      return;
    }
    await this.#write(at, path, chunks);
    this.#setMode(path, mode);
    this.#files += 1;
  }

  async #rowOf(head: EntryHead, chunks: AsyncIterable<Uint8Array>): Promise<StateRow> {
    const bytes = await partBytes(head, chunks, () => this.#damaged(`${head.name} is too large`));
    const { [ROW_KIND]: kind, [ROW_KEY]: key = '' } = head.facts ?? {};
    const parts = jsonAs(key, listOf(isString));
    if (kind === undefined || parts === undefined)
      throw this.#damaged(`nothing says what ${head.name} is`);
    return { kind, key: parts, version: sha256(bytes), bytes };
  }

  async #takeDatabase(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    if (!DATABASE_FILES.includes(file)) throw this.#damaged(`${file} is no database of yamo`);
    const { disk, environment } = this.#host;
    if (file === LEDGER_FILE) {
      const ledger = ledgerFolder(this.#opened, environment);
      this.#called(ledger, () => makePrivate(disk, ledger));
      await this.#write(join(ledger, file), file, chunks);
    } else await this.#write(this.#dataFolder().at(file), file, chunks);
    this.#databases.push(file);
  }

  /** Where the other databases lie, made where it is missing. Throws DATABASE_UNUSABLE, STATE_UNUSABLE. */
  #dataFolder(): Directory {
    const layout = this.#manifest?.layout;
    this.#folder ??= dataFolder(this.#opened, { layout }, this.#host);
    return this.#folder;
  }

  /** They are of this program, and of a version that it knows. Throws DATABASE_… refusals. */
  async #tryDatabases(): Promise<void> {
    if (this.#folder === undefined) return;
    const databases = await Databases.open(this.#folder, this.#host.uid);
    databases.close();
  }

  async #write(at: string, path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const { disk } = this.#host;
    const fd = this.#called(path, () => disk.open(at, OPEN.create, 0o600));
    try {
      for await (const chunk of chunks) this.#called(path, () => writeAll(disk, fd, chunk));
      this.#called(path, () => disk.fsync(fd));
    } finally {
      disk.close(fd);
    }
  }

  #setMode(path: string, mode: number): void {
    const { disk } = this.#host;
    this.#called(path, () => {
      const fd = disk.open(join(this.#workspace.path, path), OPEN.read);
      try {
        disk.fchmod(fd, mode & 0o777);
      } finally {
        disk.close(fd);
      }
    });
  }

  /** What a name that is there twice, or has no folder, comes from is a backup that is not ours. */
  #called<Value>(path: string, work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      if (MISNAMED.has(errnoOf(error) ?? ''))
        throw this.#damaged(`${JSON.stringify(path)} has no place`);
      throw asRefusal(error, (errno) => new Refusal('RESTORE_FAILED', { path, errno }));
    }
  }

  #damaged(reason: string): Refusal {
    return new Refusal('RESTORE_DAMAGED', { file: this.#file, reason });
  }
}

const removeAll = async (...folders: readonly (string | undefined)[]): Promise<void> => {
  for (const folder of folders) if (folder !== undefined) await removeTree(folder, () => false);
};

const MISNAMED: ReadonlySet<string> = new Set(['EEXIST', 'ENOENT', 'ENOTDIR', 'EISDIR']);
