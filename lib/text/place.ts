/** A place in a file, as people and tools write it. */

/** `memory/2026-02-21.md:14`, or `…:14-17` for several lines. */
export const placeOf = ({
  file,
  line,
  to = line,
}: {
  readonly file: string;
  readonly line: number;
  readonly to?: number;
}): string => `${file}:${line}${to > line ? `-${to}` : ''}`;
