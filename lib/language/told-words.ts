/** Words by which people say who they are, what the agent is called, what they like, and what is to be remembered. */
import de from './told/de.json' with { type: 'json' };
import en from './told/en.json' with { type: 'json' };
import es from './told/es.json' with { type: 'json' };
import fr from './told/fr.json' with { type: 'json' };
import it from './told/it.json' with { type: 'json' };
import pt from './told/pt.json' with { type: 'json' };
import { inAllLanguages, type WordLists } from '#lib/text/word-lists.ts';

type ToldName = keyof typeof en;

const LANGUAGES: readonly WordLists<ToldName>[] = [en, de, fr, es, pt, it];

/** The longest first: of `i like` and `i like to call` the second one is meant. */
const openingsOf = (name: ToldName): readonly string[] =>
  inAllLanguages(LANGUAGES, name).toSorted((one, other) => other.length - one.length);

const OPENINGS = {
  ownName: openingsOf('ownName'),
  agentName: openingsOf('agentName'),
  remember: openingsOf('remember'),
  preference: openingsOf('preference'),
};

const NAME =
  /^[\s"'“„«]*(?<name>\p{Lu}[\p{L}\p{M}\p{N}'’-]{0,40}(?: \p{Lu}[\p{L}\p{M}'’-]{0,40}){0,2})/u;

/** The name that a sentence gives to its speaker, or to the agent; `undefined` where it gives none. */
export const nameTold = (sentence: string, whose: 'ownName' | 'agentName'): string | undefined => {
  const lower = sentence.toLowerCase();
  for (const opening of OPENINGS[whose]) {
    const at = lower.indexOf(opening);
    if (at === -1 || isInWord(lower, at)) continue;
    const name = NAME.exec(sentence.slice(at + opening.length))?.groups?.['name'];
    if (name !== undefined) return name;
  }
  return undefined;
};

/** What a sentence wants to be remembered, without the words that say so. */
export const rememberTold = (sentence: string): string | undefined => {
  const opening = openingAt(sentence, 'remember');
  return opening === undefined ? undefined : sentence.slice(opening.length).trim();
};

/** Does a sentence say what its speaker likes, where they live, and the like? */
export const tellsPreference = (sentence: string): boolean =>
  openingAt(sentence, 'preference') !== undefined;

const openingAt = (sentence: string, name: ToldName): string | undefined => {
  const lower = sentence.toLowerCase();
  return OPENINGS[name].find((one) => lower.startsWith(one));
};

const isInWord = (text: string, at: number): boolean =>
  at > 0 && /[\p{L}\p{M}\p{N}]/u.test(text.charAt(at - 1));
