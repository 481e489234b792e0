/**
 * Ring 0. The files of another layout, in place of the sequence of RFC-0009 §2.2: read after the proof of what became of
 * bootstrap instructions (§6.3, R-07), and none that its session may not have (§2.4, §4.1).
 */
import type { SessionKind } from '#lib/spec/session-policy.ts';
import type { ThirdPartyLayout } from './third-party-layout.ts';
import type { BootstrapGone } from './guard.ts';
import { LoadProgress } from './load.ts';
import { forbidMemory } from './preflight.ts';
import { type FileText, type Forbidden, NOTHING_FORBIDDEN, readAt } from './read.ts';
import type { Workspace } from './workspace.ts';

/** Proof that bootstrap instructions are not the kernel's to delete: the layout says who does, if anybody. */
export class BootstrapKept {
  readonly #of: ThirdPartyLayout;

  private constructor(of: ThirdPartyLayout) {
    this.#of = of;
  }

  static of(foreign: ThirdPartyLayout): BootstrapKept {
    if (!foreign.leavesBootstrapToAgent)
      throw new TypeError('the kernel deletes them in this layout');
    return new BootstrapKept(foreign);
  }

  isOf(foreign: ThirdPartyLayout): boolean {
    return this.#of === foreign;
  }
}

/** What is to be loaded, and for whom; `names` in the order in which they are read. */
export interface LayoutLoading {
  readonly workspace: Workspace;
  readonly foreign: ThirdPartyLayout;
  readonly kind: SessionKind;
  readonly notes: Forbidden['notes'];
  readonly today: string;
  readonly names: readonly string[];
}

/** The files of another layout as a session of its kind may have them. */
export class LayoutLoaded extends LoadProgress {
  readonly step = 'load_layout';
  readonly foreign: ThirdPartyLayout;
  readonly today: string;

  private constructor(by: LayoutLoading, forbidden: Forbidden, files: readonly FileText[]) {
    super({ workspace: by.workspace, kind: by.kind, forbidden, seesLogs: true }, files);
    this.foreign = by.foreign;
    this.today = by.today;
  }

  /** Opens each name once that the session may have, and by no name what it must not. Throws what `readFile` throws, MEMORY_ALIASED, FILE_OWNER, FILE_…_WRITABLE. */
  static after(
    proof: BootstrapGone<ThirdPartyLayout> | BootstrapKept,
    by: LayoutLoading,
  ): LayoutLoaded {
    const { workspace, foreign, kind } = by;
    const isKept = proof instanceof BootstrapKept;
    if (isKept ? !proof.isOf(foreign) : proof.sealed !== foreign)
      throw new TypeError('a proof of another layout');
    const forbidden = kind.permissions.seesMemory
      ? NOTHING_FORBIDDEN
      : { ...forbidMemory(workspace, foreign.memory), notes: by.notes };
    // Instructions that are kept are for the agent that carries them out with its human.
    const mayHave = (name: string): boolean =>
      foreign.roleOf(name) === 'bootstrap'
        ? isKept && kind.permissions.takesInstructions
        : (foreign.rightsTo(kind, name)?.read ?? 'never') !== 'never';
    const files = by.names.filter(mayHave).flatMap((name) => {
      const read = readAt(() => workspace.place(name), name, forbidden);
      if (read !== undefined) workspace.refuseStrangersOf(name, read.stat);
      return read ?? [];
    });
    return new LayoutLoaded(by, forbidden, files);
  }
}
