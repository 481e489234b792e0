/** Priority 1: AGENTS, SOUL, USER, today, yesterday, MEMORY, each opened once (RFC-0009 §2.2, §2.4, §2.5). */
import type { BootRequest, Host } from '#kernel/contract/boot-request.ts';
import type { Notify } from '#kernel/contract/events.ts';
import { glimpseOf } from '#kernel/memory/kept.ts';
import { LogsLeft } from '#kernel/memory/logs-left.ts';
import { PROPOSAL_WAITS, waitingProposal } from '#kernel/memory/proposals.ts';
import { reportForeignMarks } from '#kernel/redact/foreign-marks.ts';
import { reportInjection } from '#kernel/redact/injection.ts';
import type { Done } from '#kernel/run/record.ts';
import type { Run } from '#kernel/run/running.ts';
import { settleUser, settleZone } from '#kernel/session/user.ts';
import type { BootstrapGone } from '#kernel/startup/guard.ts';
import { Loaded, type Loading, type LoadProgress } from '#kernel/startup/load.ts';
import type { FileText } from '#kernel/startup/read.ts';
import { reportDrift } from '#kernel/state/integrity.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { seesLogs } from '#lib/spec/session-policy.ts';
import { notesFor } from '#lib/workspace/daily.ts';
import type { StepName } from '#lib/spec/startup.ts';
import { dayBefore } from '#lib/text/day.ts';
import { loadInOrder } from './sequence.ts';
import type { Ahead } from './check-ahead.ts';

export interface LoadedFiles {
  readonly loaded: Loaded;
  /** Files that were changed outside yamo, and not accepted yet. */
  readonly drifted: readonly string[];
}

/** Throws AGENTS_MISSING, NOT_INITIALISED, SOUL_EMPTY, USER_MISSING, FILE_… and STATE_… refusals. */
export const loadFiles = (run: Run, gone: BootstrapGone, { ready }: Ahead): LoadedFiles => {
  const { recorder, opened, decision, host, request } = run;
  const { workspace, home } = opened;
  const { kind } = decision;
  const loading = loadingOf(
    { workspace, kind, request, host, today: () => opened.clock.today() },
    ready,
  );
  const notice: Notify = (...said) => recorder.notice(...said);
  const tell = { strict: request.strict, notice };
  const drifted: string[] = [];
  const loaded = loadInOrder(gone, loading, {
    load: (step, file, read) => {
      const done = recorder.begin(step);
      const progress = found(done, read(), file, keptFrom(step, loading));
      if (step === 'load_agents' || step === 'load_soul')
        drifted.push(...reportDrift(home, workspace.path, progress.file(file), tell));
      return progress;
    },
    settle: (user) => {
      recorder.damage(opened.takeDamage());
      settleUser(run, user.file('USER.md'));
      settleZone(run, user.file('USER.md')?.text);
      return opened.daily.today;
    },
  });
  const { today: day } = loaded;
  reportForeignMarks(workspace, loaded.files, { kind, notice, days: [day, dayBefore(day)] });
  // Where it refuses nothing it is done while the agent starts.
  if (request.strict) reportInjection(loaded.files, tell);
  return { loaded, drifted };
};

interface Whose extends Pick<Loading, 'workspace' | 'kind'> {
  readonly request: Pick<BootRequest, 'chat'>;
  readonly host: Pick<Host, 'settings'>;
  readonly today: () => string;
}

/** What the loading of such a session rests on; a plan's, too. */
export const loadingOf = (
  { workspace, kind, request: { chat }, host, today }: Whose,
  { forbidden }: Pick<Loading, 'forbidden'>,
): Loading => {
  const { dailyLogsInShared } = host.settings;
  const since = dailyLogsInShared ? () => dayBefore(today()) : undefined;
  const notes = notesFor(kind, { chat, since });
  return {
    workspace,
    kind,
    forbidden: { ...forbidden, notes },
    seesLogs: seesLogs(kind, dailyLogsInShared, chat),
  };
};

/** The section that keeps this session from the file of a step; `undefined` where it may have it. */
export const keptFrom = (
  step: StepName,
  { kind, seesLogs: seesAny }: Pick<Loading, 'kind' | 'seesLogs'>,
): string | undefined => {
  if (step === 'load_memory') return kind.permissions.seesMemory ? undefined : '§4.1';
  const isLog = step === 'load_today' || step === 'load_yesterday';
  return isLog && !seesAny ? '§3.2' : undefined;
};

/** Reports what a loading step found; `kept` is the section that keeps this session from the file. */
const found = <Step extends LoadProgress>(
  done: Done,
  loaded: Step,
  name: string,
  kept?: string,
): Step => {
  if (kept !== undefined)
    return done(loaded, {
      status: 'skipped',
      file: name,
      detail: `not for shared sessions (${kept})`,
    });
  const file = loaded.file(name);
  if (file === undefined) return done(loaded, { status: 'absent', file: name });
  return done(loaded, { file: name, bytes: file.bytes.byteLength, sha256: file.sha256 });
};

/** Journals a change from outside, and tells it in a line. What cannot be journaled is told, and keeps nobody from a session. */
export const tellOfMemory = async (
  { opened, decision, host, recorder }: Run,
  loaded: FileText | undefined,
): Promise<void> => {
  if (!decision.kind.permissions.curatesMemory) return;
  const { workspace, home, exclusively } = opened;
  const { uid, signal } = host;
  try {
    const { isAsKept, isUntold } = glimpseOf(workspace, home);
    const changing = { workspace, home, exclusively, uid };
    const mayDiffer = new LogsLeft(workspace, home).mayDiffer();
    if (!isAsKept || isUntold || mayDiffer) {
      const { findSavedOver, takeFound } = await import('#kernel/memory/change.ts');
      await opened.exclusivelyLater(signal, () => {
        const text = takeFound(changing, loaded);
        if (text !== undefined) recorder.notice('§5.3', text);
        for (const line of findSavedOver(changing, opened.daily.today))
          recorder.notice('§5.2', line);
      });
    }
    if (recorder.body.trigger !== 'heartbeat' && waitingProposal(home))
      recorder.notice('§5.3', PROPOSAL_WAITS);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    recorder.notice(error.section, `${error.message} ${error.remedy}`);
  }
};
