/** Help and mistakes, by yargs: loaded only when there is something to explain. */
import yargs, { type Argv } from 'yargs';
import { EXIT, EXIT_MEANING } from '#lib/spec/exits.ts';
import { type CommandLine, givenOf, isCommand, type Values } from './arguments.ts';
import { described } from './described.ts';
import { inWords, noOption, YARGS_WORDS } from './mistakes.ts';
import { COMMANDS, type CommandTable } from './options.ts';
import { print, printError, width } from '#cli/io/terminal.ts';
import { VERSION_LINE } from './version.ts';

/** Shows help or what is wrong; or parses what the plain parser left. `yamo help boot` is `yamo boot --help`. */
export const explainCommandLine = async (given: readonly string[]): Promise<CommandLine> => {
  const argv = given[0] === 'help' ? [...given.slice(1, 2), '--help'] : given;
  const odd = oddWord(argv);
  if (odd !== undefined) return misuse(odd, argv[0]);
  let mistake: string | undefined;
  let shown = '';
  const parsed = await build()
    .fail((message: string) => {
      mistake ??= message;
    })
    .parseAsync([...argv], {}, (_error: unknown, _argv: unknown, output: string) => {
      shown = output;
    });
  if (argv.length === 0) return show(await build().getHelp());
  const [command] = argv;
  if (!isCommand(command) && command?.startsWith('-') === false) {
    const hint = mistake?.startsWith('Did you mean') === true ? ` ${mistake}` : '';
    return misuse(`There is no command ${JSON.stringify(command)}.${hint}`, command);
  }
  const table = isCommand(command) ? COMMANDS[command] : undefined;
  mistake = mistake === undefined ? mistakeOf(command, parsed) : inWords(mistake, argv, table);
  if (mistake === undefined && shown !== '') return show(shown);
  if (mistake !== undefined || !isCommand(command))
    return misuse(mistake ?? `There is no command ${JSON.stringify(command)}.`, command);
  const { positional }: CommandTable = COMMANDS[command];
  const positionals = positional === undefined ? [] : [parsed[positional.name] ?? []].flat();
  return {
    done: false,
    command,
    given: givenOf(
      positionals.filter((one) => typeof one === 'string'),
      valuesOf(parsed),
    ),
  };
};

const show = (text: string): CommandLine => {
  print(text.endsWith('\n') ? text : `${text}\n`);
  return { done: true, exit: EXIT.done };
};

const misuse = (mistake: string, command: string | undefined): CommandLine => {
  const about = isCommand(command) ? `yamo ${command} --help` : 'yamo --help';
  printError(`${mistake}\nSee: ${about}\n`);
  return { done: true, exit: EXIT.usage };
};

/** What yargs reads as its opposite (`--dry-run=1` as false), and names that it falls over (`--constructor`). */
const oddWord = (argv: readonly string[]): string | undefined => {
  const [command] = argv;
  const options: CommandTable['options'] = isCommand(command) ? COMMANDS[command].options : {};
  for (const word of argv) {
    if (word === '--') return undefined;
    if (!word.startsWith('--')) continue;
    const [given = ''] = word.slice(2).split('=', 1);
    if (given in Object.prototype) return noOption(given, undefined);
    // `--dryRun` is the same to yargs.
    const name = given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const isValued = word.includes('=') && Object.hasOwn(options, name);
    if (isValued && options[name]?.type === 'boolean') return `--${name} takes no value.`;
  }
  return undefined;
};

/** What yargs takes without complaint: one option given twice where one is meant. */
const mistakeOf = (
  command: string | undefined,
  parsed: Readonly<Record<string, unknown>>,
): string | undefined => {
  if (!isCommand(command)) return undefined;
  const table: CommandTable = COMMANDS[command];
  const twice = Object.entries(table.options).find(
    ([name, { multiple }]) => multiple === undefined && Array.isArray(parsed[name]),
  );
  return twice && `--${twice[0]} can be given once only.`;
};

const build = (): Argv => {
  const meanings = new Map(Object.entries(EXIT_MEANING));
  const codes = Object.entries(EXIT).map(
    ([name, code]) => `  ${code}  ${meanings.get(name) ?? ''}`,
  );
  const program = yargs()
    .scriptName('yamo')
    .usage(
      '$0 <command>\n\nBoots agents that live in folders of Markdown, makes their rules hold, and audits the folders.',
    )
    .locale('en')
    .updateStrings(YARGS_WORDS)
    .wrap(width())
    .strict()
    .exitProcess(false)
    .version(VERSION_LINE)
    .alias('version', 'v')
    .help()
    .alias('help', 'h')
    .demandCommand(1, 'Say what to do.')
    .recommendCommands()
    .example('$0 init atlas --with-bootstrap', 'Create a workspace for a new agent')
    .example('$0 boot atlas', 'Boot it: the first boot sets it up with you')
    .example('$0 audit atlas', 'Grade it, and learn what is missing')
    .example('$0 explain Y112', 'Look up a rule')
    .epilogue(`Exit codes:\n${codes.join('\n')}`);
  for (const [name, table] of Object.entries<CommandTable>(COMMANDS))
    addCommand(program, name, table);
  return program;
};

const addCommand = (
  program: Argv,
  name: string,
  { describe, positional, options, examples }: CommandTable,
): void => {
  const place = positional && ` [${positional.name}${positional.multiple === true ? '..' : ''}]`;
  program.command(
    `${name}${place ?? ''}`,
    describe,
    (command) => {
      if (positional !== undefined)
        command.positional(positional.name, { type: 'string', describe: positional.describe });
      for (const [option, of] of Object.entries(options)) {
        const { type, choices, multiple } = of;
        command.option(option, {
          type,
          describe: described(of),
          ...(choices && { choices }),
          ...(multiple && { array: true, nargs: 1 }),
        });
        if (type === 'string') command.requiresArg(option);
      }
      for (const [line, about] of examples) command.example(line, about);
      return command;
    },
    () => undefined,
  );
};

/** What yargs parsed, as the values of options. */
const valuesOf = (parsed: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(
    Object.entries(parsed).map(([name, value]): [string, Values[string]] => {
      if (typeof value === 'string' || typeof value === 'boolean') return [name, value];
      return [
        name,
        Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined,
      ];
    }),
  );
