/** Places in files: what they are, and how people and tools write them. */

/** A line of a file. Lines count from 1. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
}

/** Lines of one file, both ends included, counted from 1. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Begins the name of what stands in no file, and has no lines. */
const LEDGER = 'ledger:';

/** The name of the memory with this id, which stands in no file. */
export const ledgerPlace = (id: string): string => LEDGER + id;

/** The id in such a name; `undefined` for a file. */
export const ledgerIdOf = (file: string): string | undefined =>
  file.startsWith(LEDGER) ? file.slice(LEDGER.length) : undefined;

/** `memory/2026-02-21.md:14`, `…:14-17` for several lines, or `ledger:ID`. */
export const placeOf = ({ file, line, to = line }: FilePlace & { readonly to?: number }): string =>
  file.startsWith(LEDGER) ? file : `${file}:${line}${to > line ? `-${to}` : ''}`;

/** What has replaced a place: `until 3 November, then memory/2026-11-03.md:7`; where that is only likely, `newer: …`. Empty where nothing has. */
export const standingText = ({
  newer,
}: {
  readonly newer?: FilePlace & { readonly day: string; readonly isSure: boolean };
}): string => {
  if (newer === undefined) return '';
  return newer.isSure
    ? `until ${named(newer.day)}, then ${placeOf(newer)}`
    : `newer: ${placeOf(newer)}`;
};

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

const named = (day: string): string => {
  const [, month = 0, of = 0] = day.split('-').map(Number);
  return `${of} ${MONTHS[month - 1] ?? ''}`;
};

/** What the score of a place is the sum of: `2.35 = own 0.90 + context 1.00`; empty where there is no score. Parts of ranks are small, and get more digits. */
export const explained = ({
  score,
  parts = {},
  newer,
}: {
  readonly score?: number;
  readonly parts?: Readonly<Record<string, number>>;
  readonly newer?: { readonly why: string };
}): string => {
  if (score === undefined) return '';
  const each = Object.entries(parts).map(([name, value]) => `${name} ${figure(value)}`);
  const why = newer === undefined ? '' : `; ${newer.why}`;
  return `${figure(score)} = ${each.join(' + ')}${why}`;
};

const figure = (value: number): string => value.toFixed(Math.abs(value) < 0.1 ? 4 : 2);
