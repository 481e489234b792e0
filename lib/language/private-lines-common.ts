/**
 * How much a word tells: the rarer it is in ordinary talk, the more. A word of rank r in a language has a share of
 * about 1 / (10 r) of its text (Zipf), and so says about log2(10 r) bits; less is counted here, since words of one
 * sentence depend on each other. The lists need not be complete: a common word that is missing counts as a rare one,
 * which makes a line look more telling than it is, and never less.
 */
import en from './commonness/en.json' with { type: 'json' };
import de from './commonness/de.json' with { type: 'json' };
import fr from './commonness/fr.json' with { type: 'json' };
import es from './commonness/es.json' with { type: 'json' };
import pt from './commonness/pt.json' with { type: 'json' };
import it from './commonness/it.json' with { type: 'json' };
import nl from './commonness/nl.json' with { type: 'json' };
import pl from './commonness/pl.json' with { type: 'json' };
import sv from './commonness/sv.json' with { type: 'json' };
import nb from './commonness/nb.json' with { type: 'json' };
import tr from './commonness/tr.json' with { type: 'json' };
import ru from './commonness/ru.json' with { type: 'json' };
import { inAllLanguages, type WordLists } from '#lib/text/word-lists.ts';

/** What holds sentences together, in the languages that workspaces are most often written in. */
const FUNCTION_BITS = 3;

/** The everyday words of talk about work. */
const EVERYDAY_BITS = 6;

/** Words that any talk on work, home and software may hold. */
const ORDINARY_BITS = 9;

const BITS = { ordinary: ORDINARY_BITS, everyday: EVERYDAY_BITS, function: FUNCTION_BITS };
const LANGUAGES: readonly WordLists<keyof typeof BITS>[] = [
  en,
  de,
  fr,
  es,
  pt,
  it,
  nl,
  pl,
  sv,
  nb,
  tr,
  ru,
];

const wordsOf = (name: keyof typeof BITS): readonly (readonly [string, number])[] =>
  inAllLanguages(LANGUAGES, name).flatMap((line) =>
    line.split(' ').map((word) => [word, BITS[name]] as const),
  );

/** The most common list that has a word counts. */
const COMMON = new Map([...wordsOf('ordinary'), ...wordsOf('everyday'), ...wordsOf('function')]);

/** Is it a word that a list has, normalised: small letters without accents? */
export const isCommon = (word: string): boolean => COMMON.has(word);

/** A word that no list has: one of some ten thousand, or a name. */
const RARE_BITS = 13;
/** Letters that are no word: initials, units, codes. There are few of so short ones. */
const SHORT_BITS: readonly number[] = [0, 3, 6, 10];
/** A digit that could be any: log2(10). */
const DIGIT_BITS = 3.3;
/** Years of this and the last century stand everywhere. */
const YEAR_BITS = 6;
const YEAR = /^(?:19|20)\d\d$/;
/** Letters and digits mixed: `mp3`, `h264`, `b7`; long ones are drawn by chance. */
const MIXED_SHORT_BITS = 8;
const MIXED_LONG_MIN_CHARS = 8;
/** More is not counted: one word of a line is not all of it. */
const WORD_MAX_BITS = 24;

/** Two characters that follow each other in a script without blanks. */
export const PAIR_BITS = 7;

/** What a normalised word tells, in bits. */
export const bitsOf = (word: string): number => {
  const common = COMMON.get(word);
  if (common !== undefined) return common;
  if (/^\d+$/.test(word)) {
    return YEAR.test(word) ? YEAR_BITS : Math.min(word.length * DIGIT_BITS, WORD_MAX_BITS);
  }
  if (/\p{N}/u.test(word)) {
    if (word.length >= MIXED_LONG_MIN_CHARS) return WORD_MAX_BITS;
    return word.length <= 3 ? MIXED_SHORT_BITS : RARE_BITS;
  }
  return SHORT_BITS[word.length] ?? RARE_BITS;
};
