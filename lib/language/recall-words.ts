/** Words by which questions say what they ask for, and units of memory what they tell: times, numbers. */
import ar from './recall/ar.json' with { type: 'json' };
import de from './recall/de.json' with { type: 'json' };
import en from './recall/en.json' with { type: 'json' };
import es from './recall/es.json' with { type: 'json' };
import fr from './recall/fr.json' with { type: 'json' };
import it from './recall/it.json' with { type: 'json' };
import ja from './recall/ja.json' with { type: 'json' };
import nl from './recall/nl.json' with { type: 'json' };
import pt from './recall/pt.json' with { type: 'json' };
import ru from './recall/ru.json' with { type: 'json' };
import zh from './recall/zh.json' with { type: 'json' };
import { Phrases } from '#lib/text/phrases.ts';
import { inAllLanguages, type WordLists } from '#lib/text/word-lists.ts';

const LANGUAGES: readonly WordLists<keyof typeof en>[] = [
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  ru,
  ar,
  zh,
  ja,
];

const phrasesOf = (name: keyof typeof en): Phrases => new Phrases(inAllLanguages(LANGUAGES, name));

/** Does a question ask when, how many, or who, where and which? */
export const ASKS = {
  when: phrasesOf('when'),
  howMany: phrasesOf('howMany'),
  who: phrasesOf('who'),
};

/** Does who asks speak of themselves? */
export const SPEAKS_OF_SELF = phrasesOf('self');

/** Is a text itself to be worked on, or something to be made that is not of memory? */
export const TASKS = phrasesOf('tasks');

/** Words of greetings, thanks and talk of the day, in small letters: they ask memory for nothing. */
export const COURTESY: ReadonlySet<string> = new Set(inAllLanguages(LANGUAGES, 'courtesy'));

/** Does a text tell a time, a number? */
export const TELLS = { time: phrasesOf('time'), number: phrasesOf('number') };

/** Does a text deny something? */
export const DENIES = phrasesOf('denies');

/** Words of Japanese and Chinese that say nothing by themselves, in pairs of characters. */
export const FUNCTION_PAIRS: ReadonlySet<string> = new Set(
  [
    'です でし した まし しま ます ませ せん すか たか るか のか かな だっ った って てい いる いた いて',
    'ない なく なか かっ から まで より ので のに のは のが のを のも たの るの には では とは へは でも ても',
    'とか こと もの ため よう そう そし して たら なら れば れる られ れた れて せる たい だけ ほど など さん',
    'くだ ださ さい けど ども だが とき ころ ろで ちょ ょっ っと その この あの どの それ これ あれ',
    '什么 怎么 我们 你们 他们 她们 一个 这个 那个 可以 没有 就是 还是 已经 因为 所以 但是 如果 时候 这里 那里 一下',
  ].flatMap((line) => line.split(' ')),
);
