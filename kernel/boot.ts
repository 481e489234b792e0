/**
 * The whole sequence, from a path to a running session, top to bottom (RFC-0009 §2.2, §6.3;
 * RFC-0006 §2.3). Each step gives the next one a value that only it can make.
 */
import { randomUUID } from 'node:crypto';
import type { SessionKind } from '#lib/spec/access.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { type AgentProgram, agentProgram } from './agent/program.ts';
import type { BootRequest, Host } from './boot-request.ts';
import { Clock, setZone, systemZone } from './effects/clock.ts';
import { makeScratch, removeScratch } from './effects/places.ts';
import { Journal } from './gate/journal.ts';
import { Premises } from './premises.ts';
import { Recorder } from './record.ts';
import { Hold } from './sandbox/hold.ts';
import type { Boot } from './running.ts';
import { giveBirth } from './session/birth.ts';
import { settleDeadSessions } from './session/dead.ts';
import { intendHeal, settleHeal } from './session/heal.ts';
import { Integrity, reportDrift } from './session/integrity.ts';
import { decideKind, type KindDecision } from './session/kind.ts';
import { openSession } from './session/open.ts';
import type { Session } from './session/session.ts';
import { reportUntrusted } from './session/untrusted.ts';
import { settleUser, settleZone } from './session/user.ts';
import { trackedByGit } from './startup/git.ts';
import { GhostSealed } from './startup/ghost.ts';
import { BootstrapGone } from './startup/guard.ts';
import {
  AgentsLoaded,
  Loaded,
  type Loading,
  type Progress,
  SoulLoaded,
  TodayLoaded,
  UserLoaded,
  YesterdayLoaded,
} from './startup/load.ts';
import { type Preflight, preflight } from './startup/preflight.ts';
import { forgetBaselines } from './state/baseline.ts';
import { type BirthRecord, readBirthRecord, writeBirthRecord } from './state/birth.ts';
import { SessionMark } from './state/sessions.ts';
import { isAcceptedHere, lapseHere } from './state/unsandboxed.ts';
import { xdgFolder } from './effects/xdg.ts';

/**
 * Boots a workspace: the session is ready for its first turn when this returns. Throws a `Refusal`
 * when a rule or the machine says no; everything is closed and recorded then.
 */
export const boot = async (request: BootRequest, host: Host): Promise<Session> => {
  const bootId = randomUUID();
  const head = {
    version: 1,
    bootId,
    yamo: host.version,
    startedAt: new Date().toISOString(),
  } as const;
  const recorder = new Recorder(head, host.emit);
  const journal = new Journal((entry) => host.emit({ event: 'gate', ...entry }));
  const zone = systemZone();
  let premises: Premises | undefined;
  let mark: SessionMark | undefined;
  let scratch: string | undefined;
  let holding: Promise<Hold> | undefined;
  try {
    const opened = recorder.step('open_workspace', () => ({ value: openPremises(request, host) }));
    premises = opened;
    const decision = decide(request, host, recorder);
    const { kind } = decision;
    const program = agentProgram(request.agent, host.environment);
    const session = { bootId, kind, startedAt: head.startedAt };
    // Before there is anything that a killed kernel would leave behind.
    mark = opened.exclusively(() => new SessionMark(opened.home, session));
    scratch = makeScratch();
    mark.update({ ...session, scratch });
    const notice = (section: string, text: string): void => recorder.notice(section, text);
    // Tried by another process, while this one takes the lease and looks at the files.
    holding = tryHold(request, host, { premises: opened, kind, program, scratch, notice });
    recorder.step('lease', () => ({ value: opened.takeLease() }));
    const running = {
      bootId,
      request,
      host,
      recorder,
      journal,
      premises: opened,
      decision,
      mark,
      program,
      holding,
      systemZone: zone,
    };
    return await sequence(running);
  } catch (error) {
    // The test of the view is over before its folder goes.
    await holding?.catch(() => undefined);
    if (scratch !== undefined) removeScratch(scratch);
    if (premises !== undefined) endInRefusal(premises, mark, recorder, journal, error);
    throw error;
  }
};

