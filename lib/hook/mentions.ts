/**
 * Whether a text names one of a few files, in whatever spelling: a program in another language, a message, the fields of
 * a tool that is not known. What stands there as a plain path is given back, to be looked at as one.
 */
import { REMOVAL } from './deletions.ts';
import { bracesOf, fitsGlob, folderOfAll, isGlob } from './globs.ts';
import { spellingsOf } from './spellings.ts';

/** What is looked for. */
export interface Sought {
  /** Files and folders, relative to the workspace; in the name of a day's file `0` is any digit. */
  readonly names: readonly string[];
  /** Others, such as the logs of days, that a pattern may mean. */
  readonly listed: readonly string[];
  /** The workspace, absolute. */
  readonly root: string;
  /** Where paths are seen from, relative to it; `undefined` if that is somewhere else. */
  readonly from: string | undefined;
}

/** What a text names. */
export interface Mentions {
  /** A name that is sought, spelt as no path is. */
  readonly name: string | undefined;
  /** Words that may be paths to what is sought. */
  readonly paths: readonly string[];
  /** Something is removed or moved. */
  readonly deletes: boolean;
}

/** More fields are none that somebody took apart by hand. */
const FIELDS_MAX = 40;
const FIELD_CHARS = 256;
/** Paths that a text names and that look like nothing. */
const LINKS_MAX = 100;
/** Likewise of patterns in one text. */
const PATTERNS_MAX = 1000;

/** Texts together: the fields of one input. */
export const mentionedPaths = (texts: readonly string[], sought: Sought): Mentions => {
  const paths = new Set<string>();
  const find = finder(sought, paths);
  let name = pieced(texts, sought);
  let deletes = false;
  for (const text of texts)
    for (const spelling of spellingsOf(text)) {
      for (const word of removedIn(spelling)) {
        deletes = true;
        paths.add(word);
      }
      name ??= find(spelling);
    }
  return { name, paths: [...paths], deletes };
};

/** What a removal is given is a path, whatever it looks like. */
const removedIn = (text: string): readonly string[] =>
  [...text.matchAll(REMOVAL)]
    .flatMap(([, operands = '']) => operands.split(/\s+/))
    .filter((word) => word !== '' && !word.startsWith('-'));

/** A name that stands in several fields, or is put together of two words. */
const pieced = (texts: readonly string[], { names }: Sought): string | undefined => {
  const fields = texts.filter((text) => text.length <= FIELD_CHARS).map(anyDay);
  if (fields.length > FIELDS_MAX) return undefined;
  const joined = fields.join('');
  const pieces = new Set(fields.flatMap((field) => field.match(/[\w./-]+/g) ?? []));
  return names.find((name) => {
    if (!name.includes('.')) return false;
    if (joined.includes(name) && !fields.some((field) => field.includes(name))) return true;
    if (name.split('.').every((part) => pieces.has(part))) return true;
    for (let at = 1; at < name.length; at += 1)
      if (pieces.has(name.slice(0, at)) && pieces.has(name.slice(at))) return true;
    return false;
  });
};

/** A run of what paths are made of; what stands around it says whether it is a word of its own. */
const RUN = /[\w./~%+-]+/g;
const ENDS = /^[\s'"=:,;()[\]<>|&`@]?$/;
/** The home of somebody else, or a folder that the shell knows: `~ada`, `~+`. */
const OTHER_HOME = /^~[^/]/;

const anyDay = (text: string): string => text.replaceAll(/\d/g, '0');

const finder =
  (sought: Sought, paths: Set<string>) =>
  (text: string): string | undefined => {
    const plain = plainWords(text, sought, paths);
    return globbed(text, sought, paths) ?? squeezed(text, sought, plain);
  };

/** Where the plain words of a text are; those that may lead to what is sought are paths. */
const plainWords = (text: string, { names, root }: Sought, paths: Set<string>): Uint8Array => {
  const plain = new Uint8Array(text.length);
  const bases = new Set(names.map((name) => name.slice(name.lastIndexOf('/') + 1).toLowerCase()));
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const end = index + run.length;
    if (!isApart(text, index, end) || OTHER_HOME.test(run)) continue;
    plain.fill(1, index, end);
    // It may end a sentence, or begin with the letter of an option.
    const word = withoutStops(run).replace(/^-\w(?=.)/, '');
    const parts = anyDay(word.toLowerCase()).split('/');
    const isAlone = parts.length === 1 && !word.includes('.');
    const isSought = parts.some((part) => bases.has(part)) && !(isAlone && !isQuoted(text, index));
    const leadsAway = parts.includes('..') || word.startsWith('~');
    const holds = word.length > 1 && `${root}/`.startsWith(word.endsWith('/') ? word : `${word}/`);
    const isBelow = word.startsWith(`${root}/`);
    // What does not look like one of them may be a link to it.
    const mayLink = /\/[^/]|[^/]\//.test(word) && paths.size < LINKS_MAX;
    if (isSought || leadsAway || holds || isBelow || mayLink) paths.add(word);
    // A folder above may be gone into before.
    const tail = names.find((name) => word.includes('/') && `${root}/${name}`.endsWith(`/${word}`));
    if (tail !== undefined) paths.add(`${root}/${tail}`);
  }
  return plain;
};

