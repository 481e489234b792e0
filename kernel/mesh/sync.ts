/** Brings an index up to date with the files of now (RFC-0009 §5.4): names and stamps are compared, what differs is handed over. */
import type { MeshMethods, MeshSkipped, MeshText } from '#lib/protocol/mesh.ts';
import { ledgerIdOf } from '#lib/text/place.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { MESH_BATCH_CHARS, MESH_SYNC_MS } from '#lib/spec/limits.ts';
import {
  ledgerNames,
  maskedLines,
  memoryFiles,
  type IndexSource,
  readMasked,
  type Stamps,
  stampsNow,
} from './reader.ts';
import type { MemoryWatch } from './memory-watch.ts';

/** As much of the process as this takes. */
interface Asking {
  readonly ask: <Name extends keyof MeshMethods>(
    method: Name,
    params: MeshMethods[Name]['params'],
    withinMs?: number,
  ) => Promise<MeshMethods[Name]['result']>;
}

export interface Syncing {
  /** Hands these over whatever their stamps say. */
  readonly again?: ReadonlySet<string>;
  /** Stops when it is true; what is left is behind. */
  readonly isLate?: () => boolean;
  /** Hears how many of the files that changed were handed over. */
  readonly progress?: (done: number, all: number) => void;
}

/** What a sync came to. */
export interface Synced {
  /** What may be read, the newest first. */
  readonly files: readonly string[];
  /** Of these, what the index has as it was, or not at all. */
  readonly behind: ReadonlySet<string>;
  readonly written: number;
  readonly removed: number;
  readonly skipped: readonly MeshSkipped[];
}

/** What the index knew when it was asked last. */
export class Sources {
  #revision: string | undefined;
  #stamps: ReadonlyMap<string, string> = new Map();
  /** MEMORY.md and the logs as they were listed last, which holds as long as nothing has changed in their folders since the watch began. */
  listed: readonly string[] | undefined;

  /** Another one whenever the index was changed; of the moment of `now`. */
  get revision(): string | undefined {
    return this.#revision;
  }

  /** `isNew`: this or another process has changed the index since it was asked last. */
  async now(
    mesh: Asking,
  ): Promise<{ readonly stamps: ReadonlyMap<string, string>; readonly isNew: boolean }> {
    const since = this.#revision;
    const { revision, sources } = await mesh.ask('sources', since === undefined ? {} : { since });
    if (sources !== undefined)
      this.#stamps = new Map(sources.map(({ file, stamp }) => [file, stamp]));
    this.#revision = revision;
    return { stamps: this.#stamps, isNew: sources !== undefined };
  }
}

/** Where the files are, and how they are read. */
interface Readable {
  readonly workspace: Workspace;
  readonly reading: IndexSource;
  readonly watch: MemoryWatch;
}

/** Throws GATE_DENIED, MESH_UNAVAILABLE. */
export const syncIndex = async (
  mesh: Asking,
  known: Sources,
  { reading, workspace, watch }: Readable,
  { again, isLate = () => false, progress }: Syncing = {},
): Promise<Synced> => {
  const { stamps, isNew } = await known.now(mesh);
  const isListed = await watch.isQuiet();
  const isQuiet = !isNew && again === undefined && isListed && watch.isCompared;
  const compared = isQuiet ? undefined : watch.begin();
  known.listed = (isListed ? known.listed : undefined) ?? (await memoryFiles(reading));
  const files = [...known.listed, ...ledgerNames(reading)];
  const stampOf = stampsNow(workspace, reading);
  const there = new Set(files);
  const gone = [...stamps.keys()].filter((file) => !there.has(file));
  const hasChanged = (file: string): boolean => {
    const stamp = again?.has(file) === true ? undefined : stampOf(file);
    return stamp === undefined || stamps.get(file) !== stamp;
  };
  // Nobody watches the ledger, which says by itself whether it has changed.
  const compares = isQuiet ? files.filter((file) => ledgerIdOf(file) !== undefined) : files;
  const changed = compares.filter(hasChanged);
  const behind = new Set(changed);
  const tally = { written: 0, removed: 0, skipped: new Array<MeshSkipped>() };
  let sent: { readonly files: readonly string[]; readonly answer: Promise<void> } | undefined;
  const settle = async (): Promise<void> => {
    await sent?.answer;
    for (const file of sent?.files ?? []) behind.delete(file);
    progress?.(changed.length - behind.size, changed.length);
  };
  const send = (texts: readonly MeshText[], left: readonly string[]): void => {
    const answer = mesh
      .ask('sync', { texts, gone: left }, MESH_SYNC_MS)
      .then(({ written, removed, skipped }) => {
        tally.written += written;
        tally.removed += removed;
        tally.skipped.push(...skipped);
      });
    // Whoever settles it hears of it.
    answer.catch(() => undefined);
    sent = { files: texts.map(({ file }) => file), answer };
  };
  if (gone.length > 0) send([], gone);
  // While one batch is taken over the next one is read.
  for await (const texts of batches(reading, { files: changed, stampOf, isLate })) {
    await settle();
    send(texts, []);
  }
  await settle();
  if (tally.written > 0 && !isLate()) await mesh.ask('tidy', {}, MESH_SYNC_MS);
  if (behind.size === 0) compared?.();
  return { files, behind, ...tally };
};

interface Batching {
  readonly files: readonly string[];
  readonly stampOf: Stamps;
  readonly isLate: () => boolean;
}

async function* batches(
  reading: IndexSource,
  { files, stampOf, isLate }: Batching,
): AsyncGenerator<readonly MeshText[]> {
  let texts: MeshText[] = [];
  let chars = 0;
  for (const file of files) {
    if (isLate()) break;
    // Of before the reading: what comes later is noticed the next time.
    const stamp = stampOf(file) ?? '';
    const masked = await readMasked(reading, file);
    if (masked === undefined) continue;
    const { text } = masked;
    texts.push({ file, stamp, text, secretLines: maskedLines(masked) });
    chars += text.length;
    if (chars < MESH_BATCH_CHARS) continue;
    yield texts;
    texts = [];
    chars = 0;
  }
  if (texts.length > 0) yield texts;
}
