/**
 * `yamo backup`: one file with all that a workspace is. Its databases are copied by SQLite, by whoever holds them; the
 * kernel's state and the files that it is compared with are of one moment, under the lock of writers. What comes after may
 * be newer: lines are only added to journals, and other files are their owner's.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FILE_MAX_BYTES, WRITE_LOCK_WAIT_MS } from '#lib/spec/limits.ts';
import { MEMORY_DIR } from '#lib/spec/files.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { asRefusal, OPEN, type Stat } from '#kernel/fs/disk.ts';
import { ledgerFolder } from '#kernel/mesh/places.ts';
import { copyLedger, LEDGER_FILE } from '#kernel/mesh/ledger-file.ts';
import { removeTree } from '#kernel/process/remove-tree.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { inOneMoment } from '#kernel/run/one-moment.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { isThere, StateHome } from '#kernel/state/home.ts';
import { WholeState } from '#kernel/state/whole.ts';
import { DATABASE_FORMS, Databases, NEXUS_DATA } from '#daemon/data/open.ts';
import { dataFolder, isNexus, type ServeSite } from '#daemon/phases/config.ts';
import { takeService } from '#daemon/phases/workspace.ts';
import { chunksFrom } from './format.ts';
import { ArchiveWriter } from './writer.ts';
import {
  DATABASE_FILES,
  DATABASES_PART,
  JOURNALS_PART,
  ROW_KEY,
  ROW_KIND,
  STATE_PART,
  TREE_PART,
} from './parts.ts';
import { type BackupHost, backupPlace, besideOf, giveName } from './place.ts';
import { bytesIn, type TreeEntry, walkTree, withEntry } from './tree.ts';

/** What is to be backed up, and where to. */
export interface BackupRequest {
  readonly path: string;
  readonly file: string;
  /** Has the daemon that serves it copy its databases into a folder; false where no daemon runs. */
  readonly askServer: (path: string, folder: string) => Promise<boolean>;
}

/** What a backup holds. */
export interface TakenBackup {
  readonly file: string;
  readonly files: number;
  readonly databases: readonly string[];
  /** What is not in it, and why. */
  readonly left: readonly { readonly file: string; readonly why: string }[];
}

/**
 * The file is there whole, with mode 0600, or not at all. Throws BACKUP_PLACE, BACKUP_FAILED, FILE_UNREADABLE, WORKSPACE_…,
 * STATE_… and DATABASE_… refusals, what `askServer` throws, and what ends the signal of the host.
 */
export const takeBackup = async (
  request: BackupRequest,
  host: BackupHost,
): Promise<TakenBackup> => {
  const { disk, uid, environment } = host;
  const workspace = Workspace.open(disk, request.path, { strict: false, uid });
  try {
    const home = StateHome.open(xdgFolder('XDG_STATE_HOME', environment), workspace, uid);
    try {
      return await backedUp({ workspace, home }, request, host);
    } finally {
      home.close();
    }
  } finally {
    workspace.close();
  }
};

const backedUp = async (
  site: ServeSite,
  request: BackupRequest,
  host: BackupHost,
): Promise<TakenBackup> => {
  const { disk } = host;
  const file = backupPlace(disk, request.file, site.workspace.path);
  const beside = besideOf(file);
  return orFailed(file, async () => {
    disk.mkdir(beside, 0o700);
    try {
      const taking = new Taking(site, host, beside);
      await taking.copyDatabases(request);
      const taken = await taking.write(join(beside, 'backup.tar'));
      host.signal.throwIfAborted();
      giveName(disk, join(beside, 'backup.tar'), file);
      return { file, ...taken };
    } finally {
      await removeTree(beside, () => false);
    }
  });
};

const orFailed = async <Value>(path: string, work: () => Promise<Value>): Promise<Value> => {
  try {
    return await work();
  } catch (error) {
    throw asRefusal(error, (errno) => new Refusal('BACKUP_FAILED', { path, errno }));
  }
};

const LOOK_AGAIN_MS = 50;

/** One backup that is taken. */
class Taking {
  readonly #site: ServeSite;
  readonly #host: BackupHost;
  /** A folder of its own, for the copies of databases. */
  readonly #beside: string;
  readonly #isNexus: boolean;

  constructor(site: ServeSite, host: BackupHost, beside: string) {
    this.#site = site;
    this.#host = host;
    this.#beside = beside;
    this.#isNexus = isNexus(site);
  }

