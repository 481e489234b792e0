/** What a heartbeat would do now, looked at without doing it (RFC-0009 §2.7): for `--why`, `--status` and `yamo status`. */
import type { BootRequest, Host } from '#kernel/contract/boot-request.ts';
import { readSaid, type HeartbeatMessage } from '#kernel/state/heartbeat-said.ts';
import { inWorkspace, type ShouldRun, type ShouldRunRequest, peekShouldRun } from './should-run.ts';
import { whyNobodyThinks } from './wake.ts';

/** A look, and what only its human asks about. */
export interface Inspection extends ShouldRun {
  /** What heartbeats said, the oldest first. */
  readonly said: readonly HeartbeatMessage[];
  /** Why nobody would work through the list, in words; `undefined` where a model or an agent would. */
  readonly nobody: string | undefined;
}

/** Changes nothing. Throws as `look`, and AGENT_…, MODEL_… and CREDENTIAL_… refusals. */
export const heartbeatStatus = async (
  request: ShouldRunRequest & Pick<BootRequest, 'agent' | 'model'>,
  host: Host,
): Promise<Inspection> => {
  const found = await peekShouldRun(request, host);
  return inWorkspace(request.path, host, async (_workspace, home) => ({
    ...found,
    said: home === undefined ? [] : readSaid(home),
    nobody: await whyNobodyThinks(request, host, home),
  }));
};
