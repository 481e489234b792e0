/**
 * `--plan`: what a boot would do. Its own steps run on a dry disk, up to the loaded files, and refuse as they do; nothing
 * is changed, and no agent is started. What only trying tells (room on the disk, the right to delete) is not known.
 */
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { seesLogs } from '#lib/spec/session-policy.ts';
import { STARTUP, type StartupStep, type StepName } from '#lib/spec/startup.ts';
import { dailyFile, dayBefore } from '#lib/text/day.ts';
import { SectionCheck } from '#lib/text/outline.ts';
import { nearHeaderText } from '#lib/workspace/near-header.ts';
import { DocumentCheck } from '#lib/yamo/document.ts';
import type { BootRequest, Host } from '#kernel/contract/boot-request.ts';
import { examine } from '#kernel/fs/examine.ts';
import { Clock } from '#kernel/process/clock.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { chooseAgent } from '#kernel/programs/choose.ts';
import { presumed } from '#kernel/programs/consent.ts';
import type { AgentProgram } from '#kernel/programs/program.ts';
import { reportInjection } from '#kernel/redact/injection.ts';
import { decideKind, type KindDecision } from '#kernel/run/kind.ts';
import { layoutToBoot } from '#kernel/run/layout.ts';
import { Recorder } from '#kernel/run/record.ts';
import { Agreement } from '#kernel/session/unread.ts';
import { refuseWithoutUser } from '#kernel/session/user.ts';
import type { BootstrapRecord } from '#lib/workspace/bootstrap-record.ts';
import { GhostSealed } from '#kernel/startup/ghost.ts';
import { BootstrapGone } from '#kernel/startup/guard.ts';
import {
  AgentsLoaded,
  Loaded,
  type Progress,
  SoulLoaded,
  TodayLoaded,
  UserLoaded,
  YesterdayLoaded,
} from '#kernel/startup/load.ts';
import { type Add, addLayoutSteps, addSession } from './plan-layout.ts';
import { type Preflight, preflight } from './preflight.ts';
import type { FileText } from '#kernel/startup/read.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { readBootstrapRecord } from '#kernel/state/bootstrap-record.ts';
import { refuseWithin, StateHome } from '#kernel/state/home.ts';
import { reportDrift } from '#kernel/state/integrity.ts';
import { reportTracked } from './check-ahead.ts';
import { dryDisk } from './dry-disk.ts';
import { kindOf } from './open-workspace.ts';

interface PlannedStep {
  readonly step: StepName;
  readonly priority: StartupStep['priority'];
  readonly section: string;
  readonly file?: string;
  /** In words, what the step would do or find. */
  readonly would: string;
}

/** What a boot would do, as `--plan` prints it. */
export interface Plan {
  readonly workspace: string;
  readonly session: KindDecision;
  readonly steps: readonly PlannedStep[];
  /** What the boot would end in; the steps after it would not be reached. */
  readonly refusal?: Refusal;
}

/** Throws WORKSPACE_… refusals; every later refusal is part of the plan. */
export const planBoot = (request: BootRequest, host: Host): Plan => {
  const { strict } = request;
  const workspace = Workspace.open(dryDisk(host.disk), request.path, { strict, uid: host.uid });
  const decision = decideKind(request, host.settings);
  const steps: PlannedStep[] = [];
  const add = (step: StepName, would: string, file?: string): void => {
    const { priority, section } = STARTUP.find((row) => row.step === step) ?? {
      priority: 'prepare',
      section: '',
    };
    steps.push({ step, priority, section, would, ...(file === undefined ? {} : { file }) });
  };
  try {
    addSteps({ add, workspace, request, host, decision });
    return { workspace: workspace.path, session: decision, steps };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { workspace: workspace.path, session: decision, steps, refusal: error };
  } finally {
    workspace.close();
  }
};

interface Planning {
  readonly add: Add;
  readonly workspace: Workspace;
  readonly request: BootRequest;
  readonly host: Host;
  readonly decision: KindDecision;
}

const addSteps = (planning: Planning): void => {
  const { add, workspace, request, host, decision } = planning;
  const { path } = workspace;
  const silent = new Recorder(
    { version: 1, bootId: '', yamo: host.version, startedAt: '' },
    () => undefined,
  );
  const stateRoot = xdgFolder('XDG_STATE_HOME', host.environment);
  refuseWithin(stateRoot, workspace);
  const home = StateHome.peek(stateRoot, workspace, host.uid);
  try {
    const other = layoutToBoot({ workspace, home }, request.layout);
    kindOf(request, host, silent);
    const program = presumed(chooseAgent(request, host), home);
    const { kind } = decision;
    const record = home && readBootstrapRecord(home);
    const today = Clock.start(request.date, request.zone).today();
    add('open_workspace', `pin ${path}`);
    add('lease', 'take the lease, release it when the session is open');
    if (other !== undefined) {
      addLayoutSteps({ add, workspace, request, host, kind, home, program, document: other });
      return;
    }
    const ready = preflight(workspace, kind, today, record);
    if (ready.firstBoot) reportTracked(workspace, request.strict, silent);
    const gone = addPriority0(planning, program, ready, record);
    if (gone.firstBoot) addLater(planning, today);
    else addLoading(planning, { gone, ready, home, today });
    addSession({ add, program, kind }, dailyFile(today));
  } finally {
    home?.close();
  }
};

