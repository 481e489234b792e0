/** The folders of the index of a workspace, of mode 0700, made where they are missing; what it is kept with (RFC-0009 §4.1). */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { MeshScope, StoreKind } from '#lib/protocol/mesh.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import { StateHome } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { stateOf } from '#kernel/state/store.ts';
import { BASE, baseFolder } from './places.ts';

/** The folder that holds the scopes of one workspace, and what its owner chose to keep them with. */
export class MeshFolders {
  readonly #opened: OpenWorkspace;
  readonly #uid: number;
  readonly #base: string;

  /** Throws STATE_IN_WORKSPACE, STATE_UNUSABLE. */
  constructor(opened: OpenWorkspace, environment: Environment, uid: number) {
    this.#opened = opened;
    this.#uid = uid;
    this.#base = baseFolder(opened, environment);
  }

  /** The folder of a scope, of each chat another one, made if it is missing. Throws STATE_UNUSABLE. */
  of(scope: MeshScope, chat: string | undefined): string {
    return this.#made(scope, scope === 'private' || chat === undefined ? scope : chatFolder(chat));
  }

  /** The folder of what is in no file of the workspace: lessons, and what was imported. Throws STATE_UNUSABLE. */
  ledger(): string {
    return this.#made('ledger');
  }

  /** What the owner chose; `undefined`: the best that is there. Throws STATE_UNUSABLE. */
  get chosen(): StoreKind | undefined {
    return this.#in((base) => stateOf(base).read(STATE.meshChoice)?.store);
  }

  /** Throws STATE_UNUSABLE. */
  choose(store: StoreKind): void {
    this.#in((base) => stateOf(base).write(STATE.meshChoice, { store }));
  }

  #made(place: MeshScope | 'ledger', folder: string = place): string {
    return this.#in((base) => StateHome.within(place, base.path, base, ({ path }) => path, folder));
  }

  #in<Value>(work: (base: StateHome<'mesh'>) => Value): Value {
    const { disk } = this.#opened.workspace.root;
    return StateHome.within(BASE, join(this.#base, '..'), { disk, uid: this.#uid }, work);
  }
}

const chatFolder = (chat: string): string =>
  `chat-${createHash('sha256').update(chat).digest('hex').slice(0, CHAT_FOLDER_CHARS)}`;
const CHAT_FOLDER_CHARS = 32;
