/**
 * The names of §1 as the rules of that section need them. Bootstrap instructions are left out: what can be wrong with
 * BOOTSTRAP.md and BOOTSTRAP.yamo is one rule of §6.3.
 */
import type { LayoutDocument } from '#lib/layout/document.ts';
import { isLayoutFile } from '#lib/layout/membership.ts';
import { isPattern } from '#lib/layout/names.ts';
import { RFC_0009 } from '#lib/layout/rfc-0009.ts';
import { BOOTSTRAP_FILES, FILES, MEMORY_DIR } from '#lib/spec/files.ts';
import { dayOf } from '#lib/text/day.ts';
import type { Item } from '#lib/workspace/snapshot.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

const ORDERS: ReadonlySet<string> = new Set(BOOTSTRAP_FILES);

/** Every fixed name by its lower-case spelling; daily logs have as many names as there are days. */
const CANONICAL: ReadonlyMap<string, string> = new Map(
  [MEMORY_DIR, ...FILES.map(({ name }) => name)]
    .filter((name) => !ORDERS.has(name) && !name.includes('YYYY'))
    .map((name) => [name.toLowerCase(), name]),
);

/** The name of the layout that this one is, or is but for its case; `undefined` where it is neither. */
export const layoutNameOf = ({ layout }: AuditedWorkspace, name: string): string | undefined =>
  layout === RFC_0009 ? ownNameOf(name) : nameIn(layout, name);

/** In another layout: one of its fixed names, or one that fits a name with variables as it is. */
const nameIn = (layout: LayoutDocument, name: string): string | undefined => {
  const lower = name.toLowerCase();
  const fixed = layout.files.find(
    (file) => isFixed(file.name) && file.name.toLowerCase() === lower,
  );
  return fixed?.name ?? (isLayoutFile(layout, name) ? name : undefined);
};

const isFixed = (name: string): boolean => !isPattern(name) && !name.includes('{');

const ownNameOf = (name: string): string | undefined => {
  const lower = name.toLowerCase();
  const known = CANONICAL.get(lower) ?? (dayOf(lower) === undefined ? undefined : lower);
  // What lies in `Memory/` is not spelled wrongly itself: its folder is.
  const isElsewhere = known?.includes('/') === true && !name.startsWith(`${MEMORY_DIR}/`);
  return isElsewhere ? undefined : known;
};

interface Layout {
  readonly items: readonly Item[];
  /** By the name that they differ from in nothing but case. */
  readonly oddNames: ReadonlyMap<string, readonly string[]>;
}

const layouts = new WeakMap<AuditedWorkspace, Layout>();

const layoutOf = (workspace: AuditedWorkspace): Layout => {
  // Also where the layout is known: whoever asks for it has looked at every item.
  const { items: all } = workspace.snapshot;
  const cached = layouts.get(workspace);
  if (cached !== undefined) return cached;
  const items: Item[] = [];
  const oddNames = new Map<string, string[]>();
  for (const item of all.values()) {
    const name = layoutNameOf(workspace, item.name);
    if (name === undefined) continue;
    if (name === item.name) {
      items.push(item);
      continue;
    }
    const known = oddNames.get(name);
    if (known === undefined) oddNames.set(name, [item.name]);
    else known.push(item.name);
  }
  const layout = { items, oddNames };
  layouts.set(workspace, layout);
  return layout;
};

/** What stands under the names of §1, whatever it is: `memory` itself and its daily logs too, bootstrap instructions not. */
export const layoutItems = (workspace: AuditedWorkspace): readonly Item[] =>
  layoutOf(workspace).items;

/** Names that differ from one of the layout in nothing but case, by the name that they differ from. */
export const oddNames = (workspace: AuditedWorkspace): ReadonlyMap<string, readonly string[]> =>
  layoutOf(workspace).oddNames;
