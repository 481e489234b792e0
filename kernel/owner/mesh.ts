/** The owner's own commands on the index of a workspace: without an agent, through a gate that allows what a main session may. */
import type { Host } from '#kernel/contract/boot-request.ts';
import { archiveOf } from '#kernel/memory/archive.ts';
import { MemoryIndex } from '#kernel/mesh/memory-index.ts';
import { Clock } from '#kernel/process/clock.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';
import { credentialFinder } from '#kernel/redact/credentials.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { type Told, zoneOf } from './days-there.ts';
import { ownersGate } from './gate.ts';

/** Runs `work` on the index of the workspace at `path`, on the day that is told. Throws WORKSPACE_…, STATE_… and MESH_… refusals, and what `work` throws. */
export const withOwnersIndex = async <Value>(
  path: string,
  host: Host,
  work: (index: MemoryIndex, opened: OpenWorkspace) => Promise<Value>,
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
  opened.clock.moveTo(zoneOf(opened.workspace, told, environment));
  const redactor = new CredentialRedactor([], credentialFinder([], host.signal));
  const archive = archiveOf(opened.workspace);
  const index = new MemoryIndex({
    opened,
    host,
    scope: 'private',
    reading: {
      broker: ownersGate(opened, { archive, findCredentials: redactor.find }),
      redactor,
      redacted: () => undefined,
    },
  });
  try {
    return await work(index, opened);
  } finally {
    await index.close();
    opened.close();
  }
};
