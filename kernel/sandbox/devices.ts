/**
 * The nodes of `/dev` in a view of bubblewrap are those of the machine. Root owns them: its agent could change their
 * modes and times, for everybody. A node that is mounted read-only can be used and not changed; bubblewrap's own
 * read-only mounts have no devices, so it starts in a namespace of mounts in which they are read-only already.
 */
import type { Command } from '#kernel/process/child.ts';
import { type DevicePlace, mayMount } from '#kernel/process/devices.ts';

export interface MountTools {
  readonly mount: string;
  readonly unshare: string;
}

/** Pairs of a place and how it is made read-only, then the command. */
const SCRIPT = `
mount=$1
shift
while [ "$1" != -- ]; do
  if [ "$1" = bind ]; then "$mount" --bind "$2" "$2" || exit 126; fi
  "$mount" -o remount,bind,ro "$2" || exit 126
  shift 2
done
shift
exec "$@"
`;

/** The same command, for which these places are read-only. */
export const withFixedDevices = (
  command: Command,
  places: readonly DevicePlace[],
  { mount, unshare }: MountTools,
): Command => {
  const pairs = places.flatMap(({ path, isMount }) => [isMount ? 'mount' : 'bind', path]);
  const { program, args } = command;
  return {
    ...command,
    program: unshare,
    args: [
      ...(mayMount() ? [] : ['--user', '--map-root-user']),
      '--mount',
      // What the owner unmounts meanwhile is unmounted here too, and nothing of this leaves it.
      '--propagation',
      'slave',
      '/bin/sh',
      '-c',
      SCRIPT,
      'sh',
      mount,
      ...pairs,
      '--',
      program,
      ...args,
    ],
  };
};
