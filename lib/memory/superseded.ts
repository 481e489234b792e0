/** Entries of MEMORY.md that took the place of others by a proposal (RFC-0009 §5.3), and which notes say what was replaced. Pure. */
import { archivedDayOf, dayOf } from '#lib/text/day.ts';
import type { FilePlace } from '#lib/text/place.ts';
import { type AgreedChange, recordedSources } from './entries.ts';
import { wordsOfNote } from './note-words.ts';
import { entryLine, sourceOf } from './proposal.ts';
import { isSupported } from './support.ts';

/** What MEMORY.md says or said, and the line of a log that it is from, where that is known. */
export interface Sourced {
  readonly text: string;
  /** `memory/2026-02-21.md:14`. */
  readonly source: string | undefined;
}

/** An entry, and what it took the place of. */
export interface Supersession {
  readonly former: Sourced;
  readonly now: Sourced;
}

/** From what was agreed to, the oldest first. What MEMORY.md came to say again later is not replaced. */
export const supersessionsIn = (journal: readonly AgreedChange[]): readonly Supersession[] => {
  const sources = recordedSources(journal);
  const found = new Map<string, Supersession>();
  for (const { proposal = { add: [], remove: [] } } of journal)
    for (const entry of proposal.add) {
      const text = entryLine(entry).trim();
      found.delete(said(text));
      const out = proposal.remove.find(({ line }) => line === entry.supersedes)?.text.trim();
      if (out !== undefined && said(out) !== said(text))
        found.set(said(out), {
          former: { text: out, source: sources.get(out)?.source },
          now: { text, source: entry.source },
        });
    }
  return [...found.values()];
};

const said = (line: string): string => wordsOfNote(line).toLowerCase();

/** Does this note say it: with the same words, or as the line that it is from and that still bears it out? */
export const saysSo = (
  {
    file,
    line,
    to = line,
    text: note,
  }: FilePlace & { readonly to?: number; readonly text: string },
  { text, source = '' }: Sourced,
): boolean => {
  if (said(note) === said(text)) return true;
  const place = sourceOf(source);
  return (
    place !== undefined &&
    place.day === (dayOf(file) ?? archivedDayOf(file)) &&
    line <= place.line &&
    place.line <= to &&
    isSupported(text, `${note} ; ${place.day}`)
  );
};
