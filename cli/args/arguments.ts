/** A well-formed command line, read by Node's own parser from the table in options.ts. */
import { parseArgs } from 'node:util';
import {
  COMMANDS,
  type CommandName,
  type CommandTable,
  type Flags,
  type Option,
  type Positionals,
  type ValueOptions,
} from './options.ts';

/** A command with what was given to it, or nothing left to do but to end with this code. */
export type CommandLine =
  | { readonly done: true; readonly exit: number }
  | { readonly done: false; readonly command: CommandName; readonly given: AnyGiven };

/** What was given to whatever command: it answers for any option. */
export type AnyGiven = Positionals &
  Flags<string> &
  ValueOptions<string> & { readonly texts: (name: string) => readonly string[] };

/** Values of options by name, as either parser gives them. */
export type Values = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>;

/** The command line if it is well-formed; `undefined` if there is anything to explain. */
export const parsePlain = (argv: readonly string[]): CommandLine | undefined => {
  const [command, ...args] = argv;
  if (!isCommand(command)) return undefined;
  const table: CommandTable = COMMANDS[command];
  try {
    const { values, positionals, tokens } = parseArgs({
      args,
      options: Object.fromEntries(
        Object.entries(table.options).map(([name, { type, multiple = false }]) => [
          name,
          { type, multiple },
        ]),
      ),
      allowPositionals: true,
      tokens: true,
    });
    const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const fits = names.every((name, index) =>
      fitsTable(table.options[name], values[name], names.indexOf(name) === index),
    );
    const most = table.positional === undefined ? 0 : 1;
    const isTooMany = positionals.length > most && table.positional?.multiple === undefined;
    if (isTooMany || !fits) return undefined;
    return { done: false, command, given: givenOf(positionals, values) };
  } catch {
    return undefined;
  }
};

/** Is there a command of this name? */
export const isCommand = (name: string | undefined): name is CommandName =>
  name !== undefined && Object.hasOwn(COMMANDS, name);

const fitsTable = (option: Option | undefined, value: Values[string], first: boolean): boolean => {
  if (option === undefined || (!first && option.multiple === undefined)) return false;
  return (
    option.choices === undefined || (typeof value === 'string' && option.choices.includes(value))
  );
};

/** What commands ask, made from what a parser read. An option that was not given is false, absent or empty. */
export const givenOf = (positionals: readonly string[], values: Values): AnyGiven => ({
  positional: positionals[0],
  positionals,
  flag: (name) => values[name] === true,
  text: (name) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  },
  texts: (name) => [values[name] ?? []].flat().filter((value) => typeof value === 'string'),
});
