/** Notes with a word in one form, and that word in another one: who asks for this should find that. */
import { HeldUnits } from '#lib/recall/held-units.ts';
import { recall } from '#lib/recall/recall.ts';
import { unitsOf } from './memory-store.ts';
import de from './inflected/de.json' with { type: 'json' };
import en from './inflected/en.json' with { type: 'json' };
import es from './inflected/es.json' with { type: 'json' };
import fr from './inflected/fr.json' with { type: 'json' };
import ru from './inflected/ru.json' with { type: 'json' };

/** By language; nothing was made with a look at those that are `held`. */
const PAIRS = { de, en, es, fr, ru };
const HALVES = ['seen', 'held'] as const;

/** How many of the pairs of a language meet, by their half; those that do not, each as note and word. */
export interface Met {
  readonly code: string;
  readonly seen: number;
  readonly held: number;
  readonly pairs: number;
  readonly missed: readonly string[];
}

const notesOf = (lists: (typeof PAIRS)['de']): readonly string[] =>
  HALVES.flatMap((half) => lists[half].map(([note = '']) => note));

const logOf = (notes: readonly string[]): string =>
  notes
    .map((note, at) => `## Session [${String(at % 24).padStart(2, '0')}:${10 + at}]\n\n- ${note}\n`)
    .join('\n');

/** Asks one index of all notes. */
export const metPairs = async (): Promise<readonly Met[]> => {
  const all = Object.entries(PAIRS);
  const files = Object.fromEntries(
    all.map(([code, lists], at) => [`memory/2026-01-1${at}-${code}.md`, logOf(notesOf(lists))]),
  );
  const units = unitsOf(files);
  const store = new HeldUnits(units);
  const textOf = new Map(units.map(({ key, text }) => [key, text]));
  return Promise.all(
    all.map(async ([code, lists]) => {
      const count = { seen: 0, held: 0 };
      const missed: string[] = [];
      for (const half of HALVES)
        for (const [note = '', word = ''] of lists[half]) {
          const hits = await recall(store, word, { limit: 5 });
          if (hits.some(({ unit }) => textOf.get(unit.key)?.includes(note) === true))
            count[half] += 1;
          else missed.push(`${half}: ${note} (${word})`);
        }
      const pairs = lists.seen.length + lists.held.length;
      return { code, seen: count.seen, held: count.held, pairs, missed };
    }),
  );
};
