/** The words of the languages in which people label credentials, by what they are for. */
import en from './credentials/en.json' with { type: 'json' };
import de from './credentials/de.json' with { type: 'json' };
import es from './credentials/es.json' with { type: 'json' };
import fr from './credentials/fr.json' with { type: 'json' };
import nl from './credentials/nl.json' with { type: 'json' };
import pt from './credentials/pt.json' with { type: 'json' };
import sv from './credentials/sv.json' with { type: 'json' };
import nb from './credentials/nb.json' with { type: 'json' };
import da from './credentials/da.json' with { type: 'json' };
import fi from './credentials/fi.json' with { type: 'json' };
import cs from './credentials/cs.json' with { type: 'json' };
import pl from './credentials/pl.json' with { type: 'json' };
import hu from './credentials/hu.json' with { type: 'json' };
import tr from './credentials/tr.json' with { type: 'json' };
import it from './credentials/it.json' with { type: 'json' };
import ru from './credentials/ru.json' with { type: 'json' };
import zh from './credentials/zh.json' with { type: 'json' };
import ja from './credentials/ja.json' with { type: 'json' };
import ko from './credentials/ko.json' with { type: 'json' };
import ar from './credentials/ar.json' with { type: 'json' };
import he from './credentials/he.json' with { type: 'json' };
import vi from './credentials/vi.json' with { type: 'json' };
import indonesian from './credentials/id.json' with { type: 'json' };
import { inAllLanguages, type WordLists } from '#lib/text/word-lists.ts';

type Name = keyof typeof en;

const LANGUAGES: readonly WordLists<Name>[] = [
  en,
  de,
  es,
  fr,
  nl,
  pt,
  sv,
  nb,
  da,
  fi,
  cs,
  pl,
  hu,
  tr,
  it,
  ru,
  zh,
  ja,
  ko,
  ar,
  he,
  vi,
  indonesian,
];

/** The words of all languages for one purpose. */
export const labelWords = (name: Name): readonly string[] => inAllLanguages(LANGUAGES, name);
