/** How a session ends: its block in the daily log is closed, whatever fails on the way. */
import type { Refusal } from '#lib/spec/refusals.ts';
import type { AgentConnection } from '#kernel/host/connection.ts';
import { isScribe } from '#kernel/programs/program.ts';
import { endFields } from '#kernel/run/changes.ts';
import type { Ending } from '#kernel/run/record.ts';
import type { Boot } from '#kernel/run/running.ts';
import { untilDone } from '#kernel/run/write-lock.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';
import type { Integrity } from '#kernel/state/integrity.ts';
import { noteLeftover, removeLeftovers } from '#kernel/state/leftovers.ts';
import { hashedTurns } from '#kernel/run/speakers.ts';
import { sweepTranscripts } from '#kernel/state/transcripts.ts';
import type { SessionCapabilities } from './capabilities.ts';
import type { ShownContext } from './context.ts';
import type { SessionOutput } from './output.ts';

/** What a session works with, and closes at its end. */
export interface EndingParts {
  readonly run: Boot;
  readonly sandbox: Sandbox;
  readonly integrity: Integrity;
  readonly capabilities: SessionCapabilities;
  readonly output: SessionOutput;
  readonly agent: AgentConnection;
  readonly shown: ShownContext;
  /** The daily log of the day that it began on. */
  readonly log: string;
}

/** Why it ends, and what came before. */
interface End {
  readonly reason: string;
  readonly refusal: Refusal | undefined;
  /** Something was said in it: the log has a block of it. */
  readonly isSaid: () => boolean;
  readonly tellUsage: () => void;
}

/** Ends a session, in order. Throws the first failure when everything is closed. */
export const endSession = async (parts: EndingParts, end: End): Promise<void> => {
  const { run, agent, sandbox, integrity, capabilities, output } = parts;
  const { opened, recorder, journal, mark, bootId, host, meter, decision } = run;
  const { reason, refusal } = end;
  const failures: unknown[] = [];
  const attempt = async (work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  };
  // Also after an interruption; under the write lock, since a boot that sweeps half-written files would take ours for such.
  const attemptLocked = (work: () => void): Promise<void> =>
    attempt(() => opened.exclusivelyLater(untilDone(), work));
  if (refusal === undefined && host.settings.writeDownAtEnd)
    await attempt(() => writeDown(parts, end));
  await attempt(() => agent.close());
  await attempt(() => output.transcription.end());
  await attempt(() => capabilities.memory.close());
  let isLogged = false;
  await attemptLocked(() => {
    logEnd(parts, end);
    isLogged = true;
  });
  if (decision.kind.permissions.curatesMemory)
    await attemptLocked(() => integrity.keep(opened.home));
  await attemptLocked(() => capabilities.privacy.keeper?.keep());
  await attempt(() => sweepTranscripts(opened.home, host.settings.transcriptDays, new Date()));
  await attempt(() => meter?.close());
  const ending: Ending =
    refusal === undefined
      ? { end: 'closed', reason }
      : { end: 'refused', code: refusal.code, section: refusal.section };
  let record: string | undefined;
  await attemptLocked(() => {
    const turns = hashedTurns(opened.home, recorder.spoken);
    if (turns.length > 0) recorder.body.turns = turns;
    record = opened.seal(recorder.finish(ending, new Date().toISOString(), journal.summary()));
  });
  await attempt(() => noteLeftover(opened.home, bootId, sandbox.scratch));
  // What could not be said in the log stays marked: the next boot says it.
  if (isLogged) await attempt(() => mark.remove());
  // Last, since it may take its time: nothing of the session waits for it.
  await removeLeftovers(opened.home, {
    isHurried: () => host.signal.aborted,
    say: (section, text) => recorder.notice(section, text),
  });
  await attempt(() => opened.close());
  output.emit({ event: 'closed', reason, ...(record === undefined ? {} : { record }) });
  if (failures.length > 0) throw failures[0];
};

/** What was said, and of which no note tells, is written down before it is lost (§5.1). */
const writeDown = async (
  { run, agent, output, shown, capabilities }: EndingParts,
  { isSaid, tellUsage }: End,
): Promise<void> => {
  const { host, changes, meter, opened, program } = run;
  if (!isSaid() || changes.talk.length === 0 || isScribe(program) || host.signal.aborted) return;
  if (meter?.overBudget() !== undefined) return;
  const { writeDown: ask } = await import('./write-down.ts');
  const lasting = capabilities.lasting();
  const { talk } = changes;
  await ask({ agent, output, nonce: shown.nonce, moment: opened.moment, lasting, talk });
  tellUsage();
};

const logEnd = (
  { run: { opened, recorder, bootId, changes, decision }, log }: EndingParts,
  { reason, isSaid }: End,
): void => {
  const { daily } = opened;
  const ended = endFields(reason, changes.text, bootId);
  // Of a heartbeat that had nothing to tell the record knows, and no reader of the log has to.
  if (recorder.body.trigger === 'heartbeat' && !isSaid() && daily.isQuiet) return;
  if (isSaid() || !daily.isQuiet) daily.event('session_closed', ...ended);
  else daily.noteQuiet(log, recorder.head.startedAt, 'kind', decision.kind.name, ...ended);
};
