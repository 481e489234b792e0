/** Names of files are written by strangers: what cannot be seen, or moves what can be, is shown as an escape. */
import { shellWord as plainWord } from '#lib/spec/shell-word.ts';
import { escapeCodePoint, escapeJson, escapeUnseen } from '#lib/text/unseen.ts';

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
export const visibleShellWord = (word: string): string => {
  if (visible(word) === word) return plainWord(word);
  const quoted = word
    .replaceAll(/['\\]/gu, '\\$&')
    .replaceAll('::', ':\\x3A')
    .replaceAll('##[', '#\\x23[');
  return `$'${escapeUnseen(quoted, shellEscape)}'`;
};

const shellEscape = (char: string): string =>
  SHORT[char] ?? `\\U${(char.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;

/** A command as a person can paste it. */
export const shellCommand = (words: readonly string[]): string =>
  words.map(visibleShellWord).join(' ');

/** JSON in which every invisible character is an escape, and no line is a command in a log of GitHub Actions. */
export const safeJson = (value: unknown, indent: number): string =>
  `${escapeJson(JSON.stringify(value, null, indent)).replaceAll('##[', '#\\u0023[')}\n`;
