/** `yamo init --layout`: the tree of another system is laid out or completed; what is there stays. */
import { randomBytes } from 'node:crypto';
import { basename, resolve } from 'node:path';
import type { Detected } from '#lib/layout/detect.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { fillTemplate, type Names } from '#lib/workspace/template.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { createFile } from '#kernel/fs/replace.ts';
import { makeFolders } from './folders.ts';
import { Clock } from '#kernel/process/clock.ts';
import { templateTree, type TreeLayout } from '#kernel/process/layout-templates.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { layoutOfPeeked, refuseChange, refuseOther } from '#kernel/run/layout.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { keepLayout, readLayout } from '#kernel/state/layout.ts';

/** A tree that is to be laid out. */
export interface TreeRequest {
  readonly path: string;
  readonly layout: TreeLayout;
  readonly names: Partial<Names>;
  /** Say what would be done, and change nothing. */
  readonly dryRun: boolean;
}

/** What was made, in words; empty where nothing was missing. */
export interface TreeOutcome {
  readonly workspace: string;
  readonly done: readonly string[];
}

/** Throws WORKSPACE_…, STATE_…, LAYOUT_… refusals and GATE_FAILED. */
export const initTree = (request: TreeRequest, host: Host): TreeOutcome => {
  const { path, layout } = request;
  const plan = planned(request);
  const isThere = existing(path, host);
  if (request.dryRun && !isThere)
    return {
      workspace: resolve(path),
      done: [path, ...plan.keys()].map((name) => `created ${name}`),
    };
  if (!isThere) attempt(path, () => host.disk.mkdir(path, 0o700));
  const opened = OpenWorkspace.open(host.disk, path, {
    strict: false,
    uid: host.uid,
    stateRoot: xdgFolder('XDG_STATE_HOME', host.environment),
    clock: Clock.start(),
  });
  try {
    const { workspace, home } = opened;
    const stateRoot = xdgFolder('XDG_STATE_HOME', host.environment);
    const kept = readLayout(home);
    if (kept === 'rfc-0009') refuseChange(workspace.path, kept, layout);
    refuseUnlike(workspace.path, layoutOfPeeked(workspace, stateRoot, host.uid), layout);
    if (!request.dryRun) opened.takeLease();
    const make = request.dryRun ? wouldCreate : create;
    const done = opened.exclusively(() =>
      [...plan].flatMap(([name, text]) => make(workspace.root, name, text)),
    );
    if (!request.dryRun) keepLayout(home, layout);
    const made = isThere ? [] : [`created ${path}`];
    return { workspace: workspace.path, done: [...made, ...done] };
  } finally {
    opened.close();
  }
};

/** Of another system than the one that is asked for nothing is completed. Throws LAYOUT_OTHER, LAYOUT_UNCLEAR, LAYOUT_CHANGED. */
const refuseUnlike = (path: string, detected: Detected, layout: TreeLayout): void => {
  if (detected.is === 'ours') return;
  if (detected.is === 'unclear') {
    if (!detected.candidates.some((one) => one.layout === layout))
      refuseOther(path, detected, undefined);
    return;
  }
  if (detected.layout === layout) return;
  if (detected.kept === true) refuseChange(path, detected.layout, layout);
  refuseOther(path, detected, undefined);
};

/** Every file with its text, and folders, whose names end in a slash. */
const planned = ({ path, layout, names }: TreeRequest): ReadonlyMap<string, string> => {
  const { files, folders } = templateTree(layout);
  const full: Names = {
    name: names.name ?? basename(resolve(path)),
    role: names.role ?? 'personal assistant',
    user: names.user ?? 'your human',
    timezone: names.timezone ?? 'not known yet',
  };
  const plan = new Map<string, string>();
  for (const folder of folders) plan.set(`${folder}/`, '');
  for (const [name, text] of files) plan.set(name, fillTemplate(text, full));
  if (layout === 'nexus') plan.set('state/config.json', nexusConfig());
  return plan;
};

const TOKEN_BYTES = 24;
const NEXUS_PORT = 18_789;

/** A runtime of its own that only its token opens (N5, N6, N7). */
const nexusConfig = (): string => {
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const runtime = { port: NEXUS_PORT, bind: 'loopback', auth: { mode: 'token', token } };
  return `${JSON.stringify({ runtime }, undefined, 2)}\n`;
};

type Make = (root: Directory, name: string, text: string) => readonly string[];

const create: Make = (root, name, text) =>
  attempt(name, () =>
    makeFolders(root, name.split('/').slice(0, -1), (directory, isMade) => {
      const last = name.slice(name.lastIndexOf('/') + 1);
      if (last === '') return isMade ? [`created ${name}`] : [];
      if (directory.disk.lstat(directory.at(last)) !== undefined) return [];
      createFile(directory, last, Buffer.from(text));
      return [`created ${name}`];
    }),
  );

const wouldCreate: Make = (root, name) =>
  attempt(name, () => {
    const isFolder = name.endsWith('/');
    const found = root.disk.lstat(root.at(isFolder ? name.slice(0, -1) : name));
    return found === undefined ? [`created ${name}`] : [];
  });

const existing = (path: string, { disk }: Host): boolean =>
  attempt(path, () => disk.lstat(path) !== undefined);

const attempt = <Value>(path: string, work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    throw asRefusal(
      error,
      (errno) => new Refusal('GATE_FAILED', { operation: 'create', path, errno }),
    );
  }
};
