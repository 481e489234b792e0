/**
 * Whether a text names one of a few files, in whatever spelling: a program in another language, a message, the fields of
 * a tool that is not known. What stands there as a plain path is given back, to be looked at as one.
 */
import { bracesOf, fitsGlob, folderOfAll, isGlob } from './globs.ts';
import { spellingsOf } from './spellings.ts';

/** What is looked for. */
export interface Sought {
  /** Files and folders, relative to the workspace. */
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
}

/** More fields are none that somebody took apart by hand. */
const FIELDS_MAX = 40;
const FIELD_CHARS = 256;
/** Paths that a text names and that look like nothing. */
const LINKS_MAX = 100;
/** Likewise of patterns in one text. */
const PATTERNS_MAX = 1000;

/** Texts together: the fields of one input. */
export const mentionsIn = (texts: readonly string[], sought: Sought): Mentions => {
  const paths = new Set<string>();
  const find = finder(sought, paths);
  let name = pieced(texts, sought);
  for (const text of texts) for (const spelling of spellingsOf(text)) name ??= find(spelling);
  return { name, paths: [...paths] };
};

/** A name that stands in several fields, or is put together of two words. */
const pieced = (texts: readonly string[], { names }: Sought): string | undefined => {
  const fields = texts.filter((text) => text.length <= FIELD_CHARS);
  if (fields.length > FIELDS_MAX) return undefined;
  const joined = fields.join('');
  const pieces = new Set(fields.flatMap((field) => field.match(/[\w.-]+/g) ?? []));
  return names.find((name) => {
    if (!/[A-Z]/.test(name)) return false;
    if (joined.includes(name) && !fields.some((field) => field.includes(name))) return true;
    if (name.split('.').every((part) => pieces.has(part))) return true;
    for (let at = 1; at < name.length; at += 1)
      if (pieces.has(name.slice(0, at)) && pieces.has(name.slice(at))) return true;
    return false;
  });
};

/** A run of what paths are made of; what stands around it says whether it is a word of its own. */
const RUN = /[\w./~@%+-]+/g;
const ENDS = /^[\s'"=:,;()[\]<>|&`]?$/;

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
    if (!isApart(text, index, end)) continue;
    plain.fill(1, index, end);
    // It may end a sentence.
    const word = run.replace(/(?<=.)\.+$/, '');
    const parts = word.toLowerCase().split('/');
    const isSought =
      parts.some((part) => bases.has(part)) && (parts.length > 1 || word.includes('.'));
    const leadsAway = parts.includes('..') || word.startsWith('~');
    const holds = word.length > 1 && `${root}/`.startsWith(word.endsWith('/') ? word : `${word}/`);
    const isBelow = word.startsWith(`${root}/`);
    // What does not look like one of them may be a link to it.
    const mayLink = word.includes('/') && paths.size < LINKS_MAX;
    if (isSought || leadsAway || holds || isBelow || mayLink) paths.add(word);
    // A folder above may be gone into before.
    const tail = names.find((name) => word.includes('/') && `${root}/${name}`.endsWith(`/${word}`));
    if (tail !== undefined) paths.add(`${root}/${tail}`);
  }
  return plain;
};

/** Nothing sticks to it that would make another word of it; a quote on one side has its other on the other. */
const isApart = (text: string, from: number, to: number): boolean => {
  const [before, after] = [text.charAt(from - 1), text.charAt(to)];
  if (!ENDS.test(before) || !ENDS.test(after)) return false;
  const isQuoted = before === "'" || before === '"';
  if (!isQuoted) return after !== "'" && after !== '"';
  return after === before && ENDS.test(text.charAt(from - 2)) && ENDS.test(text.charAt(to + 1));
};

/** A pattern of a shell that one of the names fits; of one for all that there is, its folder is a path. */
const globbed = (
  text: string,
  { names, listed, root, from }: Sought,
  paths: Set<string>,
): string | undefined => {
  let left = PATTERNS_MAX;
  for (const [raw] of text.matchAll(/[^\s'"=:;()<>|&`$]*[*?[{][^\s'"=:;()<>|&`$]*/g)) {
    if (raw.length > FIELD_CHARS) continue;
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
    if (!/[A-Za-z0-9./]/.test(char)) continue;
    all += char;
    places.push(at);
  }
  const letters = all.toLowerCase();
  return names.find((name) => {
    if (!name.includes('.')) return false;
    const sought = name.toLowerCase();
    for (let at = letters.indexOf(sought); at >= 0; at = letters.indexOf(sought, at + 1)) {
      const [from = 0, to = 0] = [places[at], places[at + sought.length - 1]];
      // All of it in one plain word: that is looked at as a path. The end of a sentence and the next are none.
      const isWhole = to - from === sought.length - 1;
      if (isWhole ? plain[from] !== 1 : !/^[\w./\s]*$/.test(text.slice(from, to))) return true;
    }
    return false;
  });
};
