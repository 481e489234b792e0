/** Words by which a line says itself that it is to last: it asks to be remembered, corrects, holds from now on; births and doses. */
import de from './lasting/de.json' with { type: 'json' };
import en from './lasting/en.json' with { type: 'json' };
import es from './lasting/es.json' with { type: 'json' };
import fr from './lasting/fr.json' with { type: 'json' };
import it from './lasting/it.json' with { type: 'json' };
import ja from './lasting/ja.json' with { type: 'json' };
import nl from './lasting/nl.json' with { type: 'json' };
import pt from './lasting/pt.json' with { type: 'json' };
import ru from './lasting/ru.json' with { type: 'json' };
import zh from './lasting/zh.json' with { type: 'json' };
import { Phrases } from '#lib/text/phrases.ts';
import { inAllLanguages } from '#lib/text/word-lists.ts';

const LANGUAGES = [en, de, fr, es, it, pt, nl, ru, ja, zh];

const phrasesOf = (name: Exclude<keyof typeof en, 'opens'>): Phrases =>
  new Phrases(inAllLanguages(LANGUAGES, name));

/** Words that a sentence begins with which is to be remembered, or corrects another. */
export const LASTING_OPENINGS = inAllLanguages(LANGUAGES, 'opens');

/** Words of a line. */
export const LASTING = {
  /** They say anywhere that it is to last. */
  says: phrasesOf('says'),
  /** Somebody was born; the day stands beside it. */
  born: phrasesOf('born'),
  /** Units that only medicine has. */
  doses: phrasesOf('doses'),
  /** What medicine is taken in, and other things are, too. */
  takes: phrasesOf('takes'),
  /** When, and how often. */
  often: phrasesOf('often'),
};
