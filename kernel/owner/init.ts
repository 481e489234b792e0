/** `yamo init`: a workspace is laid out or completed; what is there stays, but for the names of headings. */
import { basename, resolve } from 'node:path';
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { type TemplateValues, namesFor } from '#lib/workspace/template.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { Clock } from '#kernel/process/clock.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { examine } from '#kernel/fs/examine.ts';
import type { TemplateTier } from '#kernel/process/package.ts';
import { makeScratch, removeScratch } from '#kernel/process/places.ts';
import type { SaidLayout } from '#lib/layout/detect.ts';
import { admissible, admitLayout, settleLayout } from '#kernel/run/layout.ts';
import { layoutOf } from '#kernel/run/known-layout.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { entryExists, makePath } from './folders.ts';
import { enclosingRepository } from './project.ts';
import {
  carryOutPlan,
  type LayoutChange,
  type LayoutPlan,
  planFile,
  planLayout,
} from '#kernel/session/layout.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { keepingBaselines } from '#kernel/state/baseline.ts';
import type { BootstrapRecord } from '#lib/workspace/bootstrap-record.ts';
import { readBootstrapRecord } from '#kernel/state/bootstrap-record.ts';
import { keepCopy } from '#kernel/state/copies.ts';
import { StateHome } from '#kernel/state/home.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';

/** A workspace that is to be made. */
export interface InitRequest {
  readonly path: string;
  readonly tier: TemplateTier;
  readonly withBootstrap: boolean;
  readonly names: Partial<TemplateValues>;
  /** `--layout`. */
  readonly layout: SaidLayout | undefined;
  /** Say what would be done, and change nothing. */
  readonly dryRun: boolean;
}

/** What was made, and what was left as it was. */
export interface InitOutcome {
  readonly workspace: string;
  /** What was done, in words; empty if nothing was missing. */
  readonly done: readonly string[];
  /** What was asked for and not done, with the reason. */
  readonly left: readonly string[];
  /** What the owner should know of it. */
  readonly notes: readonly string[];
  /** Where files lie as they were before. */
  readonly kept: readonly string[];
  readonly changes: readonly LayoutChange[];
}

/** Throws WORKSPACE_…, STATE_…, LAYOUT_…, FILE_… refusals and WRITE_FAILED. */
export const initWorkspace = async (request: InitRequest, host: Host): Promise<InitOutcome> =>
  request.dryRun ? plannedOutcome(request, host) : laidOut(request, host);

const laidOut = (request: InitRequest, host: Host): InitOutcome => {
  const made = entryExists(host.disk, request.path) ? [] : [`created ${request.path}`];
  makePath(host.disk, request.path);
  const opened = OpenWorkspace.open(host.disk, request.path, {
    strict: false,
    uid: host.uid,
    stateRoot: stateRootOf(host),
    clock: Clock.start(),
  });
  try {
    // Of two that lay it out at once, the second sees what the first has made of it.
    opened.takeLease();
    admitLayout(opened, request.layout);
    const { workspace, home } = opened;
    const plan = planInit(workspace, readBootstrapRecord(home), request);
    const kept = plan.changes.flatMap(({ file, before }) =>
      before === undefined ? [] : [keepCopy(home, 'init', file, before.bytes)],
    );
    // Sections that the owner's own command adds to AGENTS.md are no change behind the kernel's back.
    const done = keepingBaselines(opened, () => carryOutPlan(opened, plan));
    settleLayout(opened);
    const notes = notesOn(workspace, plan, host);
    const { left, changes } = plan;
    return { workspace: workspace.path, done: [...made, ...done], left, notes, kept, changes };
  } finally {
    opened.close();
  }
};

/** What `laidOut` would do. Not even the kernel's own state is touched. */
const plannedOutcome = async (request: InitRequest, host: Host): Promise<InitOutcome> => {
  const { disk, uid } = host;
  const isNew = !entryExists(disk, request.path);
  const scratch = isNew ? makeScratch() : undefined;
  const workspace = Workspace.open(disk, scratch ?? request.path, { strict: false, uid });
  try {
    const home = StateHome.peek(stateRootOf(host), workspace, uid);
    const record = home && readBootstrapRecord(home);
    admissible({ workspace, home }, request.layout);
    home?.close();
    const plan = planInit(workspace, record, request);
    const made = isNew ? [`created ${request.path}`] : [];
    const memory = plan.makesMemory ? ['created memory/'] : [];
    return {
      workspace: isNew ? resolve(request.path) : workspace.path,
      done: [...made, ...memory, ...plan.changes.flatMap(({ done }) => done)],
      left: plan.left,
      notes: notesOn(workspace, plan, host),
      kept: [],
      changes: plan.changes,
    };
  } finally {
    workspace.close();
    if (scratch !== undefined) await removeScratch(scratch);
  }
};

