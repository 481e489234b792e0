/** Priority 1: AGENTS, SOUL, USER, today, yesterday, MEMORY, each opened once (RFC-0009 §2.2, §2.4, §2.5). */
import type { Notify } from '#kernel/contract/events.ts';
import { reportForeignMarks } from '#kernel/redact/foreign-marks.ts';
import { reportInjection } from '#kernel/redact/injection.ts';
import type { Done } from '#kernel/run/record.ts';
import type { Run } from '#kernel/run/running.ts';
import { settleUser, settleZone } from '#kernel/session/user.ts';
import type { BootstrapGone } from '#kernel/startup/guard.ts';
import {
  AgentsLoaded,
  Loaded,
  type Loading,
  type Progress,
  SoulLoaded,
  TodayLoaded,
  UserLoaded,
  YesterdayLoaded,
} from '#kernel/startup/load.ts';
import { reportDrift } from '#kernel/state/integrity.ts';
import { seesLogs } from '#lib/spec/session-policy.ts';
import { dailyFile, dayBefore } from '#lib/text/day.ts';
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
  const dailyInShared = host.settings.dailyLogsInShared;
  const loading: Loading = { workspace, kind, forbidden: ready.forbidden, dailyInShared };
  const notice: Notify = (...said) => recorder.notice(...said);
  const tell = { strict: request.strict, notice };
  const logsKept = seesLogs(kind, dailyInShared) ? undefined : '§3.2';
  const memoryKept = kind.permissions.seesMemory ? undefined : '§4.1';

  const agents = found(
    recorder.begin('load_agents'),
    AgentsLoaded.after(gone, loading),
    'AGENTS.md',
  );
  const agentsDrift = reportDrift(home, workspace.path, agents.file('AGENTS.md'), tell);
  const soul = found(recorder.begin('load_soul'), SoulLoaded.after(agents), 'SOUL.md');
  const soulDrift = reportDrift(home, workspace.path, soul.file('SOUL.md'), tell);
  const user = found(recorder.begin('load_user'), UserLoaded.after(soul), 'USER.md');
  recorder.damage(opened.takeDamage());
  settleUser(run, user.file('USER.md'));
  settleZone(run, user.file('USER.md')?.text);
  // The day, in the zone that is known only now.
  const day = opened.daily.today;
  const today = found(
    recorder.begin('load_today'),
    TodayLoaded.after(user, day),
    dailyFile(day),
    logsKept,
  );
  const yesterday = found(
    recorder.begin('load_yesterday'),
    YesterdayLoaded.after(today),
    dailyFile(dayBefore(day)),
    logsKept,
  );
  const loaded = found(
    recorder.begin('load_memory'),
    Loaded.after(yesterday),
    'MEMORY.md',
    memoryKept,
  );
  reportForeignMarks(workspace, loaded.files, { kind, notice, days: [day, dayBefore(day)] });
  // Where it refuses nothing it is done while the agent starts.
  if (request.strict) reportInjection(loaded.files, tell);
  return { loaded, drifted: [...agentsDrift, ...soulDrift] };
};

/** Reports what a loading step found; `kept` is the section that keeps this session from the file. */
const found = <Step extends Progress>(
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
