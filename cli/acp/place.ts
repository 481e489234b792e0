/** Which workspace an editor talks to, and as what: main or shared. */
import { resolve } from 'node:path';
import process from 'node:process';
import { Refusal } from '#lib/spec/refusals.ts';
import {
  type BootRequest,
  type Host,
  PLAIN_REQUEST,
  type Settings,
} from '#kernel/contract/boot-request.ts';
import { planBoot } from '#kernel/boot/plan.ts';
import { decideClientKind } from '#kernel/run/kind.ts';
import type { Given } from '#cli/args/options.ts';
import { type SessionKind, kindNamed } from '#lib/spec/session-policy.ts';

/** The workspace that was named, or the folder that the editor works in, which may be none. */
export interface EditorWorkspace {
  readonly path: string;
  /** The folder that the editor works in. */
  readonly folder: string;
  readonly isNamed: boolean;
}

/** The argument, `$YAMO_WORKSPACE_DIR`, the folder of the editor. */
export const editorWorkspaceOf = ({ positional }: Given<'acp'>, cwd: string): EditorWorkspace => {
  const named = positional ?? process.env['YAMO_WORKSPACE_DIR'] ?? '';
  return named === ''
    ? { path: cwd, folder: cwd, isNamed: false }
    : { path: named, folder: cwd, isNamed: true };
};

/** Shared, unless the owner says that this editor is the primary human's alone. */
export const kindFor = (given: Given<'acp'>, settings: Settings, editor: string): SessionKind => {
  return decideClientKind(kindNamed(given.text('session')), settings, editor).kind;
};

/** The boot that an editor's session asks for; agent and model are those of the command line. */
export const requestFor = (
  given: Given<'acp'>,
  { path, folder }: EditorWorkspace,
  session: SessionKind,
  resume: string | undefined,
): BootRequest => ({
  ...PLAIN_REQUEST,
  path,
  folder: resolve(folder),
  session,
  agent: given.text('agent'),
  model: given.text('model'),
  resume,
});

/**
 * Will this boot be a first boot? Nothing is changed to find out. Throws EDITOR_NO_WORKSPACE, and WORKSPACE_… refusals; all
 * others are the boot's own to make.
 */
export const awaitsFirstBoot = async (
  place: EditorWorkspace,
  request: BootRequest,
  host: Host,
): Promise<boolean> => {
  const { steps, refusal } = await planBoot(request, host);
  if (refusal?.code === 'NOT_INITIALISED' && !place.isNamed)
    throw new Refusal('EDITOR_NO_WORKSPACE', { path: place.path });
  return steps.some(({ step }) => step === 'bootstrap_flow');
};
