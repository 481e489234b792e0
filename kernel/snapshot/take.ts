/** From a listing to the snapshot that the auditor judges: contents, and what git, the kernel and the place add. */
import { createHash } from 'node:crypto';
import { FILES, MEMORY_DIR } from '#lib/spec/files.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { labelledCredentials } from '#lib/secrets/credential.ts';
import { mayHoldProviderKey } from '#lib/secrets/provider-prefilter.ts';
import type {
  GitFacts,
  Item,
  ProviderKey,
  Records,
  SavedOverLog,
  Snapshot,
} from '#lib/workspace/snapshot.ts';
import { type Disk, errnoOf } from '#kernel/fs/disk.ts';
import { toldLogs } from '#kernel/memory/found.ts';
import { type LeftLog, leftLogs, rewritten } from '#kernel/memory/logs-left.ts';
import { StateHome } from '#kernel/state/home.ts';
import { readLayout } from '#kernel/state/layout.ts';
import { walkSealed } from '#kernel/state/seal.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import { BootShapes } from './boot-shapes.ts';
import { KnownFiles, type ContentReader, readItem } from './contents.ts';
import type { KeptItems } from './kept-items.ts';
import type { Repositories } from './git.ts';
import type { Listing } from './listing.ts';

/** What is known of a workspace besides its files. */
export interface SnapshotContext {
  readonly git?: GitFacts;
  readonly pushHooks?: readonly string[];
  readonly records?: Records;
  /** What the kernel wrote in logs of the past days. */
  readonly left?: readonly LeftLog[];
  readonly syncedBy?: string;
  /** What of the kernel's state could not be read, and why. */
  readonly unavailable?: readonly string[];
  /** Why git could not be asked what it ignores. */
  readonly gitUnavailable?: string;
}

export interface SnapshotHost {
  readonly disk: Disk;
  readonly uid: number;
  /** The kernel's own state, where boot records lie. */
  readonly stateRoot: string;
  readonly environment: Environment;
  /** In CI a checkout lies where the runner put it: nothing follows from its place. */
  readonly isCi: boolean;
  /** What is known from earlier workspaces of the same run. */
  readonly repositories?: Repositories;
  readonly files?: KnownFiles;
  /** What was read of the same workspaces before. */
  readonly kept?: KeptItems;
}

/** A snapshot, and what it rests on. */
interface Taken {
  readonly snapshot: Snapshot;
  /** Digest of everything that was read, where one was asked for. */
  readonly digest?: string;
}

/** Reads every file of the listing that is read at all. `isDigested`: the cache wants to know what was read. */
export const takeSnapshot = async (
  { disk, files: known = new KnownFiles(), kept }: SnapshotHost,
  listing: Listing,
  { gitUnavailable, unavailable = [], left, ...context }: SnapshotContext,
  { isDigested }: { readonly isDigested: boolean } = { isDigested: false },
): Promise<Taken> => {
  const items = new Map<string, Item>();
  const providerKeys = new Map<string, readonly ProviderKey[]>();
  const digest = isDigested ? createHash('sha256') : undefined;
  for (const entry of listing.entries) {
    const path = `${listing.real}/${entry.name}`;
    const before = kept?.get(path, entry);
    const suspects: Suspect[] = [];
    const reader: ContentReader = {
      bytes: (bytes) => void digest?.update(bytes),
      suspect: (text, firstLine) => suspects.push({ text, firstLine }),
    };
    const item = before?.item ?? readItem(disk, listing, entry, { reader, known });
    const keys = before?.keys ?? (suspects.length > 0 ? await providerKeysIn(suspects) : []);
    if (keys.length > 0) providerKeys.set(entry.name, keys);
    items.set(entry.name, before?.item ?? kept?.keep(path, entry, { item, keys }) ?? item);
    const { name, type, bytes, mode, links, target } = item;
    const state = item.content.is === 'unreadable' ? item.content.errno : item.content.is;
    // The name closes what was read before it: the same bytes under another name are another workspace.
    digest?.update(`\0${[name, type, bytes, mode, links, target, state].join('\0')}\0`);
  }
  for (const { name, errno } of listing.closed) {
    const item = items.get(name);
    if (item !== undefined) items.set(name, { ...item, content: { is: 'unreadable', errno } });
  }
  const partial = [
    ...(listing.partial === undefined ? [] : [listing.partial]),
    ...unfollowed([...items.values()], listing.selection),
    ...unavailable,
    ...(gitUnavailable === undefined ? [] : [`git could not be asked (${gitUnavailable})`]),
  ];
  const snapshot: Snapshot = {
    items,
    source: 'disk',
    rootMode: Number(listing.root.mode) & 0o7777,
    ...(partial.length > 0 && { partial: partial.join('; ') }),
    ...context,
    ...(left !== undefined && { savedOver: savedOver(left, items, listing) }),
    providerKeys,
  };
  return { snapshot, ...(digest !== undefined && { digest: digest.digest('hex') }) };
};

/** Of the logs that were read, those that are not as the kernel left them. */
const savedOver = (
  left: readonly LeftLog[],
  items: ReadonlyMap<string, Item>,
  { partial, closed }: Listing,
): readonly SavedOverLog[] =>
  left.flatMap((log) => {
    const content = items.get(log.file)?.content;
    // Where not all was listed, one that is not there may be.
    const isTold =
      content === undefined ? partial === undefined && closed.length === 0 : content.is === 'text';
    const text = content?.is === 'text' ? Buffer.from(content.text) : undefined;
    return isTold ? (rewritten(log, text) ?? []) : [];
  });

/** More of them are counted. */
const UNFOLLOWED_MAX_NAMES = 3;

