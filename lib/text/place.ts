/** A place in a file, as people and tools write it. */

const LEDGER = 'ledger:';

/** What a memory that stands in no file is called where a file would be named. */
export const ledgerPlace = (id: string): string => LEDGER + id;

/** The id of such a memory; `undefined` for a file. */
export const ledgerIdOf = (file: string): string | undefined =>
  file.startsWith(LEDGER) ? file.slice(LEDGER.length) : undefined;

/** `memory/2026-02-21.md:14`, `…:14-17` for several lines, or `ledger:ID`. */
export const placeOf = ({
  file,
  line,
  to = line,
}: {
  readonly file: string;
  readonly line: number;
  readonly to?: number;
}): string =>
  ledgerIdOf(file) === undefined ? `${file}:${line}${to > line ? `-${to}` : ''}` : file;
