/** What can be said with a slash: the list for `/help`, and completion. */
import type { OfferedCommand } from '#kernel/contract/events.ts';
import { TERMINAL_COMMANDS } from '#kernel/session/commands.ts';
import { harmless } from '#cli/io/terminal.ts';

/** Names of what the terminal answers itself. */
export const ownCommands: readonly string[] = TERMINAL_COMMANDS.map(({ name }) => name);

const KEYS = [
  '`\\` at the end of a line, or Alt-Enter: a new line',
  'Tab: completes a command; up and down: what was said before',
  'Ctrl-C: stops a turn, and again: ends the session; Ctrl-D: ends it',
];

/** All of them, each name once. */
const together = (offered: readonly OfferedCommand[]): readonly OfferedCommand[] => {
  const byName = new Map(
    [...offered, ...TERMINAL_COMMANDS].map((command) => [command.name, command]),
  );
  return [...byName.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
};

/** Does somebody ask for the list? */
export const asksForHelp = (line: string): boolean => /^\s*\/help\s*$/i.test(line);

/** The list, in Markdown. */
export const commandsText = (offered: readonly OfferedCommand[]): string =>
  harmless(
    together(offered)
      .map(
        ({ name, description, hint }) =>
          `- \`/${name}${hint === undefined ? '' : ` ${hint}`}\` ${description}`,
      )
      .join('\n'),
  );

/** The answer to `/help` at a terminal, in Markdown. */
export const helpText = (offered: readonly OfferedCommand[]): string => {
  const keys = KEYS.map((key) => `- ${key}`);
  return ['**Commands**', commandsText(offered), '', '**Keys**', ...keys, ''].join('\n');
};

/** What the Tab key makes of a half-typed command. */
export interface Completion {
  /** What the text becomes: as much as all that fit have in common. */
  readonly text: string;
  /** Those that fit, where there are several. */
  readonly candidates: readonly string[];
}

/** Completes the name of a command; `undefined` where there is none to complete. */
export const complete = (
  text: string,
  offered: readonly OfferedCommand[],
): Completion | undefined => {
  const [, begun] = /^\/(\S*)$/.exec(text) ?? [];
  if (begun === undefined) return undefined;
  const fitting = together(offered)
    .map(({ name }) => harmless(name))
    .filter((name) => name.startsWith(begun));
  const [first, ...others] = fitting;
  if (first === undefined) return undefined;
  if (others.length === 0) return { text: `/${first} `, candidates: [] };
  let length = first.length;
  while (!others.every((name) => name.startsWith(first.slice(0, length)))) length -= 1;
  return { text: `/${first.slice(0, length)}`, candidates: fitting.map((name) => `/${name}`) };
};