/** Under names that are looked into: what is neither file nor folder, and links out of the workspace, which are not followed. */
const unfollowed = (
  items: readonly Item[],
  { isRead, isListed }: Listing['selection'],
): readonly string[] => {
  const phrases = items.flatMap(({ name, type, target }) => {
    const what =
      type === 'other'
        ? 'a pipe, socket or device'
        : target === 'outside' && 'a link that leads out';
    return what !== false && (isRead(name) || isListed(name)) ? [`${name} (${what})`] : [];
  });
  const left = phrases.length - UNFOLLOWED_MAX_NAMES;
  return [...phrases.slice(0, UNFOLLOWED_MAX_NAMES), ...(left > 0 ? [`and ${left} more`] : [])];
};

/** A text that may hold keys of providers, and the line of its file that it begins with. */
interface Suspect {
  readonly text: string;
  readonly firstLine: number;
}

/** Provider-shaped keys in the texts of a file; secretlint is loaded only if there are any. */
const providerKeysIn = async (suspects: readonly Suspect[]): Promise<readonly ProviderKey[]> => {
  const found: ProviderKey[] = [];
  for (const { text, firstLine } of suspects) {
    const { providerKeys } = await import('#kernel/redact/provider-keys.ts');
    for (const { kind, line, value } of await providerKeys(text))
      found.push({ kind, line: line + firstLine - 1, value });
  }
  return found;
};

/** Provider-shaped keys in a whole text. */
export const providerKeysOf = async (text: string): Promise<readonly ProviderKey[]> =>
  mayHoldProviderKey(text) ? await providerKeysIn([{ text, firstLine: 1 }]) : [];

/** Provider-shaped and labelled credentials of one text, for versions that only git has. */
export const credentialsIn = async (text: string): Promise<readonly ProviderKey[]> => [
  ...(await providerKeysOf(text)),
  ...labelledCredentials(text),
];

/** Names of the layout that a complete workspace has and this one has not. */
export const missingNames = ({ entries }: Listing): readonly string[] => {
  const present = new Set(entries.map(({ name }) => name));
  return EXPECTED.filter((name) => !present.has(name));
};

/** What an audit misses where it is not there. */
const EXPECTED = [
  ...FILES.filter(({ presence }) => presence === 'required').map(({ name }) => name),
  'MEMORY.md',
  MEMORY_DIR,
];

/** The kernel's boot records of this workspace and what it wrote in its logs, if there is any; or why they could not be read. */
export const recordsOf = (
  host: SnapshotHost,
  listing: Listing,
): Pick<SnapshotContext, 'records' | 'left' | 'unavailable'> => {
  const read = remembered(host, listing, condensed);
  const wrote = remembered(host, listing, (home) => [...leftLogs(home), ...toldLogs(home)]);
  const unavailable = [
    ...('refused' in read ? [`the boot records could not be read (${read.refused})`] : []),
    ...('refused' in wrote
      ? [`what the kernel wrote in logs could not be read (${wrote.refused})`]
      : []),
  ];
  const records = 'value' in read ? read.value : undefined;
  const left = ('value' in wrote ? wrote.value : undefined) ?? [];
  return {
    ...(records !== undefined && isSomething(records) && { records }),
    ...(left.length > 0 && { left }),
    ...(unavailable.length > 0 && { unavailable }),
  };
};

const isSomething = ({ entries, verdict }: Records): boolean =>
  entries.length > 0 || !verdict.whole;

/** What `look` finds in the state of a workspace, where there is one; or the code of why nobody can look. */
const remembered = <Value>(
  { disk, uid, stateRoot }: SnapshotHost,
  { root }: Listing,
  look: (home: StateHome) => Value,
): { readonly value: Value | undefined } | { readonly refused: string } => {
  let home: StateHome | undefined;
  try {
    home = StateHome.peek(stateRoot, { root: { disk }, stat: root }, uid);
    return { value: home && look(home) };
  } catch (error) {
    const code = error instanceof Refusal ? error.code : errnoOf(error);
    if (code === undefined) throw error;
    return { refused: code };
  } finally {
    home?.close();
  }
};

/** Read entry by entry: there may be years of them. */
const condensed = (home: StateHome): Records => {
  const shapes = new BootShapes();
  const walk = walkSealed(home);
  for (;;) {
    const { value, done } = walk.next();
    if (done === true) {
      const verdict = value.whole ? { whole: true as const, torn: value.torn } : value;
      const layout = readLayout(home);
      return {
        entries: shapes.entries,
        alike: shapes.alike,
        ...(layout !== undefined && { layout }),
        verdict,
      };
    }
    // What an agent of another program asked is no boot.
    if (!('hook' in value)) shapes.take(value, value.seq);
  }
};

const SYNC_FOLDERS: readonly (readonly [RegExp, string])[] = [
  [/^Dropbox(?: \(.+\))?$/u, 'Dropbox'],
  [/^OneDrive(?: - .+)?$/u, 'OneDrive'],
  [/^(?:Google ?Drive|GoogleDrive-.+|My Drive)$/u, 'Google Drive'],
  [/^(?:Mobile Documents|com~apple~CloudDocs|iCloud ?Drive)$/u, 'iCloud Drive'],
  [/^(?:Nextcloud|ownCloud|Syncthing|pCloudDrive|MEGAsync)$/u, 'a sync service'],
];

/** The service in whose folder a path lies, by the names that these services give their folders. */
export const syncServiceOf = (real: string): string | undefined => {
  for (const part of real.split('/')) {
    const service = SYNC_FOLDERS.find(([name]) => name.test(part))?.[1];
    if (service !== undefined) return service;
  }
  return undefined;
};
