/**
 * The steps of a start up to the loaded files (RFC-0006 §2.3, priorities 0 and 1), as a boot takes them and a visit
 * without an agent. Each gives the next one a value that only it can make.
 */
import { Refusal } from '#lib/spec/refusals.ts';
import type { BootRequest, Host } from '#kernel/contract/boot-request.ts';
import { Clock, setZone } from '#kernel/process/clock.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import type { Notify } from '#kernel/contract/events.ts';
import type { Journal } from '#kernel/gate/journal.ts';
import { Premises } from '#kernel/run/premises.ts';
import type { Recorder, StepOutcome } from '#kernel/run/record.ts';
import type { Run } from '#kernel/run/running.ts';
import { intendHeal, settleHeal } from '#kernel/session/heal.ts';
import { completeLayout } from '#kernel/session/layout.ts';
import { reportDrift } from '#kernel/state/integrity.ts';
import { decideKind, type KindDecision } from '#kernel/run/kind.ts';
import { reportInjection } from '#kernel/redact/injection.ts';
import type { Agreement } from '#kernel/session/unread.ts';
import { settleUser, settleZone } from '#kernel/session/user.ts';
import { trackedByGit } from '#kernel/snapshot/tracked.ts';
import { GhostSealed } from '#kernel/startup/ghost.ts';
import { BootstrapGone, type GuardOptions } from '#kernel/startup/guard.ts';
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
import { type Preflight, preflight } from '#kernel/startup/preflight.ts';
import type { BirthRecord, TakenFile } from '#kernel/startup/birth-record.ts';
import { readBirthRecord } from '#kernel/state/birth.ts';
import type { SessionMark } from '#kernel/state/sessions.ts';

/** The workspace opened, in the zone of the request or of the last boot. Throws WORKSPACE_… and STATE_… refusals. */
export const openPremises = (request: BootRequest, { disk, uid, environment }: Host): Premises => {
  if (request.zone !== undefined) setZone(request.zone);
  const clock = Clock.start(request.date);
  const premises = Premises.open(disk, request.path, {
    strict: request.strict,
    uid,
    stateRoot: xdgFolder('XDG_STATE_HOME', environment),
    clock,
  });
  const remembered = premises.rememberedZone();
  if (request.zone === undefined && remembered !== undefined) setZone(remembered);
  return premises;
};

/** Main or shared, before any file is opened. Throws RECONFIGURE_IN_SHARED. */
export const kindOf = (
  request: BootRequest,
  { settings }: Host,
  recorder: Recorder,
): KindDecision => {
  const { session, reconfigure, rebirth } = request;
  const decision = decideKind(request, settings);
  recorder.body.kind = decision.kind;
  recorder.body.kindReason = decision.reason;
  if (decision.kind === 'main') return decision;
  if (session === 'main') recorder.notice('§3.2', `The session is shared: ${decision.reason}.`);
  if (reconfigure || rebirth) throw new Refusal('RECONFIGURE_IN_SHARED', {});
  return decision;
};

/** What is known before anything is changed. */
export interface Ahead {
  readonly ready: Preflight;
  readonly record: BirthRecord | undefined;
}

/** Preflight: everything that can fail later is tried before anything is changed. */
export const checkAhead = ({ recorder, premises, decision, request }: Run): Ahead =>
  recorder.step('preflight', () => {
    const { workspace, home, daily } = premises;
    recorder.body.workspace = workspace.path;
    const record = readBirthRecord(home);
    const ready = preflight(workspace, decision.kind, daily.today, record);
    if (ready.firstBoot) reportTracked(workspace, request.strict, recorder);
    reportDamage(premises, recorder);
    reportGroup(workspace, ready, recorder);
    if (!ready.firstBoot && record?.state === 'taken') {
      const isOurs = decision.kind === 'main' && !request.strict;
      const completed = isOurs ? completeLayout(premises) : [];
      const done = completed.length === 0 ? '' : ` The kernel ${completed.join('; ')}.`;
      recorder.notice(
        '§6.2',
        `The birth that took ${record.files[0]?.file ?? 'BOOTSTRAP.md'} on ${record.takenAt} did not finish.${done} Provide BOOTSTRAP.md again, or accept the workspace as it is: yamo accept '${workspace.path}'`,
      );
    }
    return {
      value: { ready, record },
      detail: ready.firstBoot ? 'first boot' : 'initialised',
    };
  });

