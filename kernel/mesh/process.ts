/**
 * The process of the mesh, in its view: the folder of one scope and no network (RFC-0009 §4.1, §5.4). What it says is looked at
 * before it is used; when it ends, an index is lost and nothing else.
 */
import { join } from 'node:path';
import type { MeshMethods, MeshScope } from '#lib/protocol/mesh.ts';
import { MESH_ANSWER_MS, MESH_EXIT_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { type Child, startChild } from '#kernel/process/child.ts';
import { systemPlaces } from '#kernel/process/places.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { accountFiles } from '#kernel/sandbox/accounts.ts';
import { trials } from '#kernel/sandbox/mechanisms.ts';
import type { Mechanism, View } from '#kernel/sandbox/view.ts';
import { CallFailed, Calls } from '#kernel/wire/calls.ts';
import { messageStream } from '#kernel/wire/message-stream.ts';
import { type MeshProgram, meshProgram } from './program.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { tryCall } from '#kernel/process/try-call.ts';

/** What a process is started for. */
export interface MeshPlace {
  readonly opened: OpenWorkspace;
  readonly host: Pick<Host, 'settings' | 'diagnostics'>;
  readonly scope: MeshScope;
  /** All that it may write. */
  readonly folder: string;
  /** Folders of a store that is no part of Node. */
  readonly native: readonly string[];
  /** Folders of other packages that it may load. */
  readonly packages: readonly string[];
}

export class MeshProcess {
  readonly #child: Child;
  readonly #calls: Calls<MeshMethods>;
  /** What it is held by, in words. */
  readonly by: string;

  private constructor(child: Child, by: string) {
    this.#child = child;
    this.by = by;
    this.#calls = new Calls(
      messageStream(child.input, child.output, {
        behind: () => undefined,
        flooded: () => void child.end(0),
      }),
    );
  }

  /** Throws MESH_UNAVAILABLE, STATE_UNUSABLE. */
  static async start(place: MeshPlace): Promise<MeshProcess> {
    const { host, folder, native, packages } = place;
    const program = meshProgram(folder, { native, packages });
    try {
      const { child, by } = await started(program, place);
      child.diagnostics.setEncoding('utf8').on('data', (text: string) => host.diagnostics(text));
      return new MeshProcess(child, by);
    } catch (error) {
      throw asRefusal(error, (reason) => new Refusal('MESH_UNAVAILABLE', { reason }));
    }
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Asks, and waits so long for the answer. Throws MESH_UNAVAILABLE. */
  async ask<Name extends keyof MeshMethods>(
    method: Name,
    params: MeshMethods[Name]['params'],
    withinMs = MESH_ANSWER_MS,
  ): Promise<MeshMethods[Name]['result']> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new CallFailed(`it gave no answer in ${withinMs / 1000} s`));
      void this.#child.end(0);
    }, withinMs);
    try {
      return await Promise.race([this.#calls.ask(method, params), late.promise]);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      throw new Refusal('MESH_UNAVAILABLE', { reason: error.message.slice(0, REASON_MAX_CHARS) });
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await this.#child.end(MESH_EXIT_MS);
  }
}

const REASON_MAX_CHARS = 200;

interface Started {
  readonly child: Child;
  /** What holds it, in words. */
  readonly by: string;
}

/**
 * The process in the first sandbox that holds its view. It starts beside the trial of that, and is ended before it was
 * told anything where the sandbox does not hold. Where none does, Node's own permissions are all that is left, and its
 * SQLite opens whatever the user can: that may do for a main session, which may read it all, and for no other. Throws
 * MESH_UNAVAILABLE, STATE_UNUSABLE, and errors of calls.
 */
const started = async (
  { command, readable }: MeshProgram,
  { opened: { workspace, home }, host: { settings }, scope, folder }: MeshPlace,
): Promise<Started> => {
  const view = viewOf(folder, readable);
  const { disk } = workspace.root;
  const begun: Promise<Child>[] = [];
  const endBegun = async (): Promise<void> => {
    for (const one of begun.splice(0)) await (await one.catch(() => undefined))?.end(0);
  };
  const trying = (mechanism: Mechanism): void => {
    const child = startChild(mechanism.enclose(view, command.program, command.args));
    // Whoever waits for it hears of it.
    child.catch(() => undefined);
    begun.push(child);
  };
  const baits = { workspace: workspace.path, home, showsHome: true, trying } as const;
  try {
    for await (const { name, mechanism } of trials(settings.sandbox, view, baits)) {
      tryCall(() => disk.unlink(join(folder, STATE.attempt.name)));
      const [child] = mechanism === undefined ? [] : begun.splice(0);
      if (child !== undefined) return { child: await child, by: `${name}, ${PERMISSIONS}` };
      await endBegun();
    }
  } finally {
    await endBegun();
  }
  if (scope !== 'private') throw new Refusal('MESH_UNAVAILABLE', { reason: NOT_HELD });
  return { child: await startChild(command), by: PERMISSIONS };
};

const NOT_HELD = 'nothing on this machine holds its process, and others take part';
const PERMISSIONS = 'node --permission';

const viewOf = (folder: string, readable: readonly string[]): View => {
  const { folders, links } = systemPlaces();
  const uid = process.geteuid?.() ?? 0;
  const gid = process.getegid?.() ?? 0;
  return {
    readable: [...new Set([...folders, ...readable])],
    links,
    writable: [],
    scratch: folder,
    copies: undefined,
    system: accountFiles({ uid, gid, home: folder }),
    network: 'none',
    directory: folder,
    environment: { PATH: '/usr/bin:/bin', HOME: folder, TMPDIR: folder },
  };
};
