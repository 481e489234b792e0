/**
 * Finds the phrasings of `injection-phrasings.ts` in a folded text. A walk over it says where a rare word stands; only
 * there words are taken apart and followed through the table. No character is looked at more than a fixed number of
 * times.
 */
import { fold } from './fold.ts';
import { RareWords } from './rare.ts';
import {
  FILLERS,
  LATIN_PHRASINGS,
  OTHER_PHRASINGS,
  type PhraseKind,
  type Phrasing,
} from '#lib/language/injection-phrasings.ts';
import { isIdeograph, isLetter, type SentenceToken, tokenAt } from './words.ts';

/** Where a phrasing begins: an offset in the folded text. */
export interface Phrase {
  readonly kind: PhraseKind;
  readonly at: number;
}

/** So far before its rare word a phrasing may begin. */
const LOOK_BACK_CHARS = 64;
/** So many small words may stand between two steps. */
const FILLERS_MAX = 6;
/** After some words of a phrasing: what may follow. */
interface State {
  readonly next: Map<string, State[]>;
  /** Between two steps, where small words may stand. */
  readonly rests: boolean;
  /** Of a phrasing that is complete, unless one of some words follows. */
  whole?: { readonly kind: PhraseKind; readonly unless: ReadonlySet<string> };
}

/** A phrasing that has begun. */
interface Thread {
  readonly state: State;
  readonly at: number;
  readonly fillers: number;
}

/** Greek and what follows, up to Korean; signs between them are no letters. */
const OTHER_LETTERS = /[\u0370-\u1FFF\u3040-\uD7AF]/;

/** Every wording of the tables, in the order in which they end. */
export const wordingsIn = (folded: string): readonly Phrase[] => {
  latin ??= new Table(LATIN_PHRASINGS);
  const found = latin.find(folded);
  if (!OTHER_LETTERS.test(folded)) return found;
  other ??= new Table(OTHER_PHRASINGS);
  return [...found, ...other.find(folded)];
};

/** One table of phrasings, ready to be looked for. */
class Table {
  readonly #rare: RareWords;
  readonly #rows: readonly Row[];
  /** Built when one of the rare words is met. */
  #machine: Machine | undefined;

  constructor(phrasings: readonly Phrasing[]) {
    this.#rows = phrasings.map(rowOf);
    this.#rare = new RareWords(
      new Set(
        this.#rows.flatMap(({ steps }) =>
          steps.filter(({ isRare }) => isRare).flatMap(({ words }) => words.map(rareWord)),
        ),
      ),
    );
  }

  find(folded: string): readonly Phrase[] {
    const found = new Findings();
    let done = 0;
    let hit = this.#rare.next(folded, 0);
    while (hit >= 0) {
      this.#machine ??= buildMachine(this.#rows);
      const from = wordStart(folded, Math.max(done, hit - LOOK_BACK_CHARS), hit);
      done = follow(this.#machine, folded, { from, hit }, found);
      hit = this.#rare.next(folded, Math.max(hit + 1, done));
    }
    return found.phrases;
  }
}

/** Goes on from word to word until the hit is passed and no phrasing is open; returns how far it came. */
const follow = (
  machine: Machine,
  folded: string,
  { from, hit }: { readonly from: number; readonly hit: number },
  found: Findings,
): number => {
  let threads: readonly Thread[] = [];
  for (let at = from; ;) {
    const token = tokenAt(folded, at);
    if (token === undefined) return folded.length;
    threads = advance(machine, threads, token);
    for (const { state, at: began, fillers } of threads) {
      const { whole } = state;
      if (whole !== undefined && fillers === 0 && !whole.unless.has(wordBehind(folded, token.end)))
        found.add(whole.kind, began);
    }
    if (token.at >= hit && threads.length === 0) return token.end;
    at = token.end;
  }
};

/** Phrasings, each place of a kind once, whatever number of rows fit there. */
class Findings {
  readonly phrases: Phrase[] = [];
  readonly #last = new Map<PhraseKind, number>();

