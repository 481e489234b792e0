/** Words by which people name days and stretches of days, in ten languages; of Arabic the months alone. */
import ar from './when/ar.json' with { type: 'json' };
import de from './when/de.json' with { type: 'json' };
import en from './when/en.json' with { type: 'json' };
import es from './when/es.json' with { type: 'json' };
import fr from './when/fr.json' with { type: 'json' };
import it from './when/it.json' with { type: 'json' };
import ja from './when/ja.json' with { type: 'json' };
import nl from './when/nl.json' with { type: 'json' };
import pt from './when/pt.json' with { type: 'json' };
import ru from './when/ru.json' with { type: 'json' };
import zh from './when/zh.json' with { type: 'json' };
import type { WordLists } from '#lib/text/word-lists.ts';

/** The name of a list of words or patterns. */
export type WhenList = keyof typeof en;

/**
 * The lists of each language. What says when is a pattern: a regular expression in which a blank is any, and in braces
 * stands what may be there: a `unit`, a number `n`, a `weekday`, `month` or `season`, an `article`, a stretch of days
 * that was read before (`p`, `q`), or any words (`x`).
 */
export const WHEN_LISTS: readonly WordLists<WhenList>[] = [
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  ru,
  ja,
  zh,
  ar,
];

/** The number of each month, from 1, by every name that it has. */
export const MONTHS: ReadonlyMap<string, number> = new Map(
  WHEN_LISTS.flatMap(({ months = [] }) =>
    months.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
  ),
);
