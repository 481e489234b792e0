/**
 * Reading the command line. A well-formed one is read by Node's own parser, which costs nothing;
 * whatever that does not take is handed to yargs, which explains mistakes and draws help, and
 * costs more than all the rest of a boot.
 */
import { EXIT } from '#lib/spec/exits.ts';
import { type CommandLine, parsePlain } from './arguments.ts';
import { print } from './terminal.ts';
import { VERSION_LINE } from './version.ts';

export const parseCommandLine = async (argv: readonly string[]): Promise<CommandLine> => {
  const plain = parsePlain(argv);
  if (plain !== undefined) return plain;
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-v')) {
    print(`${VERSION_LINE}\n`);
    return { done: true, exit: EXIT.done };
  }
  const { explainCommandLine } = await import('./help.ts');
  return explainCommandLine(argv);
};
