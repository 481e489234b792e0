/** `yamo explain`: any rule, refusal, step, requirement or section of RFC-0009.md, and where it is found. */
import { exampleSentences } from '#audit/rule/example-sentences.ts';
import type { Example } from '#audit/rule/rule.ts';
import { EXIT } from '#lib/spec/exits.ts';
import type { Whereabouts } from '#lib/spec/requirements.ts';
import type { Given } from '#cli/args/options.ts';
import {
  allEntries,
  type ExplainEntry,
  ENTRY_KINDS,
  lookupKey,
  sectionOfFile,
} from '#cli/explain/entries.ts';
import { harmless, print, printError, styled } from '#cli/io/terminal.ts';

export const explain = (given: Given<'explain'>): number => {
  const entries = allEntries();
  const code = given.positional;
  if (code === undefined) return list(entries, given.flag('json'));
  const key = lookupKey(sectionOfFile(code) ?? code);
  const found = entries.find((entry) => lookupKey(entry.code) === key);
  if (found === undefined) return unknown(code, entries);
  print(given.flag('json') ? `${JSON.stringify(found)}\n` : describe(found));
  return EXIT.done;
};

/** In words they stand as paths, further below. */
const IN_JSON_ONLY = new Set(['enforced by', 'test']);

const describe = ({ code, kind, section, text, facts, where, examples }: ExplainEntry): string => {
  const rows = Object.entries(facts)
    .filter(([name]) => !IN_JSON_ONLY.has(name))
    .map(([name, value]) => row(name, value));
  const from = section.startsWith('RFC-') ? section : `RFC-0009 ${section}`;
  const head = `${styled('bold', code)} (${kind}, ${kind === 'section' ? from.slice(0, 8) : from})`;
  const shown = [
    ...(examples?.bad.slice(0, EXAMPLES_MAX).map((one) => example('red', 'finds', one)) ?? []),
    ...(examples?.good.slice(0, EXAMPLES_MAX).map((one) => example('green', 'passes', one)) ?? []),
  ];
  const paths = where === undefined ? [] : whereRows(where);
  return `${head}\n  ${text}\n${[...rows, ...paths, ...shown].join('')}`;
};

const row = (name: string, value: string): string => `  ${`${name}:`.padEnd(14)}${value}\n`;

/** A path a line, behind what it is for. */
const whereRows = ({ notBuilt = [], ...places }: Whereabouts): readonly string[] => [
  ...Object.entries(places).map(([what, paths]) => {
    const [first = '-', ...others] = paths;
    return row(what, [first, ...others.map((path) => `${' '.repeat(16)}${path}`)].join('\n'));
  }),
  ...(notBuilt.length > 0 ? [row('not built', notBuilt.join(', '))] : []),
];

/** docs/rules/ has all of them. */
const EXAMPLES_MAX = 2;
const EXAMPLE_MAX_LINES = 12;
const EXAMPLE_MAX_COLUMNS = 200;

const example = (style: 'red' | 'green', verdict: string, shown: Example): string => {
  const parts = Object.entries(shown.files).map(([name, text]) => {
    if (text === null) return `    ${name}: not there\n`;
    const lines = harmless(text).replace(/\n$/u, '').split('\n');
    const cut = lines.length > EXAMPLE_MAX_LINES ? ['…'] : [];
    const body = [...lines.slice(0, EXAMPLE_MAX_LINES).map(shortened), ...cut];
    return `    ${name}\n${body.map((line) => `      ${line}\n`).join('')}`;
  });
  const others = exampleSentences(shown).map((sentence) => `    ${harmless(sentence)}\n`);
  return `\n  ${styled(style, verdict)}: ${shown.shows}\n${[...parts, ...others].join('')}`;
};

const shortened = (line: string): string =>
  line.length > EXAMPLE_MAX_COLUMNS ? `${line.slice(0, EXAMPLE_MAX_COLUMNS)}…` : line;

const list = (entries: readonly ExplainEntry[], json: boolean): number => {
  if (json) {
    for (const entry of entries) print(`${JSON.stringify(entry)}\n`);
    return EXIT.done;
  }
  for (const kind of ENTRY_KINDS) {
    const codes = entries.filter((entry) => entry.kind === kind).map(({ code }) => code);
    print(
      `${styled('bold', `${kind}s`)}\n  ${codes.join(kind === 'requirement' ? ' ' : '\n  ')}\n`,
    );
  }
  return EXIT.done;
};

/** How many characters two codes begin alike with. */
const commonStart = (one: string, other: string): number => {
  const [a, b] = [one.toUpperCase(), other.toUpperCase()];
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
};

/** A requirement or a section, by its look. */
const NUMBERED = /^(?:[yk]|(?:rfc-0006 )?§)\d/;

const unknown = (code: string, entries: readonly ExplainEntry[]): number => {
  const parts = code
    .toUpperCase()
    .split(/[_\W]+/)
    .filter((part) => part.length > 2);
  const key = lookupKey(code);
  const likeness = (entry: ExplainEntry): number => commonStart(lookupKey(entry.code), key);
  const near = entries
    .filter(
      (entry) =>
        parts.some((part) => entry.code.toUpperCase().includes(part)) ||
        (NUMBERED.test(key) && likeness(entry) > 1),
    )
    .toSorted((a, b) => likeness(b) - likeness(a))
    .slice(0, 6);
  const hint =
    near.length === 0
      ? 'yamo explain (without a code) lists all.'
      : `Perhaps: ${near.map((entry) => entry.code).join(', ')}`;
  printError(`There is no code ${JSON.stringify(code)}. ${hint}\n`);
  return EXIT.usage;
};