const reportDamage = (premises: Premises, recorder: Recorder): void => {
  for (const text of premises.takeDamage()) recorder.notice('§6.3', text);
};

const reportGroup = (
  { path, groupWritable }: Premises['workspace'],
  ready: Preflight,
  recorder: Recorder,
): void => {
  const names = [...(groupWritable ? ['.'] : []), ...ready.groupWritable];
  if (names.length === 0) return;
  const what = names.map((name) => (name === '.' ? 'the workspace' : name)).join(', ');
  recorder.notice(
    '§4.4',
    `The group can write ${what}: cd '${path}' && chmod g-w ${names.join(' ')}`,
  );
};

const reportTracked = (
  workspace: Premises['workspace'],
  strict: boolean,
  recorder: Recorder,
): void => {
  const file = trackedByGit(workspace);
  if (file === undefined) return;
  const refusal = new Refusal('BOOTSTRAP_TRACKED', { file });
  if (strict) throw refusal;
  recorder.notice(
    refusal.section,
    `${file} is tracked by git: its text stays in the history after its deletion. ${refusal.remedy}`,
  );
};

/** Priority 0: the ghost check. Every heal is in the daily log before the boot goes on. */
export const seal = (
  { recorder, premises, request, bootId }: Run,
  { firstBoot, forbidden }: Preflight,
): GhostSealed =>
  recorder.step('ghost_invariant_check', () => {
    const intend = intendHeal(premises.home, bootId);
    const sealed = GhostSealed.seal(premises.workspace, {
      strict: request.strict,
      firstBoot,
      forbidden,
      intend,
    });
    // A birth logs it when it begins: nobody knows yet in which zone its human lives, or whether it is refused.
    if (!firstBoot) settleHeal(premises, sealed, bootId);
    reportDamage(premises, recorder);
    const { agents, outcome } = sealed;
    const status = outcome === 'present' ? 'ok' : outcome;
    return {
      value: sealed,
      status,
      file: 'AGENTS.md',
      bytes: agents?.bytes.byteLength,
      sha256: agents?.sha256,
    };
  });

/** What is known of an earlier birth, who agrees that orders are taken, and how that is remembered. */
type Taking = Omit<GuardOptions, 'kind' | 'lost'>;

/** Priority 0: the boot guard. */
export const prove = (run: Run, sealed: GhostSealed, taking: Taking): BootstrapGone =>
  run.recorder.step('bootstrap_deletion', () => proven(run, sealed, taking));

/** The same where somebody may have to agree to it. Throws ORDERS_UNREAD, too. */
export const proveAgreed = (
  run: Run,
  sealed: GhostSealed,
  taking: Omit<Taking, 'agree'>,
  agreement: Agreement,
): Promise<BootstrapGone> =>
  run.recorder.stepLater('bootstrap_deletion', () =>
    agreement.attempt(() => proven(run, sealed, { ...taking, agree: agreement.check })),
  );

const proven = (
  { recorder, premises, decision }: Run,
  sealed: GhostSealed,
  taking: Taking,
): StepOutcome<BootstrapGone> => {
  const gone = BootstrapGone.prove(premises.workspace, sealed, {
    kind: decision.kind,
    lost: (files) =>
      recorder.notice(
        '§6.3',
        `Deleted, and not carried out: ${files.map(described).join(', ')}. The kernel keeps no copy; provide it again.`,
      ),
    ...taking,
  });
  for (const name of gone.leftovers) {
    recorder.notice(
      '§2.6',
      `${JSON.stringify(name)} looks like a copy of birth orders; delete it if it is one.`,
    );
  }
  const [first] = gone.taken;
  if (first === undefined) return { value: gone, status: 'absent', file: 'BOOTSTRAP.md' };
  recorder.body.orders = gone.taken;
  return { value: gone, ...first, detail: 'read, deleted, proved gone, durable' };
};