const stateRootOf = ({ environment }: Host): string => xdgFolder('XDG_STATE_HOME', environment);

interface InitPlan extends LayoutPlan {
  readonly left: readonly string[];
}

const planInit = (
  workspace: Workspace,
  record: BootstrapRecord | undefined,
  { path, tier, withBootstrap, names }: InitRequest,
): InitPlan => {
  const isBorn = examine(workspace.root, 'SOUL.md').is !== 'absent';
  const awaitsFirstBoot = BOOTSTRAP_FILES.some(
    (file) => examine(workspace.root, file).is !== 'absent',
  );
  const full = namesFor(basename(resolve(path)), names);
  // Bootstrap instructions are written once, before the first boot, and never again (§2.6, R-16).
  const wasBorn = isBorn || record?.state === 'done';
  const left = withBootstrap && wasBorn ? ['BOOTSTRAP.md was not written: this agent is born'] : [];
  const blank: TemplateValues = {
    name: names.name ?? '',
    role: names.role ?? '',
    user: names.user ?? '',
    timezone: names.timezone ?? '',
  };
  const orders =
    withBootstrap && !wasBorn && !awaitsFirstBoot
      ? planFile(workspace, 'BOOTSTRAP.md', tier, blank)
      : [];
  const born = isBorn || awaitsFirstBoot || orders.length > 0;
  const soul = born ? [] : planFile(workspace, 'SOUL.md', tier, full);
  const given = soul.length > 0 ? full : names;
  const rest =
    born && !isBorn ? planBeforeFirstBoot(workspace) : planLayout(workspace, tier, given);
  return { ...rest, changes: [...orders, ...soul, ...rest.changes], left };
};

/** Before a first boot the files are the agent's to create; what exists of AGENTS.md is completed all the same. */
const planBeforeFirstBoot = (workspace: Workspace): LayoutPlan =>
  examine(workspace.root, 'AGENTS.md').is === 'absent'
    ? { makesMemory: false, changes: [] }
    : planLayout(workspace);

const notesOn = (workspace: Workspace, plan: InitPlan, { disk }: Host): readonly string[] => [
  ...openClawNotes(workspace, plan),
  ...gitNotes(workspace, plan, disk),
];

/** Where both systems work on one workspace, its owner is told what the other one will miss. */
const openClawNotes = (workspace: Workspace, { changes }: InitPlan): readonly string[] => {
  const detected = layoutOf(workspace);
  if (detected.is !== 'ours' || detected.layout !== 'openclaw') return [];
  const renamed = changes.flatMap((change) => change.renamed).map((alias) => `"${alias}"`);
  const orders = examine(workspace.root, 'BOOTSTRAP.md').is !== 'absent';
  return [
    ...(renamed.length === 0
      ? []
      : [
          `OpenClaw will not find ${renamed.join(' and ')} in AGENTS.md any more; if its setting postCompactionSections names them, put the new names there.`,
        ]),
    ...(orders ? ['The first boot deletes BOOTSTRAP.md: OpenClaw will not find it any more.'] : []),
  ];
};

const PRIVATE: ReadonlySet<string> = new Set(['USER.md', 'SOUL.md']);

/** A workspace in the repository of something else goes where that goes. One that is a repository itself was made so. */
const gitNotes = (
  workspace: Workspace,
  { makesMemory, changes }: InitPlan,
  disk: Disk,
): readonly string[] => {
  if (!makesMemory && !changes.some(({ file }) => PRIVATE.has(file))) return [];
  const root = enclosingRepository(disk, workspace.path);
  return root === undefined
    ? []
    : [
        `It lies in the git repository ${root}: USER.md, MEMORY.md and memory/ may be committed with it. Name them in its .gitignore.`,
      ];
};
