/**
 * The start of `yamo hook`: hosts ask before and after every call of a tool, and wait. It loads what an answer needs and
 * nothing of the rest of the program, which is handed all else that the command line may ask for.
 */
import { parsePlain } from '#cli/args/arguments.ts';
import { answer } from './commands/hook-answer.ts';

/** From arguments to an exit code. */
export const start = async (argv: readonly string[]): Promise<number> => {
  const line = parsePlain(argv);
  if (line?.done === false && line.given.positional === undefined) return answer(line.given);
  const { start: startAny } = await import('./start.ts');
  return startAny(argv);
};
