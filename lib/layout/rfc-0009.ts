/** RFC-0009 as a document: derived from the table of its files and the order of its start-up. */
import { ACCESS } from '#lib/spec/access.ts';
import { BOOTSTRAP_FILES, FILES, type FileRole } from '#lib/spec/files.ts';
import { STARTUP } from '#lib/spec/startup.ts';
import type { CacheGroup } from '#lib/protocol/protocol.ts';
import type { LayoutDocument, LayoutFile, LayoutSection } from './document.ts';

/** The files that a start reads, in its order. */
const LOADED: readonly string[] = STARTUP.flatMap((row) => {
  if (row.step === 'load_today') return ['memory/{today}.md'];
  if (row.step === 'load_yesterday') return ['memory/{yesterday}.md'];
  return row.step.startsWith('load_') && 'file' in row ? [row.file] : [];
});

const DAYS: readonly string[] = ['memory/{today}.md', 'memory/{yesterday}.md'];

/** Logs are shown in the order of their days, although that of today is read first. */
const SHOWN = LOADED.map((name) =>
  DAYS.includes(name) ? (DAYS.find((day) => day !== name) ?? name) : name,
);

const GROUPS: Readonly<Partial<Record<string, CacheGroup>>> = {
  'memory/{today}.md': 'dynamic',
  'memory/{yesterday}.md': 'semi-static',
  'MEMORY.md': 'semi-static',
};

const isShown = (name: string, role: FileRole['role']): boolean =>
  LOADED.includes(name) || role === 'heartbeat' || role === 'bootstrap';

const rowsOf = (row: FileRole): readonly LayoutFile[] => {
  const { role, name, presence } = row;
  const isForMainOnly = ACCESS.shared[role].read === 'never' || role === 'daily';
  const at = (named: string): LayoutFile => ({
    name: named,
    role,
    ...(presence === 'required' ? { required: true } : {}),
    ...(isForMainOnly ? { for: ['main'] } : {}),
    ...(role === 'heartbeat' ? { when: 'heartbeat' } : {}),
    ...(isShown(named, role) ? {} : { when: 'on demand' }),
    priority: LOADED.includes(named) ? LOADED.indexOf(named) + 1 : LOADED.length + 1,
    group: GROUPS[named] ?? 'static',
    empty: 'keep',
  });
  return role === 'daily' ? DAYS.map(at) : [at(name)];
};

const section = (file: string): LayoutSection => ({ file });

export const RFC_0009: LayoutDocument = {
  layout: 'rfc-0009',
  title: 'RFC-0009',
  // Nobody else writes it; most of our workspaces need no mark at all.
  markers: [{ paths: ['BOOTSTRAP.yamo'] }],
  files: FILES.flatMap(rowsOf),
  order: [...SHOWN, 'HEARTBEAT.md'].map(section),
  // Taken from the disk before an agent sees it: a first boot has a prompt of its own.
  firstRun: BOOTSTRAP_FILES.map(section),
  separator: '\n\n',
  headingEnd: '\n\n',
  fenced: true,
  estimator: 'claude',
  cut: { by: 'sections' },
  bootstrap: 'kernel',
};
