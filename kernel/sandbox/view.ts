/**
 * What a process may see of the system: an allow-list. What a view does not name is not there, so
 * nothing rests on a mask, which falls off when the file below it is replaced.
 */
import type { Network } from '#kernel/contract/boot-request.ts';
import type { Duplex } from 'node:stream';
import type { Command } from '#kernel/process/child.ts';

/** A file that exists in the view only: its bytes are copied in when a process starts. */
export interface ViewFile {
  /** Relative to the folder that holds the copies; absolute for a file of the system. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A folder, absolute, that holds copies and what `shows` names; nothing else of the machine is below it. */
interface Copies {
  readonly folder: string;
  readonly files: readonly ViewFile[];
  /** Files and folders in it that are shown read-only, as they are; absolute. */
  readonly shows?: readonly string[];
}

/** A symbolic link of the system, such as `/bin` to `usr/bin`. */
interface ViewLink {
  readonly path: string;
  readonly target: string;
}

/** All that a sandboxed process sees of the machine. */
export interface View {
  /** Files and folders shown read-only, at their own paths. */
  readonly readable: readonly string[];
  readonly links: readonly ViewLink[];
  /** Folders of the owner's that may be written to, at their own paths. */
  readonly writable: readonly string[];
  /** A folder that belongs to this session alone: home, temporary files, working place. */
  readonly scratch: string;
  /** What is written to `scratch` is memory and ends with the process; where no mounts make the view, nothing is written. */
  readonly forgets?: true;
  /** The workspace as a shared session sees it, or where its layout shows parts of it. */
  readonly copies: Copies | undefined;
  /** Files of the system that are the view's own, where it is made of mounts. */
  readonly system?: readonly ViewFile[];
  readonly network: Network;
  /** Where a process starts; lies in the view. */
  readonly directory: string;
  /** The whole environment of a process. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Where a process finds the numbers of its descriptors: that for `connect`, and that for `network`. */
export const CHANNEL_VARIABLE = 'YAMO_CHANNEL';
const NETWORK_VARIABLE = 'YAMO_NETWORK';

/** The descriptors of a way, in their order, and where their numbers are found. */
export const channelsOf = (
  way: Way | undefined,
): readonly { readonly variable: string; readonly connect: Way['connect'] }[] => {
  if (way === undefined) return [];
  const { connect, network } = way;
  const own = { variable: CHANNEL_VARIABLE, connect };
  return network === undefined ? [own] : [own, { variable: NETWORK_VARIABLE, connect: network }];
};

/** The way of a process in a view to the kernel's proxy. */
export interface Way {
  /** Gets the end outside. */
  readonly connect: (channel: Duplex) => void;
  /**
   * `relay`: a program beside the process, which any program uses as an HTTP proxy; `descriptor`: the process
   * inherits the end inside, under the number that YAMO_CHANNEL says.
   */
  readonly by: 'relay' | 'descriptor';
  /** By a descriptor: gets the end outside of one more, under the number that YAMO_NETWORK says. */
  readonly network?: Way['connect'];
}

/** Something of this machine that can hold a process in a view. */
export interface Mechanism {
  readonly name: 'bubblewrap' | 'landlock' | 'seatbelt';
  /** Is its view made of mounts, so that access(2) says what can be written? */
  readonly mounts: boolean;
  /** Can it hold a process to some hosts, by the kernel's proxy? */
  readonly filtersHosts: boolean;
  /**
   * The command that runs `program` in `view`, with a way to some hosts or without. A relay is only for what
   * `filtersHosts`.
   */
  readonly enclose: (view: View, program: string, args: readonly string[], way?: Way) => Command;
  /** The same for an older version of its program, which does not know all that this one asks of it. */
  readonly older?: Mechanism;
}
