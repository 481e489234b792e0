/**
 * Which paths a line for a shell names literally, and what its programs do to them. A reader of words, no shell: as
 * soon as something is expanded, substituted or run by a program that is not known, that is said, and what was read of the line counts
 * all the same.
 */
import { HOOK_COMMAND_CHARS } from '#lib/spec/limits.ts';
import { isDeletion } from './deletions.ts';
import type { ToolTouches, Touch } from './event.ts';
import { folderOfAll, isGlob } from './globs.ts';
import { type ShellToken, shellTokens } from './shell-words.ts';
import { type Effect, gitOperands, isNoMessage, MESSENGERS, PROGRAMS } from './programs.ts';

/** These end a list of commands; those of `&&`, `||` and `|` belong together. */
const LIST_ENDS = new Set([';', '\n', '&']);

/** Folders that a line may be in at one time; a line that may be in more is no line that anybody reads. */
const FOLDERS_MAX = 8;

/**
 * One line of the shell, as far as its words say what it does. Paths are relative to where the session is; `folder`, if
 * given, is where the line is run.
 */
export const readCommand = (line: string, folder?: string): ToolTouches =>
  line.length > HOOK_COMMAND_CHARS
    ? { touches: [], tooLarge: `it has more than ${HOOK_COMMAND_CHARS} characters` }
    : new CommandReader(folder).read(line);

/** What a line names literally, for whoever cannot tell what will be done with the line. */
export const namedIn = (line: string): readonly string[] =>
  readCommand(line).touches.flatMap(({ does, path }) =>
    does === 'list' || isGlob(path) ? [] : [path],
  );

/** A program that reads lines as this file does. */
export const SHELL = /^(?:.*\/)?(?:ba|z|da|k)?sh$/s;

class CommandReader {
  readonly #touches: Touch[] = [];
  readonly #programs = new Set<string>();
  /** What each command is told, a line each. */
  readonly #said: string[] = [];
  /** All that is no message: where the line is not told, a file may be named by any of it. */
  readonly #texts: string[] = [];
  #untold: string | undefined;
  #deletes = false;
  #asksGit = false;
  /** Where the line may be: a `cd` may fail, never be run, or change the folder of nothing but its own pipe. */
  #folders: readonly string[] = [''];
  /** Where else it may be once a command may follow one that failed. */
  #left: readonly string[] = [];
  /** Did every command of the list up to here succeed, if this one is run? */
  #isSure = true;

  constructor(folder = '') {
    if (folder !== '') this.#folders = [`${folder}/`];
  }

