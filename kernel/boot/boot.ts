/**
 * The whole sequence, from a path to a running session, top to bottom (RFC-0009 §2.2, §6.3;
 * RFC-0006 §2.3). Each step gives the next one a value that only it can make.
 */
import { randomUUID } from 'node:crypto';
import type { SessionKind } from '#lib/spec/access.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { chooseAgent } from '#kernel/programs/choose.ts';
import { consented } from '#kernel/programs/consent.ts';
import type { AgentProgram } from '#kernel/programs/program.ts';
import type { BootRequest, Host } from '#kernel/contract/boot-request.ts';
import { credentialsOf } from '#kernel/credentials/find.ts';
import { systemZone } from '#kernel/process/clock.ts';
import { makeScratch } from '#kernel/process/places.ts';
import { Journal } from '#kernel/gate/journal.ts';
import { admitLayout, settleLayout } from '#kernel/run/layout.ts';
import { Premises } from '#kernel/run/premises.ts';
import { Recorder } from '#kernel/run/record.ts';
import { Hold } from '#kernel/sandbox/hold.ts';
import type { Boot } from '#kernel/run/running.ts';
import { giveBirth } from '#kernel/session/birth.ts';
import { settleDeadSessions } from '#kernel/session/dead.ts';
import { settleHeal } from '#kernel/session/heal.ts';
import { Integrity } from '#kernel/state/integrity.ts';
import { openSession } from '#kernel/session/open.ts';
import type { Session } from '#kernel/session/session.ts';
import { Agreement } from '#kernel/session/unread.ts';
import { followUser, settleBirthZone } from '#kernel/session/user.ts';
import { type TakenUp, takeUp } from '#kernel/session/take-up.ts';
import { Thinking } from '#kernel/run/thinking.ts';
import { AgentReady } from '#kernel/session/trial.ts';
import type { BootstrapGone, GuardOptions } from '#kernel/startup/guard.ts';
import { forgetBaselines } from '#kernel/state/baseline.ts';
import { writeBirthRecord } from '#kernel/state/birth.ts';
import { Ledger } from '#kernel/state/ledger.ts';
import { type Clearing, leaveScratch, removeLeftovers } from '#kernel/state/leftovers.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { SessionMark } from '#kernel/state/sessions.ts';
import type { TranscriptHead } from '#kernel/state/transcripts.ts';
import {
  type Ahead,
  checkAhead,
  endInRefusal,
  kindOf,
  load,
  type LoadedFiles,
  openPremises,
  proveAgreed,
  seal,
} from './steps.ts';
import { isAcceptedHere, lapseHere } from '#kernel/state/unsandboxed.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';

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
  let thinking: Thinking | undefined;
  try {
    const opened = recorder.step('open_workspace', () => ({ value: openPremises(request, host) }));
    premises = opened;
    admitLayout(opened, request.layout);
    const decision = kindOf(request, host, recorder);
    const { kind } = decision;
    const program = await consented(chooseAgent(request, host), opened.home, host.human);
    if (host.signal.aborted) throw new Refusal('INTERRUPTED', {});
    const { startedAt } = head;
    const fresh = { v: 1, id: bootId, kind, agent: program.name, startedAt } as const;
    // Before there is anything that a killed kernel would leave behind; two cannot go on with one session.
    const { taken, marked } = opened.exclusively(() => begin(opened.home, request.resume, fresh));
    mark = marked;
    scratch = makeScratch();
    mark.update({ bootId, kind, startedAt, transcript: taken.transcript.head.id, scratch });
    const notice = (section: string, text: string): void => recorder.notice(section, text);
    // Tried by another process, while this one takes the lease and looks at the files.
    holding = tryHold(request, host, { premises: opened, kind, program, scratch, notice });
    recorder.step('lease', () => ({ value: opened.takeLease() }));
    thinking = thinkingOf(program, host, bootId);
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
      ...taken,
      thinking,
      systemZone: zone,
    };
    return await sequence(running);
  } catch (error) {
    // The test of the view is over before its folder goes.
    await holding?.catch(() => undefined);
    await tidyUp(
      () => thinking?.close(),
      async () => {
        if (premises !== undefined && scratch !== undefined)
          await leaveScratch(premises.home, { bootId, scratch, ...hurried(recorder) });
      },
      () => premises !== undefined && endInRefusal(premises, mark, recorder, journal, error),
    );
    throw error;
  }
};

/** What sessions left is removed while others wait for this boot. */
const hurried = (recorder: Recorder): Clearing => ({
  isHurried: () => true,
  say: (section, text) => recorder.notice(section, text),
});

/** What fails here is said by nobody: the reason why the boot ends matters more. */
const tidyUp = async (...work: readonly (() => unknown)[]): Promise<void> => {
  for (const one of work) {
    try {
      await one();
    } catch {
      // The open mark tells the next boot what was left.
    }
  }
};

