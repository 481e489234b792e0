/**
 * Reviews the words that lie in `lib/language` as data. Each language is judged alone, so that it stays whole when
 * another one is changed: no entry twice, and none that another entry of its list always matches first.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { bitsOf } from '#lib/language/private-lines-common.ts';
import { labelIn, nextHint } from '#lib/language/credential-labels.ts';
import { fieldFor, listFor, normalLabel, scopeOf } from '#lib/language/labels.ts';
import { meaningOf } from '#lib/text/outline.ts';
import { everyWord, wordPattern } from '#lib/text/word-pattern.ts';

const ROOT = resolve(import.meta.dirname, '../../../lib/language');
/** Below what is there: only a review that lost its files falls under it. */
const FILES_FLOOR = 70;
const ENTRIES_FLOOR = 1500;

/** One list of one file: `main` of `instructions/de.json`; an inner list has the keys above it before its name. */
interface List {
  readonly file: string;
  readonly name: string;
  readonly words: readonly string[];
}

const isStrings = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const listsIn = (file: string, value: unknown, name = ''): readonly List[] => {
  if (isStrings(value)) return [{ file, name, words: value }];
  if (typeof value !== 'object' || value === null) throw new Error(`${file} ${name} is no list`);
  return Object.entries(value).flatMap(([key, inner]) =>
    listsIn(file, inner, name === '' ? key : `${name} ${key}`),
  );
};

const FILES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.json'),
);
const LISTS = FILES.flatMap((file) =>
  listsIn(file, JSON.parse(readFileSync(join(ROOT, file), 'utf8'))),
);

const listsOf = (subject: string, ...names: readonly string[]): readonly List[] =>
  LISTS.filter(
    ({ file, name }) =>
      file.startsWith(`${subject}/`) && (names.length === 0 || names.includes(name)),
  );

/** The entries that fail, with their file and list; `others` are the other entries of the list. */
const failing = (
  lists: readonly List[],
  fails: (word: string, others: readonly string[], name: string) => boolean,
): readonly string[] => {
  expect(lists.length).toBeGreaterThan(0);
  return lists.flatMap(({ file, name, words }) =>
    words.flatMap((word, at) =>
      fails(word, words.toSpliced(at, 1), name) ? [`${file} ${name}: ${word}`] : [],
    ),
  );
};

/** A text in which the entry stands, with an ending where it takes any. */
const sampleOf = (entry: string): string =>
  entry.endsWith('*') ? `${entry.slice(0, -1)}x` : entry;

/** Where these are found is asked, too: another entry is only in the way when it begins at the same place. */
const PLACED = new Set(['read', 'write', 'dailyLog']);

/** The subject and the name of a list, whatever its language. */
const known = (list: List): string =>
  `${list.file.split('/')[0] ?? ''} ${list.name.replace(/ \d+$/u, '')}`;

const isOdd = (word: string): boolean => word.normalize('NFC').toLowerCase() !== word;

/** As `audit/facts/transcript.ts` reads the name of who speaks. */
const isWord = (name: string): boolean => /^[^\s*_()[\]:：]{1,12}$/u.test(name);

const isBegun = (word: string, other: string): boolean =>
  other.endsWith('*') && word.startsWith(other.slice(0, -1));

