/**
 * A command as an agent asks for it, and as it is started: in a folder of the view, within limits, with
 * the agent's variables (RFC-0009 §4.4).
 */
import { isAbsolute, resolve } from 'node:path';
import { SHELL_COMMAND_MAX_CHARS, SHELL_FILE_MAX_BYTES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { shellWord } from '#lib/spec/shell-word.ts';
import type { ShellSettings } from '#kernel/contract/boot-request.ts';
import type { Command } from '#kernel/process/child.ts';
import { isWithin } from '#kernel/process/places.ts';

/** What `terminal/create` carries that a command is made of. */
export interface CommandRequest {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly cwd?: string | null;
}

/** How a program is started in the view of the session. */
export type Enclose = (
  program: string,
  args: readonly string[],
  more: { readonly environment: Readonly<Record<string, string>> },
) => Command;

export interface CommandContext {
  readonly enclose: Enclose;
  /** Folders of the view in which a command may start; the first one is where it does if it names none. */
  readonly places: readonly [string, ...string[]];
  readonly limits: Pick<ShellSettings, 'seconds' | 'processes'>;
}

/** What a shell can export. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const VARIABLE = 'YAMO_SHELL_';
/** The unit of `ulimit -f`. */
const BLOCK_BYTES = 512;

/**
 * Runs in the view, so that whatever fails is told to the agent as output. The limits are inherited and
 * cannot be lifted again; one that is not set is lower already. Processes are `-u` or `-p`, by the shell;
 * Linux does not hold root to them. The agent's variables come under names of ours and are put in place
 * only here: given to what builds the view, a variable of the linker's would run code outside of it.
 *
 * First it prints a byte, which is none of the command's: a kernel that died before the view was tied to its
 * life does not read any more, and the command is not run.
 */
const SCRIPT = `
exec 2>&1
printf . || exit 125
cd -- "$1" || exit 126
ulimit -c 0
ulimit -t "$2" 2> /dev/null
ulimit -f "$3" 2> /dev/null
ulimit -u "$4" 2> /dev/null || ulimit -p "$4" 2> /dev/null
shift 4
while [ "$1" != . ]; do
  eval "export \\"\\$${VARIABLE}$1\\""
  unset "${VARIABLE}$1"
  shift
done
shift
exec "$@"
`;

/** The command that runs what `request` asks for. Throws SHELL_INVALID. */
export const enclosed = (
  request: CommandRequest,
  { enclose, places, limits }: CommandContext,
): Command => {
  refuseInvalid(request);
  const { env = [] } = request;
  const environment = Object.fromEntries(
    env.map(({ name, value }, index) => [`${VARIABLE}${index}`, `${name}=${value}`]),
  );
  return enclose(
    '/bin/sh',
    [
      '-c',
      SCRIPT,
      'sh',
      folderOf(request, places),
      String(limits.seconds),
      String(SHELL_FILE_MAX_BYTES / BLOCK_BYTES),
      String(limits.processes),
      ...env.map((_, index) => String(index)),
      '.',
      ...wordsOf(request),
    ],
    { environment },
  );
};

/** The command as a person would type it. */
export const commandLine = ({ command, args = [] }: CommandRequest): string =>
  args.length === 0 ? command : [command, ...args].map(shellWord).join(' ');

/** Without arguments, a command is a line for the shell: many agents have only such lines. */
const wordsOf = ({ command, args = [] }: CommandRequest): readonly string[] =>
  args.length === 0 ? ['/bin/sh', '-c', command] : [command, ...args];

/** Throws SHELL_INVALID. */
const refuseInvalid = (request: CommandRequest): void => {
  const reason = faultOf(request);
  if (reason !== undefined)
    throw new Refusal('SHELL_INVALID', { reason, advice: 'Ask for another one.' });
};

const faultOf = ({ command, args = [], env = [] }: CommandRequest): string | undefined => {
  if (command.trim() === '') return 'it is empty';
  const chars = args.reduce((sum, word) => sum + word.length + 1, command.length);
  if (chars > SHELL_COMMAND_MAX_CHARS) return 'it is too long';
  // The shell that starts it would take it for an option.
  if (command.startsWith('-')) return 'it begins with a dash';
  if ([command, ...args].some(holdsNul)) return 'it holds a NUL character';
  if (!env.every(({ name }) => NAME.test(name)))
    return 'the name of a variable is not made of letters, digits and _';
  if (env.some(({ value }) => holdsNul(value)))
    return 'the value of a variable holds a NUL character';
  return undefined;
};

const holdsNul = (text: string): boolean => text.includes('\0');

/** Only by its name: what a link in the view leads to is in the view as well. Throws SHELL_INVALID. */
const folderOf = ({ cwd }: CommandRequest, places: CommandContext['places']): string => {
  const [first] = places;
  if (cwd === undefined || cwd === null) return first;
  const folder = resolve('/', cwd);
  if (isAbsolute(cwd) && !holdsNul(cwd) && places.some((place) => isWithin(place, folder)))
    return folder;
  throw new Refusal('SHELL_INVALID', {
    reason: 'its folder does not lie in the view of this session',
    advice: `Start it in ${first}.`,
  });
};
