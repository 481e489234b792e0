/** `yamo completion`: a script with which a shell completes the command line. */
import { EXIT } from '#lib/spec/exits.ts';
import { completionScript, SHELLS } from '#cli/args/completion.ts';
import type { Given } from '#cli/args/options.ts';
import { print, printError } from '#cli/io/terminal.ts';

export const completion = (given: Given<'completion'>): number => {
  const shell = SHELLS.find((name) => name === given.positional);
  if (shell === undefined) {
    printError(`Name a shell: ${SHELLS.join(', ')}.\nSee: yamo completion --help\n`);
    return EXIT.usage;
  }
  print(completionScript(shell));
  return EXIT.done;
};
