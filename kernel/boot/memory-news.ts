/** What became of MEMORY.md and the logs since a main session saw them last, and what waits for its human (RFC-0009 §5.2, §5.3). */
import { Refusal } from '#lib/spec/refusals.ts';
import { glimpseOf } from '#kernel/memory/kept.ts';
import { LogsLeft } from '#kernel/memory/logs-left.ts';
import { PROPOSAL_WAITS, waitingProposal } from '#kernel/memory/proposals.ts';
import type { Run } from '#kernel/run/running.ts';
import type { FileText } from '#kernel/startup/read.ts';

/** Journals a change from outside, and tells it in a line. What cannot be journaled is told, and keeps nobody from a session. */
export const tellOfMemory = async (
  { opened, decision, host, recorder }: Run,
  loaded: FileText | undefined,
): Promise<void> => {
  if (!decision.kind.permissions.curatesMemory) return;
  const { workspace, home, exclusively } = opened;
  try {
    const { isAsKept, isUntold } = glimpseOf(workspace, home);
    const changing = { workspace, home, exclusively, uid: host.uid };
    const mayDiffer = new LogsLeft(workspace, home, host.uid).mayDiffer();
    if (!isAsKept || isUntold || mayDiffer) {
      const { findSavedOver, takeFound } = await import('#kernel/memory/change.ts');
      const text = takeFound(changing, loaded);
      if (text !== undefined) recorder.notice('§5.3', text);
      for (const line of findSavedOver(changing, opened.daily.today)) recorder.notice('§5.2', line);
    }
    if (recorder.body.trigger !== 'heartbeat' && waitingProposal(home))
      recorder.notice('§5.3', PROPOSAL_WAITS);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    recorder.notice(error.section, `${error.message} ${error.remedy}`);
  }
};
