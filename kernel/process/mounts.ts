/** The mount table: what is mounted twice, or laid over something else, has two paths. */
import { lstatSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isWithin } from './places.ts';

/** A file or folder by where it lies in its file system. */
export interface Location {
  readonly device: string;
  readonly path: string;
}

interface Mount extends Location {
  /** Where it is mounted. */
  readonly place: string;
  /** The folders that an overlay is made of, as the table names them. */
  readonly layers: readonly string[];
}

const LAYERS = /(?:^|,)(?:lowerdir|upperdir|datadir)\+?=([^,]*)/g;
/** Of file systems that lie on no disk of their own, and of btrfs. */
const NO_DISK = '0:';
/** Overlays upon overlays; the system allows two. */
const LAYERS_DEEP = 3;

/** The mounts of this process, as `/proc/self/mountinfo` tells them. */
export class MountTable {
  readonly #mounts: readonly Mount[];

  /** `text`: as proc_pid_mountinfo(5) has it. */
  constructor(text: string) {
    this.#mounts = text.split('\n').flatMap(parsed);
  }

  /** That of this process; empty where the system has none. */
  static read(): MountTable {
    try {
      return new MountTable(readFileSync('/proc/self/mountinfo', 'utf8'));
    } catch {
      return new MountTable('');
    }
  }

  /** Where that is mounted in which `path` lies; absolute and without links, as all paths here. */
  placeOf(path: string): string | undefined {
    return this.#over(path)?.place;
  }

  /** Everything that is shown with `path`: what lies there, and what is mounted below. */
  shownWith(path: string): readonly Location[] {
    return [path, ...this.#below(path)].flatMap((place) => this.locationsOf(place));
  }

  /** Where `path` lies: more than one place if an overlay shows it. */
  locationsOf(path: string, depth = 0): readonly Location[] {
    const mount = this.#over(path);
    if (mount === undefined) return [];
    const inside = join(mount.path, relative(mount.place, path));
    const layers = depth < LAYERS_DEEP ? mount.layers : [];
    return [
      { device: mount.device, path: inside },
      ...layers.flatMap((layer) => this.locationsOf(join(layer, inside), depth + 1)),
    ];
  }

  /**
   * Does anything that is shown with `path` show `file` as well, by a way that the table does not tell: a file system
   * that passes on what lies in another one?
   */
  repeats(path: string, file: string): boolean {
    const own = this.#over(file)?.device;
    const names = file.split(sep).slice(1);
    return [path, ...this.#below(path)]
      .filter((place) => {
        const device = this.#over(place)?.device;
        return device !== own && device?.startsWith(NO_DISK) === true;
      })
      .some((place) => names.some((_, from) => isSame(join(place, ...names.slice(from)), file)));
  }

  #below(path: string): readonly string[] {
    return this.#mounts.map(({ place }) => place).filter((place) => isWithin(path, place));
  }

  /** Of two at one place the last one is seen. */
  #over(path: string): Mount | undefined {
    let over: Mount | undefined;
    for (const mount of this.#mounts)
      if (mount.place.length >= (over?.place.length ?? 0) && isWithin(mount.place, path))
        over = mount;
    return over;
  }
}

const parsed = (line: string): readonly Mount[] => {
  const [, , device, root, place, ...rest] = line.split(' ');
  if (device === undefined || root === undefined || place === undefined) return [];
  const layers = [...(rest.at(-1) ?? '').matchAll(LAYERS)]
    .flatMap(([, list = '']) => plain(list).split(':'))
    .filter((layer) => layer.startsWith(sep));
  return [{ device, path: plain(root), place: plain(place), layers }];
};

/** `\040` is a blank. */
const plain = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCodePoint(Number.parseInt(octal, 8)),
  );

/** The same file, or one that was changed in the same nanosecond and is as long. */
const isSame = (one: string, other: string): boolean => {
  const [first, second] = [statOf(one), statOf(other)];
  if (first === undefined || second === undefined) return false;
  return (
    (first.dev === second.dev && first.ino === second.ino) ||
    (first.isFile() && first.size === second.size && first.mtimeNs === second.mtimeNs)
  );
};

const statOf = (path: string) => {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};
