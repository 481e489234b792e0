/**
 * The words by which people say who an agent is (§2.1), in the languages that workspaces are written in. Labels and
 * headings are compared after `normalLabel`; what `lib/language/labels.ts` knows already is not repeated.
 */
import en from './identity/en.json' with { type: 'json' };
import zh from './identity/zh.json' with { type: 'json' };
import ja from './identity/ja.json' with { type: 'json' };
import ko from './identity/ko.json' with { type: 'json' };
import es from './identity/es.json' with { type: 'json' };
import it from './identity/it.json' with { type: 'json' };
import fr from './identity/fr.json' with { type: 'json' };
import ru from './identity/ru.json' with { type: 'json' };
import nl from './identity/nl.json' with { type: 'json' };
import da from './identity/da.json' with { type: 'json' };
import sv from './identity/sv.json' with { type: 'json' };
import pl from './identity/pl.json' with { type: 'json' };
import de from './identity/de.json' with { type: 'json' };
import pt from './identity/pt.json' with { type: 'json' };
import { inAllLanguages, type WordLists } from '#lib/text/word-lists.ts';
import { wordPattern } from '#lib/text/word-pattern.ts';

/** What §2.1 asks of SOUL.md. */
export type Aspect = 'name' | 'role' | 'values' | 'capabilities';

type Name = keyof typeof en;

const LANGUAGES: readonly WordLists<Name>[] = [
  en,
  zh,
  ja,
  ko,
  es,
  it,
  fr,
  ru,
  nl,
  da,
  sv,
  pl,
  de,
  pt,
];

const identityWords = (name: Name): readonly string[] => inAllLanguages(LANGUAGES, name);

/** Labels of the agent's name. */
export const NAME_LABELS: ReadonlySet<string> = new Set(identityWords('name'));

/** Labels of the agent's role, beside those that bootstrap instructions have. */
export const ROLE_LABELS: ReadonlySet<string> = new Set(identityWords('role'));

const VALUES = wordPattern(identityWords('values'));
const CAPABILITIES = wordPattern(identityWords('capabilities'));

/** Does a heading or label speak of values or traits of character? `label` is in normal form. */
export const speaksOfValues = (label: string): boolean => VALUES.test(label);

/** Does it speak of what the agent can do? */
export const speaksOfCapabilities = (label: string): boolean =>
  CAPABILITIES.test(label) || / can do\b/u.test(label);

/** Words of titles that name the file, and nobody. */
export const TITLE_WORDS: ReadonlySet<string> = new Set(identityWords('title'));
