/**
 * What a kernel works with on one workspace, from the moment it is opened to the moment it is let
 * go: the pinned directory, the kernel's state, the locks, the clock, the log.
 */
import { join } from 'node:path';
import { LEASE_WAIT_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Clock } from '#kernel/process/clock.ts';
import { asRefusal, type Disk } from '#kernel/fs/disk.ts';
import { Lock } from '#kernel/process/lock.ts';
import { sweepTemporaries } from '#kernel/fs/replace.ts';
import type { Synchronous } from '#kernel/gate/ports.ts';
import { DailyLog, type Exclusively } from '#kernel/memory/daily-log.ts';
import { LogsLeft } from '#kernel/memory/logs-left.ts';
import { type Opening, Workspace } from '#kernel/startup/workspace.ts';
import { acceptedNow } from '#kernel/state/baseline.ts';
import { appendRecord } from '#kernel/state/chain.ts';
import { StateHome } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { sealRecord, sweepSeal } from '#kernel/state/seal.ts';
import { stateOf } from '#kernel/state/store.ts';
import { rememberedZone, rememberZone } from '#kernel/state/zone.ts';
import { WriteLock } from './write-lock.ts';

export class OpenWorkspace {
  readonly workspace: Workspace;
  readonly home: StateHome;
  readonly clock: Clock;
  readonly daily: DailyLog;
  /**
   * Runs `work` while no other kernel writes to this workspace; calls inside it run at once. The process stands still while it
   * waits, so this is for commands, and for what runs inside `exclusivelyLater`. Throws WORKSPACE_WRITING.
   */
  readonly exclusively: Exclusively;
  readonly #lease: Lock;
  readonly #writing: WriteLock;
  /** Locks whose damage was told. */
  readonly #told = new Set<Lock>();

  private constructor(workspace: Workspace, home: StateHome, clock: Clock) {
    this.workspace = workspace;
    this.home = home;
    this.clock = clock;
    this.#lease = new Lock(join(home.path, 'boot.lock'), LEASE_WAIT_MS);
    this.#writing = new WriteLock(home);
    this.exclusively = this.#writing.exclusively;
    this.daily = new DailyLog(workspace, clock, this.exclusively, new LogsLeft(workspace, home));
  }

  /** Throws WORKSPACE_… and STATE_… refusals. */
  static open(
    disk: Disk,
    path: string,
    opening: Opening & { readonly stateRoot: string; readonly clock: Clock },
  ): OpenWorkspace {
    const workspace = Workspace.open(disk, path, opening);
    try {
      const home = StateHome.open(opening.stateRoot, workspace, opening.uid);
      return new OpenWorkspace(workspace, home, opening.clock);
    } catch (error) {
      workspace.close();
      throw error;
    }
  }

  /** One boot of a workspace at a time, across processes. Throws WORKSPACE_BUSY. */
  takeLease(): void {
    if (!this.#lease.take()) throw this.#busy();
    this.#leased();
  }

  /**
   * The same where other sessions of this process go on meanwhile. For one of those that boots it waits as long as that
   * takes, such as a first boot whose human answers. Throws WORKSPACE_BUSY, INTERRUPTED.
   */
  async awaitLease(signal: AbortSignal): Promise<void> {
    while ((await this.#lease.takeLater(signal, () => true)) === undefined) {
      if (signal.aborted) throw new Refusal('INTERRUPTED', {});
      if (this.#holder !== String(process.pid)) throw this.#busy();
    }
    this.#leased();
  }

  get #holder(): string | undefined {
    return stateOf(this.home).read(STATE.holder);
  }

  #busy(): Refusal {
    return new Refusal('WORKSPACE_BUSY', { pid: this.#holder ?? 'unknown' });
  }

  #leased(): void {
    stateOf(this.home).write(STATE.holder, String(process.pid));
  }

  giveLeaseBack(): void {
    this.#lease.release();
  }

  /**
   * `exclusively` for whoever serves: the process goes on meanwhile, and those who wait come one after the other. Nothing is
   * held across an `await`, since `work` is done when it returns. Throws WORKSPACE_WRITING, INTERRUPTED.
   */
  readonly exclusivelyLater = <Value>(
    signal: AbortSignal,
    work: Synchronous<Value>,
  ): Promise<Value> => this.#writing.exclusivelyLater(signal, work);

  /** Removes what a killed kernel left half-written. Throws WORKSPACE_UNWRITABLE. */
  sweep(): number {
    try {
      return this.exclusively(() => {
        const memory = this.workspace.memory();
        return (
          sweepTemporaries(this.workspace.root) +
          sweepTemporaries(this.home.directory) +
          sweepSeal(this.home) +
          StateHome.sweep('journal', this.home.path, this.home) +
          (memory === undefined ? 0 : sweepTemporaries(memory))
        );
      });
    } catch (error) {
      throw asRefusal(
        error,
        (errno) =>
          new Refusal('WORKSPACE_UNWRITABLE', {
            path: this.workspace.path,
            errno,
          }),
      );
    }
  }

  /** The zone that the last boot took from USER.md, which this one has not read yet. */
  rememberedZone(): string | undefined {
    return rememberedZone(this.home);
  }

  /** Uses `zone` from here on, and remembers it for the next boot. */
  settleZone(zone: string): void {
    this.clock.moveTo(zone);
    if (this.rememberedZone() !== zone) rememberZone(this.home, zone);
  }

  /** Adds a finished record to the chain; returns its hash. */
  chain(record: object): string {
    return this.exclusively(() => appendRecord(this.home, record)).hash;
  }

  /** The same for the record of a session that ends: what it is and what is accepted is found again. */
  seal(record: object): string {
    return this.exclusively(() => sealRecord(this.home, record, acceptedNow(this.home))).hash;
  }

  /** What of the kernel's state was damaged, and is set aside or emptied: a sentence each, once. */
  takeDamage(): readonly string[] {
    const aside = this.home
      .takeSetAside()
      .map(({ path, loss }) => `Damaged state is set aside as '${path}'. ${loss}`);
    const locks = [this.#lease, this.#writing.lock].filter(({ wasDamaged }) => wasDamaged);
    const emptied = locks.filter((lock) => !this.#told.has(lock));
    for (const lock of emptied) this.#told.add(lock);
    return [
      ...aside,
      ...emptied.map(
        ({ path }) => `The lock '${path}' was damaged and is emptied; nothing is lost.`,
      ),
    ];
  }

  /** Now, as an agent is told it. */
  get moment(): { readonly today: string; readonly time: string } {
    return { today: this.daily.file, time: this.clock.time() };
  }

  close(): void {
    this.#lease.close();
    this.#writing.lock.close();
    this.home.close();
    this.workspace.close();
  }
}
