/** Whose folder a workspace is: looked at before anything changes, and remembered. */
import { dirname, basename } from 'node:path';
import {
  type Detected,
  detectLayout,
  LAYOUT_PROBES,
  OTHER_LAYOUTS,
  ownerOfOrders,
  type SaidLayout,
  SPEAKING_FILES,
} from '#lib/layout/detect.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import type { LayoutName } from '#lib/spec/layouts.ts';
import { isLayoutName, LAYOUTS } from '#lib/layout/bundled.ts';
import type { BootRequest } from '#kernel/contract/boot-request.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { shellWord } from '#lib/spec/shell-word.ts';
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { FILE_MAX_BYTES } from '#lib/spec/limits.ts';
import { hasGhostHeader } from '#lib/workspace/header.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, closeQuietly, type Disk, errnoOf } from '#kernel/fs/disk.ts';
import { examine, openExamined, readOpened } from '#kernel/fs/examine.ts';
import type { BootstrapInstructions } from '#kernel/startup/guard.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import { keepLayout, readLayout } from '#kernel/state/layout.ts';

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
const textsIn = (root: Directory): ReadonlyMap<string, string> =>
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

interface Site {
  readonly workspace: Workspace;
  /** Absent where nothing is remembered of it, and it is only looked at. */
  readonly home: StateHome | undefined;
}

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

/**
 * Goes on only with a workspace that is ours to change: by its names, by what it was before, or because the owner says
 * so; that is remembered. Throws LAYOUT_OTHER, LAYOUT_UNCLEAR, LAYOUT_CHANGED, WORKSPACE_UNUSABLE, STATE_… refusals.
 */
export const admitLayout = (
  site: Site,
  said: SaidLayout | undefined,
  detected?: Detected,
): void => {
  const known = admissible(site, said, detected);
  if (site.home !== undefined && said !== undefined && known.is !== 'ours')
    keepLayout(site.home, said);
};

/** The same, and nothing is remembered. `detected`: what it is, where it was looked at. Throws as `admitLayout`. */
export const admissible = (
  { workspace, home }: Site,
  said: SaidLayout | undefined,
  detected?: Detected,
): Detected => {
  const before = home && readLayout(home);
  if (before !== undefined && !isLayoutName(before)) refuseOwn(workspace.path, before, said);
  // Its names are ours, and its instructions are not ours to delete.
  if (before === 'openclaw') refuseChange(workspace.path, before, 'rfc-0009');
  const known = detected ?? knownLayout(workspace, home);
  refuseOther(workspace.path, known, said);
  return known;
};

/** Nexus keeps its bootstrap instructions where others have theirs deleted: it is named each time. */
const NAMED_EACH_TIME: LayoutName = 'nexus';

/**
 * The layout that a boot goes by, if it is not that of RFC-0009: as the owner says, or as it was laid out or first booted.
 * Throws LAYOUT_OTHER, LAYOUT_UNCLEAR, LAYOUT_CHANGED, WORKSPACE_UNUSABLE, STATE_… refusals.
 */
export const layoutToBoot = (
  site: Site,
  said: BootRequest['layout'],
): LayoutDocument | undefined => {
  const { workspace, home } = site;
  const before = home && readLayout(home);
  const isKept = before !== undefined && isLayoutName(before);
  if (said === undefined && isKept && before !== 'rfc-0009' && before !== NAMED_EACH_TIME)
    return LAYOUTS[before];
  if (said === undefined || said === 'rfc-0009') {
    const detected = isKept ? undefined : layoutOf(workspace);
    if (said === undefined && detected !== undefined) refuseOpenClaw(workspace, detected);
    admitLayout(site, said, detected);
    return undefined;
  }
  const document = typeof said === 'string' ? LAYOUTS[said] : said;
  if (before !== undefined && before !== document.layout)
    return refuseChange(workspace.path, before, document.layout);
  if (said !== NAMED_EACH_TIME) refuseNexus(workspace.path, layoutOf(workspace));
  return document;
};

/**
 * OpenClaw's agent deletes its instructions itself, and its AGENTS.md is its own: both are ours to change where its
 * owner says so, by `init` or by name. A ghost header says so, too. Throws LAYOUT_OTHER.
 */
const refuseOpenClaw = ({ root, path }: Workspace, detected: Detected): void => {
  if (detected.is !== 'ours' || detected.layout !== 'openclaw') return;
  const hasOrders = BOOTSTRAP_FILES.some((file) => examine(root, file).is !== 'absent');
  const isTakenOver = hasGhostHeader(textsIn(root).get('AGENTS.md') ?? '');
  if (!hasOrders && (isTakenOver || detected.evidence === undefined)) return;
  throw new Refusal('LAYOUT_OTHER', {
    path,
    layout: LAYOUTS.openclaw.title,
    evidence: detected.evidence ?? 'IDENTITY.md',
    advice: openClawAdvice(path),
  });
};

const openClawAdvice = (path: string): string =>
  `\`yamo init ${shellWord(path)}\` makes it one of RFC-0009; with --dry-run it shows that first. Or boot it as what it is: yamo boot ${shellWord(path)} --layout openclaw`;

