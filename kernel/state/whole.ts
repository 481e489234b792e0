/**
 * The state of one workspace as a whole (R-108), for whoever copies it or takes it to another machine: rows of the kinds of
 * `STATE`, and lines of its journals, to which is only added. What says nothing on another machine is left out, and keys
 * are unless somebody asks for them. Whoever calls holds the write lock of the workspace, so that all is of one moment.
 */
import { basename, dirname, join } from 'node:path';
import { sha256 } from '#kernel/fs/bytes.ts';
import { AppendedJournals, type JournalLines, refusedRow } from './appended.ts';
import { isThere, StateHome } from './home.ts';
import { type Kind, type Place, STATE } from './kinds.ts';
import { partsIn, stateOf, type StateStore } from './store.ts';

/** One file of the state. */
export interface StateRow {
  /** The place and the name of its kind, such as `journal/*.json`: they are those of every version. */
  readonly kind: string;
  /** A part for each star. */
  readonly key: readonly string[];
  /** SHA-256 of the bytes, in hexadecimal digits: another one says that the row has changed. */
  readonly version: string;
  readonly bytes: Uint8Array;
}

/** What `apply` takes over. */
export interface StateChange {
  /** All that the kinds hold; absent: they stay as they are. */
  readonly rows?: readonly StateRow[];
  readonly journals?: readonly JournalLines[];
}

type AnyKind = Kind<Place, readonly string[], unknown, never>;

/** A row whose kind is known. */
interface KnownRow {
  readonly kind: AnyKind;
  readonly key: readonly string[];
  readonly bytes: Uint8Array;
}

/** Those that `STATE` has of a workspace, the one last that vouches for the others. */
const PLACES = ['workspace', 'journal', 'mesh', 'seals'] as const satisfies readonly Place[];
type PlaceInWhole = (typeof PLACES)[number];

const KINDS: readonly AnyKind[] = Object.values(STATE);

/** The state of the workspace that a home is of. Nothing here waits for anything but the disk. */
export class WholeState {
  readonly #home: StateHome;
  readonly #journals: AppendedJournals;
  readonly #kinds: readonly AnyKind[];

  /** `secrets`: with keys. */
  constructor(home: StateHome, { secrets }: { readonly secrets: boolean }) {
    this.#home = home;
    this.#journals = new AppendedJournals(home);
    this.#kinds = KINDS.filter(
      ({ isLocal, isSecret }) => isLocal !== true && (secrets || isSecret !== true),
    );
  }

  /** All rows. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  dump(): readonly StateRow[] {
    return PLACES.flatMap((place) =>
      this.#isThere(place) ? this.#in(place, (state) => this.#rowsIn(place, state)) : [],
    );
  }

  /**
   * The whole lines that were added to each journal since its offset, in bytes; one without offset is given from its
   * beginning. One journal at a time is in memory. Throws STATE_DAMAGED where one has become shorter, STATE_UNUSABLE.
   */
  journalsFrom(offsets: Readonly<Record<string, number>> = {}): Iterable<JournalLines> {
    return this.#journals.linesFrom(offsets);
  }

  /**
   * Makes the state what the rows say, and adds lines to their journals; all of it is looked at before anything is
   * written. Once more with the same, after a kill, it brings that to its end. Throws STATE_ROW_REFUSED, STATE_UNUSABLE.
   */
  apply({ rows, journals = [] }: StateChange): void {
    refuseTwice([...(rows ?? []).map(nameOf), ...journals.map(({ journal }) => journal)]);
    const known = rows?.map((row) => this.#known(row));
    const additions = journals.map((lines) => this.#journals.adding(lines));
    for (const add of additions) add();
    if (known === undefined) return;
    for (const place of PLACES) {
      const own = known.filter(({ kind }) => kind.place === place);
      if (own.length > 0 || this.#isThere(place))
        this.#in(place, (state) => this.#replace(place, state, own));
    }
  }

  #kindsOf(place: PlaceInWhole): readonly AnyKind[] {
    return this.#kinds.filter((kind) => kind.place === place);
  }

  #rowsIn(place: PlaceInWhole, state: StateStore<Place>): readonly StateRow[] {
    return this.#kindsOf(place).flatMap((kind) =>
      state.partedKeys(kind).flatMap((key) => {
        const bytes = state.bytes(kind, ...key);
        return bytes === undefined
          ? []
          : [{ kind: titleOf(kind), key, version: sha256(bytes), bytes }];
      }),
    );
  }

  /** Throws STATE_ROW_REFUSED. */
  #known(row: StateRow): KnownRow {
    const { key, version } = row;
    const kind = PLACES.flatMap((place) => this.#kindsOf(place)).find(
      (one) => titleOf(one) === row.kind,
    );
    if (kind === undefined) throw refusedRow(nameOf(row), 'its kind is unknown');
    const name = kind.file(...key);
    if (/[/\0]/u.test(name) || partsIn(name, kind)?.join('/') !== key.join('/'))
      throw refusedRow(nameOf(row), 'there is no such key');
    const bytes = Buffer.from(row.bytes);
    if (sha256(bytes) !== version || kind.parse(bytes) === undefined)
      throw refusedRow(nameOf(row), 'it is damaged');
    return { kind, key, bytes };
  }

  #replace(place: PlaceInWhole, state: StateStore<Place>, rows: readonly KnownRow[]): void {
    const names = new Set(rows.map(({ kind, key }) => kind.file(...key)));
    for (const kind of this.#kindsOf(place))
      for (const key of state.partedKeys(kind))
        if (!names.has(kind.file(...key))) state.remove(kind, ...key);
    for (const { kind, key, bytes } of rows) state.put(kind, bytes, ...key);
  }

  #isThere(place: PlaceInWhole): boolean {
    return isThere(this.#home.disk, join(...this.#folderOf(place)));
  }

  #in<Value>(place: PlaceInWhole, work: (state: StateStore<Place>) => Value): Value {
    if (place === 'workspace') return work(stateOf<Place>(this.#home));
    const [root, folder] = this.#folderOf(place);
    const within = (home: StateHome<Place>): Value => work(stateOf(home));
    return StateHome.within<Place, Value>(place, root, this.#home, within, folder);
  }

  #folderOf(place: PlaceInWhole): readonly [root: string, folder: string] {
    const { path } = this.#home;
    switch (place) {
      case 'workspace':
        return [dirname(path), basename(path)];
      case 'journal':
      case 'mesh':
        return [path, place];
      case 'seals':
        return [join(dirname(path), place), basename(path)];
    }
  }
}

const titleOf = ({ place, name }: AnyKind): string => `${place}/${name}`;

const nameOf = ({ kind, key }: StateRow): string => [kind, ...key].join(' ');

const refuseTwice = (names: readonly string[]): void => {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refusedRow(twice, 'it is there twice');
};
