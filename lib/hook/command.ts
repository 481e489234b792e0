/**
 * Which paths a line for a shell names literally, and what its programs do to them. A reader of words, no shell: as
 * soon as something is expanded, substituted or run by a program that is not known, that is said, and what was read of the line counts
 * all the same.
 */
import type { Reading, Touch } from './event.ts';
import { tokensOf } from './shell-words.ts';

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
  /** The time: an option of it prints a file. */
  | 'clock'
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
  date: 'clock',
  whoami: 'none',
  id: 'none',
  sleep: 'none',
  uname: 'none',
  basename: 'none',
  dirname: 'none',
};

/** These end a list of commands; those of `&&`, `||` and `|` belong together. */
const LIST_ENDS = new Set([';', '\n', '&']);

/** Folders that a line may be in at one time; a line that may be in more is no line that anybody reads. */
const FOLDERS_MAX = 8;

/**
 * One line of the shell, as far as its words say what it does. Paths are relative to where the session is; `folder`, if
 * given, is where the line is run.
 */
export const readCommand = (line: string, folder?: string): Reading =>
  new CommandReader(folder).read(line);

class CommandReader {
  readonly #touches: Touch[] = [];
  readonly #programs = new Set<string>();
  /** What each command is told, a line each. */
  readonly #said: string[] = [];
  #untold: string | undefined;
  /** Where the line may be: a `cd` may fail, never be run, or change the folder of nothing but its own pipe. */
  #folders: readonly string[] = [''];
  /** Where else it may be once a command may follow one that failed. */
  #left: readonly string[] = [];
  /** Did every command of the list up to here succeed, if this one is run? */
  #isSure = true;

  constructor(folder = '') {
    if (folder !== '') this.#folders = [`${folder}/`];
  }

  read(line: string): Reading {
    let words: string[] = [];
    let sign: string | undefined;
    for (const token of [...tokensOf(line), { is: 'end', sign: '\n' } as const]) {
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
        this.#separate(token.sign);
        words = [];
        sign = undefined;
      }
    }
    const said = this.#said.join('\n').replaceAll('\\n', '\n');
    return {
      touches: this.#touches.map((touch) =>
        touch.does === 'write' || touch.does === 'append' ? { ...touch, said } : touch,
      ),
      ...(this.#untold !== undefined && { untold: this.#untold }),
      ...(this.#programs.size > 0 && { programs: [...this.#programs] }),
    };
  }

  /** Behind `&&` a line is where its `cd` went; behind anything else it may be where it was, too. */
  #separate(sign: string): void {
    if (sign === '&&') return;
    this.#folders = [...new Set([...this.#left, ...this.#folders])];
    this.#isSure = LIST_ENDS.has(sign);
    if (this.#isSure) this.#left = [];
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
    // What `echo` writes is what follows it; a line of a text that is handed over has no program.
    this.#said.push((effect === 'none' ? rest : words).join(' '));
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
    if (effect === 'clock') {
      if (/^(?:-[A-Za-z]*[fr]|--(?:f|re))/.test(option)) this.#tell('an option of it names a file');
      return;
    }
    const value = /^--[^=]+=(.*)$/s.exec(option)?.[1];
    if (value !== undefined) this.#touch('any', value);
    else if (!/^(?:-[A-Za-z0-9]+|--[a-z-]+)$/.test(option))
      this.#tell('an option of it is not known');
  }

  #apply(effect: Effect, operands: readonly string[], options: readonly string[]): void {
    switch (effect) {
      case 'none':
      case 'clock':
        return;
      case 'go':
        this.#go(operands);
        return;
      case 'find':
        this.#find(operands, options);
        return;
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

  #find(operands: readonly string[], options: readonly string[]): void {
    // Its pattern, and what it reads, may stand behind an option.
    const isHidden = options.some((option) => /^(?:-[A-Za-z]*[efd]|--)/.test(option));
    const files = (isHidden ? operands : operands.slice(1)).filter((word) => word !== '');
    for (const word of files) this.#touch('search', word);
    const mayGoDown = options.some((option) => /^(?:-[A-Za-z]*[rRd]|--)/.test(option));
    if (mayGoDown && (isHidden || files.length === 0)) this.#touch('search', '.');
  }

  #go(operands: readonly string[]): void {
    const [to] = operands;
    if (to === undefined || to === '-' || to.split('/').includes('..')) {
      this.#tell('it goes to another folder');
      this.#folders = [...new Set(['', ...this.#folders])];
      return;
    }
    const next = this.#placed(to).map((folder) => `${folder}/`);
    if (this.#isSure) this.#left = [...this.#left, ...this.#folders];
    const folders = this.#isSure ? next : [...this.#folders, ...next];
    if (folders.length + this.#left.length > FOLDERS_MAX) this.#tell('it goes to too many folders');
    else this.#folders = folders;
  }

  #touch(does: 'read' | 'search' | 'list' | 'append' | 'remove' | 'any', word: string): void {
    if (word === '' || word === '-') return;
    for (const path of this.#placed(word)) this.#touches.push({ does, path });
  }

  #write(word: string): void {
    if (word === '' || word === '-') return;
    for (const path of this.#placed(word))
      this.#touches.push({ does: 'write', path, text: undefined });
  }

  /** What a word may name. */
  #placed(word: string): readonly string[] {
    return word.startsWith('/') ? [word] : this.#folders.map((folder) => folder + word);
  }

  #tell(why: string): void {
    this.#untold ??= why;
  }
}