const withoutStops = (run: string): string => {
  let end = run.length;
  while (end > 1 && run.charAt(end - 1) === '.') end -= 1;
  return run.slice(0, end);
};

const isQuoted = (text: string, at: number): boolean => /['"]/.test(text.charAt(at - 1));

/** Nothing sticks to it that would make another word of it; a quote on one side has its other on the other. */
const isApart = (text: string, from: number, to: number): boolean => {
  const [before, after] = [text.charAt(from - 1), text.charAt(to)];
  if (!ENDS.test(before) || !ENDS.test(after)) return false;
  if (!isQuoted(text, from)) return after !== "'" && after !== '"';
  return after === before && ENDS.test(text.charAt(from - 2)) && ENDS.test(text.charAt(to + 1));
};

/** What a pattern may stand in. */
const PATTERN = /(?:\[:[a-z]{1,9}:\]|[^\s'"=:;()<>|&`$@])+/g;

/** A pattern of a shell that one of the names fits; of one for all that there is, its folder is a path. */
const globbed = (
  text: string,
  { names, listed, root, from }: Sought,
  paths: Set<string>,
): string | undefined => {
  let left = PATTERNS_MAX;
  // Any of these, or none of them: in some shells.
  const simple = text.replaceAll(/[?*+@!]\([^()]*\)/g, '*');
  for (const [raw] of simple.matchAll(PATTERN)) {
    if (raw.length > FIELD_CHARS || !/[*?[{]/.test(raw)) continue;
    left -= 1;
    if (left < 0) return 'too many patterns';
    for (const word of bracesOf(raw)) {
      const everything = folderOfAll(word);
      if (everything !== undefined) paths.add(everything);
      const pattern = everything === undefined ? fromRoot(word, root, from) : undefined;
      const found =
        pattern !== undefined && (isGlob(pattern) || word !== raw)
          ? [...names, ...listed].find((name) => fitsGlob(pattern, name))
          : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
};

/** A pattern as it is seen from the workspace; `undefined` where it leads to somewhere else. */
const fromRoot = (word: string, root: string, from: string | undefined): string | undefined => {
  if (word.startsWith(`${root}/`)) return word.slice(root.length + 1);
  if (word.startsWith('/'))
    return /[*?[]/.test(word.slice(0, word.lastIndexOf('/'))) ? baseOf(word) : undefined;
  if (word.startsWith('~') || from === undefined) return baseOf(word);
  const parts: string[] = from === '' ? [] : from.split('/');
  for (const part of word.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
};

const baseOf = (word: string): string => word.slice(word.lastIndexOf('/') + 1);

/** A name with something between its letters: quotes, signs, blanks. What is a plain word is no such name. */
const squeezed = (text: string, { names }: Sought, plain: Uint8Array): string | undefined => {
  const places: number[] = [];
  let all = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (!LETTER.test(char)) continue;
    all += char;
    places.push(at);
  }
  const letters = anyDay(all.toLowerCase());
  return names.find((name) => {
    if (!name.includes('.')) return false;
    const sought = Array.from(name.toLowerCase())
      .filter((char) => LETTER.test(char))
      .join('');
    for (let at = letters.indexOf(sought); at >= 0; at = letters.indexOf(sought, at + 1)) {
      const from = places[at] ?? 0;
      const to = (places[at + sought.length - 1] ?? 0) + 1;
      // All of it in one plain word: that is looked at as a path. The end of a sentence and the next are none.
      if (plain.subarray(from, to).every((one) => one === 1)) continue;
      if (to - from === sought.length || !/^[\w./\s]*$/.test(text.slice(from, to))) return true;
    }
    return false;
  });
};

/** What is left of a name where what parts folders may be anything. */
const LETTER = /[A-Za-z0-9.]/;
