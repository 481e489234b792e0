/**
 * What the forms of a word share, by language: the stem of Snowball, with irregular forms led to their word, and what
 * its rules do not reach: participles and prefixes of German verbs, stems of Spanish whose vowel or spelling changes.
 * Words come in small letters with their accents; stems have none.
 */
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stem as english } from 'porter2';
import { IRREGULAR_FORMS, type LanguageCode } from '#lib/language/stem-words.ts';
import { bare } from './folding.ts';
import { plainRoot } from './roots.ts';

type Stem = (word: string) => string;

const ENGLISH_FORMS: ReadonlyMap<string, string> = new Map(
  (IRREGULAR_FORMS.get('en') ?? []).flatMap(([word = '', ...forms]) =>
    forms.map((form) => [form, word] as const),
  ),
);

/** A letter that stands for the end of a person or a tense: `kauft`, `kaufte`, `redet`. */
const GERMAN_TAIL = /(?<=[td])et$|(?<=..[^aeiou])t$|(?<=..[lr])n$/u;
/** `allé` and `allée` are `all`, as `aller` is. */
const FRENCH_TAIL = /(?<=..)e+$/u;
/** `duerm` is `dorm`, `encuentr` is `encontr`. */
const SPANISH_VOWEL = /(?:ie|ue)(?=[^aeiou]+$)/u;
const SPANISH_TAIL = /z$|qu$|(?<=g)u$/u;

/** Stems without their accents, before irregular forms are looked at. */
const PLAIN: Readonly<Record<Exclude<LanguageCode, 'pl'>, Stem>> = {
  en: (word) => english(ENGLISH_FORMS.get(word) ?? word),
  de: (word) => bare(german(word)).replace(GERMAN_TAIL, ''),
  fr: (word) => bare(french(word)).replace(FRENCH_TAIL, ''),
  es: (word) =>
    bare(spanish(word))
      .replace(SPANISH_VOWEL, (vowels) => (vowels === 'ie' ? 'e' : 'o'))
      .replace(SPANISH_TAIL, (tail) => (tail === 'u' ? '' : 'c')),
  pt: (word) => bare(portuguese(word)),
  it: (word) => bare(italian(word)),
  nl: (word) => bare(dutch(word)),
  sv: (word) => bare(swedish(word)),
  nb: (word) => bare(norwegian(word)),
  tr: (word) => bare(turkish(word)),
  ru: (word) => plainRoot(bare(word)),
};

/** The languages that have stems. */
export type StemmedCode = keyof typeof PLAIN;

/** By the stem of each form that of its word; the first list that has it counts. */
const IRREGULAR = new Map<StemmedCode, ReadonlyMap<string, string>>();

const irregularOf = (code: StemmedCode): ReadonlyMap<string, string> => {
  const known = IRREGULAR.get(code);
  if (known !== undefined) return known;
  const stems = new Map<string, string>();
  for (const forms of code === 'en' ? [] : (IRREGULAR_FORMS.get(code) ?? [])) {
    const [word = ''] = forms;
    const stem = PLAIN[code](word);
    for (const form of forms) if (!stems.has(PLAIN[code](form))) stems.set(PLAIN[code](form), stem);
  }
  IRREGULAR.set(code, stems);
  return stems;
};

const regularOf = (word: string, code: StemmedCode): string => {
  const stem = PLAIN[code](word);
  return irregularOf(code).get(stem) ?? stem;
};

/** Prefixes of German verbs, the longer ones first; `ge` and `zu` stand between one and its verb. */
const GERMAN_PREFIX =
  /^(?:zusammen|vorbei|zurück|heraus|herein|hinaus|hinein|weiter|wieder|nieder|statt|unter|durch|fort|nach|teil|über|fest|miss|auf|aus|bei|dar|ein|emp|ent|her|hin|los|mit|ver|vor|weg|zer|ab|an|be|er|um|zu|)(?:ge|zu)?(?=.{3})/u;
const INFIX = /(?:ge|zu)$/u;
/** Of a participle and of an infinitive. */
const HAS_VERB_END = /^[^aeiouyäöü]*[aeiouyäöü].*[tn]$/u;

/** A German verb with its prefix, and without it; `undefined` where the word is none that shows it. */
const germanVerb = (
  word: string,
): { readonly prefix: string; readonly verb: string } | undefined => {
  const [whole = ''] = GERMAN_PREFIX.exec(word) ?? [];
  const prefix = whole.replace(INFIX, '');
  const irregular = irregularOf('de');
  for (const rest of [word.slice(prefix.length), word.slice(whole.length)]) {
    const verb = irregular.get(PLAIN.de(rest));
    if (verb !== undefined) return { prefix, verb };
  }
  const rest = word.slice(whole.length);
  return whole !== prefix && HAS_VERB_END.test(rest) ? { prefix, verb: PLAIN.de(rest) } : undefined;
};

/** The stem of a word as it stands in a text. A German one that begins with a capital is no participle. */
export const stemOf = (word: string, code: StemmedCode, isCapital: boolean): string => {
  const name = `${code}${isCapital ? '^' : ' '}${word}`;
  const known = STEMS.get(name);
  if (known !== undefined) return known;
  const verb = code === 'de' && !isCapital ? germanVerb(word) : undefined;
  const stem = verb === undefined ? regularOf(word, code) : verb.prefix + verb.verb;
  if (STEMS.size >= STEMS_KEPT) STEMS.clear();
  STEMS.set(name, stem);
  return stem;
};

/** Few words are said often: their stems are kept. */
const STEMS = new Map<string, string>();
const STEMS_KEPT = 10_000;

/** What a word of another part counts: `kommt … an` for `ankommen`, `Kuchen` for `Geburtstagskuchen`. */
export const PART_COUNTS = 0.6;

/** What a word of a question may be in a text, each with what it counts: its case and its accents may be missing there. */
export const stemsOf = (
  word: string,
  code: StemmedCode,
): readonly (readonly [string, number])[] => {
  const verb = code === 'de' ? germanVerb(word) : undefined;
  const parts: readonly (readonly [string, number])[] =
    verb === undefined
      ? []
      : [
          [verb.prefix + verb.verb, 1],
          [verb.verb, PART_COUNTS],
        ];
  const prefixed = code === 'de' && verb === undefined ? germanPart(word) : [];
  return [[regularOf(word, code), 1], [regularOf(bare(word), code), 1], ...parts, ...prefixed];
};

/** `einkaufen` is `kaufen`, too. */
const germanPart = (word: string): readonly (readonly [string, number])[] => {
  const [prefix = ''] = GERMAN_PREFIX.exec(word) ?? [];
  return prefix === '' || !word.endsWith('n')
    ? []
    : [[PLAIN.de(word.slice(prefix.replace(INFIX, '').length)), PART_COUNTS]];
};
