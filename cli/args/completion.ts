/** Scripts with which shells complete the command line, made from the table of commands. */
import { namesAt } from '#kernel/contract/settings-text.ts';
import { described } from './described.ts';
import { COMMANDS, type CommandTable, type Option } from './options.ts';

/** The shells that there are scripts for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

const TABLE = Object.entries<CommandTable>(COMMANDS);

/** The script for a shell. */
export const completionScript = (shell: Shell): string => SCRIPTS[shell]();

const optionsOf = ({ options }: CommandTable): readonly (readonly [string, Option])[] =>
  Object.entries(options);

/** The names of all settings: `shell`, `shell.main`. */
const settingNames = (): readonly string[] =>
  namesAt([]).flatMap((name) => [name].concat(namesAt([name]).map((inner) => `${name}.${inner}`)));

/** What may stand behind a command, and behind an action of it; nothing where that is any file. */
const wordsBehind = (): readonly (readonly [string, readonly string[]])[] =>
  TABLE.flatMap(([name, { positional }]) => {
    const actions = Object.entries(positional?.actions ?? {});
    if (actions.length === 0) return [];
    const behind = actions.map(([action, words]) => {
      const line = `${name} ${action}`;
      return [line, /^config [gs]et$/.test(line) ? settingNames() : words] as const;
    });
    return [[name, actions.map(([action]) => action)] as const, ...behind];
  }).filter(([, words]) => words.length > 0);

/** Options that take the next word, each with its command. */
const optionsWithValue = (): readonly string[] =>
  TABLE.flatMap(([name, table]) =>
    optionsOf(table).flatMap(([option, { type }]) =>
      type === 'boolean' ? [] : [`${name} --${option}`],
    ),
  );

const choices = (): readonly (readonly [string, readonly string[]])[] =>
  TABLE.flatMap(([name, table]) =>
    optionsOf(table).flatMap(([option, of]) =>
      of.choices === undefined ? [] : [[`${name} --${option}`, of.choices] as const],
    ),
  );

type Row = readonly [string, readonly string[]];

const bashCases = (rows: readonly Row[]): string =>
  rows.map(([line, words]) => `      '${line}') words='${words.join(' ')}' ;;`).join('\n');

const bash = (): string => {
  const options = TABLE.map(
    ([name, table]) =>
      [name, [...optionsOf(table).map(([option]) => `--${option}`), '--help']] as const,
  );
  return `# bash completion of yamo: yamo completion bash > ~/.local/share/bash-completion/completions/yamo
_yamo() {
  local cur=\${COMP_WORDS[COMP_CWORD]} command=\${COMP_WORDS[1]} words= option= given= word i
  if ((COMP_CWORD == 1)); then
    words='${TABLE.map(([name]) => name).join(' ')} --help --version'
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    return
  fi
  # What stands before the cursor: words, and an option that waits for its value. Bash splits --option=value.
  for ((i = 2; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == '=' ]]; then
      option=\${COMP_WORDS[i - 1]}
    elif [[ -n $option ]]; then
      option=
    elif [[ $word == -* ]]; then
      case "$command $word" in
${optionsWithValue()
  .map((line) => `        '${line}'`)
  .join(' | \\\n')}) option=$word ;;
      esac
    else
      given+=" $word"
    fi
  done
  [[ $cur == '=' ]] && cur=
  if [[ -n $option ]]; then
    case "$command $option" in
${bashCases(choices())}
    esac
  elif [[ $cur == -* ]]; then
    case $command in
${bashCases(options)}
    esac
  else
    case "$command$given" in
${bashCases(wordsBehind())}
    esac
  fi
  if [[ -z $words ]]; then
    compopt -o default
    COMPREPLY=()
  else
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
}
complete -F _yamo yamo
`;
};

/** Within single quotes of a shell. */
const quoted = (text: string): string => text.replaceAll("'", `'\\''`);

/** Within a description of zsh. */
const zshQuoted = (text: string): string => quoted(text).replaceAll(/[[\]:]/g, '\\$&');

