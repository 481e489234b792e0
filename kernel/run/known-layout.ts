/** Whose folder a workspace is, by what the kernel remembers of it and by its names; nothing is changed. */
import { dirname, basename } from 'node:path';
import {
  type Detected,
  detectLayout,
  LAYOUT_PROBES,
  OTHER_LAYOUTS,
  SPEAKING_FILES,
} from '#lib/layout/detect.ts';
import { isLayoutName, LAYOUTS } from '#lib/layout/bundled.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { FILE_MAX_BYTES } from '#lib/spec/limits.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, closeQuietly, type Disk, errnoOf } from '#kernel/fs/disk.ts';
import { examine, openExamined, readOpened } from '#kernel/fs/examine.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import { readLayout } from '#kernel/state/layout.ts';

/** More folders above are asked for by no marker. */
const ABOVE_MAX = 4;

/** Throws WORKSPACE_UNUSABLE, BOOTSTRAP_UNREADABLE where it cannot be told. */
export const layoutOf = ({ root, path }: Pick<Workspace, 'root' | 'path'>): Detected => {
  try {
    const within: string[] = [];
    for (let at = path; within.length < ABOVE_MAX && dirname(at) !== at; at = dirname(at))
      within.push(basename(at));
    const names = new Set(root.names());
    const present = LAYOUT_PROBES.filter((probe) => isThere(root, names, probe));
    return detectLayout({ present: new Set(present), within, texts: textsIn(root) });
  } catch (error) {
    throw asRefusal(error, (reason) => new Refusal('WORKSPACE_UNUSABLE', { path, reason }));
  }
};

/** What is no plain file, or cannot be read, says nothing; whoever needs it refuses it. */
export const textsIn = (root: Directory): ReadonlyMap<string, string> =>
  new Map(
    SPEAKING_FILES.flatMap((name) => {
      const found = examine(root, name);
      if (found.is !== 'regular' || found.stat.size > FILE_MAX_BYTES) return [];
      const opened = openExamined(root, name, found.stat);
      if (!('fd' in opened)) return [];
      try {
        const bytes = readOpened(root, opened);
        return bytes === 'changed' ? [] : [[name, bytes.toString('utf8')] as const];
      } finally {
        closeQuietly(root.disk, opened.fd);
      }
    }),
  );

/** The listing of the folder answers for most of them. */
const isThere = (root: Directory, names: ReadonlySet<string>, probe: string): boolean => {
  const [first = ''] = probe.split('/');
  if (first !== '..' && !names.has(first)) return false;
  const isFolder = probe.endsWith('/');
  try {
    const stat = root.disk.lstat(root.at(isFolder ? probe.slice(0, -1) : probe));
    if (stat === undefined) return false;
    return stat.isSymbolicLink() || stat.isDirectory() === isFolder;
  } catch (error) {
    const errno = errnoOf(error);
    // What is above the workspace may be closed to us; then it is no tree of ours to tell.
    if (errno === 'ENOTDIR' || (first === '..' && errno === 'EACCES')) return false;
    const file = BOOTSTRAP_FILES.find((name) => name === probe);
    if (file === undefined) throw error;
    throw asRefusal(error, (code) => new Refusal('BOOTSTRAP_UNREADABLE', { file, errno: code }));
  }
};

/** What the kernel remembers of a workspace, and else what its names say. Throws WORKSPACE_UNUSABLE, STATE_… refusals. */
export const knownLayout = (workspace: Workspace, home: StateHome | undefined): Detected => {
  const kept = home && readLayout(home);
  if (kept === 'rfc-0009' || kept === 'openclaw') return { is: 'ours', layout: kept };
  const other = OTHER_LAYOUTS.find((name) => name === kept);
  return other === undefined
    ? layoutOf(workspace)
    : {
        is: 'other',
        layout: other,
        evidence: 'what yamo laid it out or first booted it as',
        kept: true,
      };
};

/** What a command that only reads, and takes it for one of RFC-0009, says of it; `undefined` where there is nothing to say. */
export const noteOnLayout = (detected: Detected): string | undefined => {
  if (detected.is === 'ours') return undefined;
  return detected.is === 'other'
    ? `It looks like a workspace of ${LAYOUTS[detected.layout].title}, by ${detected.evidence}.`
    : `It could be ${candidatesInWords(detected)}.`;
};

export const candidatesInWords = ({ candidates }: Extract<Detected, { is: 'unclear' }>): string =>
  candidates
    .map(({ layout, evidence }) => `a workspace of ${LAYOUTS[layout].title}, by ${evidence}`)
    .join(', or ');

/** Whose a folder is, for commands that only read; changes nothing. Throws WORKSPACE_… and STATE_… refusals. */
export const layoutAt = (
  path: string,
  {
    disk,
    uid,
    stateRoot,
  }: { readonly disk: Disk; readonly uid: number; readonly stateRoot: string },
): Detected => {
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  try {
    return layoutOfPeeked(workspace, stateRoot, uid);
  } finally {
    workspace.close();
  }
};

/** The owner's own layout that it was booted by, by its name; `undefined` where it was none. Throws STATE_… refusals. */
export const ownLayoutOf = (
  workspace: Workspace,
  stateRoot: string,
  uid: number,
): string | undefined => {
  const home = StateHome.peek(stateRoot, workspace, uid);
  try {
    const kept = home && readLayout(home);
    return kept === undefined || isLayoutName(kept) ? undefined : kept;
  } finally {
    home?.close();
  }
};

/** As `layoutAt`, of a workspace that is open. */
export const layoutOfPeeked = (workspace: Workspace, stateRoot: string, uid: number): Detected => {
  const home = StateHome.peek(stateRoot, workspace, uid);
  try {
    return knownLayout(workspace, home);
  } finally {
    home?.close();
  }
};
