/** What this machine can enforce, found out by trying it (RFC-0009 §4.1). */
import { release } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import { scribe } from '#kernel/programs/program.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { makeScratch, removeScratch } from '#kernel/process/places.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { createFile } from '#kernel/fs/replace.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { trials } from '#kernel/sandbox/mechanisms.ts';
import { viewOf } from '#kernel/sandbox/session-view.ts';
import { isAcceptedHere } from '#kernel/state/unsandboxed.ts';
import { StateHome } from '#kernel/state/home.ts';
import { SHARED } from '#lib/spec/session-policy.ts';

interface Examined {
  readonly what: string;
  readonly holds: boolean;
  /** Why not, in words. */
  readonly reason?: string;
  /** What to do about it, where that is known. */
  readonly cure?: string;
}

/** What this machine can do for a session, and what was tried to find out. */
export interface Diagnosis {
  readonly system: string;
  readonly node: string;
  /** Where the kernel keeps its state; why a boot could not, and what to do. */
  readonly state: Examined;
  /** Each mechanism of the machine, in the order in which a boot tries them. */
  readonly sandboxes: readonly Examined[];
  /** The mechanism that a boot takes here, with the owner's settings; none where nothing holds. */
  readonly takes: string | undefined;
  readonly main: Isolation;
  readonly shared: Isolation;
}

/** `accepted`: without a sandbox, by the owner's word. */
export type Isolation = 'held' | 'accepted' | 'refused';

/** Throws STATE_UNUSABLE. Leaves nothing behind. */
export const examineMachine = async (host: Host): Promise<Diagnosis> => {
  const wanted = xdgFolder('XDG_STATE_HOME', host.environment);
  // What a machine can hold is to be known where nothing can be kept, too.
  const state = examineState(wanted, host);
  const spare = state.holds ? undefined : makeScratch();
  const stateRoot = spare === undefined ? wanted : join(spare, 'state');
  const home = StateHome.common('machine', stateRoot, host);
  const workspace = makeScratch();
  const scratch = makeScratch();
  try {
    const directory = Directory.open(host.disk, workspace);
    createFile(directory, 'MEMORY.md', Buffer.from('# Memory\n'));
    directory.close();
    const { settings, environment } = host;
    const view = viewOf({
      kind: SHARED,
      workspace,
      state: host.disk.realpath(stateRoot),
      scratch,
      // As for an agent of the owner's: the settings are for those.
      program: { ...scribe(), builtIn: false, runsCommands: true },
      settings,
      settingsFile: host.settingsFile,
      environment,
    });
    const sandboxes: Examined[] = [];
    const { network } = view;
    for await (const { name, mechanism, reason: fault, cure } of trials('auto', view, {
      workspace,
      home,
    })) {
      const isUnfiltered = typeof network !== 'string' && mechanism?.filtersHosts === false;
      const reason = isUnfiltered ? 'it cannot hold an agent to the hosts of the settings' : fault;
      sandboxes.push({
        what: name,
        holds: reason === undefined,
        ...(reason === undefined ? {} : { reason }),
        ...(cure === undefined ? {} : { cure }),
      });
    }
    const takes = sandboxes.find(
      ({ what, holds }) => holds && (settings.sandbox === 'auto' || settings.sandbox === what),
    )?.what;
    const accepted = isAcceptedHere(stateRoot, host, false);
    return {
      system: `${process.platform} ${release()} ${process.arch}`,
      node: process.versions.node,
      state,
      sandboxes,
      takes,
      main: takes !== undefined ? 'held' : accepted ? 'accepted' : 'refused',
      shared: takes === undefined ? 'refused' : 'held',
    };
  } finally {
    await removeScratch(workspace);
    await removeScratch(scratch);
    home.close();
  }
};

const examineState = (root: string, by: Host): Examined => {
  try {
    StateHome.common('machine', root, by).close();
    return { what: root, holds: true };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'STATE_UNUSABLE') throw error;
    return { what: root, holds: false, reason: error.message, cure: error.remedy };
  }
};