/** The session taken up, and marked as open. Throws as `takeUp`. */
const begin = (
  home: StateHome,
  resume: string | undefined,
  fresh: TranscriptHead,
): { readonly taken: TakenUp; readonly marked: SessionMark } => {
  const taken = takeUp(home, resume, fresh);
  const { id: bootId, kind, startedAt } = fresh;
  const transcript = taken.transcript.head.id;
  return { taken, marked: new SessionMark(home, { bootId, kind, startedAt, transcript }) };
};

/** A budget is one of all workspaces, wherever their humans live, and no `--date` moves it. */
const utcDay = (): string => new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The account of a model agent. */
const thinkingOf = ({ model }: AgentProgram, host: Host, bootId: string): Thinking | undefined => {
  if (model === undefined) return undefined;
  const { disk, uid, environment } = host;
  const ledger = Ledger.open(xdgFolder('XDG_STATE_HOME', environment), disk, uid);
  const credentials = credentialsOf(host);
  return new Thinking(model, { host, credentials, ledger, bootId, today: utcDay });
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

/** The order of RFC-0006 §2.3. A first boot ends in the same order, from its beginning. */
const sequence = async (run: Boot): Promise<Session> => {
  settleDeadSessions(run.premises, run.recorder);
  await removeLeftovers(run.premises.home, hurried(run.recorder));
  run.premises.sweep();
  let { rebirth } = run.request;
  let hold: Hold | undefined;
  for (;;) {
    const ahead = checkAhead(run);
    const { ready } = ahead;
    hold ??= await takeHold(run);
    const able = ready.firstBoot ? await tryOut(run, hold) : undefined;
    const sealed = seal(run, ready);
    const gone = await proveAgreed(
      run,
      sealed,
      taking(run, { ahead, rebirth, able }),
      new Agreement(run),
    );
    if (!gone.firstBoot) return start(run, load(run, gone, ready), hold);
    await beBorn(run, gone, hold);
    rebirth = false;
  }
};

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

/** Orders are not taken for an agent that cannot ask its provider anything. Throws AGENT_NEEDS_LOGIN. */
const refuseHelpless = ({ name, needs }: AgentProgram, { isEnforced }: Hold): void => {
  if (isEnforced && needs?.isHelpless === true)
    throw new Refusal('AGENT_NEEDS_LOGIN', { command: name, advice: needs.login.advice });
};

/** That the agent can work is known before the orders are taken for it. Throws what `AgentReady` throws. */
const tryOut = (run: Boot, hold: Hold): Promise<AgentReady> =>
  run.recorder.stepLater('try_agent', async () => {
    const { host, program, journal, premises, thinking } = run;
    refuseHelpless(program, hold);
    const today = premises.daily.file;
    const zone = zoneOfBirth(run);
    const value = await AgentReady.prove({
      host,
      hold,
      program,
      thinking,
      journal,
      today,
      zone,
    });
    return { value, detail: program.name };
  });

/** Before USER.md says where the human lives. */
const zoneOfBirth = (run: Boot): string | undefined =>
  run.request.zone ?? run.premises.rememberedZone() ?? run.systemZone;

interface Taking {
  readonly ahead: Ahead;
  readonly rebirth: boolean;
  /** Absent where there were no orders when it was looked. */
  readonly able: AgentReady | undefined;
}

/** How the guard takes birth orders in a boot, which has an agent to carry them out. */
const taking = (
  { premises, bootId }: Boot,
  { ahead, rebirth, able }: Taking,
): Omit<GuardOptions, 'kind' | 'lost' | 'agree'> => {
  const takenAt = new Date().toISOString();
  const { record, ready } = ahead;
  return {
    record,
    lived: ready.lived,
    rebirth,
    remember: (files) => {
      if (able === undefined) throw new Refusal('BOOTSTRAP_LATE', { file: files[0]?.file ?? '' });
      writeBirthRecord(premises.home, { state: 'taken', bootId, takenAt, files });
    },
    forget: () => writeBirthRecord(premises.home, record),
  };
};

/** Priority 0, first boot only: §6.2. The orders leave this process when the flow ends. */
const beBorn = async (run: Boot, gone: BootstrapGone, hold: Hold): Promise<void> => {
  const { recorder, premises, host, journal, bootId, program } = run;
  await recorder.stepLater('bootstrap_flow', async () => {
    const orders = gone.handOver();
    const zone = settleBirthZone(run, orders);
    settleHeal(premises, gone.sealed, bootId);
    const lives = (user: string): void => followUser(run, user);
    const outcome = await giveBirth(
      { premises, host, program, hold, journal, bootId, zone, thinking: run.thinking, lives },
      orders,
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

/** Priority 2. From here on other boots may begin. */
const start = async (run: Boot, { loaded, drifted }: LoadedFiles, hold: Hold): Promise<Session> => {
  const integrity = new Integrity(loaded.files, drifted);
  const session = await openSession(run, loaded, integrity, hold);
  settleLayout(run.premises);
  run.premises.giveLeaseBack();
  return session;
};
