/** Facts that change, and pairs of notes that look alike and both hold: how often a question gets the value of now first. */
import { newerBeside } from '#lib/recall/beside.ts';
import { HeldUnits } from '#lib/recall/held-units.ts';
import { recall } from '#lib/recall/recall.ts';
import { type Dated, type Standing, standingOf } from '#lib/recall/standing.ts';
import { ComparedNote, replacementOf } from '#lib/recall/replaces.ts';
import { numbersFrom } from '#test/support/random.ts';
import type { StoredUnit } from '#lib/recall/store.ts';
import { unitsOf } from './memory-store.ts';
import held from './holding/held.json' with { type: 'json' };
import tuned from './holding/tuned.json' with { type: 'json' };

/** Nothing was changed with a look at what `held` shows. */
const SETS = { tuned, held };
const CLASSES = ['signed', 'form', 'other'] as const;

const DAYS = 120;
/** So many values has a class of changes at most. */
const VALUES = 60;
const FIRST_DAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** Of the questions of a class, shares: the newest value first, before the old one, the old one marked as replaced by it. */
interface Held {
  readonly asked: number;
  readonly newestFirst: number;
  readonly newestBeforeOld: number;
  readonly marked: number;
}

/** What a set came to. */
export interface Holding {
  readonly signed: Held;
  readonly form: Held;
  readonly other: Held;
  /** Pairs that both hold, and those of them of which one was marked. */
  readonly alike: number;
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

interface Change {
  readonly older: string;
  readonly newer: string;
  readonly question: string;
  readonly kind: (typeof CLASSES)[number];
}

const at = (items: readonly string[], index: number): string => items[index % items.length] ?? '';

const ONSETS = {
  latin:
    'Bra Cel Dor Fen Gal Hul Ist Jor Kel Lum Mar Nev Ost Pel Ruv Sol Tar Ulm Vik Wes Zan'.split(
      ' ',
    ),
  cyrillic:
    'Бра Цел Дор Фен Гал Хул Ист Йор Кел Лум Мар Нев Ост Пел Рув Сол Тар Улм Вик Вес Зан'.split(
      ' ',
    ),
};
const ENDS = {
  latin: 'mor vik den low gate ham rick stad berg wyn'.split(' '),
  cyrillic: 'море вике дене лове гате хаме рике стаде берге вине'.split(' '),
};

/** A name that no other number has. */
const nameAt = (index: number, people: readonly string[]): string => {
  const script = /^[A-Z]/u.test(people[0] ?? '') ? 'latin' : 'cyrillic';
  const onsets = ONSETS[script];
  return at(onsets, index * 5) + at(ENDS[script], Math.floor(index / onsets.length));
};

/** The templates filled in, each for every person, with values of its own; `from`: the first of these. */
const filled = (
  templates: readonly (readonly string[])[],
  people: readonly string[],
  from: number,
): readonly (readonly string[])[] =>
  templates.flatMap((template, row) =>
    people.map((person, index) => {
      const value = from + 2 * (row * people.length + index);
      const parts: Readonly<Record<string, string>> = {
        p: person,
        q: at(people, index + 1),
        a: nameAt(value, people),
        b: nameAt(value + 1, people),
        n: String(1000 + 37 * value),
        m: String(5000 + 41 * value),
      };
      return template.map((text) =>
        text.replaceAll(/\{(\w)\}/gu, (_, name: string) => parts[name] ?? ''),
      );
    }),
  );

/** Asks the logs of 120 days in each language, with all changes of a set in them. */
export const measureHolding = async (name: keyof typeof SETS): Promise<Holding> => {
  const counts = { signed: new Count(), form: new Count(), other: new Count() };
  const missed: string[] = [];
  const wrong: string[] = [];
  let alike = 0;
  for (const { people, holds, ...classes } of Object.values(SETS[name])) {
    const changes = CLASSES.flatMap((kind, index) =>
      filled(classes[kind], people, VALUES * index).map(
        ([older = '', newer = '', question = '']): Change => ({ older, newer, question, kind }),
      ),
    );
    const ask = asking(changes);
    for (const change of changes) {
      const standing = await ask(change.question);
      if (!counts[change.kind].add(standing, change))
        missed.push(`${change.question} ${change.newer}`);
    }
    for (const [older = '', newer = ''] of filled(holds, people, 0)) {
      alike += 1;
      if (replacementOf(new ComparedNote(newer), new ComparedNote(older))?.isSure === true)
        wrong.push(`${older} | ${newer}`);
    }
  }
  const { signed, form, other } = counts;
  return {
    signed: signed.shares(),
    form: form.shares(),
    other: other.shares(),
    alike,
    wrong,
    missed,
  };
};

class Count {
  #asked = 0;
  #first = 0;
  #before = 0;
  #marked = 0;

  /** Does the newest value stand first? */
  add(standing: readonly Standing<Dated>[], { older, newer }: Change): boolean {
    const rank = (text: string): number =>
      standing.findIndex(({ place }) => place.text.includes(text));
    const [now, before] = [rank(newer), rank(older)];
    const replaced = standing[before]?.replaced;
    this.#asked += 1;
    if (now === 0) this.#first += 1;
    if (now >= 0 && (before < 0 || now < before)) this.#before += 1;
    if (replaced?.how.isSure === true && replaced.by.text.includes(newer)) this.#marked += 1;
    return now === 0;
  }

  shares(): Held {
    const of = (count: number): number => count / this.#asked;
    return {
      asked: this.#asked,
      newestFirst: of(this.#first),
      newestBeforeOld: of(this.#before),
      marked: of(this.#marked),
    };
  }
}

/** Puts questions to logs that hold these changes, as the kernel answers them. */
const asking = (changes: readonly Change[]) => {
  const random = numbersFrom(11);
  const days = Array.from({ length: DAYS }, (): string[] => []);
  for (const { older, newer } of changes) {
    const first = Math.floor(random() * (DAYS / 2));
    days[first]?.push(older);
    days[first + 1 + Math.floor(random() * (DAYS / 2 - 1))]?.push(newer);
  }
  const units = unitsOf(
    Object.fromEntries(
      days.map((notes, index) => [
        `memory/${new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10)}.md`,
        notes
          .map((note, minute) => `## Session [10:${10 + minute}]\n\n- 10:${10 + minute} ${note}\n`)
          .join('\n'),
      ]),
    ),
  );
  const store = new HeldUnits(units);
  const texts = new Map(units.map(({ key, text }) => [key, text]));
  const placed = ({ key, file, from, day }: StoredUnit): Dated => ({
    file,
    line: from,
    text: texts.get(key) ?? '',
    day,
  });
  return async (question: string): Promise<readonly Standing<Dated>[]> => {
    const hits = await recall(store, question, { limit: 10 });
    const beside = await newerBeside(store, hits);
    return standingOf(
      hits.map(({ unit }) => placed(unit)),
      beside.map(placed),
      false,
    );
  };
};
