/** What of a file a prompt shows, and what it leaves out: as parts, and as lines that records keep and later prompts are compared with. */
import type { SeenFile } from './items.ts';
import type { Piece } from './pieces.ts';
import type { PromptPlan } from './plan.ts';
import type { FileStatus } from './select.ts';

/** A part of a file, in its order. */
export interface FilePart {
  readonly text: string;
  readonly isShown: boolean;
}

/** The whole text in parts. */
export const filePartsOf = (
  pieces: readonly Piece[],
  file: string,
  text: string,
): readonly FilePart[] => {
  const kept = pieces.flatMap(({ source }) =>
    source.is === 'file' && source.file === file && source.altered !== true ? [source] : [],
  );
  const parts: FilePart[] = [];
  let at = 0;
  for (const { from, to } of kept.toSorted((one, other) => one.from - other.from)) {
    if (from > at) parts.push({ text: text.slice(at, from), isShown: false });
    parts.push({ text: text.slice(Math.max(at, from), to), isShown: true });
    at = Math.max(at, to);
  }
  if (at < text.length) parts.push({ text: text.slice(at), isShown: false });
  return parts;
};

/** A file that is there, and what of it is shown. Never a text. */
export interface ShownFile {
  readonly file: string;
  readonly fate: Extract<FileStatus, 'whole' | 'cut' | 'dropped'>;
  readonly lines: number;
}

/** Of the files of a plan. */
export const shownLines = (
  { pieces, files }: Pick<PromptPlan, 'pieces' | 'files'>,
  seen: ReadonlyMap<string, Pick<SeenFile, 'text'>>,
): readonly ShownFile[] =>
  files.flatMap(({ file, fate }): readonly ShownFile[] => {
    const text = seen.get(file)?.text;
    if (text === undefined || (fate !== 'whole' && fate !== 'cut' && fate !== 'dropped')) return [];
    if (fate !== 'cut') return [{ file, fate, lines: fate === 'whole' ? linesIn(text) : 0 }];
    const parts = filePartsOf(pieces, file, text).filter(({ isShown }) => isShown);
    return [{ file, fate, lines: linesIn(parts.map((part) => part.text).join('\n')) }];
  });

/** Lines with something in them. */
export const linesIn = (text: string): number => text.match(/^.*\S/gmu)?.length ?? 0;

/** A file of which less is shown, or more. */
export interface ShownChange {
  readonly file: string;
  readonly before: number;
  readonly now: number;
  /** `gone`: it is not there, or not for this session. */
  readonly fate: ShownFile['fate'] | 'gone';
}

/** What is not as it was; files of which as many lines are shown are left out. */
export const shownChanges = (
  before: readonly ShownFile[],
  now: readonly ShownFile[],
): readonly ShownChange[] => {
  const linesOf = (files: readonly ShownFile[], name: string): number =>
    files.find(({ file }) => file === name)?.lines ?? 0;
  const names = [...new Set([...before, ...now].map(({ file }) => file))];
  return names.flatMap((file) => {
    const change = { file, before: linesOf(before, file), now: linesOf(now, file) };
    if (change.before === change.now) return [];
    return [{ ...change, fate: now.find((one) => one.file === file)?.fate ?? 'gone' }];
  });
};

/** Files that were whole and are cut or left out. */
export const lostSince = (
  before: readonly ShownFile[],
  now: readonly ShownFile[],
): readonly ShownFile[] =>
  now.filter(
    ({ file, fate }) =>
      fate !== 'whole' && before.some((one) => one.file === file && one.fate === 'whole'),
  );
