/** The owner's own commands on the index of a workspace: without an agent, through a gate that allows what a main session may. */
import type { Host } from '#kernel/contract/boot-request.ts';
import { archiveOf } from '#kernel/memory/archive.ts';
import type { Forgotten } from '#lib/memory/forgotten.ts';
import type { SearchParams } from '#lib/protocol/protocol.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { LEDGER_FILE } from '#kernel/mesh/ledger-file.ts';
import { isThere } from '#kernel/state/home.ts';
import { join } from 'node:path';
import { MemoryLedger } from '#kernel/mesh/ledger.ts';
import { ledgerFolder, sharedIndexes } from '#kernel/mesh/places.ts';
import { removeTree } from '#kernel/process/remove-tree.ts';
import { type IndexFound, MemoryIndex } from '#kernel/mesh/memory-index.ts';
import { Clock } from '#kernel/process/clock.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';
import { credentialFinder } from '#kernel/redact/credentials.ts';
import { knownLayout } from '#kernel/run/known-layout.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { searchFiles, type SearchParts } from '#kernel/session/search.ts';
import { type Told, zoneOf } from './days-there.ts';
import { ownersGate } from './gate.ts';
import { workspaceStatus } from './status.ts';

/** Runs `work` on the index of the workspace at `path`, on the day that is told. Throws WORKSPACE_…, STATE_… and MESH_… refusals, and what `work` throws. */
export const withOwnersIndex = async <Value>(
  path: string,
  host: Host,
  work: (index: MemoryIndex, opened: OpenWorkspace, files: SearchParts) => Promise<Value>,
  told: Told = {},
): Promise<Value> => {
  const { disk, uid, environment } = host;
  const stateRoot = xdgFolder('XDG_STATE_HOME', environment);
  const opened = OpenWorkspace.open(disk, path, {
    strict: false,
    uid,
    stateRoot,
    clock: Clock.start(told.date),
  });
  const { workspace, home, clock } = opened;
  clock.moveTo(zoneOf(workspace, told, environment, () => knownLayout(workspace, home)));
  const redactor = new CredentialRedactor([], credentialFinder([], host.signal));
  const archive = archiveOf(opened.workspace);
  const files: SearchParts = {
    broker: ownersGate(opened, { archive, findCredentials: redactor.find }),
    redactor,
    redacted: () => undefined,
    clock: opened.clock,
  };
  const index = new MemoryIndex({ opened, host, scope: 'private', reading: files });
  try {
    return await work(index, opened, files);
  } finally {
    await index.close();
    opened.close();
  }
};

/** The index knows words and no text: what is to stand as it is written is looked for in the files of memory. Throws as `searchFiles`. */
export const searchVerbatim = async (
  files: SearchParts,
  asked: SearchParams,
): Promise<Pick<IndexFound, 'hits' | 'behind' | 'note'>> => {
  const memory = new Set(await files.broker.searchable('memory'));
  return { ...(await searchFiles(files, asked, (file) => memory.has(file))), behind: new Set() };
};

/**
 * Leaves no byte of what is in no file any more in the index of main sessions, takes memories with forgotten words out of
 * the ledger, and throws the indexes of shared sessions away, which are made again. Throws as `withOwnersIndex`.
 */
export const forgetInIndex = async (path: string, host: Host, words: Forgotten): Promise<void> => {
  const { isMade } = (await workspaceStatus(path, host)).index;
  const shared = await withOwnersIndex(path, host, async (index, opened) => {
    const ledger = isThere(host.disk, join(ledgerFolder(opened, host.environment), LEDGER_FILE))
      ? MemoryLedger.open(index.ledgerFolder())
      : undefined;
    try {
      ledger?.forget(words);
    } finally {
      ledger?.close();
    }
    if (isMade) {
      await index.sync();
      await index.purge();
    }
    return sharedIndexes(opened, host.environment);
  });
  for (const folder of shared) {
    const removal = await removeTree(folder, () => false);
    if (removal !== 'removed')
      throw new Refusal('STATE_UNUSABLE', { path: folder, reason: String(Object(removal).fault) });
  }
};
