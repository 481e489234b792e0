/** Names of files are written by strangers: what cannot be seen, or moves what can be, is shown as an escape. */
import type { Finding } from '#audit/workspace/finding.ts';
import type { Goal } from '#audit/engine/grade.ts';
import { shellWord as plainWord } from '#lib/spec/shell-word.ts';
import { escapeCodePoint, escapeUnseen } from '#lib/text/unseen.ts';

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * The text on one line, every character of it visible. A log of GitHub Actions takes `::` at the start of a line,
 * and `##[` anywhere, for the start of a command, and a line may be wrapped anywhere.
 */
export const visible = (text: string): string =>
  escapeUnseen(text, (char) => SHORT[char] ?? escapeCodePoint(char))
    .replaceAll('::', ':\\u{3A}')
    .replaceAll('##[', '#\\u{23}[');

/** A text of lines, to the letter but for what cannot be seen. */
export const visibleLines = (text: string): string =>
  escapeUnseen(text, (char) =>
    char === '\n' || char === '\t' ? char : (SHORT[char] ?? escapeCodePoint(char)),
  );

/** A word of a command line that bash, zsh and others read as it is meant. */
export const shellWord = (word: string): string => {
  if (visible(word) === word) return plainWord(word);
  const quoted = word
    .replaceAll(/['\\]/gu, '\\$&')
    .replaceAll('::', ':\\x3A')
    .replaceAll('##[', '#\\x23[');
  return `$'${escapeUnseen(quoted, shellEscape)}'`;
};

const shellEscape = (char: string): string =>
  SHORT[char] ?? `\\U${(char.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;

/** A path as an argument: one that begins with a hyphen would be read as an option. */
export const pathWord = (path: string): string => (path.startsWith('-') ? `./${path}` : path);

/**
 * The command that fixes a workspace, in words: fixes that change a meaning are made by another option, and what only v3.0
 * asks is fixed where it is required.
 */
export const fixCommand = (
  path: string,
  fix: 'safe' | 'asks',
  required: Goal | null,
): readonly string[] => [
  'yamo',
  'audit',
  pathWord(path),
  fix === 'safe' ? '--fix' : '--fix-unsafe',
  ...(required === 'v3.0' ? ['--require', required] : []),
];

/** A command as a person can paste it. */
export const shellCommand = (words: readonly string[]): string => words.map(shellWord).join(' ');

/** The place of a finding: `AGENTS.md:12:3`; `the workspace` where it has no file. */
export const placeOf = ({
  file,
  line,
  column,
}: Pick<Finding, 'file' | 'line' | 'column'>): string => {
  const name = file === '' ? 'the workspace' : visible(file);
  return [name, ...(line === undefined ? [] : [line, ...(column === undefined ? [] : [column])])]
    .map(String)
    .join(':');
};
