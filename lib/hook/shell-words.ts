/** The words of a line for a shell, and what stands between them: quotes are taken off, and nothing is expanded. */

/** A word of a line, or what stands between words. */
export type ShellToken =
  | {
      readonly is: 'word';
      readonly text: string;
      readonly isOpen: boolean;
      /** As it stands in the line, with its quotes. */
      readonly raw: string;
    }
  | { readonly is: 'to'; readonly sign: string }
  /** Lines that a command is handed after `<<`; open: the shell expands them. */
  | { readonly is: 'text'; readonly text: string; readonly isOpen: boolean }
  /** What separates two commands. */
  | { readonly is: 'end'; readonly sign: string };

/** Unquoted, each makes more or other words of a word. */
const EXPANDS = new Set('$`*?[]{}()!#~');
const BREAKS = new Set(' \t');
const ENDS = new Set(';&|\n');

/** What ends the lines after `<<`. */
interface Ending {
  readonly word: string;
  /** `<<-`: tabs before it do not count. */
  readonly isIndented: boolean;
  /** Quoted: nothing of the lines is expanded. */
  readonly isPlain: boolean;
}

/** Words of a line of the shell, in one pass. */
export const shellTokens = (line: string): readonly ShellToken[] => {
  const tokens: ShellToken[] = [];
  const endings: Ending[] = [];
  let word: string | undefined;
  let isOpen = false;
  let isQuoted = false;
  let from = 0;
  const flush = (end: number): void => {
    if (word !== undefined) {
      const before = tokens.at(-1);
      if (before?.is === 'to' && /^<<-?$/.test(before.sign))
        endings.push({ word, isIndented: before.sign === '<<-', isPlain: isQuoted });
      tokens.push({ is: 'word', text: word, isOpen, raw: line.slice(from, end) });
    }
    word = undefined;
    isOpen = false;
    isQuoted = false;
  };
  const begin = (at: number): string => {
    if (word === undefined) from = at;
    return word ?? '';
  };
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === "'" || char === '"') {
      const quoted = quotedFrom(line, at);
      word = begin(at) + quoted.text;
      isOpen ||= quoted.isOpen;
      isQuoted = true;
      at = quoted.end;
    } else if (char === '\\') {
      const before = begin(at);
      at += 1;
      isQuoted = true;
      word = before + line.charAt(at).replace('\n', '');
    } else if (char === '<' || char === '>') {
      // A number before it, or `&`, says which stream; it is no file.
      if (word !== undefined && !isQuoted && /^\d+$/.test(word)) word = undefined;
      flush(at);
      let sign = char;
      while (/[<>&|]/.test(line.charAt(at + 1)) || (sign === '<<' && line.charAt(at + 1) === '-')) {
        at += 1;
        sign += line.charAt(at);
      }
      tokens.push({ is: 'to', sign });
    } else if (char === '&' && line.charAt(at + 1) === '>') flush(at);
    else if (BREAKS.has(char)) flush(at);
    else if (ENDS.has(char)) {
      flush(at);
      if (char === '\n')
        for (const ending of endings.splice(0)) {
          const { token, end } = handedFrom(line, at + 1, ending);
          tokens.push(token);
          at = end;
        }
      const isDouble = char !== ';' && char !== '\n' && line.charAt(at + 1) === char;
      tokens.push({ is: 'end', sign: isDouble ? char + char : char });
      if (isDouble) at += 1;
    } else {
      word = begin(at) + char;
      isOpen ||= EXPANDS.has(char) && !(char === '~' && word !== '~');
    }
  }
  flush(line.length);
  return tokens;
};

/** The lines from `from` up to the one that ends them, and where that ends. */
const handedFrom = (
  line: string,
  from: number,
  { word, isIndented, isPlain }: Ending,
): { readonly token: ShellToken; readonly end: number } => {
  for (let at = from; at < line.length;) {
    const next = line.indexOf('\n', at);
    const end = next < 0 ? line.length : next;
    const one = line.slice(at, end);
    if ((isIndented ? one.replace(/^\t+/, '') : one) === word) {
      const text = line.slice(from, at);
      return { token: { is: 'text', text, isOpen: !isPlain && /[$`\\]/.test(text) }, end };
    }
    at = end + 1;
  }
  // It has no end: a shell would ask for more.
  return { token: { is: 'text', text: line.slice(from), isOpen: true }, end: line.length };
};

const quotedFrom = (
  line: string,
  from: number,
): { readonly text: string; readonly end: number; readonly isOpen: boolean } => {
  const quote = line.charAt(from);
  let text = '';
  let isOpen = false;
  for (let at = from + 1; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === quote) return { text, end: at, isOpen };
    if (quote === '"' && char === '\\') {
      at += 1;
      text += /["\\$`\n]/.test(line.charAt(at)) ? line.charAt(at) : `\\${line.charAt(at)}`;
      continue;
    }
    if (quote === '"' && (char === '$' || char === '`')) isOpen = true;
    text += char;
  }
  // It has no end: a shell would ask for more.
  return { text, end: line.length, isOpen: true };
};
