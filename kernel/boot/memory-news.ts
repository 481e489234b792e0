/** What became of MEMORY.md since a main session saw it last, found by the file that this one has loaded (RFC-0009 §5.3). */
import { Refusal } from '#lib/spec/refusals.ts';
import { glimpseOf } from '#kernel/memory/kept.ts';
import type { Run } from '#kernel/run/running.ts';
import type { FileText } from '#kernel/startup/read.ts';

/** Journals a change from outside, and tells it in a line. What cannot be journaled is told, and keeps nobody from a session. */
export const tellOfMemory = async (
  { opened, decision, host, recorder }: Run,
  loaded: FileText | undefined,
): Promise<void> => {
  if (decision.kind !== 'main') return;
  const { workspace, home, exclusively } = opened;
  try {
    const { isAsKept, isUntold } = glimpseOf(workspace, home);
    if (isAsKept && !isUntold) return;
    const { takeFound } = await import('#kernel/memory/change.ts');
    const text = takeFound({ workspace, home, exclusively, uid: host.uid }, loaded);
    if (text !== undefined) recorder.notice('§5.3', text);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    recorder.notice(error.section, `${error.message} ${error.remedy}`);
  }
};
