/** Words that tell what a line of AGENTS.md is about; all of them are compared with text in lower case. */

import en from './instructions/en.json' with { type: 'json' };
import zh from './instructions/zh.json' with { type: 'json' };
import ja from './instructions/ja.json' with { type: 'json' };
import de from './instructions/de.json' with { type: 'json' };
import pt from './instructions/pt.json' with { type: 'json' };
import es from './instructions/es.json' with { type: 'json' };
import fr from './instructions/fr.json' with { type: 'json' };
import ru from './instructions/ru.json' with { type: 'json' };
import it from './instructions/it.json' with { type: 'json' };
import ko from './instructions/ko.json' with { type: 'json' };
import { inAllLanguages, type WordLists } from '#lib/text/word-lists.ts';
import { wordPattern } from '#lib/text/word-pattern.ts';

type Name = keyof typeof en;

const LANGUAGES: readonly WordLists<Name>[] = [en, zh, ja, de, pt, es, fr, ru, it, ko];

/** A list of `instructions/`, in all languages; for `wordPattern` and `everyWord`. */
export const instructionWords = (name: Name): readonly string[] => inAllLanguages(LANGUAGES, name);

/** A session with the primary human alone (§3.1). `main file` and the like are no session. */
const MAIN_WORDS = wordPattern(instructionWords('main'));
const MAIN =
  /(?<![a-z0-9-])main(?![a-z0-9]|[ _-](?:memory|file|source|store|notes?|knowledge|long))/u;
/** `directly` says how, not with whom. */
const HOW = /\bdirectly\b|\bdirectement\b|\bdirectamente\b|\bdiretamente\b/gu;

const withoutHow = (lower: string): string =>
  lower.includes('direct') || lower.includes('diret') ? lower.replaceAll(HOW, '') : lower;

/** Does this speak of a session with the primary human alone? */
export const speaksOfMain = (lower: string): boolean =>
  (lower.includes('main') && MAIN.test(lower)) || MAIN_WORDS.test(withoutHow(lower));

/** Where others take part (§3.2). */
export const SHARED_WORDS = wordPattern(instructionWords('shared'));

/** A session with others, and nothing else: `shared memory` and `group the facts` are none. */
export const SHARED_SESSION = wordPattern(instructionWords('sharedSession'));

/** What turns a verb round. */
export const NEGATION = wordPattern(instructionWords('negation'));

/** What narrows a sentence. */
export const LIMIT = wordPattern(instructionWords('limit'));
