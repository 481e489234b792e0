/** Scripts with which shells complete the command line, made from the table of commands. */
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

const bash = (): string => {
  const choices = TABLE.flatMap(([name, table]) =>
    optionsOf(table).flatMap(([option, { choices: words }]) =>
      words === undefined ? [] : [`    '${name} --${option}') words='${words.join(' ')}' ;;`],
    ),
  );
  const options = TABLE.map(
    ([name, table]) =>
      `    ${name}) words='${[...optionsOf(table).map(([option]) => `--${option}`), '--help'].join(' ')}' ;;`,
  );
  return `# bash completion of yamo: yamo completion bash > ~/.local/share/bash-completion/completions/yamo
_yamo() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} words=
  if ((COMP_CWORD == 1)); then
    words='${TABLE.map(([name]) => name).join(' ')} --help --version'
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]} $prev" in
${choices.join('\n')}
  esac
  if [[ -z $words && $cur == -* ]]; then
    case \${COMP_WORDS[1]} in
${options.join('\n')}
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
  const commands = TABLE.map(([name, { describe }]) => `    '${name}:${zshQuoted(describe)}'`);
  const cases = TABLE.map(([name, table]) => {
    const rows = optionsOf(table).map(([option, of]) => {
      const values = of.choices === undefined ? '_files' : `(${of.choices.join(' ')})`;
      const taken = of.type === 'boolean' ? '' : `:value:${values}`;
      const many = of.multiple === undefined ? '' : '*';
      return `        '${many}--${option}[${zshQuoted(described(of))}]${taken}'`;
    });
    return `    ${name})\n      _arguments \\\n${[...rows, `        '*:${table.positional?.name ?? 'nothing'}:_files'`].join(' \\\n')}\n      ;;`;
  });
  return `#compdef yamo
# zsh completion of yamo: yamo completion zsh > a folder of $fpath, as _yamo
_yamo() {
  local -a commands=(
${commands.join('\n')}
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
}
_yamo "$@"
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
        `complete -c yamo -n '__fish_seen_subcommand_from ${name}' -l ${option}${fishValues(of)} -d '${fishQuoted(described(of))}'`,
      );
  }
  return `# fish completion of yamo: yamo completion fish > ~/.config/fish/completions/yamo.fish\n${lines.join('\n')}\n`;
};

const fishValues = ({ type, choices }: Option): string => {
  if (type === 'boolean') return '';
  return choices === undefined ? ' -r' : ` -x -a '${choices.join(' ')}'`;
};

const fishQuoted = (text: string): string => text.replaceAll(/['\\]/g, '\\$&');

const SCRIPTS: Readonly<Record<Shell, () => string>> = { bash, zsh, fish };