/**
 * Before instructions are deleted that nobody has said are ours: they are not where their text says that they are
 * another system's. Throws LAYOUT_OTHER, STATE_… refusals.
 */
export const refuseOrdersOfOthers = (
  { workspace: { path }, home }: Site & { readonly home: StateHome },
  said: BootRequest['layout'],
  orders: readonly BootstrapInstructions[],
): void => {
  if (said !== undefined || readLayout(home) !== undefined) return;
  const owner = ownerOfOrders(new Map(orders.map(({ file, text }) => [file, text])));
  if (owner === undefined) return;
  const { layout, evidence } = owner;
  throw new Refusal('LAYOUT_OTHER', {
    path,
    layout: LAYOUTS[layout].title,
    evidence,
    advice:
      layout === 'openclaw' ? openClawAdvice(path) : adviceFor(path, layout === 'nexus', layout),
  });
};

/** A layout of the owner's own is named each time: its document may change. Throws LAYOUT_OTHER, LAYOUT_CHANGED. */
const refuseOwn = (path: string, layout: string, said: SaidLayout | undefined): never => {
  if (said !== undefined) return refuseChange(path, layout, said);
  throw new Refusal('LAYOUT_OTHER', {
    path,
    layout,
    evidence: 'what it was booted as',
    advice: `Boot it with its document: yamo boot ${shellWord(path)} --layout FILE. ${acceptAdvice(path)}`,
  });
};

/** Throws LAYOUT_OTHER, LAYOUT_UNCLEAR where names speak for Nexus. */
const refuseNexus = (path: string, detected: Detected): void => {
  if (speaksForNexus(detected)) refuseOther(path, detected, undefined);
};

const speaksForNexus = (detected: Detected): boolean =>
  detected.is === 'other'
    ? detected.layout === 'nexus'
    : detected.is === 'unclear' && detected.candidates.some(({ layout }) => layout === 'nexus');

/** Throws LAYOUT_OTHER, LAYOUT_UNCLEAR, LAYOUT_CHANGED. */
export const refuseOther = (
  path: string,
  detected: Detected,
  said: SaidLayout | undefined,
): void => {
  if (detected.is === 'ours') return;
  // Nexus keeps its bootstrap instructions for good: to say otherwise is to lose them.
  const isNexus = speaksForNexus(detected);
  if (said !== undefined && !isNexus) {
    if (detected.is === 'other' && detected.kept === true)
      refuseChange(path, detected.layout, said);
    return;
  }
  if (detected.is === 'unclear')
    throw new Refusal('LAYOUT_UNCLEAR', {
      path,
      evidence: inWords(detected),
      advice: adviceFor(
        path,
        isNexus,
        detected.candidates.map((one) => one.layout).join(' or --layout '),
      ),
    });
  const { layout, evidence } = detected;
  throw new Refusal('LAYOUT_OTHER', {
    path,
    layout: LAYOUTS[layout].title,
    evidence,
    advice:
      detected.kept === true && !isNexus
        ? `Leave it to the system that it belongs to. ${acceptAdvice(path)}`
        : adviceFor(path, isNexus, layout),
  });
};

const acceptAdvice = (path: string): string =>
  `If it is one of RFC-0009 now, say so: yamo accept ${shellWord(path)} --layout rfc-0009`;

/** Throws LAYOUT_CHANGED. */
export const refuseChange = (path: string, before: string, said: string): never => {
  throw new Refusal('LAYOUT_CHANGED', {
    path,
    layout: titleOf(before),
    said: titleOf(said),
    command: `yamo accept ${shellWord(path)} --layout ${isLayoutName(said) ? said : 'FILE'}`,
  });
};

const titleOf = (layout: string): string => (isLayoutName(layout) ? LAYOUTS[layout].title : layout);

const adviceFor = (path: string, isNexus: boolean, layout: string): string =>
  isNexus
    ? `Leave it to Nexus: its BOOTSTRAP.md stays for good, and yamo would delete it. To boot it as what it is: yamo boot ${shellWord(path)} --layout nexus`
    : `Leave it to the system that it belongs to, or boot it as what it is: yamo boot ${shellWord(path)} --layout ${layout}. If it is a workspace of RFC-0009, say so: --layout rfc-0009.`;

/** What a command that only reads, and takes it for one of RFC-0009, says of it; `undefined` where there is nothing to say. */
export const noteOnLayout = (detected: Detected): string | undefined => {
  if (detected.is === 'ours') return undefined;
  return detected.is === 'other'
    ? `It looks like a workspace of ${LAYOUTS[detected.layout].title}, by ${detected.evidence}.`
    : `It could be ${inWords(detected)}.`;
};

const inWords = ({ candidates }: Extract<Detected, { is: 'unclear' }>): string =>
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

/** Remembers that a workspace is used as one of ours, from its first boot on: whoever boots it was admitted. Throws STATE_… refusals. */
export const settleLayout = ({ home }: { readonly home: StateHome }): void => {
  if (readLayout(home) !== 'rfc-0009') keepLayout(home, 'rfc-0009');
};