const HEADER = {
  vacuous: 'nothing to check yet; checked again after the first boot',
  present: 'the header is present',
  healed: 'put the header first, by a durable replace, and log it',
} as const;

/** The ghost check and the boot guard. Throws as they do. */
const addPriority0 = (
  { add, workspace, request, host, decision }: Planning,
  program: AgentProgram,
  { firstBoot, forbidden, lived }: Preflight,
  record: BootstrapRecord | undefined,
): BootstrapGone => {
  const { strict, rebirth } = request;
  const { name } = program;
  add(
    'preflight',
    firstBoot ? 'first boot: also write and remove a test file' : 'the workspace is initialised',
  );
  add('hold_agent', `find a sandbox for ${name} (yamo doctor tries them)`);
  if (firstBoot)
    add('try_agent', `start ${name} where it sees nothing of the workspace, and end it`);
  const sealed = GhostSealed.seal(workspace, {
    strict,
    firstBoot,
    forbidden,
    sections: SectionCheck.byOutline,
    near: nearHeaderText,
    intend: () => undefined,
  });
  add('ghost_invariant_check', HEADER[sealed.outcome], 'AGENTS.md');
  const gone = BootstrapGone.prove(workspace, sealed, {
    kind: decision.kind,
    record,
    lived,
    rebirth,
    documents: DocumentCheck.byGrammar,
    agree: new Agreement({ program, request, host, opened: { workspace } }).check,
    remember: () => undefined,
    forget: () => undefined,
    lost: () => undefined,
  });
  for (const file of BOOTSTRAP_FILES) {
    const isTaken = gone.taken.some((one) => one.file === file);
    const would = isTaken ? 'read it, delete it, prove it gone, make that durable' : ABSENT;
    add('bootstrap_deletion', would, file);
  }
  if (gone.firstBoot)
    add('bootstrap_flow', `${name} carries out the instructions; then the order begins again`);
  return gone;
};

const ABSENT = 'it is absent';
const AGENTS_TAKEN = 'take the text that the ghost check read';

interface Loads {
  readonly gone: BootstrapGone;
  readonly ready: Preflight;
  readonly home: StateHome | undefined;
  readonly today: string;
}

/** Priority 1. Throws as the steps do. */
const addLoading = (
  { add, workspace, request, host, decision }: Planning,
  { gone, ready, home, today }: Loads,
): void => {
  const { kind } = decision;
  const { strict } = request;
  const { dailyLogsInShared: dailyInShared } = host.settings;
  const { forbidden } = ready;
  const say = (loaded: Progress, file: string): void => {
    add(stepOf(file, today), loaded.file(file) === undefined ? ABSENT : 'read it once', file);
  };
  const check = (file: FileText | undefined): void => {
    if (home !== undefined)
      reportDrift(home, workspace.path, file, { strict, notice: () => undefined });
  };
  const agents = AgentsLoaded.after(gone, { workspace, kind, forbidden, dailyInShared });
  add('load_agents', AGENTS_TAKEN, 'AGENTS.md');
  check(agents.file('AGENTS.md'));
  const soul = SoulLoaded.after(agents);
  say(soul, 'SOUL.md');
  check(soul.file('SOUL.md'));
  const user = UserLoaded.after(soul);
  say(user, 'USER.md');
  if (user.file('USER.md') === undefined) refuseWithoutUser(request, workspace);
  const loaded = Loaded.after(YesterdayLoaded.after(TodayLoaded.after(user, today)));
  for (const day of [today, dayBefore(today)])
    if (seesLogs(kind, dailyInShared)) say(loaded, dailyFile(day));
    else
      add(
        stepOf(dailyFile(day), today),
        'not opened: not for shared sessions (§3.2)',
        dailyFile(day),
      );
  if (kind.permissions.seesMemory) say(loaded, 'MEMORY.md');
  else add('load_memory', 'not opened: not for shared sessions (§4.1)', 'MEMORY.md');
  if (strict) reportInjection(loaded.files, { strict, notice: () => undefined });
};

/** What a first boot will load when it is over. */
const addLater = ({ add, workspace }: Planning, today: string): void => {
  add('load_agents', AGENTS_TAKEN, 'AGENTS.md');
  const days = [dailyFile(today), dailyFile(dayBefore(today))];
  for (const file of ['SOUL.md', 'USER.md', ...days, 'MEMORY.md']) {
    const place = workspace.place(file);
    const isThere = place !== undefined && examine(place.directory, place.name).is === 'regular';
    add(
      stepOf(file, today),
      isThere ? 'read it once' : 'read it once, if the first boot creates it',
      file,
    );
  }
};

const LOADS: Readonly<Record<string, StepName>> = {
  'SOUL.md': 'load_soul',
  'USER.md': 'load_user',
  'MEMORY.md': 'load_memory',
};

const stepOf = (file: string, today: string): StepName =>
  LOADS[file] ?? (file === dailyFile(today) ? 'load_today' : 'load_yesterday');
