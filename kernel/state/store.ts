/** The only reader and writer of the kinds of state, over the folder that they lie in. */
import { join } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Stat } from '#kernel/fs/disk.ts';
import { appendDurably } from './append.ts';
import { type StateHome, unusable } from './home.ts';
import { type Kind, type Place, STATE } from './kinds.ts';

type Key = readonly string[];
/** A kind, whatever stands in it. */
type Known<At extends Place, K extends Key> = Kind<At, K, unknown, never>;

/** The files of one place of the state, by their kinds. All throw STATE_UNUSABLE. */
export class StateStore<At extends Place> {
  readonly #home: StateHome<At>;

  constructor(home: StateHome<At>) {
    this.#home = home;
  }

  /** `undefined` if there is none, or a damaged one counts as none. Throws STATE_DAMAGED. */
  read<K extends Key, Value, Given>(kind: Kind<At, K, Value, Given>, ...key: K): Value | undefined {
    return this.#whole(kind, key)?.value;
  }

  /** The bytes of what `read` gives; throws as it does. */
  bytes<K extends Key>(kind: Known<At, K>, ...key: K): Buffer | undefined {
    return this.#whole(kind, key)?.bytes;
  }

  /** Writes what `bytes` gave, durably. */
  put<K extends Key>(kind: Known<At, K>, bytes: Uint8Array, ...key: K): void {
    this.#home.write(kind.file(...key), bytes);
  }

  #whole<K extends Key, Value, Given>(
    kind: Kind<At, K, Value, Given>,
    key: K,
  ): { readonly value: Value; readonly bytes: Buffer } | undefined {
    const name = kind.file(...key);
    const bytes = this.#home.read(name);
    const value = bytes && kind.parse(bytes);
    if (bytes !== undefined && value !== undefined) return { value, bytes };
    if (bytes === undefined || kind.isSpare === true) return undefined;
    const path = this.path(kind, ...key);
    if (kind.lost === undefined)
      throw new Refusal('STATE_DAMAGED', { path, reason: 'not the expected JSON' });
    this.#home.setAside(name, kind.lost);
    return undefined;
  }

  /** Durable when it returns, if the kind is. */
  write<K extends Key, Value, Given>(
    kind: Kind<At, K, Value, Given>,
    value: Given,
    ...key: K
  ): void {
    const [name, bytes] = [kind.file(...key), kind.print(value)];
    if (kind.isDurable) this.#home.write(name, bytes);
    else this.#home.note(name, bytes);
  }

  /** Adds a line of JSON, durable when it returns, to what is there or to nothing. */
  append<K extends Key>(kind: Kind<At, K, Buffer, Uint8Array>, line: object, ...key: K): void {
    const { directory } = this.#home;
    const name = kind.file(...key);
    this.#guarded(() => {
      if (this.stat(kind, ...key) === undefined) this.write(kind, Buffer.alloc(0), ...key);
      // A kill may have torn the line before.
      appendDurably(
        directory,
        name,
        ({ isRagged }) => `${isRagged ? '\n' : ''}${JSON.stringify(line)}\n`,
      );
    });
  }

  /** Removes it, if it is there. */
  remove<K extends Key>(kind: Known<At, K>, ...key: K): void {
    this.#home.remove(kind.file(...key));
  }

  /** Removes the kinds that go with this. */
  removeAll(goes: Kind['goes']): void {
    const { place } = this.#home;
    for (const kind of Object.values(STATE))
      if (kind.place === place && 'goes' in kind && kind.goes === goes)
        this.#home.remove(kind.name);
  }

  /** Removes what was set aside and holds something: it is nobody's any more. */
  removeDamaged(holds: (text: string) => boolean): void {
    for (const name of this.#names().filter((one) => one.endsWith('.damaged')))
      if (holds(this.#home.read(name)?.toString('utf8') ?? '')) this.#home.remove(name);
  }

  /** The keys of what is there of kinds with one star in their names, each once, in the order of the disk. */
  keys(...kinds: readonly Known<At, [part: string]>[]): readonly string[] {
    return keysIn(this.#names(), ...kinds);
  }

  /** The same of one kind with any number of stars: a part for each. */
  partedKeys(kind: Known<At, Key>): readonly Key[] {
    return this.#names().flatMap((name) => {
      const parts = partsIn(name, kind);
      return parts === undefined ? [] : [parts];
    });
  }

  #names(): readonly string[] {
    return this.#guarded(() => this.#home.directory.names());
  }

  /** What lstat says of it. */
  stat<K extends Key>(kind: Known<At, K>, ...key: K): Stat | undefined {
    const { directory } = this.#home;
    return this.#guarded(() => directory.disk.lstat(directory.at(kind.file(...key))));
  }

  /** Where it lies, for people, locks and programs in a sandbox. */
  path<K extends Key>(kind: Known<At, K>, ...key: K): string {
    return join(this.#home.path, kind.file(...key));
  }

  /** Moves a damaged one out of the way, with what is lost by that. */
  setAside<K extends Key>(kind: Known<At, K>, loss: string, ...key: K): void {
    this.#home.setAside(kind.file(...key), loss);
  }

  #guarded<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      throw unusable(error, this.#home.path);
    }
  }
}

/** The keys that files of these names have, each once. */
export const keysIn = (
  names: readonly string[],
  ...kinds: readonly Known<Place, [part: string]>[]
): readonly string[] => [
  ...new Set(names.flatMap((name) => kinds.flatMap((kind) => partsIn(name, kind) ?? []))),
];

/** What the stars stand for in the name of a file; `undefined` where it is none of the kind. */
export const partsIn = (name: string, kind: Pick<Kind, 'name' | 'keys'>): Key | undefined => {
  const pattern = kind.name.replaceAll('.', String.raw`\.`).replaceAll('*', '(.+?)');
  const parts = new RegExp(`^${pattern}$`, 'su').exec(name)?.slice(1);
  return parts?.every((part) => kind.keys?.test(part) !== false) === true ? parts : undefined;
};

/** The files of a place. */
export const stateOf = <At extends Place>(home: StateHome<At>): StateStore<At> =>
  new StateStore(home);
