/** `yamo init --layout`: the tree of another system is laid out or completed; what is there stays. */
import { randomBytes } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { fillTemplate, type TemplateValues, namesFor } from '#lib/workspace/template.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { createFile } from '#kernel/fs/replace.ts';
import { entryExists, makeFolders, makePath } from './folders.ts';
import { Clock } from '#kernel/process/clock.ts';
import { templateTree, type TreeLayout } from '#kernel/process/package.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { refuseChange, refuseOther } from '#kernel/run/layout.ts';
import { layoutOf } from '#kernel/run/known-layout.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import { keepLayout, readLayout } from '#kernel/state/layout.ts';

/** A tree that is to be laid out. */
export interface TreeRequest {
  readonly path: string;
  readonly layout: TreeLayout;
  readonly names: Partial<TemplateValues>;
  /** Say what would be done, and change nothing. */
  readonly dryRun: boolean;
  /** What it holds beside its texts. */
  readonly data?: TreeData | undefined;
}

/** Files of a tree that are no texts, such as databases (N2). */
export interface TreeData {
  readonly folder: string;
  readonly files: readonly string[];
  /** Makes those that are missing; returns which. */
  readonly make: (folder: Directory, uid: number) => readonly string[];
}

/** What was made, in words; empty where nothing was missing. */
export interface TreeOutcome {
  readonly workspace: string;
  readonly done: readonly string[];
}

/** Throws WORKSPACE_…, STATE_…, LAYOUT_… refusals and WRITE_FAILED. */
export const initTree = (request: TreeRequest, host: Host): TreeOutcome =>
  request.dryRun ? plannedTree(request, host) : laidOutTree(request, host);

const laidOutTree = (request: TreeRequest, { disk, uid, environment }: Host): TreeOutcome => {
  const { path, layout } = request;
  const made = entryExists(disk, path) ? [] : [`created ${path}`];
  makePath(disk, path);
  const stateRoot = xdgFolder('XDG_STATE_HOME', environment);
  const opening = { strict: false, uid, stateRoot, clock: Clock.start() };
  const opened = OpenWorkspace.open(disk, path, opening);
  try {
    const { workspace, home } = opened;
    // Of two that lay it out at once, the second sees what the first has made of it.
    opened.takeLease();
    admitTree(workspace, home, layout);
    const plan = planned(request, workspace.root);
    const done = opened.exclusively(() => [
      ...[...plan].flatMap(([name, text]) => create(workspace.root, name, text)),
      ...madeData(request, workspace, uid),
    ]);
    keepLayout(home, layout);
    return { workspace: workspace.path, done: [...made, ...done] };
  } finally {
    opened.close();
  }
};

const madeData = ({ data }: TreeRequest, workspace: Workspace, uid: number): readonly string[] => {
  if (data === undefined) return [];
  const made = data.make(
    attempt(data.folder, () => workspace.ensure(data.folder)),
    uid,
  );
  return made.map((file) => `created ${data.folder}/${file}`);
};

/** What `laidOutTree` would do. Not even the kernel's own state is touched. */
const plannedTree = (request: TreeRequest, { disk, uid, environment }: Host): TreeOutcome => {
  const { path, layout } = request;
  if (!entryExists(disk, path)) {
    const names = [path, ...planned(request, undefined).keys(), ...dataNames(request)];
    return { workspace: resolve(path), done: names.map((name) => `created ${name}`) };
  }
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  try {
    const home = StateHome.peek(xdgFolder('XDG_STATE_HOME', environment), workspace, uid);
    admitTree(workspace, home, layout);
    home?.close();
    const names = [...planned(request, workspace.root).keys(), ...dataNames(request)];
    return { workspace: workspace.path, done: names.flatMap((name) => missing(workspace, name)) };
  } finally {
    workspace.close();
  }
};

const dataNames = ({ data }: TreeRequest): readonly string[] =>
  data?.files.map((file) => `${data.folder}/${file}`) ?? [];

/** Of another system than the one that is asked for nothing is completed. Throws LAYOUT_OTHER, LAYOUT_UNCLEAR, LAYOUT_CHANGED. */
const admitTree = (workspace: Workspace, home: StateHome | undefined, layout: TreeLayout): void => {
  const kept = home && readLayout(home);
  if (kept === layout) return;
  if (kept !== undefined) refuseChange(workspace.path, kept, layout);
  const detected = layoutOf(workspace);
  const candidates = detected.is === 'unclear' ? detected.candidates : [detected];
  if (!candidates.some((one) => one.layout === layout))
    refuseOther(workspace.path, detected, undefined);
};

/** Every file with its text, and folders, whose names end in a slash; seen from the folder that is there. */
const planned = (
  { path, layout, names }: TreeRequest,
  root: Directory | undefined,
): ReadonlyMap<string, string> => {
  const { files, folders } = templateTree(layout);
  const full = namesFor(basename(resolve(path)), names);
  const plan = new Map<string, string>();
  for (const folder of folders) plan.set(`${folder}/`, '');
  for (const [name, text] of files) plan.set(name, fillTemplate(text, full));
  // Who is born has carried out its instructions, and gets no others (§2.6, R-16).
  if (LAYOUTS[layout].bootstrap === 'agent' && root !== undefined && isBorn(root))
    plan.delete(BOOTSTRAP);
  // A base of OSA stands before the files of an agent that is there.
  if (layout === 'osa' && root !== undefined && hasBase(root)) plan.delete(OSA_BASE);
  if (layout === 'nexus') plan.set('state/config.json', nexusConfig());
  return plan;
};

const BOOTSTRAP = 'BOOTSTRAP.md';

/** Its instructions are written first: without them, whoever has a file of its own was given them before. */
const isBorn = (root: Directory): boolean =>
  ['SOUL.md', 'IDENTITY.md'].some((name) => attempt(name, () => isIn(root, name)));

const OSA_BASE = 'prompts/SYSTEM.md';

/** A folder of agents counts as an agent. */
const hasBase = (root: Directory): boolean =>
  (LAYOUTS.osa.anyRequired ?? [])
    .filter((name) => name !== 'USER.md')
    .map((name) => name.replace(/\/\{.*$/u, ''))
    .some((name) => attempt(name, () => isIn(root, name)));

const isIn = (root: Directory, name: string): boolean =>
  root.disk.lstat(root.at(name)) !== undefined;

const TOKEN_BYTES = 24;
const NEXUS_PORT = 18_789;

/** A runtime of its own that only its token opens (N5, N6, N7). */
const nexusConfig = (): string => {
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const runtime = { port: NEXUS_PORT, bind: 'loopback', auth: { mode: 'token', token } };
  return `${JSON.stringify({ runtime }, undefined, 2)}\n`;
};

const create = (root: Directory, name: string, text: string): readonly string[] =>
  attempt(name, () =>
    makeFolders(root, name.split('/').slice(0, -1), (directory, isMade) => {
      const last = name.slice(name.lastIndexOf('/') + 1);
      if (last === '') return isMade ? [`created ${name}`] : [];
      if (isIn(directory, last)) return [];
      createFile(directory, last, Buffer.from(text));
      return [`created ${name}`];
    }),
  );

const missing = ({ root }: Workspace, name: string): readonly string[] =>
  attempt(name, () => (isIn(root, name.replace(/\/$/u, '')) ? [] : [`created ${name}`]));

const attempt = <Value>(path: string, work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    throw asRefusal(
      error,
      (errno) => new Refusal('WRITE_FAILED', { operation: 'create', path, errno }),
    );
  }
};
