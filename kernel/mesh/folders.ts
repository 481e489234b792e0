/** Where the index of a workspace lies: in the kernel's state, a folder of mode 0700 for each scope (RFC-0009 §4.1). */
import { isAbsolute, join } from 'node:path';
import type { MeshScope, StoreKind } from '#lib/protocol/mesh.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { refuseWithin, StateHome, stateKey } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { stateOf } from '#kernel/state/store.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder that holds the scopes of one workspace, and what its owner chose to keep them with. */
export class MeshFolders {
  readonly #opened: OpenWorkspace;
  readonly #uid: number;
  readonly #base: string;

  /** Throws STATE_IN_WORKSPACE, STATE_UNUSABLE. */
  constructor(opened: OpenWorkspace, environment: Environment, uid: number) {
    this.#opened = opened;
    this.#uid = uid;
    this.#base = baseOf(opened, environment);
  }

  /** The folder of a scope, made if it is missing. Throws STATE_UNUSABLE. */
  of(scope: MeshScope): string {
    return this.#made(scope);
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

  #made(place: MeshScope | 'ledger'): string {
    return this.#in((base) => StateHome.within(place, base.path, base, ({ path }) => path));
  }

  #in<Value>(work: (base: StateHome<'mesh'>) => Value): Value {
    const { disk } = this.#opened.workspace.root;
    return StateHome.within(BASE, join(this.#base, '..'), { disk, uid: this.#uid }, work);
  }
}

/** Where the index of a workspace for main sessions lies, or would. Creates nothing. Throws STATE_IN_WORKSPACE, STATE_UNUSABLE. */
export const indexFolder = (
  opened: Pick<OpenWorkspace, 'workspace' | 'home'>,
  environment: Environment,
): string => join(baseOf(opened, environment), 'private' satisfies MeshScope);

/** Where its ledger lies, or would: what is in no file of the workspace. Creates nothing. Throws as `indexFolder`. */
export const ledgerFolder = (
  opened: Pick<OpenWorkspace, 'workspace' | 'home'>,
  environment: Environment,
): string => join(baseOf(opened, environment), 'ledger');

const BASE = 'mesh';

/** RFC-0013 has a variable for it; other workspaces may have theirs in the same folder. */
const baseOf = (
  { workspace, home }: Pick<OpenWorkspace, 'workspace' | 'home'>,
  environment: Environment,
): string => {
  const { YAMO_MEMORY_DB_DIR: given = '' } = environment;
  if (given === '') return join(home.path, BASE);
  if (!isAbsolute(given))
    throw new Refusal('STATE_UNUSABLE', { path: given, reason: 'it is no absolute path' });
  refuseWithin(given, workspace);
  return join(given, stateKey(workspace.stat), BASE);
};
