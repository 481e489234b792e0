/** A workspace as it is in a commit: the same names and contents that a snapshot of the disk would hold. */
import { posix } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Content, Item, ProviderKey, Snapshot } from '#lib/workspace/snapshot.ts';
import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { type GitAnswer, runGit } from '#kernel/process/git.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import { repositoryAbove } from './tracked.ts';
import { decode } from './contents.ts';
import { realPath } from './git.ts';
import { type AskGit, type Blob, blobsAmong, contentsOf, OUTSIDE } from './git-objects.ts';
import {
  ITEMS_MAX,
  MEMORY_MAX_DEPTH,
  OWN_SELECTION,
  type Selection,
  WHOLE_MAX_BYTES,
} from './selection.ts';
import { providerKeysOf } from './take.ts';

export interface RevisionOptions {
  readonly environment: Environment;
  readonly disk?: Disk;
  readonly signal?: AbortSignal | undefined;
  /** Which folders are listed, and which files are read; by default those of RFC-0009. */
  readonly selection?: Selection;
}

const COMMIT_NAME_MAX_BYTES = 65;
/** Names in one folder of a repository, and all names below `memory/`. */
const TREE_MAX_BYTES = 64 * 1024 * 1024;
/** A longer path leads nowhere on any system. */
const LINK_MAX_BYTES = 4096;

/** An entry of a tree: its mode as git writes it, its object, and its name in the workspace. */
interface TreeEntry {
  readonly mode: string;
  readonly object: string;
  readonly name: string;
}

/**
 * The workspace folder at `path` as it is in the commit that `revision` names; without items if it is not there.
 * Throws GIT_UNAVAILABLE and REVISION_UNKNOWN.
 */
export const snapshotAtRevision = async (
  path: string,
  revision: string,
  { environment, disk = real, signal, selection = OWN_SELECTION }: RevisionOptions,
): Promise<Snapshot> => {
  const place = realPath(disk, path);
  const unavailable = (reason: string): Refusal => new Refusal('GIT_UNAVAILABLE', { path, reason });
  if (repositoryAbove(disk, place) === undefined) throw unavailable('it lies in no git repository');
  const run = (args: readonly string[], request: Parameters<AskGit>[1]): Promise<GitAnswer> =>
    runGit(place, args, { ...request, environment, signal });
  const ask: AskWhole = async (...asked) => {
    const answer = await run(...asked);
    if (answer.is === 'answer') return answer;
    throw unavailable(answer.reason);
  };
  // What is wrong with the repository is found here, so that after it only the revision can be wrong.
  const inside = await ask(['rev-parse', '--is-inside-work-tree'], {
    maxBytes: COMMIT_NAME_MAX_BYTES,
  });
  if (inside.output.toString('latin1') !== 'true\n') throw unavailable(OUTSIDE);
  const named = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const found = await run(named, { maxBytes: COMMIT_NAME_MAX_BYTES });
  if (found.is === 'unavailable' && found.exitCode === undefined) throw unavailable(found.reason);
  const commit = found.is === 'answer' ? found.output.toString('latin1').trim() : '';
  if (!/^[0-9a-f]{40,64}$/u.test(commit)) throw new Refusal('REVISION_UNKNOWN', { path, revision });
  return snapshotOf(ask, commit, selection);
};

type Answer = Extract<GitAnswer, { is: 'answer' }>;
/** Throws where git cannot be asked. */
type AskWhole = (...asked: Parameters<AskGit>) => Promise<Answer>;

const snapshotOf = async (
  ask: AskWhole,
  commit: string,
  selection: Selection,
): Promise<Snapshot> => {
  const { isRead } = selection;
  const { entries, partial } = await listTree(ask, commit, selection);
  const blobs = await blobsAmong(
    ask,
    entries.filter(isBlob).map(({ object }) => object),
  );
  const sizes = new Map(blobs.map(({ object, bytes }) => [object, bytes]));
  const wanted = new Map<string, Blob>();
  for (const { mode, object, name } of entries) {
    const bytes = sizes.get(object);
    const limit = mode === MODE.symlink ? LINK_MAX_BYTES : WHOLE_MAX_BYTES;
    const isWanted = mode === MODE.symlink || (isFile(mode) && isRead(name));
    if (isWanted && bytes !== undefined && bytes <= limit) wanted.set(object, { object, bytes });
  }
  const contents = new Map<string, Buffer>();
  for await (const { object, content } of contentsOf(ask, [...wanted.values()]))
    contents.set(object, content);
  const names = new Set(entries.map(({ name }) => name));
  const items = new Map(
    entries.map((entry) => [
      entry.name,
      itemOf(entry, sizes.get(entry.object), contents.get(entry.object), { names, selection }),
    ]),
  );
  const providerKeys = new Map<string, readonly ProviderKey[]>();
  for (const { name, content } of items.values()) {
    const keys = 'text' in content ? await providerKeysOf(content.text) : [];
    if (keys.length > 0) providerKeys.set(name, keys);
  }
  return {
    items,
    source: 'revision',
    ...(partial !== undefined && { partial }),
    providerKeys,
  };
};

