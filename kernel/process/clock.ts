/**
 * What day it is where the human lives. Node's local time follows the environment variable
 * TZ at once, and costs nothing, where a first `Intl.DateTimeFormat` costs 12 ms of every boot.
 */
import type { Disk } from '#kernel/fs/disk.ts';

export class Clock {
  /** A day that is believed in, in whatever zone: there the clock is shifted by something else. */
  readonly #day: string | undefined;
  readonly #startedAt = new Date();
  #shift: { readonly zone: string | undefined; readonly ms: number };
  /** Where the zone of the process may become another one: several sessions share it. */
  #zone: { readonly name: string | undefined } | undefined;

  private constructor(told: string | undefined) {
    this.#day = told?.includes('T') === true ? undefined : told;
    this.#shift = {
      zone: systemZone(),
      ms: told === undefined ? 0 : shiftTo(told, this.#startedAt),
    };
  }

  /**
   * The clock of the machine; `start` shifts it, for tests and replays. A day stays that day when the zone becomes
   * another one; a day with a time is the instant that it is in the zone of now.
   */
  static start(start?: string): Clock {
    return new Clock(start);
  }

  now(): Date {
    return new Date(Date.now() + this.#shiftMs());
  }

  #shiftMs(): number {
    const day = this.#day;
    if (day === undefined) return this.#shift.ms;
    return this.#inZone((zone) => {
      if (this.#shift.zone !== zone) this.#shift = { zone, ms: shiftTo(day, this.#startedAt) };
      return this.#shift.ms;
    });
  }

  /** The zone of this process stays that of this clock, whatever the process continues with. */
  keepZone(): void {
    this.#zone = { name: systemZone() };
  }

  /** `YYYY-MM-DD` in the zone of this clock, or of this process. */
  today(): string {
    return this.#local(
      (now) =>
        `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`,
    );
  }

  /** `HH:MM` in the zone of this clock, or of this process. */
  time(): string {
    return this.#local((now) => `${two(now.getHours())}:${two(now.getMinutes())}`);
  }

  #local(read: (now: Date) => string): string {
    return this.#inZone(() => read(this.now()));
  }

  #inZone<T>(act: (zone: string | undefined) => T): T {
    const here = systemZone();
    if (this.#zone === undefined || this.#zone.name === here) return act(here);
    setZone(this.#zone.name);
    try {
      return act(this.#zone.name);
    } finally {
      setZone(here);
    }
  }
}

/** From an instant to a day, or day and time, that somebody told; without a time it stays the one of the instant. */
const shiftTo = (told: string, from: Date): number => {
  const time = told.includes('T') ? '' : `T${two(from.getHours())}:${two(from.getMinutes())}`;
  return new Date(`${told}${time}`).getTime() - from.getTime();
};

const two = (number: number): string => String(number).padStart(2, '0');

/** Makes `zone` (an IANA name) the zone of this process; `undefined`: that of the machine. */
export const setZone = (zone: string | undefined): void => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
};

/** The zone that the environment names; `undefined`: that of the machine, whatever its name. */
export const systemZone = (): string | undefined => process.env['TZ'];

/** The name of the machine's zone, as /etc/localtime gives it; `Intl` would cost 12 ms to ask. */
export const machineZone = (disk: Disk): string => {
  try {
    return disk.readlink('/etc/localtime').replace(/^.*zoneinfo\//, '');
  } catch {
    return 'the zone of this machine';
  }
};

/** Is this the name of a time zone (an offset such as +02:00 is none)? Costs 12 ms the first time. */
export const isZone = (name: string): boolean => {
  if (!/[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
