/** The programs that a hook knows, and what each of them does to the files that it is given. */

/** What a program does to the files that it is given; of those that take options for it, no option is known. */
export type Effect =
  | 'read'
  | 'list'
  | 'search'
  | 'write'
  /** Written, or with `-a` added to. */
  | 'tee'
  /** Made where it is not there, and else left as it is. */
  | 'make'
  | 'any'
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

const BY_EFFECT: readonly (readonly [Effect, string])[] = [
  ['read', 'cat head tail wc nl od strings cut cmp diff stat file md5sum sha256sum'],
  ['list', 'realpath ls'],
  ['find', 'grep'],
  ['tee', 'tee'],
  ['make', 'touch mkdir'],
  ['any', 'chmod'],
  ['write', 'truncate'],
  ['remove', 'rm rmdir unlink shred'],
  ['copy', 'cp'],
  ['move', 'ln mv'],
  ['go', 'cd'],
  ['none', 'echo printf pwd true false whoami id sleep uname basename dirname'],
  ['clock', 'date'],
];

/** What each program does. One that is not among them may do anything. */
export const PROGRAMS: ReadonlyMap<string, Effect> = new Map(
  BY_EFFECT.flatMap(([effect, names]) => names.split(' ').map((name) => [name, effect])),
);

/** These take a message with `-m` and the like: a text, of which nothing is opened. */
export const MESSENGERS: ReadonlySet<string> = new Set(['git', 'gh', 'glab', 'hg', 'jj', 'svn']);
const MESSAGE = /^(?:-[a-z]*m|--(?:message|title|body|notes|description))$/;

/** May a word name a file, or is it the text of a message? */
export const isNoMessage = (word: string, at: number, words: readonly string[]): boolean =>
  !/\s/.test(word) ||
  !(MESSAGE.test(words[at - 1] ?? '') || /^--(?:message|title|body)=/.test(word));

// Of git what shows no text of a file, writes none, and runs nothing that an option names. `git status -v` and
// `git log -p` are none.
const STATUS =
  /^(?:-[sbz]+|-u(?:no|normal|all)?|--(?:short|branch|long|show-stash|porcelain(?:=v?[12])?|untracked-files(?:=\w+)?|ignored(?:=\w+)?|(?:no-)?(?:ahead-behind|renames|column)|column=\w+))$/;

const LOG =
  /^(?:-\d+|-n\d*|-i|--(?:oneline|graph|all|reverse|merges|no-merges|first-parent|follow|abbrev-commit|stat|shortstat|numstat|name-only|name-status|relative-date|no-decorate|no-color|topo-order|date-order|branches|tags|remotes|(?:decorate|color|abbrev|date|max-count|skip|since|after|until|before|author|committer|grep|format|pretty|branches|tags|remotes)(?:=.*)?))$/s;

/** What a command of git names; `undefined` if it is no row of the table. */
export const gitOperands = (words: readonly string[]): readonly string[] | undefined => {
  const [command, ...rest] = words[0] === '--no-pager' ? words.slice(1) : words;
  const known = { status: STATUS, log: LOG }[command ?? ''];
  if (known === undefined) return undefined;
  const end = rest.indexOf('--');
  const options = (end < 0 ? rest : rest.slice(0, end)).filter((word) => word.startsWith('-'));
  return options.every((option) => known.test(option))
    ? rest.filter((word) => !options.includes(word) && word !== '--')
    : undefined;
};
