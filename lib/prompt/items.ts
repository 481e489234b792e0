/** From files as they were read to what a prompt may show of them: trimmed, filtered, without what no prompt needs. */
import type { EmptyRule, LayoutFile, LayoutRole } from '#lib/layout/document.ts';
import { fitsPattern, isPattern } from '#lib/layout/names.ts';
import type { FileStatus, SelectedFile } from './select.ts';
import { CutPlaces } from './cut-places.ts';
import type { NodeFact } from './facts.ts';
import { whyUnlisted } from './skill.ts';
import { sliceSpans, type TextSpan, textOf, trimSpans } from './spans.ts';

/** A file as it was read. */
export interface SeenFile {
  readonly text: string;
  readonly sha256: string;
  /** Why nothing of it can be had; then there is no text. */
  readonly lost?: string;
}

/** A file, and what of it is to be shown if everything fits. */
export interface FileItem {
  readonly name: string;
  readonly row: LayoutFile;
  readonly listed: boolean;
  /** Nothing for a file that is not shown. */
  readonly spans: readonly TextSpan[];
  readonly isShown: boolean;
  readonly fate: FileStatus;
  readonly why?: string;
}

/** How a layout looks at its files. */
interface Reading {
  readonly files: ReadonlyMap<string, SeenFile>;
  /** Texts are shown to the letter, as in fences. */
  readonly verbatim: boolean;
  /** By its words sections of filtered files are kept. */
  readonly query: string | undefined;
  readonly filtered: ReadonlySet<string>;
  /** The machines on which skills do what they are for. */
  readonly nodes: readonly NodeFact[] | undefined;
}

/** One for each file that is there, or that is named; a pattern that nothing fits has one for itself. */
export const itemsOf = (selected: readonly SelectedFile[], reading: Reading): readonly FileItem[] =>
  selected.flatMap((one) => {
    const { row, name, listed, unread } = one;
    if (unread !== undefined) return [{ row, name, listed, spans: [], isShown: false, ...unread }];
    const names = isPattern(name)
      ? [...reading.files.keys()].filter((file) => fitsPattern(name, file)).toSorted()
      : [name];
    const found = names.flatMap((file) => {
      const seen = reading.files.get(file);
      return seen === undefined ? [] : [itemOf(one, file, seen, reading)];
    });
    return found.length > 0 ? found : absent(one);
  });

const absent = ({ row, name, listed }: SelectedFile): readonly FileItem[] => {
  const { bundled, missing, apart = bundled === undefined ? {} : { [name]: bundled } } = row;
  const shown = (file: string, fate: FileStatus, text?: string): FileItem => ({
    row,
    name: file,
    listed,
    spans: text === undefined ? [] : trimSpans([{ text }]),
    isShown: text !== undefined,
    fate,
  });
  const instead = Object.entries(apart);
  return instead.length === 0
    ? [shown(name, 'absent', missing)]
    : instead.map(([file, text]) => shown(file, 'bundled', text));
};

const itemOf = (
  { row, listed }: SelectedFile,
  name: string,
  { text, lost }: SeenFile,
  { verbatim, query, filtered, nodes }: Reading,
): FileItem => {
  const base = { row, name, listed };
  const why = lost ?? (listed ? whyUnlisted(text, nodes) : undefined);
  if (why !== undefined) return { ...base, spans: [], isShown: false, fate: 'dropped', why };
  if (listed)
    return {
      ...base,
      spans: [{ text, at: 0 }],
      isShown: true,
      fate: 'on demand',
      why: 'its name and description are listed',
    };
  const isEmpty = isEmptyBy(row.empty ?? 'skip', text);
  if (isEmpty && row.empty !== 'keep') return { ...base, spans: [], isShown: false, fate: 'empty' };
  const all: readonly TextSpan[] = [{ text, at: 0 }];
  if (verbatim) return { ...base, spans: all, isShown: true, fate: isEmpty ? 'empty' : 'whole' };
  const trimmed = trimSpans(all);
  if (isEmpty) return { ...base, spans: trimmed, isShown: true, fate: 'empty' };
  return {
    ...base,
    isShown: true,
    ...reduced(row.role, trimmed, filtered.has(row.name) ? query : undefined),
  };
};

const reduced = (
  role: LayoutRole,
  spans: readonly TextSpan[],
  query: string | undefined,
): Pick<FileItem, 'spans' | 'fate' | 'why'> => {
  const bare = role === 'identity' ? withoutDataUris(spans) : spans;
  if (bare !== spans)
    return { spans: bare, fate: 'cut', why: 'a picture that stands in it as data is left out' };
  const about = query === undefined ? spans : sectionsAbout(spans, query);
  return about === spans
    ? { spans, fate: 'whole' }
    : { spans: about, fate: 'cut', why: 'only sections with words of the query are shown' };
};

const isEmptyBy = (rule: EmptyRule, text: string): boolean =>
  rule === 'heartbeat' ? isHeartbeatEmpty(text) : text.trim() === '';

/** Nothing but comments, bare headings, rules and list marks (G26): a heading with words is something to do. */
export const isHeartbeatEmpty = (text: string): boolean =>
  text
    .replaceAll(/<!--[\s\S]*?-->/gu, '')
    .split('\n')
    .every((line) => /^\s*#*[\s\-=—–]*$/u.test(line));

const DATA_URI = /data:[a-z]+\/[-+.\w]+[;,][^\s)>"']*/giu;

const withoutDataUris = (spans: readonly TextSpan[]): readonly TextSpan[] => {
  const text = textOf(spans);
  const found = [...text.matchAll(DATA_URI)];
  if (found.length === 0) return spans;
  const parts: TextSpan[] = [];
  let at = 0;
  for (const { index, 0: uri } of found) {
    parts.push(...sliceSpans(spans, at, index), { text: '[picture left out]' });
    at = index + uri.length;
  }
  return [...parts, ...sliceSpans(spans, at, text.length)];
};

/** Shorter words say nothing of what a section is about. */
const WORD_MIN_CHARS = 3;
const OVERLAP_WORDS = 2;
const OVERLAP_SHARE = 0.2;

const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
      (word) => word.length >= WORD_MIN_CHARS,
    ),
  );

/** The sections with enough words of the query (OSA); all where none has them, or nothing is asked. */
const sectionsAbout = (spans: readonly TextSpan[], query: string): readonly TextSpan[] => {
  const asked = wordsIn(query);
  if (asked.size === 0) return spans;
  const text = textOf(spans);
  const starts = CutPlaces.of(text).sections;
  const kept = starts
    .map((from, index) => [from, starts[index + 1] ?? text.length] as const)
    .filter(([from, to]) => {
      const words = wordsIn(text.slice(from, to));
      const common = [...asked].filter((word) => words.has(word)).length;
      return common >= OVERLAP_WORDS || common >= asked.size * OVERLAP_SHARE;
    });
  return kept.length === 0 || kept.length === starts.length
    ? spans
    : trimSpans(kept.flatMap(([from, to]) => sliceSpans(spans, from, to)));
};
