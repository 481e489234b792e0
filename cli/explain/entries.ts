/** Everything that `yamo explain` knows: from the tables, and from RFC-0009.md itself. */
import { RULES } from '#audit/engine/rules.ts';
import type { Rule } from '#audit/rule/rule.ts';
import { readPages, readSpecification } from '#kernel/process/package.ts';
import { FILES } from '#lib/spec/files.ts';
import { REFUSALS } from '#lib/spec/refusals.ts';
import {
  isOfSection,
  requirementsIn,
  type NumberedSection,
  sectionsIn,
  type Whereabouts,
  whereaboutsOf,
} from '#lib/spec/requirements.ts';
import { STARTUP } from '#lib/spec/startup.ts';

/** In the order in which they are listed. */
export const ENTRY_KINDS = ['rule', 'refusal', 'step', 'requirement', 'section'] as const;

/** Something that `yamo explain` knows: a refusal, a rule, a requirement or a section. */
export interface ExplainEntry {
  readonly code: string;
  readonly kind: (typeof ENTRY_KINDS)[number];
  readonly section: string;
  readonly text: string;
  /** Further facts, by name. */
  readonly facts: Readonly<Record<string, string>>;
  /** Of a requirement and of a section: where it is specified, enforced, tested, audited, documented. */
  readonly where?: Whereabouts;
  /** Of a rule: what it finds, and what it does not. */
  readonly examples?: ReturnType<Rule['examples']>;
}

/** What a code is looked up by: `6.3`, `RFC-0009 §6.3` and `§6.3` are one. */
export const lookupKey = (code: string): string =>
  code
    .trim()
    .toLowerCase()
    .replace(/^(?:rfc-?)?0009\s+/, '')
    .replace(/^(?:rfc-?)?0006\s+/, 'rfc-0006 ')
    .replace(/^(rfc-0006 )?§?\s*(\d+(?:\.\d+)*)$/, '$1§$2');

/** The section of a file of a workspace, by its name with or without its ending; `undefined` for other words. */
export const sectionOfFile = (word: string): string | undefined => {
  const wanted = word.trim().toLowerCase();
  return FILES.find(({ name }) =>
    [name, name.replace(/\.\w+$/u, '')].some((one) => one.toLowerCase() === wanted),
  )?.section;
};

/** Every entry, kind by kind. */
export const allEntries = (): readonly ExplainEntry[] => [
  ...RULES.map(ruleEntry),
  ...Object.entries(REFUSALS).map(([code, { section, what, remedy, exit }]): ExplainEntry => ({
    code,
    kind: 'refusal',
    section,
    text: what,
    facts: { remedy, 'exit code': String(exit) },
  })),
  ...STARTUP.map((row): ExplainEntry => {
    const facts = {
      priority: String(row.priority),
      ...('file' in row && { file: row.file }),
      ...('condition' in row && { condition: row.condition }),
    };
    return { code: row.step, kind: 'step', section: row.section, text: row.what, facts };
  }),
  ...specifiedEntries(),
];

/** The requirements and the sections. */
const specifiedEntries = (): readonly ExplainEntry[] => {
  const specification = readSpecification();
  const pages = readPages();
  const rows = requirementsIn(specification);
  const sections = sectionsIn(specification);
  const sectionOf = (code: string): NumberedSection =>
    sections.find((section) => section.code === code) ?? {
      code,
      title: '',
      anchor: 'requirements',
    };
  return [
    ...rows.map((requirement): ExplainEntry => {
      const { id, section, text, ...facts } = requirement;
      const where = whereaboutsOf(sectionOf(section), [requirement], pages);
      return { code: id, kind: 'requirement', section, text, facts, where };
    }),
    ...sections.map((section): ExplainEntry => {
      const within = rows.filter((row) => isOfSection(row.section, section.code));
      const ids = within.map(({ id }) => id).join(', ');
      return {
        code: section.code,
        kind: 'section',
        section: section.code,
        text: section.title,
        facts: { requirements: ids === '' ? '-' : ids },
        where: whereaboutsOf(section, within, pages),
      };
    }),
  ];
};

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

const ruleEntry = (rule: Rule): ExplainEntry => {
  const asked = [
    ...(rule.heuristic === true && rule.tier !== 'none'
      ? ['costs it with --strict only, since it reads prose']
      : []),
    ...(rule.pedantic === true ? ['looked at with --pedantic only'] : []),
    ...(rule.afterFirstBoot === true ? ['looked at after the first boot'] : []),
    ...(rule.needs === 'history' ? ['looked at with --history only'] : []),
    ...(rule.needs === 'records' ? ['looked at where the kernel has boot records'] : []),
    ...(rule.needs === 'here'
      ? ['looked at with --here, and with --pedantic where the kernel has booted the workspace']
      : []),
    ...(rule.needs === 'logs' ? ['looked at where the kernel has written logs'] : []),
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
