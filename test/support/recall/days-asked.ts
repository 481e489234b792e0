/** Questions about days to logs of 120 days in five languages: what comes first, and what stands out in a window. */
import { HeldUnits } from '#lib/recall/held-units.ts';
import { whenIn } from '#lib/recall/when/when.ts';
import { recallDays } from '#lib/recall/window.ts';
import { daysBefore } from '#lib/text/days.ts';
import { type DateForm, dateForms } from './date-forms.ts';
import { unitsOf } from './memory-store.ts';

/** What is written down every day, and what is on some: {n} is a name that no other note has. */
const LANGUAGES = {
  en: {
    routine: [
      'Walked the dog round the lake before work.',
      'Lunch with Kim in the canteen, nothing new there.',
      'Answered letters and watered the plants in the evening.',
      'Ada read a chapter to the children and went to bed early.',
    ],
    marked: [
      'Signed the lease with {n}, who wants the keys back in winter.',
      'The boiler of {n} burst, and water stood in the cellar.',
      'Won the chess evening against {n} after six hours.',
    ],
  },
  de: {
    routine: [
      'Vor der Arbeit mit dem Hund um den See gegangen.',
      'Mittags mit Kim in der Kantine, nichts Neues dort.',
      'Abends Briefe beantwortet und die Pflanzen gegossen.',
      'Ada hat den Kindern ein Kapitel vorgelesen und ging früh ins Bett.',
    ],
    marked: [
      'Den Mietvertrag mit {n} unterschrieben, die Schlüssel kommen im Winter.',
      'Bei {n} ist der Kessel geplatzt, das Wasser stand im Keller.',
      'Den Schachabend gegen {n} nach sechs Stunden gewonnen.',
    ],
  },
  fr: {
    routine: [
      'Promené le chien autour du lac avant le travail.',
      'Déjeuner avec Kim à la cantine, rien de nouveau.',
      'Répondu aux lettres et arrosé les plantes le soir.',
      'Ada a lu un chapitre aux enfants et s’est couchée tôt.',
    ],
    marked: [
      'Signé le bail avec {n}, qui reprend les clés en hiver.',
      'La chaudière de {n} a éclaté, la cave était sous l’eau.',
      'Gagné la soirée d’échecs contre {n} après six heures.',
    ],
  },
  es: {
    routine: [
      'Paseo con el perro por el lago antes del trabajo.',
      'Comida con Kim en la cantina, nada nuevo allí.',
      'Contesté cartas y regué las plantas por la tarde.',
      'Ada leyó un capítulo a los niños y se acostó temprano.',
    ],
    marked: [
      'Firmado el alquiler con {n}, que quiere las llaves en invierno.',
      'La caldera de {n} reventó y el sótano quedó bajo el agua.',
      'Ganada la noche de ajedrez contra {n} después de seis horas.',
    ],
  },
  ru: {
    routine: [
      'Перед работой гуляли с собакой вокруг озера.',
      'Обед с Ким в столовой, ничего нового там нет.',
      'Вечером отвечали на письма и поливали цветы.',
      'Ада прочитала детям главу и рано легла спать.',
    ],
    marked: [
      'Подписан договор аренды, хозяин {n}, ключи отдать зимой.',
      'У соседа лопнул котёл, его имя {n}, подвал под водой.',
      'Выиграли шахматный вечер, соперник {n}, шесть часов игры.',
    ],
  },
} as const;

const LAST_DAY = '2026-08-28';
const DAYS = 120;
/** Every day of so many is asked for; one of so many has something of its own. */
const ASKED_EVERY = 3;
const MARKED_EVERY = 4;
const FIRST_HITS = 10;
/** Who asks has had notes for two weeks. */
const FIRST_ASKED = 14;

const DAYS_THERE: readonly string[] = Array.from({ length: DAYS }, (_, at) =>
  daysBefore(LAST_DAY, DAYS - 1 - at),
);
const isLogged = ({ from, to }: { readonly from: string; readonly to: string }): boolean =>
  DAYS_THERE.some((day) => from <= day && day <= to);
const isMarked = (at: number): boolean => at % MARKED_EVERY === 1;

/** Of the days that were asked for, and of the windows. */
export interface DaysMeasured {
  readonly days: number;
  /** Of these, the share of which the first hit is of that day. */
  readonly dayFirst: number;
  readonly windows: number;
  /** The share of the notes of windows with something of their own that are among the first ten. */
  readonly markedFound: number;
  /** Hits of other days. */
  readonly outside: number;
  readonly missed: readonly string[];
}

/** The log of a language. */
const filesOf = ({ routine, marked }: (typeof LANGUAGES)[keyof typeof LANGUAGES]) =>
  Object.fromEntries(
    DAYS_THERE.map((day, at) => {
      const own = marked[at % marked.length] ?? '';
      const notes = [...routine, ...(isMarked(at) ? [own.replace('{n}', `Zorvan${at}el`)] : [])];
      // Times of day are numbers that days have, too.
      const lines = notes.map((note, index) => `- ${10 + index}:${day.slice(8)} ${note}\n`);
      return [`memory/${day}.md`, `# Memory — ${day}\n\n## Session [09:00]\n\n${lines.join('')}`];
    }),
  );

/** Asks each log for its days in twelve forms, and for its windows. */
export const measureDays = async (): Promise<DaysMeasured> => {
  const sums = { days: 0, first: 0, windows: 0, marked: 0, found: 0, outside: 0 };
  const missed: string[] = [];
  for (const [locale, language] of Object.entries(LANGUAGES)) {
    const store = new HeldUnits(unitsOf(filesOf(language)));
    const ask = async (question: string, today: string): Promise<readonly string[]> => {
      const when = await whenIn(question, { today, isLogged });
      const answered = when && (await recallDays(store, when, { limit: FIRST_HITS }));
      return (answered?.found ?? []).map(({ unit: { day = '', seq } }) => `${day} ${seq}`);
    };
    const measure = async ({ name, write, means }: DateForm, at: number): Promise<void> => {
      const day = DAYS_THERE[at] ?? '';
      const later = Math.max(FIRST_ASKED, at + ((7 * at) % (DAYS - at)));
      const [question, today] = [
        write(day),
        name === 'month' ? LAST_DAY : (DAYS_THERE[later] ?? LAST_DAY),
      ];
      const [from, to] = means(day, today);
      const hits = await ask(question, today);
      const outside = hits.filter((hit) => hit.slice(0, 10) < from || hit.slice(0, 10) > to).length;
      sums.outside += outside;
      if (from === to) {
        sums.days += 1;
        const isFirst = hits[0]?.startsWith(from) === true;
        if (isFirst) sums.first += 1;
        else missed.push(`${question} (${today}): ${hits[0]}`);
        return;
      }
      const wanted = DAYS_THERE.flatMap((one, index) =>
        isMarked(index) && from <= one && one <= to ? [`${one} ${language.routine.length}`] : [],
      );
      const found = wanted.filter((one) => hits.includes(one));
      sums.windows += 1;
      sums.marked += wanted.length;
      sums.found += found.length;
      if (found.length < wanted.length || outside > 0)
        missed.push(`${question} (${today}): ${found.length} of ${wanted.length}`);
    };
    for (const form of dateForms(locale))
      for (let at = 0; at < DAYS; at += ASKED_EVERY) await measure(form, at);
  }
  const { days, first, windows, marked, found, outside } = sums;
  return {
    days,
    dayFirst: first / days,
    windows,
    markedFound: found / marked,
    outside,
    missed,
  };
};
