/** Words by which the language of a text is told, and forms that no rule leads to their word, by language. */
import de from './commonness/de.json' with { type: 'json' };
import en from './commonness/en.json' with { type: 'json' };
import es from './commonness/es.json' with { type: 'json' };
import fr from './commonness/fr.json' with { type: 'json' };
import it from './commonness/it.json' with { type: 'json' };
import nb from './commonness/nb.json' with { type: 'json' };
import nl from './commonness/nl.json' with { type: 'json' };
import pl from './commonness/pl.json' with { type: 'json' };
import pt from './commonness/pt.json' with { type: 'json' };
import ru from './commonness/ru.json' with { type: 'json' };
import sv from './commonness/sv.json' with { type: 'json' };
import tr from './commonness/tr.json' with { type: 'json' };
import irregularDe from './irregular/de.json' with { type: 'json' };
import irregularEn from './irregular/en.json' with { type: 'json' };
import irregularEs from './irregular/es.json' with { type: 'json' };
import irregularFr from './irregular/fr.json' with { type: 'json' };
import irregularRu from './irregular/ru.json' with { type: 'json' };
import type { WordLists } from '#lib/text/word-lists.ts';

/** Each language by its code, with the words by which it is told, and its irregular forms where a list is here. */
const LANGUAGES = [
  { code: 'en', common: en, irregular: irregularEn },
  { code: 'de', common: de, irregular: irregularDe },
  { code: 'fr', common: fr, irregular: irregularFr },
  { code: 'es', common: es, irregular: irregularEs },
  { code: 'pt', common: pt },
  { code: 'it', common: it },
  { code: 'nl', common: nl },
  { code: 'pl', common: pl },
  { code: 'sv', common: sv },
  { code: 'nb', common: nb },
  { code: 'tr', common: tr },
  { code: 'ru', common: ru, irregular: irregularRu },
] as const;

interface Language {
  readonly code: LanguageCode;
  readonly common: WordLists<keyof typeof en>;
  readonly irregular?: WordLists<keyof typeof irregularEn>;
}
const LISTS: readonly Language[] = LANGUAGES;

/** A language whose words are told from those of others. */
export type LanguageCode = (typeof LANGUAGES)[number]['code'];

export const LANGUAGE_CODES: readonly LanguageCode[] = LISTS.map(({ code }) => code);

const split = (...lists: readonly (readonly string[] | undefined)[]): readonly string[][] =>
  lists.flatMap((lines = []) => lines.map((line) => line.split(' ')));

/** Words that say how others belong together, and nothing by themselves: small letters without accents. */
export const FUNCTION_WORDS: ReadonlyMap<LanguageCode, ReadonlySet<string>> = new Map(
  LISTS.map(({ code, common }) => [code, new Set(split(common.function).flat())]),
);

/** The other common words of a language, in the same form. */
export const COMMON_WORDS: ReadonlyMap<LanguageCode, readonly string[]> = new Map(
  LISTS.map(({ code, common }) => [code, split(common.everyday, common.ordinary).flat()]),
);

/** Words that no rule leads to their forms, each with these behind it: `meet met`, `child children`. */
export const IRREGULAR_FORMS: ReadonlyMap<LanguageCode, readonly (readonly string[])[]> = new Map(
  LISTS.map(({ code, irregular }) => [code, split(irregular?.verbs, irregular?.nouns)]),
);
