/**
 * `--plan`: what a boot would do. Its own steps run on a dry disk, up to the loaded files, and refuse as they do; nothing
 * is changed, and no agent is started. What only trying tells (room on the disk, the right to delete) is not known.
 */
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { STARTUP, type StartupStep, type StepName } from '#lib/spec/startup.ts';
import { dailyFile, dayBefore } from '#lib/text/day.ts';
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
import type { GhostSealed } from '#kernel/startup/ghost.ts';
import { BootstrapGone } from '#kernel/startup/guard.ts';
import { type LoadProgress } from '#kernel/startup/load.ts';
import { keptFrom, loadingOf } from './load-files.ts';
import { loadInOrder, runSequence } from './sequence.ts';
import { type Add, addLayoutSteps, addSession, addSandbox, addTrial } from './plan-layout.ts';
import { type Preflight, preflight } from './preflight.ts';
import type { FileText } from '#kernel/startup/read.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { readBootstrapRecord } from '#kernel/state/bootstrap-record.ts';
import { refuseWithin, StateHome } from '#kernel/state/home.ts';
import { reportDrift } from '#kernel/state/integrity.ts';
import { reportTracked } from './check-ahead.ts';
import { dryDisk } from './dry-disk.ts';
import { sealAgents } from './seal.ts';
import { agreed } from './take-instructions.ts';
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
export interface BootPlan {
  readonly workspace: string;
  readonly session: KindDecision;
  readonly steps: readonly PlannedStep[];
  /** What the boot would end in; the steps after it would not be reached. */
  readonly refusal?: Refusal;
}

/** Throws WORKSPACE_… refusals; every later refusal is part of the plan. */
export const planBoot = async (request: BootRequest, host: Host): Promise<BootPlan> => {
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
    await addSteps({ add, workspace, request, host, decision });
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

const addSteps = async (planning: Planning): Promise<void> => {
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
      await addLayoutSteps({ add, workspace, request, host, kind, home, program, document: other });
      return;
    }
    await runSequence({
      checkAhead: () => {
        const ready = preflight(workspace, kind, today, record);
        if (ready.firstBoot) reportTracked(workspace, request.strict, silent);
        add('preflight', ready.firstBoot ? TRIED : 'the workspace is initialised');
        return ready;
      },
      holdAgent: ({ firstBoot }) => {
        addSandbox({ add, program });
        if (firstBoot) addTrial({ add, program });
      },
      seal: (_held, ready) => planSeal(planning, ready),
      takeInstructions: (sealed, _held, ready) =>
        planInstructions(planning, sealed, { program, ready, record }),
      carryOut: () => {
        add(
          'bootstrap_flow',
          `${program.name} carries out the instructions; then the order begins again`,
        );
        return addLater(planning, today);
      },
      load: (gone, _held, ready) => planLoading(planning, { gone, ready, home, today }),
      serve: () => addSession({ add, program, kind }, dailyFile(today)),
    });
  } finally {
    home?.close();
  }
};

const HEADER = {
  vacuous: 'nothing to check yet; checked again after the first boot',
  present: 'the header is present',
  healed: 'put the header first, by a durable replace, and log it',
} as const;

const TRIED = 'first boot: also write and remove a test file';

/** The ghost check. Throws as it does. */
const planSeal = (
  { add, workspace, request: { strict } }: Planning,
  { firstBoot, forbidden }: Preflight,
): GhostSealed => {
  const sealed = sealAgents(workspace, {
    strict,
    firstBoot,
    forbidden,
    intend: () => undefined,
  });
  add('ghost_invariant_check', HEADER[sealed.outcome], 'AGENTS.md');
  return sealed;
};

interface Instructions {
  readonly program: AgentProgram;
  readonly ready: Preflight;
  readonly record: BootstrapRecord | undefined;
}

/** The boot guard. Throws as it does. */
const planInstructions = (
  { add, workspace, request, host, decision }: Planning,
  sealed: GhostSealed,
  { program, ready: { priorUseEvidence }, record }: Instructions,
): BootstrapGone => {
  const agreement = new Agreement({ program, request, host, opened: { workspace } });
  const gone = BootstrapGone.prove(workspace, sealed, {
    kind: decision.kind,
    record,
    priorUseEvidence,
    rebirth: request.rebirth,
    agree: agreed(agreement.check),
    remember: () => undefined,
    forget: () => undefined,
    lost: () => undefined,
  });
  for (const file of BOOTSTRAP_FILES) {
    const isTaken = gone.taken.some((one) => one.file === file);
    const would = isTaken ? 'read it, delete it, prove it gone, make that durable' : ABSENT;
    add('bootstrap_deletion', would, file);
  }
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
const planLoading = (
  { add, workspace, request, host, decision: { kind } }: Planning,
  { gone, ready, home, today }: Loads,
): readonly FileText[] => {
  const told = { strict: request.strict, notice: () => undefined };
  const loading = loadingOf({ workspace, kind, request, host, today: () => today }, ready);
  const { files } = loadInOrder(gone, loading, {
    load: (step, file, run) => {
      const progress = run();
      add(step, loaded(step, progress, file), file);
      if (home !== undefined && (step === 'load_agents' || step === 'load_soul'))
        reportDrift(home, workspace.path, progress.file(file), told);
      return progress;
    },
    settle: (user) => {
      if (user.file('USER.md') === undefined) refuseWithoutUser(request, workspace);
      return today;
    },
  });
  if (request.strict) reportInjection(files, told);
  return files;
};

const loaded = (step: StepName, progress: LoadProgress, file: string): string => {
  const kept = keptFrom(step, progress.loading);
  if (step === 'load_agents') return AGENTS_TAKEN;
  if (kept !== undefined) return `not opened: not for shared sessions (${kept})`;
  return progress.file(file) === undefined ? ABSENT : 'read it once';
};

/** What a first boot will load when it is over. */
const addLater = ({ add, workspace }: Planning, today: string): readonly FileText[] => {
  for (const row of STARTUP) {
    if (row.priority !== 1 || !('file' in row)) continue;
    const { step } = row;
    const day = step === 'load_yesterday' ? dayBefore(today) : today;
    const file = row.file.replace('YYYY-MM-DD', day);
    const place = workspace.place(file);
    const isThere = place !== undefined && examine(place.directory, place.name).is === 'regular';
    const later = isThere ? 'read it once' : 'read it once, if the first boot creates it';
    add(step, step === 'load_agents' ? AGENTS_TAKEN : later, file);
  }
  return [];
};
