/** The words of a line for a shell, and what stands between them: quotes are taken off, and nothing is expanded. */

/** A word of a line, or what stands between words. */
export type Token =
  | { readonly is: 'word'; readonly text: string; readonly isOpen: boolean }
  | { readonly is: 'to'; readonly sign: string }
  /** What separates two commands. */
  | { readonly is: 'end'; readonly sign: string };

/** Unquoted, each makes more or other words of a word. */
const EXPANDS = new Set('$`*?[]{}()!#~');
const BREAKS = new Set(' \t');
const ENDS = new Set(';&|\n');
/** Words of a line of the shell, in one pass. */
export const tokensOf = (line: string): readonly Token[] => {
  const tokens: Token[] = [];
  let word: string | undefined;
  let isOpen = false;
  let isQuoted = false;
  const flush = (): void => {
    if (word !== undefined) tokens.push({ is: 'word', text: word, isOpen });
    word = undefined;
    isOpen = false;
    isQuoted = false;
  };
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === "'" || char === '"') {
      const quoted = quotedFrom(line, at);
      word = (word ?? '') + quoted.text;
      isOpen ||= quoted.isOpen;
      isQuoted = true;
      at = quoted.end;
    } else if (char === '\\') {
      at += 1;
      isQuoted = true;
      word = (word ?? '') + line.charAt(at).replace('\n', '');
    } else if (char === '<' || char === '>') {
      // A number before it, or `&`, says which stream; it is no file.
      if (word !== undefined && !isQuoted && /^\d+$/.test(word)) word = undefined;
      flush();
      let sign = char;
      while (/[<>&|]/.test(line.charAt(at + 1))) {
        at += 1;
        sign += line.charAt(at);
      }
      tokens.push({ is: 'to', sign });
    } else if (char === '&' && line.charAt(at + 1) === '>') flush();
    else if (BREAKS.has(char)) flush();
    else if (ENDS.has(char)) {
      flush();
      const isDouble = char !== ';' && char !== '\n' && line.charAt(at + 1) === char;
      tokens.push({ is: 'end', sign: isDouble ? char + char : char });
      if (isDouble) at += 1;
    } else {
      isOpen ||= EXPANDS.has(char) && !(char === '~' && word !== undefined);
      word = (word ?? '') + char;
    }
  }
  flush();
  return tokens;
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
