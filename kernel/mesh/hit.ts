/** What the process of the mesh has found, looked at, and how it is shown: as the file of now has it (RFC-0009 §5.4). */
import type { MeshHit } from '#lib/protocol/mesh.ts';
import type { SearchHit } from '#lib/protocol/protocol.ts';
import { dayOfUnit, ingest, type MemoryUnit } from '#lib/recall/ingest.ts';
import { type Dated, type Standing, standingOf } from '#lib/recall/standing.ts';
import { ASKS_HISTORY } from '#lib/language/holds-words.ts';
import { MESH_HIT_MAX_CHARS } from '#lib/spec/limits.ts';
import { type LineRange, placeOf } from '#lib/text/place.ts';
import { type Heading, outline } from '#lib/text/outline.ts';
import { dailyFile } from '#lib/text/day.ts';
import { archivedFile } from '#lib/text/days.ts';
import { sourceOf } from '#lib/memory/proposal.ts';
import { saysSo, type Sourced, type Supersession } from '#lib/memory/superseded.ts';
import { REDACTED } from '#kernel/redact/credential-redactor.ts';
import { placeHash } from '#kernel/wire/place-hash.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import { type IndexSource, maskedLines, type MaskedFile, readMasked } from './reader.ts';

/** The process is not trusted: what it says is looked at. */
export const isHit = ({ id, file, from, to, score, hash }: MeshHit): boolean =>
  [id, file, hash].every((one) => typeof one === 'string') &&
  [from, to].every((line) => Number.isSafeInteger(line) && line > 0) &&
  typeof score === 'number';

/** The units of a file, scrubbed, as the index has them; `undefined` as for `readMasked`. */
export const readUnits = async (
  reading: IndexSource,
  file: string,
): Promise<readonly MemoryUnit[] | undefined> => {
  const masked = await readMasked(reading, file);
  return masked && unitsIn(file, masked);
};

/** The units of a file that was read. */
export const unitsIn = (file: string, masked: MaskedFile): readonly MemoryUnit[] => {
  const secrets = maskedLines(masked).map((line) => ({ from: line, to: line, kind: 'credential' }));
  return ingest({ scope: '', file, text: masked.text, secrets }, hashOf).units;
};

const hashOf = (text: string): string => sha256(Buffer.from(text));

/** A hit as it is shown, and the day that it is of. */
export type ShownHit = SearchHit & Dated;

/** The files of memory while one question is answered, each read once, and what of them is shown. */
export class HitFiles {
  readonly #reading: IndexSource;
  readonly #read = new Map<string, Promise<MaskedFile | undefined>>();
  readonly #outlines = new Map<MaskedFile, readonly Heading[]>();

  constructor(reading: IndexSource) {
    this.#reading = reading;
  }

  file(name: string): Promise<MaskedFile | undefined> {
    const read = this.#read.get(name) ?? readMasked(this.#reading, name);
    this.#read.set(name, read);
    return read;
  }

  /** A hit as the file has it now; `undefined` where that is not what was indexed. */
  async hit(hit: MeshHit): Promise<ShownHit | undefined> {
    const masked = await this.file(hit.file);
    const text = masked && hitText(masked, hit);
    return masked === undefined || text === undefined ? undefined : this.#shown(hit, text, masked);
  }

  /** What a file says so, as a hit; `undefined` where nothing does. */
  async saying(name: string, sourced: Sourced): Promise<ShownHit | undefined> {
    const masked = await this.file(name);
    if (masked === undefined) return undefined;
    for (const { id, file, from, to } of unitsIn(name, masked)) {
      const hit = { id, file, from, to, score: 0, parts: {}, hash: '' };
      const shown = this.#shown(hit, linesText(masked.lines, hit), masked);
      if (saysSo(shown, sourced)) return shown;
    }
    return undefined;
  }

  /** How a hit is shown: what stands there now, and the headings above it, which are of the file and not of the process. */
  #shown(hit: MeshHit, text: string, masked: MaskedFile): ShownHit {
    const { id, file, from: line, to, score, parts } = hit;
    const all = this.#outlines.get(masked) ?? outline(masked.text);
    this.#outlines.set(masked, all);
    const headings = headingsAbove(all, line);
    const day = dayOfUnit(file, text, headings);
    return { file, line, to, id, headings, day, score, parts, text: cut(text) };
  }

  /** Notes that these hits were shown. */
  async note(hits: readonly SearchHit[]): Promise<void> {
    for (const file of new Set(hits.map((hit) => hit.file))) (await this.file(file))?.note();
    for (const { file, text } of hits) if (text.includes(REDACTED)) this.#reading.redacted(file);
  }
}

