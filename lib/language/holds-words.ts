/** Words by which a note says that something holds from now on, or no longer; that it adds; that it is not sure. */
import de from './holds/de.json' with { type: 'json' };
import en from './holds/en.json' with { type: 'json' };
import es from './holds/es.json' with { type: 'json' };
import fr from './holds/fr.json' with { type: 'json' };
import it from './holds/it.json' with { type: 'json' };
import nl from './holds/nl.json' with { type: 'json' };
import pt from './holds/pt.json' with { type: 'json' };
import ru from './holds/ru.json' with { type: 'json' };
import { Phrases } from '#lib/text/phrases.ts';
import { inAllLanguages } from '#lib/text/word-lists.ts';

const LANGUAGES = [en, de, fr, es, it, nl, pt, ru];

const phrasesOf = (name: keyof typeof en): Phrases => new Phrases(inAllLanguages(LANGUAGES, name));

/** Words of a note. */
export const HOLDS = {
  /** It holds from now on. */
  now: phrasesOf('now'),
  /** It denies what held, or takes another thing for it. */
  ended: phrasesOf('ended'),
  /** Something is gone, given up, or closed. */
  over: phrasesOf('over'),
  /** It comes beside what held before. */
  adds: phrasesOf('adds'),
  /** A wish, a plan, a guess, what somebody said, or for a time only. */
  unsure: phrasesOf('unsure'),
  /** Of this there may be several at once, and what happened stays so. */
  several: phrasesOf('several'),
  /** Of what stands behind this there is one at a time. */
  single: phrasesOf('single'),
  /** What somebody or something has one of at a time, and a note about it begins with. */
  attribute: phrasesOf('attribute'),
};

/** Does a question ask for what held before? */
export const ASKS_HISTORY = phrasesOf('history');

/** Single words of the lists that say how long something holds: they are no part of what holds. */
export const SIGN_WORDS: ReadonlySet<string> = new Set(
  (['now', 'ended', 'over'] as const).flatMap((name) =>
    inAllLanguages(LANGUAGES, name).flatMap((phrase) => phrase.split(/[ '-]/u)),
  ),
);