  read(line: string): ToolTouches {
    let words: string[] = [];
    let sign: string | undefined;
    for (const token of [...shellTokens(line), { is: 'end', sign: '\n' } as const]) {
      if (token.is === 'to') sign = token.sign;
      else if (token.is === 'text') this.#hand(token);
      else if (token.is === 'word') {
        if (token.isOpen) this.#tell(EXPANDED);
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
    return this.#reading();
  }

  #reading(): ToolTouches {
    const said = this.#said.join('\n').replaceAll('\\n', '\n');
    const touches = this.#touches.map((touch) =>
      touch.does === 'write' || touch.does === 'append' ? { ...touch, said } : touch,
    );
    const git = this.#asksGit && { asksGit: true };
    if (this.#untold === undefined && this.#programs.size === 0) return { touches, ...git };
    return {
      touches,
      ...git,
      ...(this.#untold !== undefined && { untold: this.#untold }),
      ...(this.#programs.size > 0 && { programs: [...this.#programs] }),
      texts: [this.#texts.join(' ')],
      ...(this.#deletes && { deletes: true }),
    };
  }

  /** Data for a program of the table; for another one it may be a program. */
  #hand({ text, isOpen }: Extract<ShellToken, { readonly is: 'text' }>): void {
    if (isOpen) this.#tell(EXPANDED);
    this.#said.push(text);
    this.#texts.push(text);
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
    this.#texts.push(word);
    if (sign.startsWith('<<')) return;
    if (sign.startsWith('<>')) this.#touch('any', word);
    else if (sign.startsWith('<')) this.#touch('read', word);
    else if (sign.startsWith('>>')) this.#touch('append', word);
    else this.#write(word);
  }

  #run(words: readonly string[]): void {
    const set = words.findIndex((word) => !/^\w+\+?=/.test(word));
    if (set !== 0 && words.length > 0) this.#tell('it sets variables');
    const [name, ...rest] = set < 0 ? [] : words.slice(set);
    this.#texts.push(...words.slice(0, set < 0 ? words.length : set));
    if (name === undefined) return;
    const program = name.replace(/^(?:\/usr)?\/bin\//, '');
    const effect = PROGRAMS.get(program);
    // What `echo` writes is what follows it; a line of a text that is handed over has no program.
    this.#said.push((effect === 'none' ? rest : words).join(' '));
    const options = rest.filter((word) => word.startsWith('-') && word !== '-');
    const operands = rest.filter((word) => !options.includes(word));
    if (effect === undefined) {
      this.#other(program, rest);
      return;
    }
    // Where it goes, it is placed.
    this.#texts.push(name, ...(effect === 'go' ? rest.filter(mayExpand) : rest));
    // An option may name a file, or what to do with others.
    for (const option of options) this.#option(effect, option);
    this.#apply(effect, operands, options);
  }

  /** A program that is no row of the table. */
  #other(program: string, words: readonly string[]): void {
    const git = program === 'git' ? gitOperands(words) : undefined;
    // Where it went, a repository may name programs of its own.
    if (git !== undefined && this.#folders.every((folder) => folder === '')) {
      this.#asksGit = true;
      this.#texts.push(program, ...words);
      for (const word of git) this.#touch('list', word);
      return;
    }
    this.#programs.add(program);
    const named = MESSENGERS.has(program) ? words.filter(isNoMessage) : words;
    this.#texts.push(program, ...named);
    const deletes = [program, ...named].some(isDeletion);
    this.#deletes ||= deletes;
    const script = SHELL.test(program) && /^-[a-z]*c$/.test(words[0] ?? '') ? words[1] : undefined;
    if (script !== undefined)
      for (const word of namedIn(script))
        for (const path of this.#placed(word)) this.#touches.push({ does: 'any', path });
    // A text with a blank in it is no path.
    for (const word of named.filter((one) => one !== '' && !/\s/.test(one)))
      for (const path of this.#placed(word.replace(/^-[^=]*=/, '')))
        this.#touches.push({ does: 'any', path, ...(deletes && { deletes }) });
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
          this.#touch(effect === 'copy' ? 'read' : 'remove', folderOfAll(word) ?? word);
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
      case 'tee':
        for (const word of operands)
          if (options.some((option) => /^(?:-[a-z]*a|--a)/.test(option)))
            this.#touch('append', word);
          else this.#write(word);
        return;
      case 'make':
        for (const word of operands) this.#touch('append', word);
        return;
      case 'any':
      case 'read':
      case 'search':
      case 'remove':
        for (const word of operands) this.#touch(effect, folderOfAll(word) ?? word);
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
    const [to = '~'] = operands;
    // A shell takes `..` off the name by which it came, and the rest of the world off the folder.
    if (to === '-' || /^~|(?:^|\/)\.\.(?:\/|$)/.test(to)) {
      this.#tell('it goes to another folder');
      this.#isSure = false;
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

  /** What a word may name; a pattern is seen from where the line is. */
  #placed(word: string): readonly string[] {
    const placed = /^[/~]/.test(word) ? [word] : this.#folders.map((folder) => folder + word);
    if (mayExpand(word)) this.#texts.push(...placed);
    return placed;
  }

  #tell(why: string): void {
    this.#untold ??= why;
  }
}

const mayExpand = (word: string): boolean => /[$`*?[{]/.test(word);

const EXPANDED = 'a word of it is expanded';
