/**
 * Questions about days without an index (RFC-0009 §5.1): the files of memory that the session may read are cut into notes
 * and asked as the index would be; of a window of days, the files of these days alone.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FoundDays, When } from '#lib/protocol/mesh.ts';
import type { SearchHit, SearchParams, SearchResult } from '#lib/protocol/protocol.ts';
import { HeldUnits } from '#lib/recall/held-units.ts';
import type { MemoryUnit } from '#lib/recall/ingest.ts';
import type { StoredUnit } from '#lib/recall/store.ts';
import { mayNameDays } from '#lib/recall/when/when.ts';
import { daysNote } from '#lib/recall/when/said.ts';
import { recallDays } from '#lib/recall/window.ts';
import { SEARCH_HITS, SEARCH_HITS_MAX, SEARCH_MAX_BYTES } from '#lib/spec/limits.ts';
import { archivedDayOf, dayOf } from '#lib/text/day.ts';
import { daysAsked } from './days.ts';
import { shownText, unitsIn } from './hit.ts';
import { noted } from '#lib/memory/index-hint.ts';
import { type IndexSource, type MaskedFile, readMasked } from './reader.ts';
import type { Clock } from '#kernel/process/clock.ts';
import { REDACTED } from '#kernel/redact/credential-redactor.ts';

/** What memory has of the days that a question names; `undefined` where it names none. Throws SEARCH_DAY, GATE_DENIED. */
export const searchDays = async (
  parts: IndexSource,
  params: SearchParams,
  clock: Clock,
): Promise<SearchResult | undefined> => {
  const { query, limit = SEARCH_HITS, from, to, asOf } = params;
  if ([from, to, asOf].every((day) => day === undefined) && !mayNameDays(query)) return undefined;
  const files = await parts.broker.searchable('memory');
  const when = await daysAsked(params, clock, files);
  if (when?.isSure !== true) return undefined;
  const most = Math.min(Math.max(1, Math.trunc(limit)), SEARCH_HITS_MAX);
  const near = files.filter((file) => mayHold(file, when));
  const first = await answer(parts, near, when, most);
  // What is not of these days is near them, or holds what the days lie beside.
  const isAll = near.length === files.length || first.days?.is === 'window';
  const { days, hits } = isAll ? first : await answer(parts, files, when, most);
  if (days === undefined) return undefined;
  return { hits, more: days.more, ...noted(daysNote(when, days, hits.length)) };
};

/** Files without a day in their name may have one in their lines. */
const mayHold = (file: string, { windows, isState }: When): boolean => {
  const day = dayOf(file) ?? archivedDayOf(file);
  if (day === undefined || isState) return true;
  return windows.some(({ from = day, to = day }) => from <= day && day <= to);
};

interface Answer {
  readonly hits: readonly SearchHit[];
  readonly days?: FoundDays;
}

const answer = async (
  parts: IndexSource,
  files: readonly string[],
  when: When,
  limit: number,
): Promise<Answer> => {
  const read = new Map<string, MaskedFile>();
  const units: MemoryUnit[] = [];
  let bytes = 0;
  for (const file of files) {
    const masked = bytes > SEARCH_MAX_BYTES ? undefined : await readMasked(parts, file);
    if (masked === undefined) continue;
    bytes += masked.text.length;
    read.set(file, masked);
    units.push(...unitsIn(file, masked));
    await nextTurn();
  }
  const answered = await recallDays(new HeldUnits(units), when, { limit });
  if (answered === undefined) return { hits: [] };
  const hits = answered.found.flatMap(({ unit }) => hitOf(unit, read, parts));
  return { hits, days: answered.days };
};

const hitOf = (
  { file, from, to }: StoredUnit,
  read: ReadonlyMap<string, MaskedFile>,
  { redacted }: IndexSource,
): readonly SearchHit[] => {
  const masked = read.get(file);
  if (masked === undefined) return [];
  masked.note();
  const text = shownText(masked, { from, to });
  if (text.includes(REDACTED)) redacted(file);
  return [{ file, line: from, to, text }];
};
