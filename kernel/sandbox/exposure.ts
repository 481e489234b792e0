/**
 * Would a path show what is to be hidden? Compared as both are named, and by where they lie in their file systems, since
 * what is mounted twice has two names. What is shown is shown with all that is below it.
 */
import { join } from 'node:path';
import { type Location, MountTable } from '#kernel/process/mounts.ts';
import { isWithin, resolved } from '#kernel/process/places.ts';

/** How two paths of one file system lie to each other. */
type Relation = (one: string, other: string) => boolean;

/** One lies in the other, or they are the same. */
const overlap: Relation = (one, other) => isWithin(one, other) || isWithin(other, one);

export class Exposure {
  readonly #mounts = MountTable.read();
  readonly #shown = new Map<string, readonly Location[]>();

  /** Does `path` hold `hidden`, or lie in it? */
  overlaps(path: string, hidden: string): boolean {
    return this.#meets(path, hidden, overlap);
  }

  /** Does `path` hold `hidden`? */
  holds(path: string, hidden: string): boolean {
    return this.#meets(path, hidden, isWithin);
  }

  /** The same where a file system stands between that passes on what lies in another one, such as FUSE. */
  repeatsPrivate(path: string, workspace: string): boolean {
    return this.#mounts.repeats(resolved(path) ?? path, join(workspace, 'MEMORY.md'));
  }

  #meets(path: string, hidden: string, relation: Relation): boolean {
    const real = resolved(path) ?? path;
    if (relation(path, hidden) || relation(real, hidden)) return true;
    const places =
      relation === overlap ? this.#shownWith(hidden) : this.#mounts.locationsOf(hidden);
    return places.some((place) =>
      this.#shownWith(real).some(
        (one) => one.device === place.device && relation(one.path, place.path),
      ),
    );
  }

  #shownWith(path: string): readonly Location[] {
    const shown = this.#shown.get(path) ?? this.#mounts.shownWith(path);
    this.#shown.set(path, shown);
    return shown;
  }
}
