/** What of this machine could hold an agent, best first. Whether it does is found out by `probe`. */
import { complaintOf } from '#lib/spec/complaints.ts';
import { ownProgram } from '#kernel/programs/own-program.ts';
import { placesOfOwnDevices } from '#kernel/process/devices.ts';
import { findProgram } from '#kernel/process/program.ts';
import type { Settings } from '#kernel/contract/boot-request.ts';
import { bubblewrap } from './bubblewrap.ts';
import { withFixedDevices } from './devices.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { landlock } from './landlock.ts';
import type { Architecture } from '#kernel/wire/system-calls.ts';
import { type Expectations, probe } from './probe.ts';
import type { SeenPlaces } from './seen.ts';
import type { Mechanism, View } from './view.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { stateOf } from '#kernel/state/store.ts';

/** Where programs lie that root has installed; the owner's search path may lead elsewhere. */
const TRUSTED_PATH = '/usr/local/bin:/usr/bin:/bin:/run/current-system/sw/bin';

type Candidate = { readonly name: Mechanism['name'] } & (
  | { readonly mechanism: Mechanism }
  | { readonly missing: string }
);

/** A mechanism that was tried: it holds, or there is a reason why not. */
export interface Trial {
  readonly name: Mechanism['name'];
  readonly mechanism?: Mechanism;
  readonly reason?: string;
  /** What to do about it, where that is known. */
  readonly cure?: string;
  /** It is there, and did not hold when it was tried. */
  readonly wasTried?: true;
}

/** What is there to be seen, and is not to be. */
export interface Baits {
  readonly workspace: string;
  /** A folder of the kernel's state. */
  readonly home: StateHome<'workspace' | 'machine'>;
  /** What the layout keeps for the running system, in a workspace of which parts are shown. */
  readonly hidden?: SeenPlaces['hidden'] | undefined;
  /** The view shows a folder in it: then what lies around that may be of the view's own memory, and can be written. */
  readonly showsHome?: true;
  /** Hears of each mechanism before it is tried: what takes long to start may be started beside the trial. */
  readonly trying?: (mechanism: Mechanism) => void;
}

/**
 * Tries one after the other with `view`, as the caller asks for the next; `wanted` is the owner's setting. Throws
 * STATE_UNUSABLE.
 */
export async function* trials(
  wanted: Settings['sandbox'],
  view: View,
  { workspace, home, hidden, showsHome, trying }: Baits,
): AsyncGenerator<Trial, void> {
  const state = stateOf(home);
  state.write(STATE.canary, 'This file is never shown to an agent.\n');
  const canary = state.path(STATE.canary);
  const expectations: Expectations = {
    closed: [canary, `/proc/${process.pid}/root${canary}`, ...(hidden?.files ?? [])],
    hidden: hidden?.folders ?? (view.copies === undefined ? [] : [workspace]),
    fixed: [workspace],
    shut: showsHome === true ? [] : [home.path],
    open: [view.scratch],
  };
  for (const look of MECHANISMS) {
    const candidate = look();
    const { name } = candidate;
    if (wanted !== 'auto' && wanted !== name) continue;
    if ('missing' in candidate) yield { name, ...understood(candidate.missing) };
    else {
      let { mechanism } = candidate;
      trying?.(mechanism);
      let reason = await probe(mechanism, view, expectations);
      if (reason?.includes(UNKNOWN_OPTION) === true && mechanism.older !== undefined) {
        mechanism = mechanism.older;
        reason = await probe(mechanism, view, expectations);
      }
      // Where the sandbox does not hold, the test has left it.
      if (reason !== undefined) state.remove(STATE.attempt);
      yield reason === undefined
        ? { name, mechanism }
        : { name, ...understood(reason), wasTried: true };
    }
  }
}

/** As bubblewrap says it. */
const UNKNOWN_OPTION = 'Unknown option --';

/** What a sandbox says, with what stands behind it and what to do, where that is known. */
const understood = (words: string): Pick<Trial, 'reason' | 'cure'> => {
  const complaint = complaintOf(words);
  if (complaint === undefined) return { reason: words };
  return { reason: `${words}: ${complaint.means}`, cure: complaint.cure };
};

const withBubblewrap = (): Candidate => {
  const name = 'bubblewrap';
  const here = architectureHere();
  if ('missing' in here) return { name, ...here };
  const found = findProgram('bwrap', TRUSTED_PATH);
  if ('errno' in found) return { name, missing: 'bwrap is not installed' };
  const mechanism = bubblewrap(found.path, here.architecture);
  const places = placesOfOwnDevices();
  if (places.length === 0) return { name, mechanism };
  const mount = findProgram('mount', TRUSTED_PATH);
  const unshare = findProgram('unshare', TRUSTED_PATH);
  if ('errno' in mount || 'errno' in unshare)
    return { name, missing: 'where yamo is run by root, it takes mount and unshare (util-linux)' };
  const tools = { mount: mount.path, unshare: unshare.path };
  const fixed = ({ older, ...one }: Mechanism): Mechanism => ({
    ...one,
    enclose: (...all) => withFixedDevices(one.enclose(...all), places, tools),
    ...(older !== undefined && { older: fixed(older) }),
  });
  return { name, mechanism: fixed(mechanism) };
};

const withLandlock = (): Candidate => {
  const name = 'landlock';
  const here = architectureHere();
  if ('missing' in here) return { name, ...here };
  const { entry } = ownProgram('landlock.js', ['agents/launch/landlock/main.ts']);
  return { name, mechanism: landlock({ node: process.execPath, launcher: entry }) };
};

/** Settings may name it; macOS then says what is missing, instead of nothing. */
const withSeatbelt = (): Candidate => ({
  name: 'seatbelt',
  missing: 'yamo has no sandbox on macOS, where nobody has run it yet',
});

/** What the filter of system calls is made for, or why there is none here. */
const architectureHere = ():
  | { readonly architecture: Architecture }
  | { readonly missing: string } => {
  const { platform, arch } = process;
  if (platform !== 'linux') return { missing: `it is for Linux, and this is ${platform}` };
  return arch === 'x64' || arch === 'arm64'
    ? { architecture: arch }
    : { missing: `yamo has no filter of system calls for ${arch}` };
};

const MECHANISMS = [withBubblewrap, withLandlock, withSeatbelt];
