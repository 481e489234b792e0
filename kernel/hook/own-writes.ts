/** What the agent of a host writes with the gate's leave is its own: no change from outside, and private from then on. */
import type { HookEvent } from '#lib/hook/event.ts';
import { HOSTS } from '#lib/hook/hosts.ts';
import { touchesOf } from '#lib/hook/touches.ts';
import { FingerprintKeeper } from '#kernel/redact/fingerprint-store.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { type FileText, readFile } from '#kernel/startup/read.ts';
import { driftOf, keepBaseline, type Watched, WATCHED } from '#kernel/state/baseline.ts';
import { PRIVATE_FILES } from '#kernel/state/fingerprints.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { stateOf } from '#kernel/state/store.ts';
import { ownerHome, type Machine } from './machine.ts';
import { resolvePath } from './place.ts';

/** Files that a main session reads at its start; what they say is private, or said to all. */
const KNOWN = ['AGENTS.md', 'SOUL.md', 'USER.md', 'MEMORY.md'] as const;

interface Writing {
  readonly event: HookEvent;
  readonly machine: Machine;
  readonly cwd: string;
}

/** Files of the workspace that a tool call writes to. */
export const writtenBy = (
  { event, machine, cwd }: Writing,
  { opened }: { readonly opened: OpenWorkspace },
): readonly string[] => {
  if (event.tool === undefined) return [];
  const { touches } = touchesOf(HOSTS[event.host], event.tool);
  return touches
    .filter(({ does }) => does === 'write' || does === 'edit')
    .flatMap(
      ({ path }) => resolvePath(machine.disk, path, { cwd, home: ownerHome(machine) }).places,
    )
    .filter(({ root }) => root === opened.workspace.path)
    .map(({ file }) => file);
};

/** A write is about to happen that the gate allows. Throws STATE_… refusals. */
export const expectWrites = (opened: OpenWorkspace, files: readonly string[]): void => {
  for (const file of watchedOf(files)) {
    const before = readFile(opened.workspace, file);
    // What was changed outside before stays told until the owner accepts it.
    const isOwn =
      before === undefined ||
      driftOf(opened.home, opened.workspace.path, file, before.bytes) === undefined;
    if (isOwn) stateOf(opened.home).write(STATE.expectedWrite, 'expected', file);
  }
};

/** Writes have happened. Throws STATE_… refusals. */
export const acceptWrites = async (
  opened: OpenWorkspace,
  files: readonly string[],
): Promise<void> => {
  for (const file of watchedOf(files)) {
    if (stateOf(opened.home).read(STATE.expectedWrite, file) === undefined) continue;
    const now = readFile(opened.workspace, file);
    if (now !== undefined) keepBaseline(opened.home, file, now.bytes);
    stateOf(opened.home).remove(STATE.expectedWrite, file);
  }
  if (PRIVATE_FILES.some((name) => files.includes(name))) keepFingerprints(opened);
};

/** Takes the fingerprints of private lines as they are now, for shared sessions. */
export const keepFingerprints = (
  opened: OpenWorkspace,
  notice: (section: string, text: string) => void = () => undefined,
): void => FingerprintKeeper.open(opened, knownFiles(opened), notice).keep();

/** What a main session reads of these files. Throws FILE_… refusals. */
export const knownFiles = ({ workspace }: OpenWorkspace): readonly FileText[] =>
  KNOWN.flatMap((file) => readFile(workspace, file) ?? []);

const watchedOf = (files: readonly string[]): readonly Watched[] =>
  WATCHED.filter((name) => files.includes(name));
