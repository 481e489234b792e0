/** The pages of docs/reference/, each from the table that the program runs on. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { CASES } from '#conform/suite/cases.ts';
import { LEFT_OUT } from '#conform/suite/left-out.ts';
import { toyFaults } from '#test/support/toy-faults.ts';
import { COMMANDS, type CommandTable, type Option } from '#cli/args/options.ts';
import { described } from '#cli/args/described.ts';
import { EXIT, EXIT_MEANING } from '#lib/spec/exits.ts';
import { REFUSALS } from '#lib/spec/refusals.ts';

import { databases } from './databases.ts';
import { declarationsOf } from './declarations.ts';
import { ENVIRONMENT } from './environment.ts';
import { manualPage } from './man.ts';
import { methodPage } from './methods.ts';
import { limitsWithReasons } from './limits.ts';
import { code, table } from './markdown.ts';
import { fieldTable, type Schema } from './schema.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Every page by the name of its file. */
export const referencePages = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries({
      'commands.md': commands(),
      'exit-codes.md': exitCodes(),
      'refusals.md': refusals(),
      'limits.md': limitPage(),
      'conformance.md': conformance(),
      'settings.md': settings(),
      'environment.md': environment(),
      'databases.md': databases(),
      'methods.md': methodPage(),
      'json.md': json(),
    })
      .map(([name, parts]): [string, string] => [name, `${[MARK, ...parts].join('\n\n')}\n`])
      .concat([['yamo.1', manualPage()]]),
  );

const MARK = '<!-- Written by `npm run reference` from the tables of the program. -->';

function commands(): readonly string[] {
  return [
    '# Commands',
    '`yamo COMMAND --help` prints the same at a terminal.',
    ...Object.entries<CommandTable>(COMMANDS).flatMap(([name, row]) => command(name, row)),
  ];
}

function command(name: string, row: CommandTable): readonly string[] {
  const { describe, positional, options, examples } = row;
  const place = positional && `[${positional.name}${positional.multiple === true ? '…' : ''}]`;
  const optionRows = Object.entries(options).map(([option, of]) => [
    code(synopsisOf(option, of)),
    described(of),
  ]);
  return [
    `## yamo ${name}`,
    `${describe}.`,
    code(['yamo', name, ...(place === undefined ? [] : [place]), '[options]'].join(' ')),
    ...(positional === undefined ? [] : [`${code(positional.name)}: ${positional.describe}.`]),
    ...(optionRows.length === 0 ? [] : [table(['option', 'what it does'], optionRows)]),
    table(
      ['example', 'what it is for'],
      examples.map(([line, about]) => [code(line), about]),
    ),
  ];
}

/** What stands for the value of an option that takes any. */
const VALUES: Readonly<Record<string, string>> = {
  agent: 'AGENT',
  'allow-export': 'NAME',
  as: 'PROVIDER',
  baseline: 'FILE',
  channel: 'CHANNEL',
  client: 'NAME',
  date: 'DAY',
  entry: 'NUMBER',
  file: 'FILE',
  format: 'FORMAT[=FILE]',
  message: 'TEXT',
  model: 'PROVIDER/MODEL',
  participant: 'WHO',
  resume: 'ID',
  settings: 'FILE',
  show: 'ID',
  since: 'REVISION',
  tz: 'ZONE',
};

const synopsisOf = (name: string, { type, choices }: Option): string =>
  type === 'boolean' ? `--${name}` : `--${name} ${choices?.join('|') ?? VALUES[name] ?? 'VALUE'}`;

function exitCodes(): readonly string[] {
  const numbers = new Map<string, number>(Object.entries(EXIT));
  const rows = Object.entries(EXIT_MEANING).map(([name, meaning]) => [
    numbers.get(name) ?? '-',
    code(name),
    meaning,
  ]);
  return ['# Exit codes', 'Those of every command.', table(['code', 'name', 'meaning'], rows)];
}

