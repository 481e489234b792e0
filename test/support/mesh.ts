/** An index as a session has one: a real process in its view, over a real workspace. Import it from test files only. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll } from 'vitest';

import { DEFAULT_SETTINGS, type Settings } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import type { AccessContext } from '#kernel/gate/decide.ts';
import { archiveOf } from '#kernel/memory/archive.ts';
import { MeshFolders } from '#kernel/mesh/folders.ts';
import { type IndexAsked, type IndexFound, MemoryIndex } from '#kernel/mesh/memory-index.ts';
import type { Syncing } from '#kernel/mesh/sync.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';
import { credentialFinder } from '#kernel/redact/credentials.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { NOTHING_FORBIDDEN } from '#kernel/startup/read.ts';
import { dayBefore } from '#lib/text/day.ts';
import { notesFor } from '#lib/workspace/daily.ts';
import type { MeshScope, StoreKind } from '#lib/protocol/mesh.ts';

import { MAIN, seesLogs } from '#lib/spec/session-policy.ts';
import { deskOf } from './desk.ts';
import { enterWorkspace, uid } from './kernel.ts';
import type { TempWorkspace } from './workspace.ts';

/** The stores, of which every test of an index is about each. */
export const STORES: readonly StoreKind[] = ['sqlite', 'lancedb'];

export interface Indexing {
  readonly index: MemoryIndex;
  readonly opened: OpenWorkspace;
  /** The folder of a scope. */
  readonly folder: string;
}

/** One that waits until it is up to date, however slow the machine is. */
class PatientIndex extends MemoryIndex {
  override search(asked: IndexAsked, how: Syncing = {}): Promise<IndexFound> {
    return super.search(asked, how);
  }
}

const open: MemoryIndex[] = [];
afterAll(async () => {
  for (const index of open) await index.close();
});

export const indexOn = (
  temp: TempWorkspace,
  store: StoreKind,
  {
    kind = MAIN,
    settings = {},
    environment = {},
    screen = (_file, text) => text,
    chat,
    start = '2026-11-21T09:05',
    idleMs,
  }: {
    readonly kind?: AccessContext['kind'];
    readonly settings?: Partial<Settings>;
    readonly environment?: Readonly<Record<string, string>>;
    readonly screen?: (file: string, text: string) => string;
    readonly chat?: string;
    readonly start?: string;
    readonly idleMs?: number;
  } = {},
): Indexing => {
  const opened = enterWorkspace(temp, { start });
  const scope: MeshScope = kind === MAIN ? 'private' : 'log';
  const all = { ...DEFAULT_SETTINGS, ...settings };
  const broker = deskOf(
    opened,
    { kind, seesLogs: seesLogs(kind, all.dailyLogsInShared, chat) },
    {
      redact: screen,
      archive: archiveOf(opened.workspace),
      forbidden: {
        ...NOTHING_FORBIDDEN,
        notes: notesFor(kind, {
          chat,
          ...(all.dailyLogsInShared && { since: () => dayBefore(opened.clock.today()) }),
        }),
      },
    },
  );
  const signal = new AbortController().signal;
  const host = {
    disk,
    uid,
    environment: { HOME: temp.configHome, ...environment },
    version: '0',
    settings: all,
    human: undefined,
    emit: () => undefined,
    signal,
    diagnostics: () => undefined,
  };
  const reading = {
    broker,
    redactor: new CredentialRedactor([], credentialFinder([], signal)),
    redacted: () => undefined,
  };
  const folders = new MeshFolders(opened, host.environment, uid);
  folders.choose(store);
  const index = new PatientIndex({
    opened,
    host,
    scope,
    chat,
    reading,
    ...(idleMs !== undefined && { idleMs }),
  });
  open.push(index);
  return { index, opened, folder: folders.of(scope, chat) };
};

/** Places that are found, as people write them. */
export const placesFound = async (
  { index }: Pick<Indexing, 'index'>,
  query: string,
): Promise<readonly string[]> =>
  (await index.search({ query })).hits.map(({ file, line }) => `${file}:${line}`);

/** The files below a folder that hold these bytes. */
export const filesWith = (folder: string, text: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
