/** `--plan`: what a boot would do, found out without changing anything or reading bootstrap instructions and memories. */
import { SectionCheck } from '#lib/text/outline.ts';
import { BOOTSTRAP_FILES, type BootstrapFile } from '#lib/spec/files.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { STARTUP, type StartupStep, type StepName } from '#lib/spec/startup.ts';
import { hasGhostHeader } from '#lib/workspace/header.ts';
import { dailyFile, dayBefore } from '#lib/text/day.ts';
import { chooseAgent } from '#kernel/programs/choose.ts';
import { presumed } from '#kernel/programs/consent.ts';
import type { BootRequest, Host } from '#kernel/contract/boot-request.ts';
import { Clock } from '#kernel/process/clock.ts';
import { examine } from '#kernel/fs/examine.ts';
import { type AgentProgram, isScribe } from '#kernel/programs/program.ts';
import { layoutOfPeeked, refuseOther } from '#kernel/run/layout.ts';
import { decideKind, type KindDecision } from '#kernel/run/kind.ts';
import { refuseUnwelcome } from '#kernel/startup/guard.ts';
import { refuseMissingSections } from '#kernel/startup/ghost.ts';
import { inspect } from '#kernel/startup/preflight.ts';
import { readFile } from '#kernel/startup/read.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { readBootstrapRecord } from '#kernel/state/bootstrap-record.ts';
import { StateHome } from '#kernel/state/home.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';

interface PlannedStep {
  readonly step: StepName;
  readonly priority: StartupStep['priority'];
  readonly section: string;
  readonly file?: string;
  /** In words, what the step would do or find. */
  readonly would: string;
}

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
  const workspace = Workspace.open(host.disk, request.path, { strict, uid: host.uid });
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
    addSteps(add, workspace, request, host, decision);
    return { workspace: workspace.path, session: decision, steps };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { workspace: workspace.path, session: decision, steps, refusal: error };
  } finally {
    workspace.close();
  }
};

type Add = (step: StepName, would: string, file?: string) => void;

const addSteps = (
  add: Add,
  workspace: Workspace,
  request: BootRequest,
  host: Host,
  { kind }: KindDecision,
): void => {
  const stateRoot = xdgFolder('XDG_STATE_HOME', host.environment);
  refuseOther(workspace.path, layoutOfPeeked(workspace, stateRoot, host.uid), request.layout);
  const home = StateHome.peek(stateRoot, workspace, host.uid);
  const record = home && readBootstrapRecord(home);
  home?.close();
  const today = Clock.start(request.date, request.zone).today();
  add('open_workspace', `pin ${workspace.path}`);
  add('lease', 'take the lease, release it when the session is open');
  const { firstBoot, lived, forbidden } = inspect(workspace, kind, today, record);
  const program = presumedIn(workspace, stateRoot, request, host);
  const isPicky = isScribe(program) && !request.dropUnread;
  add(
    'preflight',
    firstBoot ? 'first boot: also write and remove a test file' : 'the workspace is initialised',
  );
  add('hold_agent', `find a sandbox for ${program.name} (yamo doctor tries them)`);
  if (firstBoot)
    add('try_agent', `start ${program.name} where it sees nothing of the workspace, and end it`);
  add(
    'ghost_invariant_check',
    planGhost(workspace, request.strict, firstBoot, forbidden),
    'AGENTS.md',
  );
  for (const file of BOOTSTRAP_FILES)
    add(
      'bootstrap_deletion',
      planGuard(workspace, file, { kind, record, lived, rebirth: request.rebirth }, isPicky),
      file,
    );
  if (firstBoot)
    add(
      'bootstrap_flow',
      `${program.name} carries out the instructions; then the order begins again`,
    );
  const found = (file: string): string => {
    const place = workspace.place(file);
    const is = place === undefined ? 'absent' : examine(place.directory, place.name).is;
    if (is === 'regular') return 'read it once';
    return firstBoot ? 'read it once, if the first boot creates it' : 'it is absent';
  };
  const isShared = kind === 'shared';
  const daily = (day: string): string =>
    isShared && !host.settings.dailyLogsInShared
      ? 'not opened: not for shared sessions (§3.2)'
      : found(dailyFile(day));
  add('load_agents', 'take the text that the ghost check read', 'AGENTS.md');
  add('load_soul', found('SOUL.md'), 'SOUL.md');
  add('load_user', found('USER.md'), 'USER.md');
  add('load_today', daily(today), dailyFile(today));
  add('load_yesterday', daily(dayBefore(today)), dailyFile(dayBefore(today)));
  add(
    'load_memory',
    isShared ? 'not opened: not for shared sessions (§4.1)' : found('MEMORY.md'),
    'MEMORY.md',
  );
  add('persona_activation', `assemble the context, start ${program.name}`);
  add('serve_user', `open a ${kind} session in ${dailyFile(today)}`);
};

/** Who would serve, as far as the state of the workspace tells. */
const presumedIn = (
  workspace: Workspace,
  stateRoot: string,
  request: BootRequest,
  host: Host,
): AgentProgram => {
  const program = chooseAgent(request, host);
  const home = StateHome.peek(stateRoot, workspace, host.uid);
  try {
    return presumed(program, home);
  } finally {
    home?.close();
  }
};

const planGhost = (
  workspace: Workspace,
  strict: boolean,
  firstBoot: boolean,
  forbidden: Parameters<typeof readFile>[2],
): string => {
  const agents = readFile(workspace, 'AGENTS.md', forbidden);
  if (agents === undefined) {
    if (firstBoot) return 'nothing to check yet; checked again after the first boot';
    throw new Refusal('AGENTS_MISSING', { path: workspace.path });
  }
  refuseMissingSections(workspace.path, agents.text, SectionCheck.byOutline);
  if (hasGhostHeader(agents.bytes.toString('utf8'))) return 'the header is present';
  if (strict) throw new Refusal('GHOST_HEADER_MISSING', { near: '' });
  return 'put the header first, by a durable replace, and log it';
};

const planGuard = (
  workspace: Workspace,
  file: BootstrapFile,
  welcome: Parameters<typeof refuseUnwelcome>[1],
  isPicky: boolean,
): string => {
  const found = examine(workspace.root, file);
  if (found.is === 'absent') return 'it is absent';
  refuseUnwelcome(file, welcome);
  if (found.is !== 'regular') return 'refuse: it is not a regular file';
  const unless = isPicky ? ' (unless lines of it would be lost on the scribe)' : '';
  return `read it, delete it${unless}, prove it gone, make that durable`;
};
