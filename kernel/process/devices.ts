/** The nodes of `/dev` that every view shows, and whether this user could change them. */
import { lstatSync, readFileSync } from 'node:fs';
import { MountTable } from './mounts.ts';

/** What bubblewrap's `--dev` takes over from the machine. */
const NODES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name}`);

/** linux/capability.h */
const CAP_SYS_ADMIN = 21n;

/** A place that is to be read-only, so that nodes of this user's stay as they are. */
export interface DevicePlace {
  readonly path: string;
  /** Something is mounted there by itself; otherwise it is a node in a file system with much else. */
  readonly isMount: boolean;
}

/** None for a user whose the nodes are not, which is everybody but root. */
export const placesOfOwnDevices = (): readonly DevicePlace[] => {
  const mounts = MountTable.read();
  const own = NODES.filter((node) => isOwn(node));
  const places = own.map((node): DevicePlace => {
    const place = mounts.placeOf(node);
    return place === undefined || place === '/'
      ? { path: node, isMount: false }
      : { path: place, isMount: true };
  });
  return [...new Map(places.map((place) => [place.path, place])).values()];
};

const isOwn = (node: string): boolean =>
  lstatSync(node, { throwIfNoEntry: false })?.uid === process.geteuid?.();

/** May this process mount, without a namespace of users in which it may? */
export const mayMount = (): boolean => {
  try {
    const [, effective = '0'] =
      /^CapEff:\s*([\da-f]+)$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? [];
    return ((BigInt(`0x${effective}`) >> CAP_SYS_ADMIN) & 1n) === 1n;
  } catch {
    return false;
  }
};