interface ToHold {
  readonly premises: Premises;
  readonly kind: SessionKind;
  readonly program: AgentProgram;
  readonly scratch: string;
  readonly notice: (section: string, text: string) => void;
}

/** Begins to try what holds the agent here; `takeHold` waits for the outcome. */
const tryHold = (
  { unsandboxed }: BootRequest,
  host: Host,
  { premises, ...rest }: ToHold,
): Promise<Hold> => {
  const stateRoot = xdgFolder('XDG_STATE_HOME', host.environment);
  const consent = {
    given: () => isAcceptedHere(stateRoot, host, unsandboxed),
    lapse: () => lapseHere(stateRoot, host),
  };
  const { workspace, home } = premises;
  const holding = Hold.take({ ...rest, workspace, home, stateRoot, host }, consent);
  // What went wrong is said by whoever waits; nobody does where the boot is refused before.
  holding.catch(() => undefined);
  return holding;
};

const openPremises = (request: BootRequest, { disk, uid, environment }: Host): Premises => {
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
const decide = (
  { session, participants, reconfigure, rebirth }: BootRequest,
  { settings }: Host,
  recorder: Recorder,
): KindDecision => {
  const decision = decideKind({
    asked: session,
    participants,
    primaryHuman: settings.primaryHuman,
    // Workspace.open has turned everybody else away.
    startedByOwner: true,
  });
  recorder.body.kind = decision.kind;
  recorder.body.kindReason = decision.reason;
  if (decision.kind === 'main') return decision;
  if (session === 'main') recorder.notice('§3.2', `The session is shared: ${decision.reason}.`);
  if (reconfigure || rebirth) throw new Refusal('RECONFIGURE_IN_SHARED', {});
  return decision;
};

/** The order of RFC-0006 §2.3. A first boot ends in the same order, from its beginning. */
const sequence = async (run: Boot): Promise<Session> => {
  settleDeadSessions(run.premises, run.recorder);
  run.premises.sweep();
  let { rebirth } = run.request;
  let hold: Hold | undefined;
  for (;;) {
    const { ready, record } = checkAhead(run);
    hold ??= await takeHold(run);
    const sealed = seal(run, ready);
    const gone = prove(run, sealed, record, rebirth);
    if (!gone.firstBoot) return start(run, load(run, gone, ready), hold);
    await beBorn(run, gone, hold);
    rebirth = false;
  }
};

interface Ahead {
  readonly ready: Preflight;
  readonly record: BirthRecord | undefined;
}

/** Preflight: everything that can fail later is tried before anything is changed. */
const checkAhead = ({ recorder, premises, decision, request }: Boot): Ahead =>
  recorder.step('preflight', () => {
    const { workspace, home, daily } = premises;
    recorder.body.workspace = workspace.path;
    const record = readBirthRecord(home);
    const ready = preflight(workspace, decision.kind, daily.today, record);
    if (ready.firstBoot) reportTracked(workspace, request.strict, recorder);
    if (workspace.groupWritable)
      recorder.notice(
        '§4.4',
        `The workspace can be written by its group: chmod g-w '${workspace.path}'`,
      );
    if (!ready.firstBoot && record?.state === 'taken') {
      recorder.notice(
        '§6.2',
        `The birth that took ${record.files[0]?.file ?? 'BOOTSTRAP.md'} on ${record.takenAt} did not finish. Provide BOOTSTRAP.md again, or accept the workspace as it is: yamo accept '${workspace.path}'`,
      );
    }
    return {
      value: { ready, record },
      detail: ready.firstBoot ? 'first boot' : 'initialised',
    };
  });

/** What holds the agent, known before anything is deleted; where nothing does, the owner's word or a refusal. */
const takeHold = async ({ recorder, program, holding }: Boot): Promise<Hold> => {
  const hold = await recorder.stepLater('hold_agent', async () => {
    const value = await holding;
    return { value, detail: value.by };
  });
  recorder.body.agent = { command: program.name, enforcedBy: hold.by };
  if (!hold.isEnforced)
    recorder.notice(
      '§4.1',
      'Nothing on this machine holds the agent: SOUL.md, BOOTSTRAP.md, the daily logs and the records are safe from what it asks for, not from what it does by itself. See: yamo doctor',
    );
  return hold;
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
const seal = (
  { recorder, premises, request, bootId }: Boot,
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
    settleHeal(premises, sealed, bootId);
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

/** Priority 0: the boot guard. */
const prove = (
  run: Boot,
  sealed: GhostSealed,
  record: BirthRecord | undefined,
  rebirth: boolean,
): BootstrapGone => {
  const { recorder, premises, decision, bootId } = run;
  return recorder.step('bootstrap_deletion', () => {
    const takenAt = new Date().toISOString();
    const gone = BootstrapGone.prove(premises.workspace, sealed, {
      kind: decision.kind,
      record,
      rebirth,
      remember: (files) =>
        writeBirthRecord(premises.home, { state: 'taken', bootId, takenAt, files }),
      forget: () => writeBirthRecord(premises.home, record),
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
  });
};

/** Priority 0, first boot only: §6.2. The orders leave this process when the flow ends. */
const beBorn = async (run: Boot, gone: BootstrapGone, hold: Hold): Promise<void> => {
  const { recorder, premises, host, journal, bootId, request, program } = run;
  await recorder.stepLater('bootstrap_flow', async () => {
    const zone = request.zone ?? premises.rememberedZone() ?? run.systemZone;
    const outcome = await giveBirth(
      { premises, host, program, hold, journal, bootId, zone },
      gone.handOver(),
    );
    const now = new Date().toISOString();
    writeBirthRecord(premises.home, {
      state: 'done',
      bootId,
      takenAt: recorder.head.startedAt,
      doneAt: now,
      files: gone.taken,
    });
    forgetBaselines(premises.home);
    return { value: undefined, detail: ['carried out', ...outcome.completed].join('; ') };
  });
};

interface LoadedFiles {
  readonly loaded: Loaded;
  /** Files that were changed outside yamo, and not accepted yet. */
  readonly drifted: readonly string[];
}

/** Priority 1: AGENTS, SOUL, USER, today, yesterday, MEMORY. */
const load = (run: Boot, gone: BootstrapGone, ready: Preflight): LoadedFiles => {
  const { recorder, premises, decision, host, request } = run;
  const { workspace, home } = premises;
  const { kind } = decision;
  const dailyInShared = host.settings.dailyLogsInShared;
  const loading: Loading = { workspace, kind, forbidden: ready.forbidden, dailyInShared };
  const tell = {
    strict: request.strict,
    notice: (section: string, text: string) => recorder.notice(section, text),
  };

  const agents = recorder.step('load_agents', () =>
    describe(AgentsLoaded.after(gone, loading), 'AGENTS.md'),
  );
  const agentsDrift = reportDrift(home, workspace.path, agents.file('AGENTS.md'), tell);
  const soul = recorder.step('load_soul', () => describe(SoulLoaded.after(agents), 'SOUL.md'));
  const soulDrift = reportDrift(home, workspace.path, soul.file('SOUL.md'), tell);
  const user = recorder.step('load_user', () => describe(UserLoaded.after(soul), 'USER.md'));
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
  if (request.strict) reportUntrusted(loaded.files, tell);
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

/** Priority 2. From here on other boots may begin. */
const start = async (run: Boot, { loaded, drifted }: LoadedFiles, hold: Hold): Promise<Session> => {
  const integrity = new Integrity(loaded.files, drifted);
  const session = await openSession(run, loaded, integrity, hold);
  run.premises.giveLeaseBack();
  return session;
};

/** What a refused boot leaves behind: its record, and nothing open. */
const endInRefusal = (
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
