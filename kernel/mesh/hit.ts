/** What the process of the mesh has found, looked at, and how it is shown: as the file of now has it (RFC-0009 §5.4). */
import type { MeshHit } from '#lib/protocol/mesh.ts';
import type { SearchHit } from '#lib/protocol/protocol.ts';
import { MESH_HIT_MAX_CHARS } from '#lib/spec/limits.ts';
import { type Heading, outline } from '#lib/text/outline.ts';
import { placeHash } from '#kernel/wire/place-hash.ts';
import type { MaskedFile } from './reader.ts';

/** The process is not trusted: what it says is looked at. */
export const isHit = ({ id, file, from, to, score, hash }: MeshHit): boolean =>
  [id, file, hash].every((one) => typeof one === 'string') &&
  [from, to].every((line) => Number.isSafeInteger(line) && line > 0) &&
  typeof score === 'number';

/** How a hit is shown: what stands there now, and the headings above it, which are of the file and not of the process. */
export const shownHit = (hit: MeshHit, text: string, { text: whole }: MaskedFile): SearchHit => {
  const { id, file, from: line, to, score, parts } = hit;
  return {
    file,
    line,
    to,
    id,
    headings: headingsAbove(whole, line),
    score,
    parts,
    text: cut(text),
  };
};

/** The lines of a hit as the file has them now; `undefined` if they are not what was indexed. */
export const hitText = ({ lines }: MaskedFile, { from, to, hash }: MeshHit): string | undefined =>
  placeHash(lines, from, to) === hash
    ? lines
        .slice(from - 1, to)
        .join('\n')
        .trim()
    : undefined;

/** Headings of a file from the outermost one down to the one that a line stands under, without the title of the file. */
const headingsAbove = (text: string, line: number): readonly string[] => {
  const above: Heading[] = [];
  for (const heading of outline(text)) {
    if (heading.line >= line) break;
    while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop();
    above.push(heading);
  }
  return above.filter(({ level }) => level > 1).map(({ title }) => title);
};

const cut = (text: string): string =>
  text.length <= MESH_HIT_MAX_CHARS ? text : `${text.slice(0, MESH_HIT_MAX_CHARS)}…`;
