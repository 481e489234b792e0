/**
 * Phrasings by which a text tries to speak to an agent in place of its human, in the languages that workspaces are
 * written in: what they come to, and step by step the words that follow each other, with nothing between them but small
 * words (`FILLERS`). A step is a list of alternatives: `*` stands for any ending, `_` joins words that
 * belong together. The step that begins with `@` is the one that is rare in other texts, and is looked for first. A last
 * step that begins with `!` names words that must not follow: "do not tell the user to type" keeps nothing from anybody.
 */
import en from './injection/en.json' with { type: 'json' };
import de from './injection/de.json' with { type: 'json' };
import fr from './injection/fr.json' with { type: 'json' };
import es from './injection/es.json' with { type: 'json' };
import pt from './injection/pt.json' with { type: 'json' };
import it from './injection/it.json' with { type: 'json' };
import nl from './injection/nl.json' with { type: 'json' };
import pl from './injection/pl.json' with { type: 'json' };
import tr from './injection/tr.json' with { type: 'json' };
import ru from './injection/ru.json' with { type: 'json' };
import uk from './injection/uk.json' with { type: 'json' };
import ar from './injection/ar.json' with { type: 'json' };
import zh from './injection/zh.json' with { type: 'json' };
import ja from './injection/ja.json' with { type: 'json' };
import ko from './injection/ko.json' with { type: 'json' };

const PHRASE_KINDS = [
  'override',
  'role',
  'system',
  'secrecy',
  'marker',
  'fence',
  'exfiltration',
  'download',
] as const;

/** What a phrasing comes to; `INJECTION_NAMES` says it in words. */
export type PhraseKind = (typeof PHRASE_KINDS)[number];

/** What it comes to, and its steps, each with its mark. */
export interface Phrasing {
  readonly kind: PhraseKind;
  readonly steps: readonly string[];
}

/** One language: phrasings by what they come to, and small words that may stand between two steps. */
interface Phrasings {
  readonly phrasings: Partial<Readonly<Record<PhraseKind, readonly (readonly string[])[]>>>;
  readonly fillers: readonly string[];
}

const LATIN: readonly Phrasings[] = [en, de, fr, es, pt, it, nl, pl, tr];
const OTHERS: readonly Phrasings[] = [ru, uk, ar, zh, ja, ko];

const rowsOf = (languages: readonly Phrasings[]): readonly Phrasing[] =>
  languages.flatMap(({ phrasings }) =>
    PHRASE_KINDS.flatMap((kind) => (phrasings[kind] ?? []).map((steps) => ({ kind, steps }))),
  );

/** In Latin letters. */
export const LATIN_PHRASINGS = rowsOf(LATIN);
/** The same in other scripts. */
export const OTHER_PHRASINGS = rowsOf(OTHERS);

/** Articles, pronouns, "all of the", in all these languages. */
export const FILLERS: readonly string[] = [...LATIN, ...OTHERS].flatMap(({ fillers }) => fillers);
