/** Labelled workspaces in eight languages, made by a generator. */
import { Dice } from '../credentials/dice.ts';
import { CHINESE } from './chinese.ts';
import { ENGLISH } from './english.ts';
import { casesOf } from './faults.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { JAPANESE } from './japanese.ts';
import { PORTUGUESE } from './portuguese.ts';
import { RUSSIAN } from './russian.ts';
import { SPANISH } from './spanish.ts';

/** Workspaces of each language in which nothing is wrong. */
const SOUND = 6;

export const TONGUE_CASES = [
  ENGLISH,
  CHINESE,
  JAPANESE,
  PORTUGUESE,
  SPANISH,
  FRENCH,
  GERMAN,
  RUSSIAN,
].flatMap((tongue, index) => casesOf(tongue, new Dice(31 + index), SOUND));
