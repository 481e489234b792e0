/** Time zones: what a clock shows in one, and which one is this machine's. */
import { readFileSync } from 'node:fs';
import { type Offset, readZoneTable } from '#lib/text/zone-table.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import type { Environment } from './xdg.ts';

const TABLES = '/usr/share/zoneinfo';
/** A name is a path there, and leads nowhere else. */
const NAME = /^[A-Za-z][\w+-]*(?:\/[A-Za-z][\w+-]*)*$/;
const MINUTE_MS = 60_000;

/** What is to be added to UTC in a zone; `undefined` is the zone of this process. */
export const offsetIn = (zone: string | undefined): Offset =>
  zone === undefined
    ? (at) => -new Date(at).getTimezoneOffset() * MINUTE_MS
    : (tableOf(zone) ?? offsetByIntl(zone));

const tableOf = (zone: string): Offset | undefined => {
  if (!NAME.test(zone)) return undefined;
  try {
    return readZoneTable(readFileSync(`${TABLES}/${zone}`));
  } catch {
    // A machine without tables, or without this one: the standard library has its own.
    return undefined;
  }
};

/** A name that is none is the zone of this process. */
const offsetByIntl = (timeZone: string): Offset => {
  try {
    // Swedish dates and times are those of ISO 8601, but for the T.
    const styles = { dateStyle: 'short', timeStyle: 'medium' } as const;
    const format = new Intl.DateTimeFormat('sv', { timeZone, ...styles });
    const shown = (at: number): number => Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
    return (at) => shown(at) - Math.floor(at / 1000) * 1000;
  } catch {
    return offsetIn(undefined);
  }
};

/** The zone that the environment names; `undefined`: that of the machine, whatever its name. */
export const systemZone = (environment: Environment): string | undefined => environment['TZ'];

/** The name of the machine's zone, as /etc/localtime gives it; `Intl` would cost 12 ms to ask. */
export const machineZone = (disk: Disk): string => {
  try {
    return disk.readlink('/etc/localtime').replace(/^.*zoneinfo\//, '');
  } catch {
    return 'the zone of this machine';
  }
};
