/** `yamo persona`: the agents of a workspace of Nexus. */
import { EXIT } from '#lib/spec/exits.ts';
import { shellWord } from '#lib/spec/shell-word.ts';
import { disk } from '#kernel/fs/disk.ts';
import { beginPersona, listPersonas } from '#kernel/owner/persona.ts';
import type { Given } from '#cli/args/options.ts';
import { harmless, jsonLine, print, printError } from '#cli/io/terminal.ts';

/** Throws PERSONA_…, WORKSPACE_…, LAYOUT_… and STATE_… refusals, WRITE_FAILED. */
export const persona = (given: Given<'persona'>): number => {
  const [action, path, name, ...more] = given.positionals;
  const machine = { disk, uid: process.geteuid?.() ?? 0, environment: process.env };
  const isJson = given.flag('json');
  if (action === 'list' && path !== undefined && name === undefined) {
    const all = listPersonas(path, machine);
    for (const one of all) print(isJson ? jsonLine(one) : `${harmless(one.name)}  ${one.state}\n`);
    if (all.length === 0 && !isJson) print('There is no agent yet: its onboarding waits.\n');
    return EXIT.done;
  }
  if (action === 'new' && path !== undefined && name !== undefined && more.length === 0) {
    const folder = beginPersona(path, name, machine);
    if (isJson) print(jsonLine({ name, folder }));
    else
      print(
        `Made ${folder}/. Its onboarding: yamo boot ${shellWord(path)} --layout nexus --persona ${name}\n`,
      );
    return EXIT.done;
  }
  printError('Say what to do: persona list DIR, or persona new DIR NAME.\n');
  return EXIT.usage;
};
