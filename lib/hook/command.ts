/**
 * Which paths a line for a shell names literally, and what its programs do to them. A reader of words, no shell: as
 * soon as something is expanded, substituted or run by a program that is not known, that is said, and what was read of the line counts
 * all the same.
 */
import type { Reading, Touch } from './event.ts';

/** What a program does to the files that it is given; of those that take options for it, no option is known. */
type Effect =
  | 'read'
  | 'list'
  | 'search'
  | 'write'
  | 'remove'
  /** All but the last are read, or taken away; the last is written. */
  | 'copy'
  | 'move'
  /** The first word is a pattern. */
  | 'find'
  | 'go'
  | 'none';

const PROGRAMS: Readonly<Record<string, Effect>> = {
  cat: 'read',
  head: 'read',
  tail: 'read',
  wc: 'read',
  nl: 'read',
  od: 'read',
  strings: 'read',
  cut: 'read',
  cmp: 'read',
  diff: 'read',
  stat: 'read',
  file: 'read',
  md5sum: 'read',
  sha256sum: 'read',
  realpath: 'list',
  ls: 'list',
  grep: 'find',
  tee: 'write',
  touch: 'write',
  mkdir: 'write',
  chmod: 'write',
  truncate: 'write',
  rm: 'remove',
  rmdir: 'remove',
  unlink: 'remove',
  shred: 'remove',
  cp: 'copy',
  ln: 'move',
  mv: 'move',
  cd: 'go',
  echo: 'none',
  printf: 'none',
  pwd: 'none',
  true: 'none',
  false: 'none',
  date: 'none',
  whoami: 'none',
  id: 'none',
  sleep: 'none',
  uname: 'none',
  basename: 'none',
  dirname: 'none',
};

/** A word of a line, or what stands between words. */
type Token =
  | { readonly is: 'word'; readonly text: string; readonly isOpen: boolean }
  | { readonly is: 'to'; readonly sign: string }
  | { readonly is: 'end' };

/** Unquoted, each makes more or other words of a word. */
const EXPANDS = new Set('$`*?[]{}()!#~');
const BREAKS = new Set(' \t');
const ENDS = new Set(';&|\n');

