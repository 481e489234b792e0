/**
 * Starts an adapter in a view of its own: its program and the system, no file of the owner, none of the owner's environment,
 * nothing that it writes outlives it. Where nothing holds it, it is not started.
 */
import type { Duplex } from 'node:stream';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Settings } from '#kernel/contract/boot-request.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { type Child, startChild } from '#kernel/process/child.ts';
import { makeScratch, removeScratch, systemPlaces } from '#kernel/process/places.ts';
import { accountFiles } from '#kernel/sandbox/accounts.ts';
import { trials } from '#kernel/sandbox/mechanisms.ts';
import type { View } from '#kernel/sandbox/view.ts';
import type { ServeSite } from '#daemon/phases/config.ts';
import type { AdapterCommand } from './registry.ts';

/** What an adapter is kept from, and how. */
export interface Confinement extends ServeSite {
  readonly sandbox: Settings['sandbox'];
}

/**
 * The process, and the other end of the descriptor that it finds in YAMO_CHANNEL; `network` gets that of the one in
 * YAMO_NETWORK. Throws ADAPTER_FAILED, SCRATCH_UNUSABLE, STATE_UNUSABLE.
 */
export const startConfined = async (
  { program, args, readable }: AdapterCommand,
  confinement: Confinement,
  network?: (channel: Duplex) => void,
): Promise<{ readonly child: Child; readonly channel: Duplex }> => {
  const scratch = makeScratch();
  try {
    const view = viewOf(scratch, readable, confinement.workspace.path);
    const { mechanism } = await holding(view, confinement);
    const { promise: channel, resolve } = Promise.withResolvers<Duplex>();
    const way = { by: 'descriptor', connect: resolve, ...(network && { network }) } as const;
    const command = mechanism.enclose({ ...view, forgets: true }, program, args, way);
    const child = await startChild(command);
    void child.ended.then(() => removeScratch(scratch));
    return { child, channel: await channel };
  } catch (error) {
    await removeScratch(scratch);
    throw asRefusal(error, (reason) => new Refusal('ADAPTER_FAILED', { reason }));
  }
};

/** The first that holds the view. Throws ADAPTER_FAILED. */
const holding = async (view: View, { workspace, home, sandbox }: Confinement) => {
  const reasons: string[] = [];
  for await (const { name, mechanism, reason } of trials(sandbox, view, {
    workspace: workspace.path,
    home,
  })) {
    if (mechanism !== undefined) return { mechanism };
    reasons.push(`${name}: ${reason}`);
  }
  const why = reasons.join('; ') || 'the settings say so';
  throw new Refusal('ADAPTER_FAILED', { reason: `nothing here holds its process (${why})` });
};

const viewOf = (scratch: string, readable: readonly string[], workspace: string): View => {
  const { folders, links } = systemPlaces();
  const [uid, gid] = [process.geteuid?.() ?? 0, process.getegid?.() ?? 0];
  return {
    readable: [...new Set([...folders, ...readable])],
    links,
    writable: [],
    scratch,
    // Whatever it lies in, it is an empty folder there.
    copies: { folder: workspace, files: [] },
    system: accountFiles({ uid, gid, home: scratch }),
    network: 'none',
    directory: scratch,
    environment: { PATH: '/usr/bin:/bin', HOME: scratch, TMPDIR: scratch },
  };
};
