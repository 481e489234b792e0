/**
 * Reading the command line. A well-formed one is read by Node's own parser, which costs nothing;
 * whatever that does not take is handed to yargs, which explains mistakes and draws help, and
 * costs more than all the rest of a boot.
 */
import { EXIT } from '#lib/spec/exits.ts';
import { type CommandLine, parsePlain } from './arguments.ts';
import { print } from '#cli/io/terminal.ts';
import { VERSION_JSON, VERSION_LINE } from './version.ts';

export const parseCommandLine = async (argv: readonly string[]): Promise<CommandLine> => {
  const plain = parsePlain(argv);
  if (plain !== undefined) return plain;
  const [first, second] = argv.length <= 2 ? argv : [];
  if ((first === '--version' || first === '-v') && (second === undefined || second === '--json')) {
    print(`${second === undefined ? VERSION_LINE : VERSION_JSON}\n`);
    return { done: true, exit: EXIT.done };
  }
  const { explainCommandLine } = await import('./help.ts');
  return explainCommandLine(argv);
};
