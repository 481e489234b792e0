/** `yamo explain`: any refusal, step or requirement, from the tables and from RFC-0009.md itself. */
import { EXIT } from '#lib/spec/exits.ts';
import { REFUSALS } from '#lib/spec/refusals.ts';
import { STARTUP } from '#lib/spec/startup.ts';
import { readSpecification } from '#kernel/effects/package.ts';
import { requirementsIn } from '#lib/spec/requirements.ts';
import type { Given } from '../options.ts';
import { endQuietly, onClosedPipe, print, printError, styled } from '../terminal.ts';

interface Entry {
  readonly code: string;
  readonly kind: 'refusal' | 'step' | 'requirement';
  readonly section: string;
  readonly text: string;
  /** Further facts, by name. */
  readonly facts: Readonly<Record<string, string>>;
}

export const explain = (given: Given): number => {
  onClosedPipe(endQuietly);
  const entries = allEntries();
  const code = given.positional;
  if (code === undefined) return list(entries, given.flag('json'));
  const found = entries.find((entry) => entry.code.toLowerCase() === code.toLowerCase());
  if (found === undefined) return unknown(code, entries);
  print(given.flag('json') ? `${JSON.stringify(found)}\n` : describe(found));
  return EXIT.done;
};

const allEntries = (): readonly Entry[] => [
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

const describe = ({ code, kind, section, text, facts }: Entry): string => {
  const rows = Object.entries(facts).map(([name, value]) => `  ${`${name}:`.padEnd(13)}${value}\n`);
  return `${styled('bold', code)} (${kind}, RFC-0009 ${section})\n  ${text}\n${rows.join('')}`.replace(
    'RFC-0009 RFC-',
    'RFC-',
  );
};

const list = (entries: readonly Entry[], json: boolean): number => {
  if (json) {
    for (const entry of entries) print(`${JSON.stringify(entry)}\n`);
    return EXIT.done;
  }
  for (const kind of ['refusal', 'step', 'requirement'] as const) {
    const codes = entries.filter((entry) => entry.kind === kind).map(({ code }) => code);
    print(
      `${styled('bold', `${kind}s`)}\n  ${codes.join(kind === 'requirement' ? ' ' : '\n  ')}\n`,
    );
  }
  return EXIT.done;
};

const unknown = (code: string, entries: readonly Entry[]): number => {
  const parts = code
    .toUpperCase()
    .split(/[_\W]+/)
    .filter((part) => part.length > 2);
  const near = entries
    .filter((entry) => parts.some((part) => entry.code.toUpperCase().includes(part)))
    .slice(0, 6);
  const hint =
    near.length === 0
      ? 'yamo explain (without a code) lists all.'
      : `Perhaps: ${near.map((entry) => entry.code).join(', ')}`;
  printError(`There is no code ${JSON.stringify(code)}. ${hint}\n`);
  return EXIT.usage;
};
