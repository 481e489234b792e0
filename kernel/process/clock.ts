/** What day it is where the human lives. Each session has a clock of its own, and that clock its zone. */
import { offsetIn } from './zone.ts';

export class Clock {
  /** A day that is believed in, in whatever zone: there the clock is shifted by something else. */
  readonly #day: string | undefined;
  readonly #startedAt = Date.now();
  #zone: string | undefined;
  #offset: ReturnType<typeof offsetIn>;
  #shiftMs: number;

  private constructor(told: string | undefined, zone: string | undefined) {
    this.#day = told?.includes('T') === true ? undefined : told;
    this.#zone = zone;
    this.#offset = offsetIn(zone);
    this.#shiftMs = told === undefined ? 0 : this.#shiftTo(told);
  }

  /**
   * The clock of the machine in `zone`, by default that of this process; `start` shifts it, for tests and replays. A day
   * stays that day when the zone becomes another one; a day with a time is the instant that it is in the zone of now.
   */
  static start(start?: string, zone?: string): Clock {
    return new Clock(start, zone);
  }

  /** An IANA name; `undefined`: the zone of this process. */
  get zone(): string | undefined {
    return this.#zone;
  }

  /** Shows the time of `zone` from now on. */
  moveTo(zone: string | undefined): void {
    if (zone === this.#zone) return;
    this.#zone = zone;
    this.#offset = offsetIn(zone);
    if (this.#day !== undefined) this.#shiftMs = this.#shiftTo(this.#day);
  }

  now(): Date {
    return new Date(Date.now() + this.#shiftMs);
  }

  /** `YYYY-MM-DD` in the zone of this clock. */
  today(): string {
    return this.#shown().slice(0, 'YYYY-MM-DD'.length);
  }

  /** The day that it is there by the machine's own clock, whatever day was told. */
  machineDay(): string {
    const now = Date.now();
    return new Date(now + this.#offset(now)).toISOString().slice(0, 'YYYY-MM-DD'.length);
  }

  /** `HH:MM` in the zone of this clock. */
  time(): string {
    return this.#shown().slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length);
  }

  /** `Tuesday, 2026-03-10, 09:26` in the zone of this clock, whose name follows where it is known. */
  moment(): string {
    const shown = this.#shown();
    const weekday = new Date(shown).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
    const zone = this.#zone === undefined ? '' : ` (${this.#zone})`;
    return `${weekday}, ${shown.slice(0, 'YYYY-MM-DD'.length)}, ${this.time()}${zone}`;
  }

  #shown(): string {
    const now = this.now().getTime();
    return new Date(now + this.#offset(now)).toISOString();
  }

  /** From the start to a day, or day and time, that somebody told; without a time it stays the one of the start. */
  #shiftTo(told: string): number {
    const start = this.#startedAt;
    const minute = new Date(start + this.#offset(start)).toISOString().slice(10, 16);
    const shown = Date.parse(`${told.includes('T') ? told : told + minute}Z`);
    // The offset there; close to a change of it, that of the hour before.
    const guess = shown - this.#offset(shown);
    return shown - this.#offset(guess) - start;
  }
}
