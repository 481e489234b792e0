/**
 * The rows of git in the table of programs: what shows no text of a file, writes none, and runs nothing that an option
 * names. `git status -v` and `git log -p` are none.
 */

const STATUS =
  /^(?:-[sbz]+|-u(?:no|normal|all)?|--(?:short|branch|long|show-stash|porcelain(?:=v?[12])?|untracked-files(?:=\w+)?|ignored(?:=\w+)?|(?:no-)?(?:ahead-behind|renames|column)|column=\w+))$/;

const LOG =
  /^(?:-\d+|-n\d*|-i|--(?:oneline|graph|all|reverse|merges|no-merges|first-parent|follow|abbrev-commit|stat|shortstat|numstat|name-only|name-status|relative-date|no-decorate|no-color|topo-order|date-order|branches|tags|remotes|(?:decorate|color|abbrev|date|max-count|skip|since|after|until|before|author|committer|grep|format|pretty|branches|tags|remotes)(?:=.*)?))$/s;

/** What such a command names; `undefined` if it is no row of the table. */
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
