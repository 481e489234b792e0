/** The golden workspaces as snapshots, and examples of rules laid over them, without a disk under the judge. */
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { LAYOUTS } from '#lib/layout/bundled.ts';
import type { AuditContext } from '#audit/workspace/workspace.ts';
import type { Example } from '#audit/rule/rule.ts';
import type { Content, Item, Snapshot } from '#lib/workspace/snapshot.ts';
import { providerKeysOf } from '#kernel/snapshot/take.ts';

const GOLDEN = resolve(import.meta.dirname, '../../workspaces/golden');

/** The day on which the golden workspaces live. */
const TODAY = '2026-03-10';

export const CONTEXT: AuditContext = {
  today: TODAY,
  now: Date.parse(`${TODAY}T12:00:00Z`) / 1000,
  hash: (text) => createHmac('sha256', 'test').update(text).digest('hex').slice(0, 12),
};

/** The same for examples of another layout. */
export const contextOf = ({ layout }: Pick<Example, 'layout'>): AuditContext =>
  layout === undefined ? CONTEXT : { ...CONTEXT, layout: LAYOUTS[layout] };

export type Files = Readonly<Record<string, string | null>>;

/** The files of a golden workspace by name. */
export const goldenFiles = (
  name: 'v3.0' | 'lite' | 'pending' | 'uninitialised',
): Record<string, string> => {
  const root = join(GOLDEN, name);
  return Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(root.length + 1), readFileSync(path, 'utf8')];
      }),
  );
};

/** A snapshot of text files, with the folders that they need; `null` leaves a file out. */
export const snapshotOf = (files: Files, more: Partial<Snapshot> = {}): Snapshot => {
  const items = new Map<string, Item>();
  const add = (name: string, type: Item['type'], bytes: number, content: Content): void => {
    const identity = `1:${items.size}`;
    const mode = type === 'directory' ? 0o700 : 0o600;
    items.set(name, { name, type, bytes, mode, links: 1, identity, content });
  };
  const named = Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, text] of named) {
    if (text === null) continue;
    for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
      const folder = name.slice(0, at);
      if (!items.has(folder)) add(folder, 'directory', 0, { is: 'not read' });
    }
    add(name, 'file', Buffer.byteLength(text), { is: 'text', text });
  }
  return { items, source: 'disk', providerKeys: new Map(), ...more };
};

/** The same with the keys of providers that stand in its texts. */
export const keyedSnapshotOf = async (
  files: Files,
  more: Partial<Snapshot> = {},
): Promise<Snapshot> => {
  const keys = Object.entries(files).map(
    async ([name, text]) => [name, await providerKeysOf(text ?? '')] as const,
  );
  return snapshotOf(files, { ...more, providerKeys: new Map(await Promise.all(keys)) });
};

/** The golden v3.0 workspace with these files instead; of another layout they are the whole workspace. */
export const goldenWith = ({
  files,
  items = [],
  facts = {},
  layout,
}: Omit<Example, 'shows'>): Snapshot => {
  const base = layout === undefined ? goldenFiles('v3.0') : {};
  const snapshot = snapshotOf({ ...base, ...files }, facts);
  const extra = items.map((item) => [item.name, item] as const);
  return { ...snapshot, items: new Map([...snapshot.items, ...extra]) };
};