/** Of places that may replace a hit so many are looked at. */
const BESIDE_MAX = 12;

/** What the process has found, looked at. */
interface Looked {
  readonly shown: readonly ShownHit[];
  /** Places that may replace one that is shown. */
  readonly others: readonly ShownHit[];
  /** How many could be shown beside these. */
  readonly more: number;
  /** Files that are not what was indexed. */
  readonly stale: ReadonlySet<string>;
}

/** As many of these hits as are to be shown, as the files of now have them. `names`: the files that may be read. */
export const looked = async (
  hits: readonly MeshHit[],
  near: readonly MeshHit[],
  most: number,
  { files, names }: { readonly files: HitFiles; readonly names: ReadonlySet<string> },
): Promise<Looked> => {
  const shown: ShownHit[] = [];
  const stale = new Set<string>();
  const rest: MeshHit[] = [];
  for (const hit of hits) {
    if (!isHit(hit) || !names.has(hit.file)) continue;
    const place = shown.length < most ? await files.hit(hit) : undefined;
    if (place !== undefined) shown.push(place);
    else if (shown.length < most) stale.add(hit.file);
    else rest.push(hit);
  }
  const others: ShownHit[] = [];
  for (const hit of [...rest, ...near].slice(0, BESIDE_MAX)) {
    const place = isHit(hit) && names.has(hit.file) ? await files.hit(hit) : undefined;
    if (place !== undefined) others.push(place);
  }
  return { shown, others, more: rest.length, stale };
};

/**
 * What curation has put in the place of these hits, and of those that it brings along: the entry in MEMORY.md, else the line
 * of the log that it is from. `names`: the files that may be read.
 */
export const successorsOf = async (
  hits: readonly ShownHit[],
  superseded: readonly Supersession[],
  { files, names }: { readonly files: HitFiles; readonly names: ReadonlySet<string> },
): Promise<ReadonlyMap<ShownHit, ShownHit>> => {
  const known = new Map(hits.map((hit) => [placeOf(hit), hit]));
  const successors = new Map<ShownHit, ShownHit>();
  const placed = async ({ now }: Supersession): Promise<ShownHit | undefined> => {
    const day = sourceOf(now.source ?? '')?.day ?? '';
    for (const name of ['MEMORY.md', dailyFile(day), archivedFile(day)]) {
      const found = names.has(name) ? await files.saying(name, now) : undefined;
      if (found !== undefined) return { ...found, day };
    }
    return undefined;
  };
  for (const hit of known.values()) {
    const link = superseded.find(({ former }) => saysSo(hit, former));
    const found = link && (await placed(link));
    // What was written down later than that holds again.
    if (found === undefined || (hit.day ?? '') > (found.day ?? '')) continue;
    const by = known.get(placeOf(found)) ?? found;
    known.set(placeOf(by), by);
    successors.set(hit, by);
  }
  return successors;
};

/** Hits with what has replaced each (lib/recall/standing.ts), in the order in which they hold; a question about days or about what was before keeps theirs. */
export const standingHits = (
  hits: readonly ShownHit[],
  beside: readonly ShownHit[],
  { query, isOfDays }: { readonly query: string; readonly isOfDays: boolean },
  curated: ReadonlyMap<ShownHit, ShownHit>,
): readonly SearchHit[] =>
  standingOf(hits, beside, isOfDays || ASKS_HISTORY.areIn(query.toLowerCase()), curated).map(
    withNewer,
  );

const withNewer = ({ place, replaced }: Standing<ShownHit>): SearchHit => {
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
const headingsAbove = (all: readonly Heading[], line: number): readonly string[] => {
  const above: Heading[] = [];
  for (const heading of all) {
    if (heading.line >= line) break;
    while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop();
    above.push(heading);
  }
  return above.filter(({ level }) => level > 1).map(({ title }) => title);
};

const cut = (text: string): string =>
  text.length <= MESH_HIT_MAX_CHARS ? text : `${text.slice(0, MESH_HIT_MAX_CHARS)}…`;