const zsh = (): string => {
  const behind = new Map(wordsBehind());
  const commands = TABLE.map(([name, { describe }]) => `    '${name}:${zshQuoted(describe)}'`);
  const cases = TABLE.map(([name, table]) => {
    const rows = optionsOf(table).map(([option, of]) => {
      const values = of.choices === undefined ? '_files' : `(${of.choices.join(' ')})`;
      const taken = of.type === 'boolean' ? '' : `:value:${values}`;
      const many = of.multiple === undefined ? '' : '*';
      const typed = of.type === 'boolean' ? option : `${option}=`;
      return `        '${many}--${typed}[${zshQuoted(described(of))}]${taken}'`;
    });
    const { positional } = table;
    const actions = behind.get(name);
    const first =
      actions === undefined ? [] : [`        '1:${positional?.name}:(${actions.join(' ')})'`];
    const others = positional === undefined ? [] : [`        '*:${positional.name}:->words'`];
    return `    ${name})\n      _arguments \\\n${[...rows, ...first, ...others, "        '--help[Show help]'"].join(' \\\n')}\n      ;;`;
  });
  const words = TABLE.flatMap(([name]) =>
    [...behind]
      .filter(([line]) => line.startsWith(`${name} `))
      .map(([line, those]) => `    '${line}') compadd -- ${those.join(' ')} ;;`),
  );
  return `#compdef yamo
# zsh completion of yamo: yamo completion zsh > a folder of $fpath, as _yamo
_yamo() {
  local context state line
  typeset -A opt_args
  local -a commands=(
${commands.join('\n')}
    '--help:Show help'
    '--version:Show the version'
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
${cases.join('\n')}
  esac
  [[ $state == words ]] || return
  case "$command $line[1]" in
${words.join('\n')}
    *) _files ;;
  esac
}
if [[ $funcstack[1] == _yamo ]]; then _yamo "$@"; else compdef _yamo yamo; fi
`;
};

const fish = (): string => {
  const lines: string[] = [];
  for (const [name, table] of TABLE) {
    lines.push(
      `complete -c yamo -n __fish_use_subcommand -f -a ${name} -d '${fishQuoted(table.describe)}'`,
    );
    for (const [option, of] of optionsOf(table))
      lines.push(
        `complete -c yamo -n '__yamo_at ${name}' -l ${option}${fishValues(of)} -d '${fishQuoted(described(of))}'`,
      );
  }
  lines.push(
    "complete -c yamo -l help -d 'Show help'",
    "complete -c yamo -n __fish_use_subcommand -l version -d 'Show the version'",
  );
  for (const [line, words] of wordsBehind())
    lines.push(`complete -c yamo -n '__yamo_is ${line}' -f -a '${words.join(' ')}'`);
  return `# fish completion of yamo: yamo completion fish > ~/.config/fish/completions/yamo.fish
set -g __yamo_takes ${optionsWithValue()
    .map((line) => `'${line}'`)
    .join(' ')}
# The command and the words behind it, without options and their values.
function __yamo_words
    set -l all (commandline -opc)[2..-1]
    set -l value
    for word in $all
        if test -n "$value"
            set value
        else if string match -q -- '-*' $word
            contains -- "$all[1] $word" $__yamo_takes; and set value yes
        else
            echo $word
        end
    end
end
function __yamo_at
    set -l all (commandline -opc)
    test "$all[2]" = "$argv"
end
function __yamo_is
    set -l words (__yamo_words)
    test "$words" = "$argv"
end
${lines.join('\n')}
`;
};

const fishValues = ({ type, choices: words }: Option): string => {
  if (type === 'boolean') return '';
  return words === undefined ? ' -r' : ` -x -a '${words.join(' ')}'`;
};

const fishQuoted = (text: string): string => text.replaceAll(/['\\]/g, '\\$&');

const SCRIPTS: Readonly<Record<Shell, () => string>> = { bash, zsh, fish };
