/** Which workspaces the kernel goes on with, by whose folder they are: asked before anything changes, and remembered. */
import { type Detected, ownerOfInstructions, type SaidLayout } from '#lib/layout/detect.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import type { LayoutName } from '#lib/spec/layouts.ts';
import { isLayoutName, LAYOUTS } from '#lib/layout/bundled.ts';
import type { BootRequest } from '#kernel/contract/boot-request.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { shellWord } from '#lib/spec/shell-word.ts';
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { hasGhostHeader } from '#lib/workspace/header.ts';
import { examine } from '#kernel/fs/examine.ts';
import type { BootstrapInstructions } from '#kernel/startup/guard.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import { keepLayout, readLayout } from '#kernel/state/layout.ts';
import { layoutOf, textsIn, knownLayout, candidatesInWords } from './known-layout.ts';

interface Site {
  readonly workspace: Workspace;
  /** Absent where nothing is remembered of it, and it is only looked at. */
  readonly home: StateHome | undefined;
}

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
  const hasInstructions = BOOTSTRAP_FILES.some((file) => examine(root, file).is !== 'absent');
  const isTakenOver = hasGhostHeader(textsIn(root).get('AGENTS.md') ?? '');
  if (!hasInstructions && (isTakenOver || detected.evidence === undefined)) return;
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
export const refuseOthersInstructions = (
  { workspace: { path }, home }: Site & { readonly home: StateHome },
  said: BootRequest['layout'],
  orders: readonly BootstrapInstructions[],
): void => {
  if (said !== undefined || readLayout(home) !== undefined) return;
  const owner = ownerOfInstructions(new Map(orders.map(({ file, text }) => [file, text])));
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
      evidence: candidatesInWords(detected),
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

/** Remembers that a workspace is used as one of ours, from its first boot on: whoever boots it was admitted. Throws STATE_… refusals. */
export const settleLayout = ({ home }: { readonly home: StateHome }): void => {
  if (readLayout(home) !== 'rfc-0009') keepLayout(home, 'rfc-0009');
};