  /** Whoever serves the workspace has its databases open, and nobody else may open their files. */
  async copyDatabases({ askServer }: BackupRequest): Promise<void> {
    const { workspace, home } = this.#site;
    const { disk, environment, signal } = this.#host;
    for (const since = performance.now(); ; await pause(LOOK_AGAIN_MS)) {
      signal.throwIfAborted();
      const service = takeService(home);
      if (typeof service !== 'string') {
        await this.#copyOwn().finally(() => service.close());
        break;
      }
      if (await askServer(workspace.path, this.#beside)) break;
      // Another backup copies them, or a daemon begins at this moment.
      if (performance.now() - since > WRITE_LOCK_WAIT_MS)
        throw new Refusal('WORKSPACE_SERVED', { path: workspace.path, pid: service });
    }
    const ledger = ledgerFolder(this.#site, environment);
    if (isThere(disk, join(ledger, LEDGER_FILE)))
      await copyLedger(ledger, disk, join(this.#beside, LEDGER_FILE));
  }

  async #copyOwn(): Promise<void> {
    const { disk, uid } = this.#host;
    const { workspace, home } = this.#site;
    const path = this.#isNexus ? join(workspace.path, NEXUS_DATA) : join(home.path, 'data');
    if (!DATABASE_FORMS.some(({ file }) => isThere(disk, join(path, file)))) return;
    const layout = this.#isNexus ? 'nexus' : undefined;
    const folder = dataFolder(this.#site, { layout }, { disk, uid });
    const databases = await Databases.open(folder, uid);
    await databases.backup(this.#beside).finally(() => databases.close());
  }

  /** All of it, into the file `to`. */
  async write(to: string): Promise<Omit<TakenBackup, 'file'>> {
    const { disk } = this.#host;
    const fd = disk.open(to, OPEN.create, 0o600);
    try {
      const archive = new ArchiveWriter(disk, fd, this.#host.signal);
      await this.#begin(archive);
      const held = await this.#addState(archive);
      const tree = await this.#addTree(archive, held);
      const databases = await this.#addDatabases(archive);
      await archive.end();
      disk.fsync(fd);
      return { ...tree, databases };
    } finally {
      disk.close(fd);
    }
  }

  #begin(archive: ArchiveWriter): Promise<void> {
    const layout = this.#isNexus ? ({ layout: 'nexus' } as const) : {};
    return archive.begin({ yamo: this.#host.version, at: new Date().toISOString(), ...layout });
  }

  /** Returns the files that the state says something of, as they were at its moment, by their paths. */
  async #addState(archive: ArchiveWriter): Promise<ReadonlyMap<string, Buffer>> {
    const state = new WholeState(this.#site.home, { secrets: false });
    const { rows, held } = await inOneMoment(this.#site.home, this.#host.signal, () => ({
      rows: state.dump(),
      held: this.#comparedFiles(),
    }));
    for (const { kind, key, bytes } of rows) {
      const name = STATE_PART + key.reduce((path, part) => path.replace('*', () => part), kind);
      const facts = { [ROW_KIND]: kind, [ROW_KEY]: JSON.stringify(key) };
      await archive.add({ name, ...PRIVATE, size: bytes.byteLength, facts }, [bytes]);
    }
    for (const { journal, bytes } of state.journalsFrom())
      await archive.add({ name: JOURNALS_PART + journal, ...PRIVATE, size: bytes.byteLength }, [
        bytes,
      ]);
    return held;
  }

  #comparedFiles(): ReadonlyMap<string, Buffer> {
    const held = new Map<string, Buffer>();
    const walk = { skips: (path: string) => !isCompared(path), left: () => undefined };
    for (const entry of walkTree(this.#site.workspace.root, walk)) {
      const isSmall = entry.stat.isFile() && entry.stat.size <= FILE_MAX_BYTES;
      const bytes = isSmall ? bytesIn(entry) : undefined;
      if (bytes !== undefined) held.set(entry.path, bytes);
    }
    return held;
  }

  async #addTree(
    archive: ArchiveWriter,
    held: ReadonlyMap<string, Buffer>,
  ): Promise<Pick<TakenBackup, 'files' | 'left'>> {
    const { root, stat } = this.#site.workspace;
    const left: TakenBackup['left'][number][] = [];
    await archive.add({ name: TREE_PART.slice(0, -1), ...folderOf(stat) });
    let files = 0;
    const walk = {
      skips: (path: string) => this.#isNexus && isDatabase(path),
      left: (file: string, why: string) => void left.push({ file, why }),
    };
    for (const entry of walkTree(root, walk)) {
      if (entry.stat.isDirectory())
        await archive.add({ name: TREE_PART + entry.path, ...folderOf(entry.stat) });
      else if (await addFile(archive, entry, held.get(entry.path))) files += 1;
    }
    return { files, left };
  }

  async #addDatabases(archive: ArchiveWriter): Promise<readonly string[]> {
    const { disk } = this.#host;
    const added: string[] = [];
    for (const file of DATABASE_FILES) {
      const path = join(this.#beside, file);
      if (disk.lstat(path) === undefined) continue;
      const fd = disk.open(path, OPEN.read);
      try {
        const size = Number(disk.fstat(fd).size);
        await archive.add({ name: DATABASES_PART + file, ...PRIVATE, size }, chunksFrom(disk, fd));
      } finally {
        disk.close(fd);
      }
      added.push(file);
    }
    return added;
  }
}

/** False where it is gone by now. */
const addFile = async (
  archive: ArchiveWriter,
  entry: TreeEntry,
  held: Buffer | undefined,
): Promise<boolean> => {
  const headOf = ({ mode, mtimeMs }: Stat, size: number) => ({
    name: TREE_PART + entry.path,
    type: 'file' as const,
    mode: modeOf(mode),
    modifiedMs: Number(mtimeMs),
    size,
  });
  if (held !== undefined) {
    await archive.add(headOf(entry.stat, held.byteLength), [held]);
    return true;
  }
  const added = await withEntry(entry, async ({ stat, chunks }) => {
    await archive.add(headOf(stat, Number(stat.size)), chunks());
    return true;
  });
  return added === true;
};

const PRIVATE = { type: 'file', mode: 0o600 } as const;

const modeOf = (mode: bigint): number => Number(mode) & 0o777;

const folderOf = ({ mode, mtimeMs }: Stat) =>
  ({ type: 'directory', mode: modeOf(mode), modifiedMs: Number(mtimeMs), size: 0 }) as const;

/** Is it in `memory/`, or a document beside it? */
const isCompared = (path: string): boolean =>
  path === MEMORY_DIR || path.startsWith(`${MEMORY_DIR}/`) || /^[^/]+\.md$/u.test(path);

/** Is it a database of ours, or what SQLite keeps beside one? */
const isDatabase = (path: string): boolean =>
  DATABASE_FORMS.some(({ file }) =>
    ['', '-wal', '-shm', '-journal'].some((end) => path === `${NEXUS_DATA}/${file}${end}`),
  );
