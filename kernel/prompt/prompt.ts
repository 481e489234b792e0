/**
 * `yamo prompt`: what a session of a workspace would be told, of any layout. Starts no agent, takes no lease, changes
 * nothing.
 */
import { LAYOUTS } from '#lib/layout/bundled.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import type { PromptContext } from '#lib/prompt/select.ts';
import { assemble, assembleFirstBoot } from '#lib/prompt/assemble.ts';
import { layoutFence } from '#lib/prompt/layout-context.ts';
import type { PromptFacts } from '#lib/prompt/facts.ts';
import type { SeenFile } from '#lib/prompt/items.ts';
import type { Fence } from '#lib/prompt/pieces.ts';
import { planPrompt, type PromptPlan } from '#lib/prompt/plan.ts';
import type { Audience } from '#lib/spec/audience.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { kindOfAudience } from '#lib/spec/session-policy.ts';
import { OWN_NAMES } from '#lib/workspace/role.ts';
import type { Settings } from '#kernel/contract/boot-request.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { layoutOfPeeked, noteOnLayout, ownLayoutOf } from '#kernel/run/known-layout.ts';
import { machineZone } from '#kernel/process/zone.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import { wasReminded } from '#kernel/state/reminded.ts';
import { budgetIn } from './budget.ts';
import { layoutDocument } from './document.ts';
import { Folders } from './folders.ts';
import { promptContextOf } from './context.ts';
import { type FactsHost, withFacts } from './facts.ts';
import { lacksFiles } from './personas.ts';
import { previewSession } from './preview-session.ts';
import { readLayoutFiles } from './read-layout.ts';

/** A prompt that somebody wants to see. */
export interface PromptRequest {
  readonly path: string;
  readonly audience: Audience;
  readonly heartbeat: boolean;
  readonly firstRun: boolean;
  readonly date: string | undefined;
  readonly zone: string | undefined;
  /** `--layout`: a name, or a file; by default what the workspace is. */
  readonly layout: string | undefined;
  /** `--facts`: a file, before that of the settings. */
  readonly facts: string | undefined;
  /** Whose prompt, in a layout whose agents have folders; by default that of the first. */
  readonly persona?: string | undefined;
  /** `--budget`, in tokens. */
  readonly budget: number | undefined;
}

/** What the machine brings. */
export interface PromptHost extends FactsHost {
  readonly disk: Disk;
  readonly uid: number;
  readonly stateRoot: string;
  readonly settings: Pick<Settings, 'dailyLogsInShared' | 'workFolders' | 'shell' | 'layouts'>;
}

/** A prompt, and what it was made of. */
export interface Prompt {
  readonly workspace: string;
  readonly document: LayoutDocument;
  readonly context: PromptContext;
  readonly facts: PromptFacts;
  readonly plan: PromptPlan;
  /** Files as they were read. */
  readonly files: ReadonlyMap<string, SeenFile>;
  readonly notes: readonly string[];
  /** IANA name. */
  readonly zone: string;
  /** A session with its human creates files of who it is. */
  readonly createsFiles: boolean;
}

/** Throws LAYOUT_…, WORKSPACE_…, FILE_… and STATE_… refusals, PROMPT_FILES, PERSONA_UNKNOWN. */
export const promptOf = async (request: PromptRequest, host: PromptHost): Promise<Prompt> => {
  const workspace = Workspace.open(host.disk, request.path, { strict: false, uid: host.uid });
  const folders = new Folders(workspace.root);
  try {
    const { document: found, notes } = await layoutFor(request, workspace, host);
    const extended = await withFacts(found, host, workspace, request.facts);
    const { document, facts: given } = extended;
    const { persona } = request;
    if (persona !== undefined && document.variables?.agent === undefined)
      throw new Refusal('PERSONA_UNKNOWN', { name: persona });
    const facts = persona === undefined ? given : { ...given, agent: persona };
    const { dailyLogsInShared: dailyInShared } = host.settings;
    const seen = promptContextOf(folders, document, facts, {
      ...request,
      dailyInShared,
      isReminded: wasRemindedAt(workspace, host),
    });
    const { context } = seen;
    const zone = seen.zone ?? machineZone(host.disk);
    const files = readLayoutFiles(folders, document, context);
    const limit = budgetIn(workspace, folders, document);
    const plan = planPrompt({
      document,
      context,
      facts,
      files,
      budget: request.budget ?? limit.budget,
      ...(document.fenced === true ? fencing({ ...request, zone }, context, host) : {}),
    });
    return {
      workspace: workspace.path,
      document,
      context,
      facts,
      plan,
      files,
      notes: [...notes, ...seen.notes, ...extended.notes, ...limit.notes],
      zone,
      createsFiles:
        kindOfAudience(request.audience).permissions.takesInstructions &&
        lacksFiles(folders, document, seen.persona),
    };
  } finally {
    folders.close();
    workspace.close();
  }
};

const wasRemindedAt = (workspace: Workspace, { stateRoot, uid }: PromptHost): boolean => {
  const home = StateHome.peek(stateRoot, workspace, uid);
  try {
    return home !== undefined && wasReminded(home);
  } finally {
    home?.close();
  }
};

interface Chosen {
  readonly document: LayoutDocument;
  readonly notes: readonly string[];
}

const layoutFor = async (
  { layout }: PromptRequest,
  workspace: Workspace,
  { disk, stateRoot, uid }: PromptHost,
): Promise<Chosen> => {
  if (layout !== undefined) return { document: await layoutDocument(disk, layout), notes: [] };
  const detected = layoutOfPeeked(workspace, stateRoot, uid);
  if (detected.is === 'unclear') {
    const note = noteOnLayout(detected);
    return {
      document: await layoutDocument(disk, 'rfc-0009'),
      notes: note === undefined ? [] : [`${note} It is read as one of RFC-0009.`],
    };
  }
  const own = ownLayoutOf(workspace, stateRoot, uid);
  return {
    document: await layoutDocument(disk, detected.layout),
    notes:
      own === undefined
        ? []
        : [
            `It was booted by a layout of your own, ${own}: --layout FILE shows it so. It is read as one of ${LAYOUTS[detected.layout].title}.`,
          ],
  };
};

/** The kernel's own words, and its fences around files, as a session of ours has them. */
const fencing = (
  { zone, heartbeat }: PromptRequest & { readonly zone: string },
  { audience, order, variables: { today } }: PromptContext,
  { settings }: PromptHost,
): { readonly briefing: string; readonly fence: Fence } => {
  const firstBoot = order === 'first run';
  const session = previewSession({
    audience,
    heartbeat,
    firstBoot,
    today,
    zone,
    names: OWN_NAMES,
    settings,
  });
  const { briefing } = firstBoot
    ? assembleFirstBoot([], { ...session, human: true, missing: 'what the files do not say yet' })
    : assemble([], session);
  return { briefing, fence: layoutFence(session) };
};
