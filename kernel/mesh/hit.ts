/** What the process of the mesh has found, looked at, and how it is shown: as the file of now has it (RFC-0009 §5.4). */
import type { MeshHit } from '#lib/protocol/mesh.ts';
import type { SearchHit } from '#lib/protocol/protocol.ts';
import { dayOfUnit } from '#lib/recall/ingest.ts';
import { type Dated, type Standing, standingOf } from '#lib/recall/standing.ts';
import { ASKS_HISTORY } from '#lib/language/holds-words.ts';
import { MESH_HIT_MAX_CHARS } from '#lib/spec/limits.ts';
import type { LineRange } from '#lib/text/place.ts';
import { type Heading, outline } from '#lib/text/outline.ts';
import { placeHash } from '#kernel/wire/place-hash.ts';
import type { MaskedFile } from './reader.ts';

/** The process is not trusted: what it says is looked at. */
export const isHit = ({ id, file, from, to, score, hash }: MeshHit): boolean =>
  [id, file, hash].every((one) => typeof one === 'string') &&
  [from, to].every((line) => Number.isSafeInteger(line) && line > 0) &&
  typeof score === 'number';

/** How a hit is shown: what stands there now, and the headings above it, which are of the file and not of the process. */
export const shownHit = (
  hit: MeshHit,
  text: string,
  { text: whole }: MaskedFile,
): SearchHit & Dated => {
  const { id, file, from: line, to, score, parts } = hit;
  const headings = headingsAbove(whole, line);
  return {
    file,
    line,
    to,
    id,
    headings,
    day: dayOfUnit(file, text, headings),
    score,
    parts,
    text: cut(text),
  };
};

/** Hits with what has replaced each (lib/recall/standing.ts), in the order in which they hold; a question about days or about what was before keeps theirs. */
export const standingHits = (
  hits: readonly (SearchHit & Dated)[],
  beside: readonly (SearchHit & Dated)[],
  { query, isOfDays }: { readonly query: string; readonly isOfDays: boolean },
): readonly SearchHit[] =>
  standingOf(hits, beside, isOfDays || ASKS_HISTORY.areIn(query.toLowerCase())).map(withNewer);

const withNewer = ({ place, replaced }: Standing<SearchHit & Dated>): SearchHit => {
  const { day: _day, ...hit } = place;
  if (replaced === undefined) return hit;
  const { file, line, day = '' } = replaced.by;
  return { ...hit, newer: { file, line, day, ...replaced.how } };
};

/** The lines of a hit as the file has them now; `undefined` if they are not what was indexed. */
export const hitText = ({ lines }: MaskedFile, { from, to, hash }: MeshHit): string | undefined =>
  placeHash(lines, from, to) === hash ? linesText(lines, { from, to }) : undefined;

const linesText = (lines: readonly string[], { from, to }: LineRange): string =>
  lines
    .slice(from - 1, to)
    .join('\n')
    .trim();

/** Lines as they are shown in a hit. */
export const shownText = ({ lines }: MaskedFile, place: LineRange): string =>
  cut(linesText(lines, place));

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
