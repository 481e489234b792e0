/** Words by which people and programs mark a file that they put aside, in several languages; all in lower case. */
import { MEMORY_DIR } from '#lib/spec/files.ts';
import { inAllLanguages, type WordLists } from '#lib/text/word-lists.ts';
import en from './copies/en.json' with { type: 'json' };
import de from './copies/de.json' with { type: 'json' };
import fr from './copies/fr.json' with { type: 'json' };
import es from './copies/es.json' with { type: 'json' };
import pt from './copies/pt.json' with { type: 'json' };
import ru from './copies/ru.json' with { type: 'json' };
import zh from './copies/zh.json' with { type: 'json' };
import ja from './copies/ja.json' with { type: 'json' };
import programs from './copies/programs.json' with { type: 'json' };

const LANGUAGES: readonly WordLists<'aside' | 'after' | 'linking' | 'attic'>[] = [
  en,
  de,
  fr,
  es,
  pt,
  ru,
  zh,
  ja,
  programs,
];

/** What people and programs add to the name of a file that they put aside. */
export const ASIDE: ReadonlySet<string> = new Set(inAllLanguages(LANGUAGES, 'aside'));

/** The same after the ending `.md`, where a word can only mean the file as a whole. */
export const ASIDE_AFTER: ReadonlySet<string> = new Set([
  ...ASIDE,
  ...inAllLanguages(LANGUAGES, 'after'),
]);

/** Words between such a word and the name: `copia de BOOTSTRAP.md`. */
export const LINKING: ReadonlySet<string> = new Set(inAllLanguages(LANGUAGES, 'linking'));

/** Folders for what was thrown away or put aside; instructions in `memory/` were put aside as well. */
export const ATTIC: ReadonlySet<string> = new Set([
  ...inAllLanguages(LANGUAGES, 'attic'),
  MEMORY_DIR,
]);

/** What programs that synchronise folders name the other one of two versions. */
export const SYNC_CONFLICT = /^bootstrap.*(?:conflicted copy|sync-conflict)/u;
