/**
 * Ring 0. The layout of another system, vetted: it chooses among files, and only takes away from who may do what to
 * them (RFC-0009 §2.4, §3, §4.1). What a name is for is said by one role, or the name has none.
 */
import type { LayoutDocument, LayoutFile } from '#lib/layout/document.ts';
import { fitsName } from '#lib/layout/names.ts';
import { weakens } from '#lib/layout/weakens.ts';
import { ACCESS, type Rights } from '#lib/spec/access.ts';
import { Ring0Refusal as Refusal } from '#lib/spec/refusal.ts';
import { type SessionKind, MAIN, SHARED, type FilePolicy } from '#lib/spec/session-policy.ts';

export class ThirdPartyLayout implements FilePolicy {
  readonly #document: LayoutDocument;

  readonly #agent: string;

  private constructor(document: LayoutDocument, agent: string) {
    this.#document = document;
    this.#agent = agent;
  }

  /** Takes a copy, which stays as it was vetted; `agent`: whose files it names, and no other's. Throws LAYOUT_WEAKENS, for `rfc-0009` in any case. */
  static vet(document: LayoutDocument, agent = '{agent}'): ThirdPartyLayout {
    const { layout, title } = document;
    const isOwn = layout === 'rfc-0009';
    const fault = isOwn ? { pointer: '/layout', reason: 'is ours' } : weakens(document);
    if (fault !== undefined) throw new Refusal('LAYOUT_WEAKENS', { path: title, ...fault });
    const copy = structuredClone(document);
    return new ThirdPartyLayout({ ...copy, files: copy.files.map(narrowed) }, agent);
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
      read: rows.some((row) => isFor(row, kind)) ? most : 'never',
      write: rows.some(({ readOnly }) => readOnly) ? 'never' : write,
      append,
      section,
    };
  };

  #rowsOf(file: string): readonly LayoutFile[] {
    const named = (name: string): string => name.split('{agent}').join(this.#agent);
    return this.#document.files.filter(({ name }) => fitsName(named(name), file));
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
