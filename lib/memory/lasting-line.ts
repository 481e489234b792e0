/** Whether a line of a log says itself that it is to last: what can be told of that without a model. */
import { LASTING, LASTING_OPENINGS } from '#lib/language/lasting-words.ts';
import { TELLS } from '#lib/language/recall-words.ts';
import { MONTHS } from '#lib/language/when-words.ts';
import { withWordBorders } from '#lib/text/unspaced.ts';
import { wordsOfNote } from './note-words.ts';

const QUESTION = /[?？؟]/u;
const CLAUSE_END = /[.:;,!…。：；，！]\s*|\s[-–—]\s/u;
const NUMBER = /\p{N}/u;
/** `500mg` is a number and its unit. */
const AFTER_NUMBER = /(?<=\p{N})(?=\p{L})/gu;

/** It asks to be remembered, corrects something or holds from now on; or it tells a birth with its day, or a dose. */
export const marksItself = (line: string): boolean => {
  const text = wordsOfNote(line);
  if (QUESTION.test(line)) return false;
  const lower = withWordBorders(text).toLowerCase();
  if (LASTING.says.areIn(lower) || lower.split(CLAUSE_END).some(opens)) return true;
  const apart = lower.replaceAll(AFTER_NUMBER, ' ');
  if (LASTING.takes.areIn(apart) && LASTING.often.areIn(apart))
    return NUMBER.test(apart) || TELLS.number.areIn(apart);
  if (NUMBER.test(apart) && LASTING.doses.areIn(apart)) return true;
  return LASTING.born.areIn(lower) && hasDate(lower);
};

const DATE = /(?:1[89]|20)\p{N}{2}|\p{N}{1,2}[./]\s?\p{N}{1,2}|\p{N}月/u;
const WORD = /[\p{L}\p{M}]+/gu;

const hasDate = (lower: string): boolean =>
  DATE.test(lower) ||
  (NUMBER.test(lower) && (lower.match(WORD) ?? []).some((word) => MONTHS.has(word)));

/** Whatever was said to whom: the sentence begins so. */
const opens = (clause: string): boolean =>
  LASTING_OPENINGS.some(
    (opening) =>
      clause.startsWith(opening) && !LETTER.test(clause.slice(opening.length, opening.length + 2)),
  );

const LETTER = /^\p{L}/u;
