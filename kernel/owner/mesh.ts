/** The owner's own commands on the index of a workspace: without an agent, through a gate that allows what a main session may. */
import { OWN_NAMES } from '#lib/workspace/role.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { Broker } from '#kernel/gate/broker.ts';
import { Journal } from '#kernel/run/journal.ts';
import { archiveOf } from '#kernel/memory/archive.ts';
import { Clock } from '#kernel/process/clock.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { credentialFinder } from '#kernel/redact/credentials.ts';
import { Secrets } from '#kernel/redact/terminal-withhold.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { NOTHING_FORBIDDEN } from '#kernel/startup/read.ts';
import { SectionCheck } from '#lib/text/outline.ts';
import { MemoryIndex } from './memory-index.ts';

/** Runs `work` on the index of the workspace at `path`. Throws WORKSPACE_…, STATE_… and MESH_… refusals, and what `work` throws. */
export const withOwnersIndex = async <Value>(
  path: string,
  host: Host,
  work: (index: MemoryIndex, opened: OpenWorkspace) => Promise<Value>,
): Promise<Value> => {
  const { disk, uid, environment } = host;
  const stateRoot = xdgFolder('XDG_STATE_HOME', environment);
  const opened = OpenWorkspace.open(disk, path, {
    strict: false,
    uid,
    stateRoot,
    clock: Clock.start(),
  });
  const broker = ownersGate(opened, host);
  const index = new MemoryIndex({
    opened,
    host,
    scope: 'private',
    reading: {
      broker,
      findCredentials: credentialFinder([], host.signal),
      secrets: new Secrets(),
      withheld: () => undefined,
    },
  });
  try {
    return await work(index, opened);
  } finally {
    await index.close();
    opened.close();
  }
};

/** The gate of a main session, whose owner asks at the command line (RFC-0009 §3.1). */
const ownersGate = (opened: OpenWorkspace, { settings, signal }: Host): Broker => {
  const { workspace, daily, exclusively } = opened;
  return new Broker({
    workspace,
    daily,
    exclusively,
    archive: archiveOf(workspace),
    journal: new Journal(() => undefined),
    sections: SectionCheck.byOutline,
    context: () => ({
      kind: 'main',
      names: OWN_NAMES,
      today: daily.today,
      dailyInShared: settings.dailyLogsInShared,
      reconfigure: false,
      attended: true,
      unattendedWrites: settings.unattendedWrites,
      workFolders: settings.workFolders,
      firstBoot: false,
    }),
    forbidden: () => NOTHING_FORBIDDEN,
    findCredentials: credentialFinder([], signal),
    screen: (_file, text) => text,
    written: () => undefined,
  });
};
