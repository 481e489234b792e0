/** `yamo explain`: any rule, refusal, step or requirement, from the tables and from RFC-0009.md itself. */
import { exampleSentences } from '#audit/rule/example-sentences.ts';
import type { Example, Rule } from '#audit/rule/rule.ts';
import { RULES } from '#audit/engine/rules.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { REFUSALS } from '#lib/spec/refusals.ts';
import { STARTUP } from '#lib/spec/startup.ts';
import { readSpecification } from '#kernel/process/package.ts';
import { requirementsIn } from '#lib/spec/requirements.ts';
import type { Given } from '#cli/args/options.ts';
import {
  endLoudly,
  endQuietly,
  harmless,
  onClosedPipe,
  print,
  printError,
  styled,
} from '#cli/io/terminal.ts';

interface Entry {
  readonly code: string;
  readonly kind: 'rule' | 'refusal' | 'step' | 'requirement';
  readonly section: string;
  readonly text: string;
  /** Further facts, by name. */
  readonly facts: Readonly<Record<string, string>>;
  /** Of a rule: what it finds, and what it does not. */
  readonly examples?: ReturnType<Rule['examples']>;
}

export const explain = (given: Given): number => {
  onClosedPipe(endQuietly, endLoudly);
  const entries = allEntries();
  const code = given.positional;
  if (code === undefined) return list(entries, given.flag('json'));
  const found = entries.find((entry) => entry.code.toLowerCase() === code.toLowerCase());
  if (found === undefined) return unknown(code, entries);
  print(given.flag('json') ? `${JSON.stringify(found)}\n` : describe(found));
  return EXIT.done;
};

const allEntries = (): readonly Entry[] => [
  ...RULES.map(ruleEntry),
  ...Object.entries(REFUSALS).map(([code, { section, what, remedy, exit }]): Entry => ({
    code,
    kind: 'refusal',
    section,
    text: what,
    facts: { remedy, 'exit code': String(exit) },
  })),
  ...STARTUP.map((row): Entry => {
    const facts = {
      priority: String(row.priority),
      ...('file' in row && { file: row.file }),
      ...('condition' in row && { condition: row.condition }),
    };
    return { code: row.step, kind: 'step', section: row.section, text: row.what, facts };
  }),
  ...requirementsIn(readSpecification()).map(({ id, section, text, ...facts }): Entry => ({
    code: id,
    kind: 'requirement',
    section,
    text,
    facts,
  })),
];

const COSTS: Readonly<Record<Rule['tier'], string>> = {
  lite: 'RFC-0009 Lite',
  'v3.0': 'RFC-0009 v3.0',
  none: 'nothing',
};

const FIXES: Readonly<Record<Rule['fix'], string>> = {
  safe: 'yamo audit --fix',
  asks: 'yamo audit --fix-unsafe (asks first)',
  none: 'by hand',
};

const ruleEntry = (rule: Rule): Entry => {
  const asked = [
    ...(rule.heuristic === true && rule.tier !== 'none'
      ? ['costs it with --strict only, since it reads prose']
      : []),
    ...(rule.pedantic === true ? ['looked at with --pedantic only'] : []),
    ...(rule.needs === 'history' ? ['looked at with --history only'] : []),
    ...(rule.needs === 'records' ? ['looked at where the kernel has boot records'] : []),
  ];
  return {
    code: rule.id,
    kind: 'rule',
    section: rule.section,
    text: `${rule.title}.`,
    facts: {
      level: rule.level,
      costs: COSTS[rule.tier],
      ...(asked.length > 0 && { note: asked.join('; ') }),
      why: rule.why,
      remedy: rule.remedy,
      fix: FIXES[rule.fix],
      requirements: rule.requirements.join(', ') || '-',
      since: rule.since,
    },
    examples: rule.examples(),
  };
};

const describe = ({ code, kind, section, text, facts, examples }: Entry): string => {
  const rows = Object.entries(facts).map(([name, value]) => `  ${`${name}:`.padEnd(14)}${value}\n`);
  const head = `${styled('bold', code)} (${kind}, RFC-0009 ${section})`.replace(
    'RFC-0009 RFC-',
    'RFC-',
  );
  const shown = [
    ...(examples?.bad.slice(0, EXAMPLES_MAX).map((one) => example('red', 'finds', one)) ?? []),
    ...(examples?.good.slice(0, EXAMPLES_MAX).map((one) => example('green', 'passes', one)) ?? []),
  ];
  return `${head}\n  ${text}\n${rows.join('')}${shown.join('')}`;
};

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

const list = (entries: readonly Entry[], json: boolean): number => {
  if (json) {
    for (const entry of entries) print(`${JSON.stringify(entry)}\n`);
    return EXIT.done;
  }
  for (const kind of ['rule', 'refusal', 'step', 'requirement'] as const) {
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

const unknown = (code: string, entries: readonly Entry[]): number => {
  const parts = code
    .toUpperCase()
    .split(/[_\W]+/)
    .filter((part) => part.length > 2);
  const near = entries
    .filter((entry) => parts.some((part) => entry.code.toUpperCase().includes(part)))
    .toSorted((a, b) => commonStart(b.code, code) - commonStart(a.code, code))
    .slice(0, 6);
  const hint =
    near.length === 0
      ? 'yamo explain (without a code) lists all.'
      : `Perhaps: ${near.map((entry) => entry.code).join(', ')}`;
  printError(`There is no code ${JSON.stringify(code)}. ${hint}\n`);
  return EXIT.usage;
};
