/** Reading the file of a backup, entry by entry. */
import { once } from 'node:events';
import { extract, type Extract, type Header } from 'tar-stream';
import { isInteger, jsonAs, objectOf } from '#lib/guard.ts';
import { BACKUP_PART_MAX_BYTES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { isJsonObject } from '#lib/text/json.ts';
import { asRefusal, type Disk } from '#kernel/fs/disk.ts';
import {
  asBytes,
  attentive,
  type BackupManifest,
  chunksFrom,
  type EntryHead,
  FIRST_ENTRY,
  FORMAT,
  isEnd,
  isManifest,
  LAST_ENTRY,
  Sums,
} from './format.ts';

/** Who takes what a backup holds. */
export interface ArchiveReader {
  readonly begin: (manifest: BackupManifest) => void;
  /** Takes all chunks. */
  readonly entry: (head: EntryHead, chunks: AsyncIterable<Uint8Array>) => Promise<void>;
}

/** A backup that is read. */
export interface ArchiveSource {
  readonly disk: Disk;
  readonly fd: number;
  /** What it is called. */
  readonly file: string;
  readonly signal: AbortSignal;
}

/**
 * Reads a backup; what it holds is right when this returns, and not before. Throws RESTORE_FOREIGN, RESTORE_NEWER,
 * RESTORE_DAMAGED, errors of calls, what ends the signal, and what the reader throws.
 */
export const readArchive = async (
  { disk, fd, file, signal }: ArchiveSource,
  reader: ArchiveReader,
): Promise<void> => {
  const tar = extract();
  const fed = feed({ disk, fd, file, signal }, tar);
  const sums = new Sums();
  let phase: 'before' | 'within' | 'after' = 'before';
  const damaged = (reason: string): Refusal => new Refusal('RESTORE_DAMAGED', { file, reason });
  const faulty = (): Refusal =>
    phase === 'before'
      ? new Refusal('RESTORE_FOREIGN', { file })
      : damaged('it is no tar from there on');
  try {
    for await (const source of orFault(tar, faulty)) {
      await attentive(signal);
      const head = headOf(source.header);
      const chunks = asBytes(orFault<unknown>(source, faulty));
      if (phase === 'after') throw damaged('something follows its end');
      if (phase === 'before' && head?.name !== FIRST_ENTRY) throw faulty();
      if (head === undefined) throw damaged(`${source.header.name} is a ${source.header.type}`);
      if (head.name === LAST_ENTRY) {
        const end = jsonAs((await partBytes(head, chunks, faulty)).toString('utf8'), isEnd);
        const { entries, sha256 } = sums.end();
        if (end?.entries !== entries || end.sha256 !== sha256) throw damaged('it was changed');
        phase = 'after';
        continue;
      }
      sums.begin(head);
      const counted = tapped(chunks, signal, sums);
      if (phase === 'before')
        reader.begin(manifestIn(await partBytes(head, counted, faulty), file));
      else await reader.entry(head, counted);
      phase = 'within';
    }
    await fed;
    if (phase !== 'after') throw phase === 'before' ? faulty() : damaged('its end is missing');
  } finally {
    tar.destroy();
    await fed.catch(() => undefined);
  }
};

/** All that an entry holds, in memory. Throws `fault` for what is larger than a part may be. */
export const partBytes = async (
  { size }: EntryHead,
  chunks: AsyncIterable<Uint8Array>,
  fault: () => Refusal,
): Promise<Buffer> => {
  if (size > BACKUP_PART_MAX_BYTES) throw fault();
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
};

const feed = async ({ disk, fd, file }: ArchiveSource, tar: Extract): Promise<void> => {
  tar.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => tar.once('close', resolve));
  try {
    for (const chunk of chunksFrom(disk, fd)) {
      if (tar.destroyed) return;
      if (!tar.write(chunk)) await Promise.race([once(tar, 'drain'), closed]);
    }
    tar.end(null);
  } catch (error) {
    const cause = asRefusal(error, (errno) => new Refusal('FILE_UNREADABLE', { file, errno }));
    tar.destroy(cause instanceof Error ? cause : null);
    throw cause;
  }
};

/** Other types are none of ours. */
const headOf = ({ name, type, mode, size, pax }: Header): EntryHead | undefined =>
  type === 'file' || type === 'directory'
    ? { name: name.replace(/\/$/u, ''), type, mode, size, facts: factsIn(pax) }
    : undefined;

/** Without those that are the entry's name and size. */
const factsIn = (pax: unknown): EntryHead['facts'] => {
  const facts = Object.entries(isJsonObject(pax) ? pax : {}).filter(([key]) =>
    key.startsWith('YAMO.'),
  );
  return facts.length === 0
    ? undefined
    : Object.fromEntries(facts.map(([key, value]) => [key, String(value)]));
};

/** Throws RESTORE_FOREIGN, RESTORE_NEWER. */
const manifestIn = (bytes: Buffer, file: string): BackupManifest => {
  const text = bytes.toString('utf8');
  const known = jsonAs(text, isManifest);
  if (known !== undefined) return known;
  const version = jsonAs(text, objectOf({ format: isInteger }))?.format ?? 0;
  throw version > FORMAT
    ? new Refusal('RESTORE_NEWER', { file, version, known: FORMAT })
    : new Refusal('RESTORE_FOREIGN', { file });
};

/** What tar-stream says of a file that is no tar is `fault`; what is refused stays. */
async function* orFault<Value>(
  from: AsyncIterable<Value>,
  fault: () => Refusal,
): AsyncGenerator<Value, void, undefined> {
  try {
    yield* from;
  } catch (error) {
    throw error instanceof Refusal ? error : fault();
  }
}

async function* tapped(
  from: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  sums: Sums,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of from) {
    await attentive(signal);
    sums.add(chunk);
    yield chunk;
  }
}
