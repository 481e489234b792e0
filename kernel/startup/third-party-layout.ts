/**
 * Ring 0. The layout of another system, vetted: it chooses among files, and only takes away from who may do what to
 * them (RFC-0009 §2.4, §3, §4.1). What a name is for is said by one role, or the name has none.
 */
import type { LayoutDocument, LayoutFile } from '#lib/layout/document.ts';
import { fitsName } from '#lib/layout/names.ts';
import { isAmong } from '#lib/layout/seen.ts';
import { weakens } from '#lib/layout/weakens.ts';
import { ACCESS, type AccessRight, type Rights } from '#lib/spec/access.ts';
import { Ring0Refusal as Refusal } from '#lib/spec/refusal.ts';
import { type SessionKind, MAIN, SHARED, type FilePolicy } from '#lib/spec/session-policy.ts';

/** For whom a layout is vetted. */
interface Vetting {
  /** Whose files it names, and no other's; anybody's where it is left out. */
  readonly agent?: string | undefined;
  /** The automation whose folder is seen; none where it is left out. */
  readonly automation?: string | undefined;
  /** Files that belong to the human once they are there may be created. */
  readonly creates?: boolean;
}

export class ThirdPartyLayout implements FilePolicy {
  readonly #document: LayoutDocument;
  readonly #agent: string;
  readonly #creates: boolean;
  readonly #sees: readonly string[] | undefined;

  private constructor(document: LayoutDocument, { agent, automation, creates }: Vetting) {
    this.#document = document;
    this.#agent = agent ?? '{agent}';
    this.#creates = creates ?? false;
    this.#sees = document.sees
      ?.filter((name) => automation !== undefined || !name.includes('{automation}'))
      .map((name) => this.#named(name).replace('{automation}', automation ?? ''));
  }

  /** Takes a copy, which stays as it was vetted. Throws LAYOUT_WEAKENS, for `rfc-0009` in any case. */
  static vet(document: LayoutDocument, by: Vetting = {}): ThirdPartyLayout {
    const { layout, title } = document;
    const isOwn = layout === 'rfc-0009';
    const fault = isOwn ? { pointer: '/layout', reason: 'is ours' } : weakens(document);
    if (fault !== undefined) throw new Refusal('LAYOUT_WEAKENS', { path: title, ...fault });
    const copy = structuredClone(document);
    return new ThirdPartyLayout({ ...copy, files: copy.files.map(narrowed) }, by);
  }

  /** As it holds here: what no shared session may have is for main sessions. */
  get document(): LayoutDocument {
    return this.#document;
  }

  /** Are bootstrap instructions not the kernel's to delete? */
  get leavesBootstrapToAgent(): boolean {
    return this.#document.bootstrap !== 'kernel';
  }

  /** Files of long-term memory, by name. */
  get memory(): readonly string[] {
    const rows = this.#document.files.filter(({ role }) => role === 'memory');
    return ['MEMORY.md', ...rows.map(({ name }) => name)].filter((name) => !name.includes('*'));
  }

  readonly roleOf: FilePolicy['roleOf'] = (file) => roleIn(this.#rowsOf(file));

  readonly rightsTo = (kind: SessionKind, file: string): Rights | undefined => {
    const rows = this.#rowsOf(file);
    const role = roleIn(rows);
    if (role === undefined) return undefined;
    const { read, write, append, section }: Rights = kind.permissions.access[role];
    // Whoever names a layout that gives its logs to shared sessions opts in with that.
    const most = read === 'opt-in' ? 'context' : read;
    return {
      read: this.sees(file) && rows.some((row) => isFor(row, kind)) ? most : 'never',
      write: this.#writing(rows, write),
      append,
      section,
    };
  };

  /** Names below the workspace as its agent has them: the view of its commands shows these, and no others. */
  get seen(): readonly string[] | undefined {
    return this.#sees;
  }

  readonly sees = (path: string): boolean => this.#sees === undefined || isAmong(this.#sees, path);

  /** Main sessions work with what else is seen; booted as another layout that sees everything, with its own files alone. */
  get work(): FilePolicy['work'] {
    return this.#sees === undefined ? undefined : this.sees;
  }

  #writing(rows: readonly LayoutFile[], write: AccessRight): AccessRight {
    if (rows.some(({ readOnly }) => readOnly)) return 'never';
    if (!rows.some(({ once }) => once)) return write;
    if (this.#creates) return 'create';
    return write === 'never' ? 'never' : 'reconfigure';
  }

  #rowsOf(file: string): readonly LayoutFile[] {
    return this.#document.files.filter(({ name }) => fitsName(this.#named(name), file));
  }

  #named(name: string): string {
    return name.split('{agent}').join(this.#agent);
  }
}

const roleIn = (rows: readonly LayoutFile[]): LayoutFile['role'] | undefined => {
  const [role, ...others] = new Set(rows.map((row) => row.role));
  return others.length === 0 ? role : undefined;
};

const isFor = ({ for: audiences }: LayoutFile, kind: SessionKind): boolean =>
  audiences === undefined || audiences.some((one) => kind.permissions.audiences.includes(one));

const narrowed = (row: LayoutFile): LayoutFile =>
  ACCESS.shared[row.role].read === 'never' && isFor(row, SHARED)
    ? { ...row, for: isFor(row, MAIN) ? ['main'] : [] }
    : row;
