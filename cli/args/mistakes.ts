/** What is wrong with a command line, in words; yargs has some of its own, which name no way out. */
import { closest } from '#lib/text/closest.ts';
import type { CommandTable } from './options.ts';

/** In place of the words of yargs. */
export const YARGS_WORDS = {
  'Argument: %s, Given: %s, Choices: %s': '--%s cannot be %s; it is one of %s.',
  'Not enough arguments following: %s': '--%s needs a value.',
};

/** `There is no option --dry-rn. Did you mean --dry-run?` */
export const noOption = (name: string, options: CommandTable['options'] | undefined): string => {
  const near = name.length > 1 && options && closest(name, Object.keys(options));
  const dashes = name.length === 1 ? '-' : '--';
  return `There is no option ${dashes}${name}.${near ? ` Did you mean --${near}?` : ''}`;
};

const UNKNOWN = /^Unknown arguments?: (.+)$/u;

/** The mistake that yargs found: of unknown options the first, and what stands where nothing may. */
export const inWords = (
  message: string,
  argv: readonly string[],
  table: CommandTable | undefined,
): string => {
  const [, names] = UNKNOWN.exec(message) ?? [];
  const [name] = names?.split(', ') ?? [];
  if (name === undefined) return message.replace(/^Invalid values:/u, '').replaceAll(/^\s+/gmu, '');
  const option = argv
    .filter((word) => word.startsWith('-'))
    .map((word) => word.replace(/^--?/u, '').replace(/=.*$/u, ''))
    .find(
      (word) => word === name || word === `no-${name}` || (name.length === 1 && word[0] === name),
    );
  return option === undefined
    ? `"${name}" is one word too many.`
    : noOption(name.length === 1 ? name : option, table?.options);
};
