/**
 * Holding a process with Landlock, where namespaces are forbidden. It denies what is to be opened and hides no names: of
 * files outside the view a process can learn that they are there, how large they are and when they were changed.
 * There are no mounts in it, so the copies of a view are not there, and an agent asks the kernel for those files; what
 * of the workspace is shown as it is can be opened at its place.
 * A list of hosts cannot be held, since Landlock knows ports and no hosts: there is no network then.
 */
import { type Command, runToEnd } from '#kernel/process/child.ts';
import { isWithin, resolved } from '#kernel/process/places.ts';
import { packed } from '#kernel/wire/environment.ts';
import { CHANNEL, type Policy } from '#kernel/wire/policy.ts';
import { channelsOf, type Mechanism, type View, type Way } from './view.ts';

export interface LandlockPaths {
  /** The program of Node. */
  readonly node: string;
  /** landlock/main.ts, or what it was bundled into. */
  readonly launcher: string;
}

/** Git gives up on settings that are there and denied. */
const GIT_WITHOUT_SYSTEM = { GIT_CONFIG_NOSYSTEM: '1', GIT_ATTR_NOSYSTEM: '1' };

/** A sandbox whose processes begin as the launcher. */
export const landlock = (paths: LandlockPaths): Mechanism => ({
  name: 'landlock',
  mounts: false,
  filtersHosts: false,
  enclose: (view, program, args, way) => landlockCommand(view, [program, ...args], paths, way),
});

const landlockCommand = (
  view: View,
  command: readonly string[],
  { node, launcher }: LandlockPaths,
  way: Way | undefined,
): Command => {
  const forgets = view.forgets === true;
  const policy: Policy = {
    readable: [
      ...view.readable,
      ...(view.copies?.shows ?? []),
      ...accounts(view),
      ...(forgets ? [view.scratch] : []),
    ],
    writable: [...view.writable, ...(forgets ? [] : [view.scratch])],
    network: view.network === 'all' ? 'all' : 'none',
    channels: way === undefined ? 0 : way.network === undefined ? 1 : 2,
  };
  const channels = channelsOf(way);
  const numbers = channels.map(({ variable }, index) => [variable, String(CHANNEL + index)]);
  const places = [...policy.readable, ...policy.writable];
  return {
    program: node,
    args: [launcher, JSON.stringify(policy), '--', ...command],
    environment: packed({
      ...GIT_WITHOUT_SYSTEM,
      ...view.environment,
      ...Object.fromEntries(numbers),
    }),
    // A folder of copies is not there.
    directory: places.some((place) => isWithin(place, view.directory))
      ? view.directory
      : view.scratch,
    // The end of the first is what the launcher's reaper waits for.
    channels: [(end) => void end.resume(), ...channels.map(({ connect }) => connect)],
  };
};

/** What a view cannot have of its own is the machine's, and no secret: everybody can read it. */
const accounts = ({ system = [] }: View): readonly string[] =>
  system.map(({ name }) => name).filter((path) => resolved(path) !== undefined);

/**
 * The ABI of Landlock on this machine; `undefined` where the launcher could hold nothing, for whatever reason. Asked of
 * the launcher, so that the kernel loads no native code. Throws where no process can be started.
 */
export const landlockAbi = async ({
  node,
  launcher,
}: LandlockPaths): Promise<number | undefined> => {
  const command = { program: node, args: [launcher, '--probe'], environment: {} };
  const { output } = await runToEnd(command);
  const [, abi] = /^\{"abi":([1-9]\d*)\}\n$/.exec(output) ?? [];
  return abi === undefined ? undefined : Number(abi);
};