describe('the word lists', () => {
  it('were looked at', () => {
    expect(FILES.length).toBeGreaterThan(FILES_FLOOR);
    expect(LISTS.flatMap(({ words }) => words).length).toBeGreaterThan(ENTRIES_FLOOR);
  });

  it('are all read by a module', () => {
    const library = resolve(ROOT, '../..');
    const modules = ['lib', 'audit']
      .flatMap((folder) =>
        readdirSync(join(library, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(library, folder, name),
        ),
      )
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    expect(FILES.filter((file) => !modules.includes(`/${file}'`))).toEqual([]);
  });

  it('have the names that English has, by which the compiler knows them', () => {
    const english = new Set(LISTS.filter(({ file }) => file.endsWith('/en.json')).map(known));
    expect(LISTS.filter((list) => !english.has(known(list)))).toEqual([]);
  });

  it('hold nothing twice, in small letters, in the form in which texts are compared', () => {
    expect(failing(LISTS, (word, others) => others.includes(word))).toEqual([]);
    expect(failing(LISTS, (word, _, name) => name !== 'hints' && isOdd(word))).toEqual([]);
  });
});

describe('words of instructions and of identity', () => {
  const lists = [...listsOf('instructions'), ...listsOf('identity', 'values', 'capabilities')];

  it('are found as they are written, and not always by another entry first', () => {
    expect(failing(lists, (word) => !wordPattern([word]).test(sampleOf(word)))).toEqual([]);
    expect(
      failing(lists, (word, others, name) =>
        PLACED.has(name)
          ? everyWord(others)(sampleOf(word)).includes(0)
          : wordPattern(others).test(sampleOf(word)),
      ),
    ).toEqual([]);
  });
});

describe('labels and headings', () => {
  it('mean the section whose they are', () => {
    const lists = listsOf('sections');
    expect(failing(lists, (title, _, name) => meaningOf(title)?.section !== name)).toEqual([]);
  });

  it('mean the field, the list or the person whose they are', () => {
    expect(
      failing(listsOf('birth'), (label, _, name) => {
        const [kind = '', meant = ''] = name.split(' ');
        const scope = meant.startsWith('user') ? 'user' : 'none';
        if (kind === 'fields') return fieldFor(label, 'none') !== meant;
        return (kind === 'lists' ? listFor(label, scope) : scopeOf(label)) !== meant;
      }),
    ).toEqual([]);
  });

  it('are in the form in which they are compared', () => {
    const lists = listsOf('identity', 'name', 'role');
    expect(failing(lists, (label) => normalLabel(label) !== label)).toEqual([]);
  });

  it('of speakers are one word, and of one of the two', () => {
    const humans = new Set(listsOf('speakers', 'human').flatMap(({ words }) => words));
    expect(failing(listsOf('speakers', 'agent'), (name) => humans.has(name))).toEqual([]);
    expect(failing(listsOf('speakers'), (name) => !isWord(name))).toEqual([]);
  });
});

describe('words of credentials', () => {
  const KINDS = { password: 'password', 'key or token': 'token', pin: 'pin' };

  it('promise what they are listed under, and none ends as another one does', () => {
    const ends = listsOf('credentials', 'passwordEnds', 'tokenEnds');
    expect(failing(ends, (end, others) => others.some((other) => end.endsWith(other)))).toEqual([]);
    const names = ['passwordEnds', 'passwordWords', 'tokenEnds', 'tokenWords'];
    expect(
      failing(listsOf('credentials', ...names), (label, _, name) => {
        const kind = labelIn(label)?.kind;
        return kind === undefined || !name.startsWith(KINDS[kind]);
      }),
    ).toEqual([]);
  });

  it('are hinted at by pieces of which none holds another', () => {
    const hints = listsOf('credentials', 'hints');
    expect(failing(hints, (hint, others) => others.some((one) => hint.includes(one)))).toEqual([]);
    expect(failing(hints, (hint) => nextHint(hint, 0) < 0)).toEqual([]);
  });
});

describe('phrasings of injections', () => {
  const steps = listsOf('injection').flatMap(({ file, name, words }) =>
    name === 'fillers'
      ? []
      : words.map((step) => ({ file, name, words: step.replace(/^[@!]/u, '').split(' ') })),
  );

  it('have in a step no word twice, nor one that another of it always matches first', () => {
    expect(
      failing(steps, (word, others) => others.some((one) => one === word || isBegun(word, one))),
    ).toEqual([]);
  });

  it('are there once', () => {
    const all = listsOf('injection').map(({ words }) => words.join(' / '));
    expect(all.filter((one, at) => all.indexOf(one) < at)).toEqual([]);
  });
});

describe('common words', () => {
  const LEVELS = ['function', 'everyday', 'ordinary'];
  const lists = listsOf('commonness').map(({ file, name, words }) => ({
    file,
    name,
    words: words.flatMap((line) => line.split(' ')),
  }));

  it('are in one list of their language, once', () => {
    for (const all of Map.groupBy(lists, ({ file }) => file).values()) {
      const words = all.flatMap((list) => list.words);
      expect(words.filter((word, at) => words.indexOf(word) < at)).toEqual([]);
    }
  });

  it('count as the most common that any language has them as', () => {
    const bits = [3, 6, 9];
    const most = new Map<string, number>();
    for (const [at, level] of LEVELS.entries())
      for (const list of lists.filter(({ name }) => name === level))
        for (const word of list.words)
          most.set(word, Math.min(most.get(word) ?? Infinity, bits[at] ?? 0));
    expect([...most].filter(([word, expected]) => bitsOf(word) !== expected)).toEqual([]);
  });
});
