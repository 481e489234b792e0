/** `yamo persona`: who the agents of a workspace are, and another one that is to be brought about. */
import { LAYOUTS } from '#lib/layout/bundled.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import { isPersonaName } from '#lib/layout/personas.ts';
import { PERSONA_NAME_MAX_CHARS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { asRefusal, errnoOf } from '#kernel/fs/disk.ts';
import { Clock } from '#kernel/process/clock.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { Folders } from '#kernel/prompt/folders.ts';
import { personaFoldersIn } from '#kernel/prompt/personas.ts';
import { refuseOther } from '#kernel/run/layout.ts';
import { knownLayout, layoutOfPeeked } from '#kernel/run/known-layout.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { Workspace } from '#kernel/startup/workspace.ts';

type Machine = Pick<Host, 'disk' | 'uid' | 'environment'>;

/** An agent by its folder. */
export interface Persona {
  readonly name: string;
  /** Brought about, or begun. */
  readonly state: 'made' | 'begun';
}

const NEXUS = LAYOUTS.nexus;

/** Throws WORKSPACE_…, FILE_… and LAYOUT_… refusals. */
export const listPersonas = (
  path: string,
  { disk, uid, environment }: Machine,
): readonly Persona[] => {
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  const folders = new Folders(workspace.root);
  try {
    admit(path, layoutOfPeeked(workspace, xdgFolder('XDG_STATE_HOME', environment), uid));
    return personaFoldersIn(folders, NEXUS).map(({ name, hasIdentity }) => ({
      name,
      state: hasIdentity ? 'made' : 'begun',
    }));
  } finally {
    folders.close();
    workspace.close();
  }
};

/**
 * Makes the folder of another agent, for an onboarding of its own by the instructions that stay. Returns where it is.
 * Throws PERSONA_NAME, PERSONA_EXISTS, WRITE_FAILED, WORKSPACE_…, LAYOUT_… and STATE_… refusals.
 */
export const beginPersona = (
  path: string,
  name: string,
  { disk, uid, environment }: Machine,
): string => {
  if (!isPersonaName(name))
    throw new Refusal('PERSONA_NAME', { name, limit: String(PERSONA_NAME_MAX_CHARS) });
  const stateRoot = xdgFolder('XDG_STATE_HOME', environment);
  const opening = { strict: false, uid, stateRoot, clock: Clock.start() };
  const opened = OpenWorkspace.open(disk, path, opening);
  try {
    const { workspace, home } = opened;
    admit(path, knownLayout(workspace, home));
    return opened.exclusively(() => made(workspace, NEXUS, name));
  } finally {
    opened.close();
  }
};

const made = (workspace: Workspace, { variables }: LayoutDocument, name: string): string => {
  const folder = variables?.agent?.folder ?? '';
  const path = `${folder}/${name}`;
  try {
    const directory = workspace.ensure(folder);
    directory.disk.mkdir(directory.at(name), 0o700);
    directory.sync();
    return path;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw new Refusal('PERSONA_EXISTS', { name, path });
    throw asRefusal(
      error,
      (errno) => new Refusal('WRITE_FAILED', { operation: 'create', path, errno }),
    );
  }
};

const admit = (path: string, known: ReturnType<typeof knownLayout>): void => {
  if (known.is !== 'unclear' && known.layout === 'nexus') return;
  refuseOther(path, known, undefined);
  throw new Refusal('PERSONA_LAYOUT', { path });
};
