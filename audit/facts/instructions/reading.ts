/** Is a file that a line names read there, or written, or only spoken of? The nearest verb decides. */
import { everyWord } from '#lib/text/word-pattern.ts';
import { instructionWords, NEGATION } from '#lib/language/instructions.ts';

const readsIn = everyWord(instructionWords('read'));

const writesIn = everyWord(instructionWords('write'));

/** How far before a verb a word may stand that turns it round. */
const NEGATION_MAX_CHARS = 24;

/** What a line in lower case says of the file that it names at `at`. */
export const doneWith = (lower: string, at: number): 'read' | 'written' | 'not read' | 'named' => {
  const reads = readsIn(lower).map((index) => ({ index, does: 'read' as const }));
  const writes = writesIn(lower).map((index) => ({ index, does: 'written' as const }));
  const verbs = [...reads, ...writes].toSorted((a, b) => a.index - b.index);
  // Verbs stand before what they are about, or, in Japanese and German, in the same clause after it.
  const clauseEnd = lower.slice(at + 'memory.md'.length).search(/[.;。；,，]/u);
  const end = clauseEnd < 0 ? lower.length : at + clauseEnd + 'memory.md'.length;
  const verb =
    verbs.findLast(({ index }) => index <= at) ??
    verbs.find(({ index }) => index > at && index < end);
  if (verb === undefined) return 'named';
  if (verb.does === 'written') return 'written';
  const before = lower.slice(Math.max(0, verb.index - NEGATION_MAX_CHARS), verb.index);
  const isTurned = verb.index <= at ? isNegated(before) : isNegated(lower.slice(at, end));
  return isTurned ? 'not read' : 'read';
};

/** Only what stands in the same clause turns a verb round. */
const isNegated = (text: string): boolean =>
  NEGATION.test(text.split(/[.;:。；：,，]/u).at(-1) ?? '');

/** Does a line in lower case speak of reading, whatever is read? */
export const speaksOfReading = (lower: string): boolean => readsIn(lower).length > 0;

/** Does it speak of writing? */
export const speaksOfWriting = (lower: string): boolean => writesIn(lower).length > 0;
