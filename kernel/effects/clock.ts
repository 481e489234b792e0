/**
 * What day it is where the human lives. Node's local time follows the environment variable
 * TZ at once, and costs nothing, where a first `Intl.DateTimeFormat` costs 12 ms of every boot.
 */
import type { Disk } from './disk.ts';

export class Clock {
  readonly #shiftMs: number;
  /** Where the zone of the process may become another one: several sessions share it. */
  #zone: { readonly name: string | undefined } | undefined;

  private constructor(shiftMs: number) {
    this.#shiftMs = shiftMs;
  }

  /** The clock of the machine; `start` (local time, for tests and replays) shifts it. */
  static start(start?: string): Clock {
    if (start === undefined) return new Clock(0);
    const now = new Date();
    const time = start.includes('T') ? '' : `T${two(now.getHours())}:${two(now.getMinutes())}`;
    return new Clock(new Date(`${start}${time}`).getTime() - now.getTime());
  }

  now(): Date {
    return new Date(Date.now() + this.#shiftMs);
  }

  /** The zone of this process stays that of this clock, whatever the process goes on with. */
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
    const here = systemZone();
    if (this.#zone === undefined || this.#zone.name === here) return read(this.now());
    setZone(this.#zone.name);
    try {
      return read(this.now());
    } finally {
      setZone(here);
    }
  }
}

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
