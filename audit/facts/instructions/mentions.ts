/** Which of the files of the start-up order (§2.2) a line names, and where. */
import { matchesIn } from '#lib/text/matches.ts';
import { everyWord, wordPattern } from '#lib/text/word-pattern.ts';
import { instructionWords } from '#lib/language/instructions.ts';

/** The order in which a session reads them. */
export const STARTUP_FILES = ['SOUL.md', 'USER.md', 'the daily logs', 'MEMORY.md'] as const;

/** A file of the start-up, or the daily logs as one. */
export type StartupFile = (typeof STARTUP_FILES)[number];

/** A place in a line where a file of the start-up is named. */
export interface Mention {
  readonly file: StartupFile;
  /** An offset in the line. */
  readonly at: number;
}

/** A file of the root, or a daily log: `memory/` with something that stands for a day. */
const NAMED =
  /(?:soul|user|memory)\.md(?![\w-])|memory\/(?=[[({<$%*_`]{0,3}(?:yyyy|\d{4}|today|yesterday|date|daily|day))|memory\/(?=[<{[$*(%])|memory\/(?=["`*)]{0,3}[^.;]{0,40}(?:today|yesterday|今|昨|heute|gestern|hoje|ontem|\bhoy\b|\bayer\b|\bhier\b|сегодня|вчера|\boggi\b|\bieri\b|오늘|어제))/gu;
const placesByWords = everyWord(instructionWords('dailyLog'));

/** The names that RFC-0006 gives to steps; they count where a line names no file. */
const STEPS: readonly (readonly [RegExp, readonly StartupFile[]])[] = [
  [/(?<!\w)load_soul(?!\w)/u, ['SOUL.md']],
  [/(?<!\w)load_user(?!\w)/u, ['USER.md']],
  [/(?<!\w)load_(?:daily|today|yesterday|logs?)/u, ['the daily logs']],
  [/(?<!\w)load_memory(?!\w)/u, ['the daily logs', 'MEMORY.md']],
];

/** Pieces of those words: most lines hold none of them, and need no second look. */
const SPOKEN_HINT =
  /da(?:ily|y['’]s|y note)|logs?[ _-]{1,2}of|(?:of the|an?|one|per) day|a day|[日天デ하일]|tag[e ]|pro tag|je tag|von heute|di[áa]ri|journa|quotid|jour|(?:por|al?|del|do) d[íi]a|de ho[yj]|giorn|дневн|(?:в|за) день|дня/u;
const DAILY_LOGS = 'the daily logs';

/** How far before a name its path is looked at. */
const PATH_MAX_CHARS = 100;

/** Every mention in a line in lower case, in order. */
export const mentionsIn = (lower: string): readonly Mention[] => {
  const named: Mention[] = [];
  if (lower.includes('.md') || lower.includes('memory/')) {
    for (const { 0: word, index: at } of matchesIn(lower, NAMED))
      if (isOfRoot(lower, at)) named.push({ file: fileOf(word), at });
  }
  const spoken: Mention[] = [];
  if (SPOKEN_HINT.test(lower)) {
    for (const at of placesByWords(lower)) spoken.push({ file: DAILY_LOGS, at });
  }
  if (named.length === 0 && spoken.length === 0) {
    if (!lower.includes('load_')) return [];
    return STEPS.flatMap(([step, files]) => {
      const at = lower.search(step);
      return at < 0 ? [] : files.map((file) => ({ file, at }));
    });
  }
  return spoken.length === 0 ? named : [...named, ...spoken].toSorted((a, b) => a.at - b.at);
};

const fileOf = (word: string): StartupFile => {
  if (word.startsWith('soul')) return 'SOUL.md';
  if (word.startsWith('user')) return 'USER.md';
  return word === 'memory.md' ? 'MEMORY.md' : 'the daily logs';
};

/** `MEMORY.md`, `./MEMORY.md` and `~/agent/MEMORY.md` are; `memory/MEMORY.md` and `projects/x/MEMORY.md` are not. */
const isOfRoot = (lower: string, at: number): boolean => {
  let from = at;
  while (from > 0 && at - from < PATH_MAX_CHARS && isOfPath(lower[from - 1])) from -= 1;
  const path = lower.slice(from, at);
  if (path === '' || path === './' || path === 'workspace/') return true;
  return /^[~/$]/u.test(path) && path.endsWith('/') && !path.endsWith('memory/');
};

const isOfPath = (char: string | undefined): boolean =>
  char !== undefined && /[\w.\-/~$]/u.test(char);

const DAY_WORDS = {
  today: wordPattern(instructionWords('today')),
  yesterday: wordPattern(instructionWords('yesterday')),
  both: wordPattern(instructionWords('twoDays')),
};

/** Which days a text in lower case speaks of. */
export const daysIn = (lower: string): { readonly today: boolean; readonly yesterday: boolean } => {
  const both = DAY_WORDS.both.test(lower);
  return {
    today: both || DAY_WORDS.today.test(lower),
    yesterday: both || DAY_WORDS.yesterday.test(lower),
  };
};
