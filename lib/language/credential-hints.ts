/**
 * Where it is worth to look for a labelled credential. To find the words takes longer than to look through a small
 * workspace, so the bundle has this file as what it exports (scripts/bundle.ts).
 */
import { planScan } from '#lib/text/word-scan.ts';
import { labelWords } from './credential-words.ts';

/**
 * Pieces of the words of labels, of `key`, `pin` and `authorization`, and the mark of a URL: a line without any of them
 * holds no labelled credential. A letter and its mark may be one character or two, a syllable of Korean three.
 */
const HINTS = labelWords('hints').flatMap((hint) => [hint, hint.normalize('NFD')]);
/** The Kelvin sign, the Turkish capital, the compatibility form: they become letters of the words above. */
const TWINS = { k: '\u212A', i: '\u0130', 令: '\uF9A8' } as const;

export const HINT_PLAN = planScan(HINTS, TWINS);
