/** What `yamo memory forget` and `yamo mesh forget` do alike: one question, and then every place where the words were kept. */
import { EXIT } from '#lib/spec/exits.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { type Forgetting, forgetPlaces } from '#kernel/owner/forget.ts';
import { forgetInIndex } from '#kernel/owner/mesh.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { patchOf } from '#cli/io/patch.ts';
import { harmless, jsonLine, print, printError, styled, styledError } from '#cli/io/terminal.ts';
import { typedAnswer } from '#cli/session/agreed.ts';

/** What is to be forgotten, and how it was asked for. */
export interface ToForget {
  readonly path: string;
  readonly plan: Forgetting;
  /** What the journal calls it. */
  readonly id: string;
  /** What it is, in words: `MEMORY.md:3`. */
  readonly what: string;
  /** What is said of it in JSON. */
  readonly told: object;
  readonly isJson: boolean;
  /** Without being asked. */
  readonly yes: boolean;
  /** The journal forgets it, too. */
  readonly purge: boolean;
}

/** Returns the exit code. Throws WORKSPACE_…, STATE_…, MESH_…, JOURNAL_… and DATABASE_… refusals. */
export const forgetForGood = async (
  host: Host,
  { path, plan, id, what, told, isJson, yes, purge }: ToForget,
): Promise<number> => {
  if (!isJson) print(harmless(patchOf(plan.texts)));
  const said = yes ? (purge ? 'p' : 'y') : await asked(what, purge);
  if (said === undefined) {
    if (isJson) print(jsonLine({ would: told }));
    printError('Nothing was changed. Without a terminal to ask at: --yes\n');
    return EXIT.refused;
  }
  const { disk, uid, environment } = host;
  const stateRoot = xdgFolder('XDG_STATE_HOME', environment);
  const isPurged = said === 'p';
  const owner = { uid, stateRoot, environment };
  const { entry, left, words } = forgetPlaces(disk, path, owner, { ...plan, id, isPurged });
  await forgetInIndex(path, host, words);
  const { forgetInDatabases } = await import('#daemon/process/forget.ts');
  forgetInDatabases(path, host, words);
  if (isJson)
    print(jsonLine({ forgotten: told, journal: entry.id, purged: isPurged, stillIn: left }));
  else
    print(`${styled('green', '✓')} forgotten: ${harmless(what)}${inJournal(entry.id, isPurged)}\n`);
  for (const one of left) printError(`${styledError('yellow', '!')} ${harmless(one)}\n`);
  return left.length > 0 ? EXIT.machine : EXIT.done;
};

const asked = async (what: string, purge: boolean): Promise<'y' | 'p' | undefined> => {
  const answer = await typedAnswer(
    purge
      ? `Take ${what} out for good? [y/N] `
      : `Take ${what} out? y: the journal keeps it, to be undone; p: the journal forgets it, too. [y/p/N] `,
  );
  if (answer === undefined || !/^(?:y(?:es)?|p)$/iu.test(answer)) return undefined;
  return purge || /^p$/iu.test(answer) ? 'p' : 'y';
};

const inJournal = (id: number, isPurged: boolean): string =>
  isPurged
    ? ', also by the journal.'
    : `. The journal has it until you say otherwise: yamo memory undo ${id}, or: yamo memory undo ${id} --purge`;