function refusals(): readonly string[] {
  const rows = Object.entries(REFUSALS);
  const sections = [...new Set(rows.map(([, { section }]) => section))].toSorted(bySection);
  return [
    '# Refusals',
    `What yamo refuses, and what to do then: ${rows.length} codes, by the rule that asks for them. Words in braces are facts of the case. \`yamo explain CODE\` prints the same.`,
    ...sections.flatMap(refusalsOf),
  ];
}

const sortKey = (section: string): string => `${section.startsWith('RFC-') ? 1 : 0}${section}`;

/** Those of RFC-0009 first, by their numbers. */
const bySection = (one: string, other: string): number =>
  sortKey(one).localeCompare(sortKey(other), 'en', { numeric: true });

function refusalsOf(section: string): readonly string[] {
  const head = `## ${section.startsWith('RFC-') ? section : `RFC-0009 ${section}`}`;
  const rows = Object.entries(REFUSALS).filter(([, row]) => row.section === section);
  return [head].concat(
    rows.flatMap(([name, { what, remedy, exit }]) => [
      `### ${name}`,
      literal(what),
      `**Do:** ${literal(remedy)}`,
      `Exit code ${exit}.`,
    ]),
  );
}

/** A template of a message as text: nothing in it but its own code marks is Markdown. */
const literal = (text: string): string =>
  text.replaceAll(/[*_<[\]](?![^`]*`(?:[^`]*`[^`]*`)*[^`]*$)/gu, '\\$&');

function limitPage(): readonly string[] {
  const rows = limitsWithReasons().map(({ name, value, reason }) => [
    code(name),
    measured(name, value),
    reason,
  ]);
  return [
    '# Limits',
    'Every number that yamo enforces. None of them is a setting.',
    table(['limit', 'value', 'reason'], rows),
  ];
}

/** Every case of the conformance suite, and every requirement that none shows. */
function conformance(): readonly string[] {
  const cases = CASES.map(({ id, title, session, requirements }) => [
    code(id),
    title,
    session,
    requirements.join(' '),
  ]);
  const leftOut = LEFT_OUT.map(({ requirements, why }) => [why, requirements.join(' ')]);
  return [
    '# Conformance cases',
    'What [`yamo conform`](../conform.md) tests of a kernel, and the [requirements](../../RFC-0009.md#requirements) that each case shows. `yamo conform --explain B-12` says what a case sets up, does and observes, and what RFC-0009 leaves open.',
    table(['case', 'what must hold', 'session', 'requirements'], cases),
    '## Requirements without a case',
    table(['why', 'requirements'], leftOut),
    '## Faults and the cases that find them',
    'One right kernel, [toy.mjs](../../conform/kernels/toy.mjs), and changes of at most five lines ([toy-faults.json](../../conform/kernels/toy-faults.json)), each held against all cases when it was entered: these failed, and no other. Since then each is held against its own chapter and ten cases drawn by its name (`npm run test:conform`); `npm run faults` holds each against all cases again.',
    table(
      ['what is wrong', 'cases that fail'],
      toyFaults().map(({ fault, fails }) => [fault, fails]),
    ),
  ];
}

/** The units of the names, each so many times the one before it. */
const UNITS: readonly (readonly [RegExp, readonly (readonly [number, string])[]])[] = [
  [
    /_BYTES$/u,
    [
      [1024 ** 3, 'GiB'],
      [1024 ** 2, 'MiB'],
      [1024, 'KiB'],
      [1, 'B'],
    ],
  ],
  [
    /_MS$/u,
    [
      [3_600_000, 'h'],
      [60_000, 'min'],
      [1000, 's'],
      [1, 'ms'],
    ],
  ],
];

/** A value in the largest unit that leaves a whole number. */
function measured(name: string, value: number): string {
  const [, steps] = UNITS.find(([ending]) => ending.test(name)) ?? [];
  const [size = 1, unit] = steps?.find(([one]) => value >= one && value % one === 0) ?? [];
  return unit === undefined ? value.toLocaleString('en') : `${value / size} ${unit}`;
}

const schemaOf = (name: string): Schema =>
  JSON.parse(readFileSync(join(ROOT, 'schemas', name), 'utf8'));

function settings(): readonly string[] {
  return [
    '# Settings',
    'Settings are the owner’s and lie outside the workspace, where an agent could write: `~/.config/yamo/settings.json`, or `--settings FILE`. Every field may be left out, and comments may stand. What is misspelled or does not fit is refused (exit code 3). `yamo config get`, `set`, `edit` and `check` are for all of it. An editor completes and checks a file that names [the schema](../../schemas/settings.schema.json) by its `$id`, as the example does.',
    fieldTable(schemaOf('settings.schema.json')),
    'For example:',
    `\`\`\`json\n${EXAMPLE_SETTINGS}\n\`\`\``,
  ];
}

const EXAMPLE_SETTINGS = `{
  "$schema": "https://raw.githubusercontent.com/soverane/yamo/main/schemas/settings.schema.json",
  "primaryHuman": ["ada@example.org", "telegram:ada"],
  "directChannels": ["telegram:ada-and-atlas"],
  "workFolders": ["projects"],
  "claim": "v3.0",
  "model": "anthropic/claude-sonnet-5-5",
  "budgets": { "dayUsd": 10 },
  "clients": { "zed": { "session": "main" } }
}`;

function environment(): readonly string[] {
  const rows = Object.entries(ENVIRONMENT).map(([name, meaning]) => [code(name), meaning]);
  return [
    '# Environment variables',
    'What yamo reads for itself. Variables that hold keys are on the page on [credentials](../credentials.md), those that a third-party agent gets on the page on [agents](../agents.md). The scribe and the model agent get nothing of your environment.',
    table(['variable', 'meaning'], rows),
  ];
}

const EVENTS = 'kernel/contract/events.ts';

function json(): readonly string[] {
  const types = [
    ...declarationsOf(EVENTS, ['KernelEvent', 'StepReport', 'StepStatus', 'Notice']),
    ...declarationsOf('kernel/gate/journal.ts', ['JournalEntry', 'GateEntry', 'CommandEntry']),
    ...declarationsOf(EVENTS, ['ToolEvent', 'UsageEvent', 'ResumedEvent', 'OfferedCommand']),
    ...declarationsOf('lib/protocol/protocol.ts', ['Tokens']),
  ];
  return [
    '# JSON',
    '`yamo boot --json` prints one event a line while it happens; other commands with `--json` print what they show, one object a line. Fields may be added; ignore those that you do not know.',
    '## Events of a boot and a session',
    'As TypeScript declares them:',
    `\`\`\`ts\n${types.join('\n\n')}\n\`\`\``,
    '## An entry of the record',
    '`yamo log --json`, and a line of `record.jsonl`. [Schema](../../schemas/boot-record.schema.json).',
    fieldTable(schemaOf('boot-record.schema.json')),
    '## The report of an audit',
    '`yamo audit --json`. [Schema](../../schemas/audit-report.schema.json).',
    fieldTable(schemaOf('audit-report.schema.json')),
    '## A conformance report',
    '`yamo conform --json`. [Schema](../../schemas/conform-report.schema.json). What a document of a kernel may say is in [its schema](../../schemas/conform-kernel.schema.json).',
    fieldTable(schemaOf('conform-report.schema.json')),
    '## The status of workspaces',
    '`yamo status --json`. [Schema](../../schemas/status.schema.json).',
    fieldTable(schemaOf('status.schema.json')),
    '## A prompt',
    '`yamo prompt --json`. [Schema](../../schemas/prompt.schema.json).',
    fieldTable(schemaOf('prompt.schema.json')),
    '## Facts for a prompt',
    '`yamo prompt --facts FILE`. [Schema](../../schemas/prompt-facts.schema.json). What a layout may say is in [its schema](../../schemas/layout.schema.json).',
    fieldTable(schemaOf('prompt-facts.schema.json')),
    '## A baseline',
    '[Schema](../../schemas/audit-baseline.schema.json).',
    fieldTable(schemaOf('audit-baseline.schema.json')),
  ];
}
