/**
 * Marks that other programs leave in a workspace (§1): both sides of a merge that stopped in a text, and the other one of
 * two versions under a name of its own; and the notes of a day under longer names. Read by the auditor and by boot alike; linear in the text and in the name.
 */
import { ASIDE, ASIDE_AFTER } from '#lib/language/copy-words.ts';
import { FILES } from '#lib/spec/files.ts';
import { NAME_MAX_CHARS } from '#lib/spec/limits.ts';
import { isDay } from '#lib/text/day.ts';
import { scanLines } from '#lib/text/lines.ts';

const BEGIN = /^<{7,}(?: |$)/;
const END = /^>{7,}(?: |$)/;

/** The line where a merge that stopped begins, as git, Mercurial and jj mark it; `undefined` without one, and in code that shows one. */
export const mergeConflict = (text: string): number | undefined => {
  if (!text.includes('<<<<<<<') || !text.includes('>>>>>>>')) return undefined;
  let begun: number | undefined;
  for (const { kind, line, text: said } of scanLines(text)) {
    if (kind === 'code' || kind === 'fence') continue;
    if (BEGIN.test(said)) begun ??= line;
    else if (begun !== undefined && END.test(said)) return begun;
  }
  return undefined;
};

/** What hosts read beside the files of §1. */
const OF_HOSTS = ['IDENTITY.md', 'CLAUDE.md', 'GEMINI.md'];
const STEMS = [...FILES.map(({ name }) => name), ...OF_HOSTS]
  .filter((name) => /^[A-Z]+\.md$/.test(name) && name !== 'BOOTSTRAP.md')
  .map((name) => name.slice(0, -'.md'.length));
const STEM = new RegExp(`^(?:${STEMS.join('|')}|\\d{4}-\\d{2}-\\d{2})`);
const MARKDOWN = /\.md(?![\p{L}\p{N}])/u;

/** What programs that synchronise write, in whatever language: Dropbox, Nextcloud, Obsidian and Seafile in brackets. */
const SYNCED =
  /^(?:\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]+)?| ?\([^()]*(?:conflict|konflikt|conflit|conflicto|conflito|конфликт|冲突|衝突|競合)[^()]*\)|\.conflict(?:ed)?[-.\d]*)$/iu;
/** iCloud, the Finder and Google Drive count. */
const COUNTED = /^(?: \d{1,2}| ?\(\d{1,3}\))$/u;
/** OneDrive adds the name of the machine, as Windows and macOS make them up. */
const MACHINE =
  /^-(?:(?:DESKTOP|LAPTOP|WIN|PC)-[A-Z0-9]{3,}|[A-Z0-9]+-PC|[\p{L}\p{N}-]*MacBook[\p{L}-]*)(?:-\d{1,2})?$/u;
/** What git's tools for merges write beside the file. */
const MERGED = /^_(?:BASE|LOCAL|REMOTE|BACKUP)_\d+$/u;

/** The file of an agent that `path` is another program's copy of, by its name alone: `MEMORY 2.md`, `.SOUL.md.swp`. `undefined` for anything else. */
export const copiedFile = (path: string): string | undefined => {
  const at = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, at);
  const name = path.slice(at);
  if (name.length > NAME_MAX_CHARS) return undefined;
  const [, before = ''] = /^(\.?#|\.|~\$|)/u.exec(name) ?? [];
  const rest = name.slice(before.length);
  const stem = STEM.exec(rest)?.[0];
  if (stem === undefined || (isDay(stem) ? folder !== 'memory/' : folder !== '')) return undefined;
  const ending = MARKDOWN.exec(rest);
  if (ending === null) return undefined;
  const between = rest.slice(stem.length, ending.index);
  const after = rest.slice(ending.index + ending[0].length);
  if (`${before}${between}${after}` === '') return undefined;
  return isAdded(between) && isAfter(after) ? `${folder}${stem}.md` : undefined;
};

/** The day of a note that another program named by its day and more: `memory/2026-03-10-1514.md`. A copy of a log is none. */
export const noteDayOf = (path: string): string | undefined => {
  const day = /^memory\/(\d{4}-\d{2}-\d{2})-[^/]+\.md$/.exec(path)?.[1];
  return day !== undefined && isDay(day) && copiedFile(path) === undefined ? day : undefined;
};

const isAdded = (between: string): boolean =>
  between === '' ||
  [SYNCED, COUNTED, MACHINE, MERGED].some((mark) => mark.test(between)) ||
  (/^[-_. ]/u.test(between) && isAside(between, ASIDE));

const isAfter = (after: string): boolean =>
  /^[~#]?$/u.test(after) ||
  SYNCED.test(after) ||
  (/^[._-]/u.test(after) && isAside(after, ASIDE_AFTER));

const isAside = (mark: string, words: ReadonlySet<string>): boolean => {
  const found = wordsOf(mark);
  return found.length > 0 && found.every((word) => words.has(word));
};

/** The words of a mark in small letters, without the numbers that stick to them. */
const wordsOf = (mark: string): readonly string[] =>
  mark
    .toLowerCase()
    .split(/[-_. ()~]+/u)
    .map((word) => word.replace(/\d{1,14}$/u, ''))
    .filter((word) => word !== '');