const described = ({ file, sha256 }: TakenFile): string => `${file} (sha256 ${sha256})`;

export interface LoadedFiles {
  readonly loaded: Loaded;
  /** Files that were changed outside yamo, and not accepted yet. */
  readonly drifted: readonly string[];
}

/** Priority 1: AGENTS, SOUL, USER, today, yesterday, MEMORY. */
export const load = (run: Run, gone: BootstrapGone, ready: Preflight): LoadedFiles => {
  const { recorder, premises, decision, host, request } = run;
  const { workspace, home } = premises;
  const { kind } = decision;
  const dailyInShared = host.settings.dailyLogsInShared;
  const loading: Loading = { workspace, kind, forbidden: ready.forbidden, dailyInShared };
  const tell = {
    strict: request.strict,
    notice: (...said: Parameters<Notify>) => recorder.notice(...said),
  };

  const agents = recorder.step('load_agents', () =>
    describe(AgentsLoaded.after(gone, loading), 'AGENTS.md'),
  );
  const agentsDrift = reportDrift(home, workspace.path, agents.file('AGENTS.md'), tell);
  const soul = recorder.step('load_soul', () => describe(SoulLoaded.after(agents), 'SOUL.md'));
  const soulDrift = reportDrift(home, workspace.path, soul.file('SOUL.md'), tell);
  const user = recorder.step('load_user', () => describe(UserLoaded.after(soul), 'USER.md'));
  reportDamage(premises, recorder);
  settleUser(run, user.file('USER.md'));
  settleZone(run, user.file('USER.md')?.text);

  const today = recorder.step('load_today', () => {
    const loaded = TodayLoaded.after(user, premises.daily.today);
    return describe(
      loaded,
      `memory/${loaded.today}.md`,
      kind === 'shared' && !dailyInShared ? '§3.2' : undefined,
    );
  });
  const yesterday = recorder.step('load_yesterday', () => {
    const loaded = YesterdayLoaded.after(today);
    return describe(
      loaded,
      `memory/${loaded.yesterday}.md`,
      kind === 'shared' && !dailyInShared ? '§3.2' : undefined,
    );
  });
  const loaded = recorder.step('load_memory', () =>
    describe(Loaded.after(yesterday), 'MEMORY.md', kind === 'shared' ? '§4.1' : undefined),
  );
  // Where it refuses nothing it is done while the agent starts.
  if (request.strict) reportInjection(loaded.files, tell);
  return { loaded, drifted: [...agentsDrift, ...soulDrift] };
};

/** What a loading step found, for the record; `kept` is the section that keeps this session from the file. */
const describe = <Step extends Progress>(loaded: Step, name: string, kept?: string) => {
  if (kept !== undefined)
    return {
      value: loaded,
      status: 'skipped',
      file: name,
      detail: `not for shared sessions (${kept})`,
    } as const;
  const file = loaded.file(name);
  if (file === undefined) return { value: loaded, status: 'absent', file: name } as const;
  return { value: loaded, file: name, bytes: file.bytes.byteLength, sha256: file.sha256 } as const;
};

/** What a refused boot leaves behind: its record, and nothing open. */
export const endInRefusal = (
  premises: Premises,
  mark: SessionMark | undefined,
  recorder: Recorder,
  journal: Journal,
  error: unknown,
): void => {
  const ending =
    error instanceof Refusal
      ? ({ end: 'refused', code: error.code, section: error.section } as const)
      : ({ end: 'failed' } as const);
  try {
    premises.chain(recorder.finish(ending, new Date().toISOString(), journal.summary()));
    mark?.remove();
  } catch {
    // The refusal itself matters more than the failure to record it; the open mark tells the next boot.
  }
  premises.close();
};