/** Words of a line of the shell, in one pass. */
const tokensOf = (line: string): readonly Token[] => {
  const tokens: Token[] = [];
  let word: string | undefined;
  let isOpen = false;
  const flush = (): void => {
    if (word !== undefined) tokens.push({ is: 'word', text: word, isOpen });
    word = undefined;
    isOpen = false;
  };
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === "'" || char === '"') {
      const quoted = quotedFrom(line, at);
      word = (word ?? '') + quoted.text;
      isOpen ||= quoted.isOpen;
      at = quoted.end;
    } else if (char === '\\') {
      at += 1;
      word = (word ?? '') + line.charAt(at).replace('\n', '');
    } else if (char === '<' || char === '>') {
      // A number before it, or `&`, says which stream; it is no file.
      if (word !== undefined && /^\d+$/.test(word)) word = undefined;
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
      tokens.push({ is: 'end' });
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

/** One line of the shell, as far as its words say what it does. */
export const readCommand = (line: string): Reading => new CommandReader().read(line);

class CommandReader {
  readonly #touches: Touch[] = [];
  readonly #programs = new Set<string>();
  #untold: string | undefined;
  /** The folder that words are seen from, after `cd`. */
  #folder = '';

  read(line: string): Reading {
    let words: string[] = [];
    let sign: string | undefined;
    for (const token of [...tokensOf(line), { is: 'end' } as const]) {
      if (token.is === 'to') {
        sign = token.sign;
        if (sign.startsWith('<<')) this.#tell('it reads from its own text');
      } else if (token.is === 'word') {
        if (token.isOpen) this.#tell('a word of it is expanded');
        if (sign === undefined) words.push(token.text);
        else this.#redirect(sign, token.text);
        sign = undefined;
      } else {
        this.#run(words);
        words = [];
        sign = undefined;
      }
    }
    return {
      touches: this.#touches,
      ...(this.#untold !== undefined && { untold: this.#untold }),
      ...(this.#programs.size > 0 && { programs: [...this.#programs] }),
    };
  }

  #redirect(sign: string, word: string): void {
    // To another stream: `2>&1`.
    if (sign.endsWith('&') && /^(?:\d+|-)$/.test(word)) return;
    if (sign.startsWith('<<')) return;
    if (sign.startsWith('<>')) this.#touch('any', word);
    else if (sign.startsWith('<')) this.#touch('read', word);
    else if (sign.startsWith('>>')) this.#touch('append', word);
    else this.#write(word);
  }

  #run(words: readonly string[]): void {
    const [name, ...rest] = words;
    if (name === undefined) return;
    const program = name.replace(/^(?:\/usr)?\/bin\//, '');
    const effect = Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program] : undefined;
    const options = rest.filter((word) => word.startsWith('-') && word !== '-');
    const operands = rest.filter((word) => !options.includes(word));
    if (effect === undefined) {
      this.#programs.add(program);
      for (const word of rest) this.#touch('any', word.replace(/^-[^=]*=/, ''));
      return;
    }
    // An option may name a file, or what to do with others.
    for (const option of options) this.#option(effect, option);
    this.#apply(effect, operands, options);
  }

  #option(effect: Effect, option: string): void {
    if (effect === 'none' || effect === 'go') return;
    const value = /^--[^=]+=(.*)$/s.exec(option)?.[1];
    if (value !== undefined) this.#touch('any', value);
    else if (!/^(?:-[A-Za-z0-9]+|--[a-z-]+)$/.test(option))
      this.#tell('an option of it is not known');
  }

  #apply(effect: Effect, operands: readonly string[], options: readonly string[]): void {
    switch (effect) {
      case 'none':
        return;
      case 'go':
        this.#go(operands);
        return;
      case 'find': {
        const [, ...files] = operands;
        // Its pattern, and what it reads, may stand behind an option.
        if (options.some((option) => /^-[A-Za-z]*[ef]/.test(option) || option.startsWith('--')))
          for (const word of operands) this.#touch('search', word);
        else for (const word of files) this.#touch('search', word);
        if (files.length === 0 && options.some((option) => /^-[A-Za-z]*[rR]/.test(option)))
          this.#touch('search', '.');
        return;
      }
      case 'copy':
      case 'move': {
        const to = operands.at(-1);
        if (options.some((option) => /^-[A-Za-z]*t|^--t/.test(option)))
          this.#tell('an option of it names where to');
        for (const word of operands.slice(0, -1)) {
          this.#touch(effect === 'copy' ? 'read' : 'remove', word);
          // Into a folder it keeps its name.
          if (to !== undefined) this.#write(`${to}/${word.split('/').at(-1) ?? ''}`);
        }
        if (to !== undefined) this.#write(to);
        return;
      }
      case 'list':
        for (const word of operands.length === 0 ? ['.'] : operands) this.#touch('list', word);
        return;
      case 'write':
        for (const word of operands) this.#write(word);
        return;
      case 'read':
      case 'search':
      case 'remove':
        for (const word of operands) this.#touch(effect, word);
    }
  }

  #go(operands: readonly string[]): void {
    const [to] = operands;
    if (to === undefined || to === '-' || to.split('/').includes('..')) {
      this.#tell('it goes to another folder');
      this.#folder = '';
    } else this.#folder = to.startsWith('/') ? `${to}/` : `${this.#folder}${to}/`;
  }

  #touch(does: 'read' | 'search' | 'list' | 'append' | 'remove' | 'any', word: string): void {
    if (word !== '' && word !== '-') this.#touches.push({ does, path: this.#placed(word) });
  }

  #write(word: string): void {
    if (word !== '' && word !== '-')
      this.#touches.push({ does: 'write', path: this.#placed(word), text: undefined });
  }

  #placed(word: string): string {
    return word.startsWith('/') ? word : this.#folder + word;
  }

  #tell(why: string): void {
    this.#untold ??= why;
  }
}
