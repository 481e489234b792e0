/**
 * Objects of a bucket as files of a disk that is read and never written: what was fetched has its text, what was not can be
 * seen and not opened. All other paths are those of this machine.
 */
import { type Disk, type Stat, systemError } from '#kernel/fs/disk.ts';

/** An object, and what it holds if that was fetched. */
export interface SeenObject {
  readonly bytes: number;
  readonly content: Uint8Array | undefined;
}

type Node = { readonly file: SeenObject } | { readonly names: Set<string> };

/** Above every number of the machine's. */
const FIRST_FD = 1 << 24;

/** The objects as a tree, and what of it is open. */
class Tree {
  readonly root: string;
  readonly #nodes: ReadonlyMap<string, Node>;
  readonly #uid: number;
  readonly #open = new Map<number, string>();
  #next = FIRST_FD;

  constructor(root: string, objects: ReadonlyMap<string, SeenObject>, uid: number) {
    this.root = root;
    this.#nodes = treeOf(objects);
    this.#uid = uid;
  }

  /** A path below the root by its names; `undefined` for one of the machine. */
  within(path: string): string | undefined {
    const [, fd, rest = ''] = /^\/proc\/self\/fd\/(\d+)(.*)$/su.exec(path) ?? [];
    const base = fd === undefined ? undefined : this.#open.get(Number(fd));
    const whole = base === undefined ? path : `${this.root}/${base}${rest}`;
    if (whole !== this.root && !whole.startsWith(`${this.root}/`)) return undefined;
    const names = whole.slice(this.root.length).split('/');
    return names.filter((name) => name !== '' && name !== '.').join('/');
  }

  opened(fd: number): string | undefined {
    return this.#open.get(fd);
  }

  open(path: string): number {
    const node = this.at(path);
    if ('file' in node && node.file.content === undefined)
      throw systemError('EACCES', 'not fetched');
    this.#next += 1;
    this.#open.set(this.#next, path);
    return this.#next;
  }

  /** Was it open here? */
  close(fd: number): boolean {
    return this.#open.delete(fd);
  }

  at(path: string): Node {
    const node = this.#nodes.get(path);
    if (node === undefined) throw systemError('ENOENT', 'no such object');
    return node;
  }

  stat(path: string): Stat | undefined {
    const node = this.#nodes.get(path);
    return node && statOf(path, node, this.#uid);
  }

  names(path: string): string[] {
    const node = this.at(path);
    if (!('names' in node)) throw systemError('ENOTDIR', 'an object');
    return [...node.names];
  }

  read(path: string, into: Uint8Array, offset: number, position: number): number {
    const node = this.at(path);
    if (!('file' in node)) throw systemError('EISDIR', 'a folder');
    const content = node.file.content ?? new Uint8Array();
    const part = content.subarray(position, position + into.byteLength - offset);
    into.set(part, offset);
    return part.byteLength;
  }
}

/** `root` is a path that this machine has not; `objects` by their names below it. */
export const bucketDisk = (
  real: Disk,
  root: string,
  objects: ReadonlyMap<string, SeenObject>,
  uid: number,
): Disk => {
  const tree = new Tree(root, objects, uid);
  const either =
    <Value>(of: (path: string) => Value, ofReal: (path: string) => Value) =>
    (path: string): Value => {
      const inside = tree.within(path);
      return inside === undefined ? ofReal(path) : of(inside);
    };
  return {
    ...real,
    open: (path, flags, mode) => {
      const inside = tree.within(path);
      return inside === undefined ? real.open(path, flags, mode) : tree.open(inside);
    },
    close: (fd) => (tree.close(fd) ? undefined : real.close(fd)),
    fstat: (fd) => tree.stat(tree.opened(fd) ?? NOWHERE) ?? real.fstat(fd),
    lstat: either((path) => tree.stat(path), real.lstat),
    read: (fd, into, offset, position) => {
      const path = tree.opened(fd);
      return path === undefined
        ? real.read(fd, into, offset, position)
        : tree.read(path, into, offset, position);
    },
    readdir: either((path) => tree.names(path), real.readdir),
    firstNames: (path, most) => {
      const inside = tree.within(path);
      return inside === undefined ? real.firstNames(path, most) : tree.names(inside).slice(0, most);
    },
    entries: either((path) => entriesOf(tree, path), real.entries),
    readlink: either(() => {
      throw systemError('EINVAL', 'no link');
    }, real.readlink),
    realpath: either((path) => {
      tree.at(path);
      return path === '' ? root : `${root}/${path}`;
    }, real.realpath),
    ...READ_ONLY,
  };
};

/** No object has this name. */
const NOWHERE = '/';

const entriesOf = (tree: Tree, path: string): ReturnType<Disk['entries']> =>
  tree.names(path).map((name) => ({
    name,
    isDirectory: 'names' in tree.at(path === '' ? name : `${path}/${name}`),
  }));

const readOnly = (): never => {
  throw systemError('EROFS', 'a bucket is only read');
};

const READ_ONLY = {
  write: readOnly,
  rename: readOnly,
  link: readOnly,
  unlink: readOnly,
  mkdir: readOnly,
  rmdir: readOnly,
} as const;

/** Keys with a slash are files in folders; one that could be no name of a file is left out. */
const treeOf = (objects: ReadonlyMap<string, SeenObject>): ReadonlyMap<string, Node> => {
  const nodes = new Map<string, Node>([['', { names: new Set() }]]);
  for (const [name, file] of objects) {
    const names = name.split('/');
    if (names.some((one) => one === '' || one === '.' || one === '..')) continue;
    for (let depth = 0; depth < names.length; depth += 1) {
      const folder = nodes.get(names.slice(0, depth).join('/'));
      if (folder === undefined || !('names' in folder)) break;
      folder.names.add(names[depth] ?? '');
      const path = names.slice(0, depth + 1).join('/');
      if (nodes.has(path)) continue;
      nodes.set(path, depth + 1 === names.length ? { file } : { names: new Set() });
    }
  }
  return nodes;
};

const FILE_MODE = 0o100600n;
const FOLDER_MODE = 0o040700n;
const no = (): boolean => false;
const LONG_AGO = new Date(0);

const statOf = (path: string, node: Node, uid: number): Stat => {
  const isFile = 'file' in node;
  const times = { atime: LONG_AGO, mtime: LONG_AGO, ctime: LONG_AGO, birthtime: LONG_AGO };
  const numbers = { atimeMs: 0n, mtimeMs: 0n, ctimeMs: 0n, birthtimeMs: 0n };
  const nanos = { atimeNs: 0n, mtimeNs: 0n, ctimeNs: 0n, birthtimeNs: 0n };
  return {
    ...times,
    ...numbers,
    ...nanos,
    dev: 0n,
    ino: inodeOf(path),
    mode: isFile ? FILE_MODE : FOLDER_MODE,
    nlink: 1n,
    uid: BigInt(uid),
    gid: BigInt(uid),
    rdev: 0n,
    size: isFile ? BigInt(node.file.bytes) : 0n,
    blksize: 4096n,
    blocks: 0n,
    isFile: () => isFile,
    isDirectory: () => !isFile,
    isSymbolicLink: no,
    isBlockDevice: no,
    isCharacterDevice: no,
    isFIFO: no,
    isSocket: no,
  };
};

/** One number for each path: FNV-1a of 64 bits. */
const inodeOf = (path: string): bigint => {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(path))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
};
