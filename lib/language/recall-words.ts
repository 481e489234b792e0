/** Words by which questions say what they ask for, and units of memory what they tell: times, numbers, months. */
import ar from './recall/ar.json' with { type: 'json' };
import de from './recall/de.json' with { type: 'json' };
import en from './recall/en.json' with { type: 'json' };
import es from './recall/es.json' with { type: 'json' };
import fr from './recall/fr.json' with { type: 'json' };
import ja from './recall/ja.json' with { type: 'json' };
import pt from './recall/pt.json' with { type: 'json' };
import ru from './recall/ru.json' with { type: 'json' };
import zh from './recall/zh.json' with { type: 'json' };
import common from './commonness/en.json' with { type: 'json' };
import { Phrases } from '#lib/text/phrases.ts';
import { inAllLanguages, type WordLists } from '#lib/text/word-lists.ts';

const LANGUAGES: readonly WordLists<keyof typeof en>[] = [en, de, fr, es, pt, ru, ar, zh, ja];

const phrasesOf = (name: keyof typeof en): Phrases => new Phrases(inAllLanguages(LANGUAGES, name));

/** Does a question ask when, how many, or who, where and which? */
export const ASKS = {
  when: phrasesOf('when'),
  howMany: phrasesOf('howMany'),
  who: phrasesOf('who'),
};

/** Does a text tell a time, a number? */
export const TELLS = { time: phrasesOf('time'), number: phrasesOf('number') };

/** The number of each month, from 1, by every name that it has. */
export const MONTHS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap(({ months = [] }) =>
    months.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
  ),
);

/** English words that say how others belong together, and nothing by themselves. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  common.function.flatMap((line) => line.split(' ')),
);
