/** Where a daemon is found: one for each user and state home, in a folder of the kernel's state. */
import { join } from 'node:path';
import type { Host } from '#kernel/contract/boot-request.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { isHeld, Lock } from '#kernel/process/lock.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { StateHome } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import type { areDevices, isDaemonFacts } from '#kernel/state/shapes.ts';
import { stateOf } from '#kernel/state/store.ts';
import type { GuardedBy } from '#lib/guard.ts';
import { Refusal } from '#lib/spec/refusals.ts';

/** What a daemon says of itself; whoever can read its token is its owner. */
export type DaemonFacts = GuardedBy<typeof isDaemonFacts>;

/** Whose daemon it is. */
export type DaemonUser = Pick<Host, 'disk' | 'uid' | 'environment'>;

const LOCK = 'daemon.lock';

/** The folder of a daemon, held open. */
export class DaemonHome {
  readonly #home: StateHome<'daemon'>;
  readonly #lock: Lock;
  readonly #user: DaemonUser;

  private constructor(home: StateHome<'daemon'>, user: DaemonUser) {
    this.#home = home;
    this.#user = user;
    this.#lock = new Lock(join(home.path, LOCK), 0);
  }

  /** Throws STATE_UNUSABLE. */
  static open(user: DaemonUser): DaemonHome {
    return new DaemonHome(StateHome.common('daemon', rootOf(user), user), user);
  }

  /** True if this process is the daemon from here on. Throws STATE_UNUSABLE. */
  take(): boolean {
    if (!this.#lock.take()) return false;
    // What a killed one has left here: nobody else writes it.
    try {
      StateHome.sweep('daemon', rootOf(this.#user), this.#user);
    } catch (error) {
      const { path } = this.#home;
      throw asRefusal(error, (reason) => new Refusal('STATE_UNUSABLE', { path, reason }));
    }
    return true;
  }

  /** Throws STATE_UNUSABLE. */
  write(facts: DaemonFacts): void {
    stateOf(this.#home).write(STATE.daemon, facts);
  }

  /** The browsers that it knows; `undefined` before the first one. Throws STATE_UNUSABLE. */
  get devices(): GuardedBy<typeof areDevices> | undefined {
    return stateOf(this.#home).read(STATE.devices);
  }

  /** Throws STATE_UNUSABLE. */
  keepDevices(devices: GuardedBy<typeof areDevices>): void {
    stateOf(this.#home).write(STATE.devices, devices);
  }

  close(): void {
    this.#lock.close();
    this.#home.close();
  }
}

/** The daemon that runs now; `undefined` if none does. Nothing is made to find out. Throws STATE_… refusals. */
export const runningDaemon = (user: DaemonUser): DaemonFacts | undefined => {
  if (!isHeld(join(rootOf(user), 'daemon', LOCK))) return undefined;
  return StateHome.within('daemon', rootOf(user), user, (home) => stateOf(home).read(STATE.daemon));
};

const rootOf = ({ environment }: DaemonUser): string => xdgFolder('XDG_STATE_HOME', environment);
