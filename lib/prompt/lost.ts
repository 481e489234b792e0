/** What of a file a prompt shows, and what it leaves out. */
import type { Piece } from './pieces.ts';

/** A part of a file, in its order. */
export interface FilePart {
  readonly text: string;
  readonly isShown: boolean;
}

/** The whole text in parts. */
export const filePartsOf = (
  pieces: readonly Piece[],
  file: string,
  text: string,
): readonly FilePart[] => {
  const kept = pieces.flatMap(({ source }) =>
    source.is === 'file' && source.file === file && source.altered !== true ? [source] : [],
  );
  const parts: FilePart[] = [];
  let at = 0;
  for (const { from, to } of kept.toSorted((one, other) => one.from - other.from)) {
    if (from > at) parts.push({ text: text.slice(at, from), isShown: false });
    parts.push({ text: text.slice(Math.max(at, from), to), isShown: true });
    at = Math.max(at, to);
  }
  if (at < text.length) parts.push({ text: text.slice(at), isShown: false });
  return parts;
};