  add(kind: PhraseKind, at: number): void {
    if (this.#last.get(kind) === at) return;
    this.#last.set(kind, at);
    this.phrases.push({ kind, at });
  }
}

/** The phrasings that go on with this word, and those that begin with it. */
const advance = (
  { root, vocabulary }: Machine,
  threads: readonly Thread[],
  { word, at }: SentenceToken,
): readonly Thread[] => {
  const keys = vocabulary.keysOf(word);
  if (keys.length === 0 && threads.length === 0) return threads;
  // Of those in one state the youngest is enough.
  const going = new Map<State, Thread>();
  for (const thread of threads) {
    if (thread.state.rests && thread.fillers < FILLERS_MAX && isSmall(word))
      going.set(thread.state, { ...thread, fillers: thread.fillers + 1 });
  }
  for (const { state, at: began } of [...threads, { state: root, at }])
    for (const key of keys)
      for (const next of state.next.get(key) ?? [])
        going.set(next, { state: next, at: began, fillers: 0 });
  return [...going.values()];
};

/** The word that follows at once. */
const wordBehind = (folded: string, at: number): string => {
  const next = tokenAt(folded, at);
  return next?.at === at + 1 ? next.word : '';
};

/** Where the first whole word begins at or behind `from`. */
const wordStart = (folded: string, from: number, limit: number): number => {
  let at = from;
  if (at > 0 && isLetter(folded.charCodeAt(at - 1)))
    while (at < limit && isLetter(folded.charCodeAt(at))) at += 1;
  return at;
};

/** The words of the table; those that end in `*` stand for all that begin so. */
class Vocabulary {
  readonly #words = new Set<string>();
  readonly #stems = new Map<number, Set<string>>();

  add(key: string): void {
    if (!key.endsWith('*')) {
      this.#words.add(key);
      return;
    }
    const stem = key.slice(0, -1);
    const stems = this.#stems.get(stem.length) ?? new Set();
    this.#stems.set(stem.length, stems.add(stem));
  }

  /** The words of the table that this one is. */
  keysOf(word: string): readonly string[] {
    const keys = this.#words.has(word) ? [word] : [];
    for (const [length, stems] of this.#stems) {
      const stem = word.slice(0, length);
      if (word.length >= length && stems.has(stem)) keys.push(`${stem}*`);
    }
    return keys;
  }
}

interface Machine {
  readonly root: State;
  readonly vocabulary: Vocabulary;
}

/** A row of a table, folded as the text is. */
interface Row {
  readonly kind: PhraseKind;
  /** Of each step its alternatives, of each alternative its words. */
  readonly steps: readonly {
    readonly isRare: boolean;
    readonly words: readonly (readonly string[])[];
  }[];
  readonly unless: ReadonlySet<string>;
}

/** Each built when it is needed for the first time. */
let latin: Table | undefined;
let other: Table | undefined;

const plain = (words: string): string => fold(words).folded.toLowerCase();

let small: ReadonlySet<string> | undefined;
const isSmall = (word: string): boolean => {
  small ??= new Set(FILLERS.map(plain));
  return small.has(word);
};

const rowOf = ({ kind, steps }: Phrasing): Row => ({
  kind,
  steps: steps
    .filter((step) => !step.startsWith('!'))
    .map((step) => ({
      isRare: step.startsWith('@'),
      words: plain(step.replace('@', '')).split(' ').map(wordsOf),
    })),
  unless: new Set(
    steps
      .find((step) => step.startsWith('!'))
      ?.slice(1)
      .split(' '),
  ),
});

const newState = (rests: boolean): State => ({ next: new Map(), rests });

const buildMachine = (rows: readonly Row[]): Machine => {
  const root = newState(false);
  const vocabulary = new Vocabulary();
  for (const { kind, steps, unless } of rows) {
    let from = root;
    for (const { words: alternatives } of steps) {
      const to = newState(true);
      for (const words of alternatives) {
        for (const word of words) vocabulary.add(word);
        lead(from, words, to);
      }
      from = to;
    }
    from.whole = { kind, unless };
  }
  return { root, vocabulary };
};

/** `no_longer_bound` is three words; of Chinese and Japanese every character is one. */
const wordsOf = (alternative: string): readonly string[] =>
  isIdeographic(alternative) ? Array.from(alternative) : alternative.split('_');

const isIdeographic = (words: string): boolean => isIdeograph(words.charCodeAt(0));

/** From one state to another by these words, with nothing between them. */
const lead = (from: State, words: readonly string[], to: State): void => {
  let state = from;
  for (const [index, word] of words.entries()) {
    const next = index === words.length - 1 ? to : newState(false);
    const known = state.next.get(word);
    if (known === undefined) state.next.set(word, [next]);
    else known.push(next);
    state = next;
  }
};

/** A word of so many letters is rare enough to be looked for alone. */
const RARE_CHARS = 5;

/**
 * What to look for: the longest word, or all of them where they are short. Where words are characters, these together.
 */
const rareWord = (words: readonly string[]): string => {
  const stems = words.map((word) => word.replace('*', ''));
  if (words.every(isIdeographic)) return stems.join('');
  const longest = stems.reduce((long, word) => (word.length >= long.length ? word : long), '');
  return longest.length < RARE_CHARS ? stems.join(' ') : longest;
};