/** The modes that git knows (git-fast-import, "filemodify"); all others are of regular files. */
const MODE = { directory: '040000', symlink: '120000', submodule: '160000' } as const;

const isFile = (mode: string): boolean => mode.startsWith('100');
const isBlob = ({ mode }: TreeEntry): boolean => isFile(mode) || mode === MODE.symlink;

/** The names that a listing of the disk has: of the root, and of the folders in it that are listed. */
const listTree = async (
  ask: AskWhole,
  commit: string,
  { isListed }: Selection,
): Promise<{ readonly entries: readonly TreeEntry[]; readonly partial?: string }> => {
  const root = await ask(['ls-tree', '-z', commit], { maxBytes: TREE_MAX_BYTES });
  const top = entriesIn(root);
  const folders = top.filter(({ mode, name }) => mode === MODE.directory && isListed(name));
  const below =
    folders.length === 0
      ? undefined
      : await ask(['ls-tree', '-r', '-t', '-z', commit, '--', ...folders.map(({ name }) => name)], {
          maxBytes: TREE_MAX_BYTES,
        });
  // Below the top of a repository git names the folder itself as well, `./`.
  const inner = (below === undefined ? [] : entriesIn(below)).filter(({ name }) =>
    folders.some((folder) => name.startsWith(`${folder.name}/`) && isListed(posix.dirname(name))),
  );
  const all = [...top, ...inner].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const shallow = all.filter(({ name }) => name.split('/').length <= MEMORY_MAX_DEPTH + 1);
  const entries = shallow.slice(0, ITEMS_MAX);
  if (entries.length < shallow.length || !root.isWhole || below?.isWhole === false)
    return { entries, partial: `only the first ${ITEMS_MAX} names were looked at` };
  return shallow.length < all.length
    ? { entries, partial: `folders deeper than ${MEMORY_MAX_DEPTH} were left out` }
    : { entries };
};

/** `MODE TYPE OBJECT`, a tab, the name as bytes. */
const entriesIn = ({ output, isWhole }: Answer): readonly TreeEntry[] => {
  const lines = output.toString('latin1').split('\0');
  // After the last NUL stands nothing, or what was cut.
  if (isWhole || lines.length > 0) lines.pop();
  return lines.flatMap((line) => {
    const tab = line.indexOf('\t');
    const [mode = '', , object = ''] = line.slice(0, tab).split(' ');
    const name = Buffer.from(line.slice(tab + 1), 'latin1').toString('utf8');
    return [{ mode, object, name }];
  });
};

/** All names of the tree, and which of them are looked at. */
interface Within {
  readonly names: ReadonlySet<string>;
  readonly selection: Selection;
}

const itemOf = (
  { mode, name }: TreeEntry,
  bytes: number | undefined,
  content: Buffer | undefined,
  within: Within,
): Item => {
  const unread: Content = { is: 'not read' };
  // Each name in a commit is a file of its own, whatever the objects are.
  const facts = { name, bytes: bytes ?? 0, links: 1, identity: name };
  if (mode === MODE.symlink)
    return {
      ...facts,
      type: 'symlink',
      mode: 0,
      target: targetOf(name, content, within),
      content: unread,
    };
  if (!isFile(mode)) return { ...facts, type: 'directory', mode: 0, content: unread };
  return {
    ...facts,
    type: 'file',
    mode: Number.parseInt(mode.slice(-3), 8),
    content: within.selection.isRead(name) ? contentOf(bytes, content) : unread,
  };
};

const contentOf = (bytes: number | undefined, content: Buffer | undefined): Content => {
  if (content !== undefined) return decode(content);
  return bytes !== undefined && bytes > WHOLE_MAX_BYTES
    ? { is: 'too large', limitBytes: WHOLE_MAX_BYTES, labelled: [] }
    : // A partial clone has the name and not the content.
      { is: 'unreadable', errno: 'ENOENT' };
};

/** Where a link leads by its text: an absolute path leads out of every commit. */
const targetOf = (
  name: string,
  content: Buffer | undefined,
  { names, selection }: Within,
): NonNullable<Item['target']> => {
  const text = content?.toString('utf8') ?? '';
  if (text === '') return 'dangling';
  const target = posix.normalize(posix.join(posix.dirname(name), text)).replace(/\/$/u, '');
  if (text.startsWith('/') || target === '..' || target.startsWith('../')) return 'outside';
  const [folder = ''] = target.split('/');
  // What lies in a folder that is not listed is not known by name.
  const isUnlisted = folder !== target && names.has(folder) && !selection.isListed(folder);
  return target === '.' || names.has(target) || isUnlisted ? 'inside' : 'dangling';
};
