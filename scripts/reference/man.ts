/** The manual page, from the table of commands: `man yamo`. */
import { COMMANDS, type CommandTable, type Option } from '#cli/args/options.ts';
import { described } from '#cli/args/described.ts';
import { EXIT, EXIT_MEANING } from '#lib/spec/exits.ts';

import manifest from '../../package.json' with { type: 'json' };

/** In roff, with the macros that every man(1) knows. */
export const manualPage = (): string => {
  const commands = Object.entries<CommandTable>(COMMANDS);
  const meanings = new Map(Object.entries(EXIT_MEANING));
  return [
    '.\\" Written by `npm run reference` from the tables of the program.',
    `.TH YAMO 1 "" "yamo ${manifest.version}" "User Commands"`,
    '.SH NAME',
    'yamo \\- boots folders of Markdown as agents, under rules that hold, and grades them',
    '.SH SYNOPSIS',
    '.B yamo',
    '.I command',
    '[\\fIoptions\\fR]',
    '.SH COMMANDS',
    ...commands.flatMap(([name, table]) => command(name, table)),
    '.SH EXIT STATUS',
    ...Object.entries(EXIT).flatMap(([name, code]) => [
      '.TP',
      String(code),
      escaped(meanings.get(name) ?? name),
    ]),
    '.SH FILES',
    '.TP',
    '.I $XDG_CONFIG_HOME/yamo/settings.json',
    'The settings of the owner; \\fByamo config\\fR changes and checks them.',
    '.TP',
    '.I $XDG_STATE_HOME/yamo',
    'What the kernel remembers of each workspace.',
    '',
  ].join('\n');
};

const command = (name: string, { describe, positional, options, examples }: CommandTable) => [
  `.SS yamo ${name}${positional === undefined ? '' : ` [\\fI${escaped(positional.name)}\\fR]`}`,
  `${escaped(describe)}.`,
  ...Object.entries(options).flatMap(([option, of]) => [
    '.TP',
    `\\fB\\-\\-${escaped(option)}\\fR${valueOf(of)}`,
    escaped(described(of)),
  ]),
  ...examples.flatMap(([line, about]) => ['.TP', `\\fB${escaped(line)}\\fR`, escaped(about)]),
];

const valueOf = ({ type, choices }: Option): string =>
  type === 'boolean' ? '' : ` \\fI${escaped(choices?.join('|') ?? 'value')}\\fR`;

/** A dot or a quote at the start of a line would be a request. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(?=[.'])/gm, '\\&');
