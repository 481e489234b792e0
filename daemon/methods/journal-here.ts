/** The journal of memory, looked at by the daemon: no lock is opened. */
import type { Recorded } from '#kernel/memory/journal.ts';
import { journalOf } from '#kernel/owner/undo-memory.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import type { Serving } from '#daemon/workspace/serving.ts';
import { silentVoice } from './ask-command.ts';
import type { MethodClient } from './method.ts';

/** Its entries, the oldest first. Throws STATE_… refusals. */
export const journalHere = async (
  { workspace: files }: Serving,
  { workspace }: MethodClient,
): Promise<readonly Recorded[]> => {
  const { uid, environment } = await workspace.hostNow(silentVoice());
  const stateRoot = xdgFolder('XDG_STATE_HOME', environment);
  return journalOf(files, { uid, stateRoot, environment });
};
