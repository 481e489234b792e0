/** A place in a file, as people and tools write it. */

/** Begins the name of what stands in no file (ledger-place.ts), and has no lines. */
export const LEDGER = 'ledger:';

/** `memory/2026-02-21.md:14`, `…:14-17` for several lines, or `ledger:ID`. */
export const placeOf = ({
  file,
  line,
  to = line,
}: {
  readonly file: string;
  readonly line: number;
  readonly to?: number;
}): string => (file.startsWith(LEDGER) ? file : `${file}:${line}${to > line ? `-${to}` : ''}`);
