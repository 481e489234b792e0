/** Lines of MEMORY.md that a newer note of a log replaces for sure, as a proposal with the notes as sources (RFC-0009 §5.3). Pure. */
import { dayOfUnit } from '#lib/recall/ingest.ts';
import { type Dated, type Standing, standingOf } from '#lib/recall/standing.ts';
import { PROPOSAL_ENTRY_MAX_CHARS, PROPOSAL_WHY_MAX_CHARS } from '#lib/spec/limits.ts';
import { placeOf } from '#lib/text/place.ts';
import { memoryEntries } from './entries.ts';
import { NOTE_ITEM, summaryOf } from './notes.ts';
import type { Proposal } from './proposal.ts';

const MEMORY = 'MEMORY.md';

/** What the logs say of now in the place of lines of MEMORY.md, each by itself. */
export const conflictsIn = (
  memory: string,
  logs: readonly { readonly file: string; readonly text: string }[],
): readonly Proposal[] => {
  const entries = memoryEntries(memory).map(({ line, text }) => dated(MEMORY, { line, text }));
  const notes = logs.flatMap(({ file, text }) =>
    summaryOf(text).notes.map((note) => dated(file, note)),
  );
  const items = [...entries, ...notes].filter(isItem);
  const standing = new Map(standingOf(items, [], true).map((one) => [one.place, one.replaced]));
  return entries.flatMap((entry) => {
    const now = lastOf(entry, standing);
    // Of two lines of MEMORY.md whoever curates has written both.
    return now === undefined || now.place.file === MEMORY ? [] : [proposalOf(entry, now)];
  });
};

/** What is indented belongs to another; what is too long for an entry is none. */
const isItem = ({ text }: Dated): boolean =>
  NOTE_ITEM.test(text) && text.length <= PROPOSAL_ENTRY_MAX_CHARS;

const proposalOf = ({ line, text }: Dated, { place, why }: Successor): Proposal => {
  const source = placeOf(place);
  const said = `${source} is newer and says otherwise (${why})`;
  return {
    add: [{ text: place.text.replace(NOTE_ITEM, '').trim(), source, supersedes: line }],
    remove: [{ line, text, why: said.slice(0, PROPOSAL_WHY_MAX_CHARS) }],
  };
};

const dated = (file: string, { line, text }: Pick<Dated, 'line' | 'text'>): Dated => ({
  file,
  line,
  text: text.trimEnd(),
  day: dayOfUnit(file, text, []),
});

/** What stands at the end, and why the first of it does. */
interface Successor {
  readonly place: Dated;
  readonly why: string;
}

/** At the end of a chain of sure links, and what began it; `undefined` where none leaves. */
const lastOf = (
  entry: Dated,
  standing: ReadonlyMap<Dated, Standing<Dated>['replaced']>,
): Successor | undefined => {
  const first = standing.get(entry);
  if (first?.how.isSure !== true) return undefined;
  let place = first.by;
  // Each is newer than the one before, so it ends.
  for (let next = standing.get(place); next?.how.isSure === true; next = standing.get(place))
    place = next.by;
  return { place, why: first.how.why };
};
