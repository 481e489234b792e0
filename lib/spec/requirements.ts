/** The sections and the numbered requirements of RFC-0009.md: the document is their one source. */

export interface Requirement {
  readonly id: string;
  readonly section: string;
  readonly level: string;
  readonly tier: string;
  readonly text: string;
  readonly 'enforced by': string;
  readonly test: string;
}

/** A section of the RFC, and what it is called. */
export interface NumberedSection {
  /** `§6.3`, or `RFC-0006 §2.1`. */
  readonly code: string;
  readonly title: string;
  /** Of its heading, as GitHub and our site make it. */
  readonly anchor: string;
}

/** Where something of the specification is to be found: paths in the repository. */
export interface Whereabouts {
  readonly specified: readonly string[];
  readonly enforced: readonly string[];
  readonly tested: readonly string[];
  readonly audited: readonly string[];
  readonly documented: readonly string[];
  /** Parts of the project that are missing for it. */
  readonly notBuilt?: readonly string[];
}

const ROW = /^\|\s*([YK]\d+)\s*\|/;
const HEADING = /^#{2,4} ((?:RFC-0006 )?§[\d.]+) (.+)$/gm;

/** Every requirement row of the document, in its order. */
export const requirementsIn = (specification: string): readonly Requirement[] =>
  specification
    .split('\n')
    .filter((line) => ROW.test(line))
    .map((line) => {
      const [, id = '', section = '', level = '', tier = '', text = '', by = '', test = ''] = line
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|').replaceAll('`', ''));
      return { id, section, level, tier, text, 'enforced by': by, test };
    });

/** Every section with a number, in its order. */
export const sectionsIn = (specification: string): readonly NumberedSection[] =>
  [...specification.matchAll(HEADING)].map(([, code = '', title = '']) => ({
    code,
    title,
    anchor: anchorOf(`${code} ${title}`),
  }));

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Does the text cite the section by its number? A § without `0006` in front of it is one of RFC-0009. */
export const cites = (text: string, section: string): boolean => {
  const number = section.replace('RFC-0006 ', '').replaceAll('.', '\\.');
  const before = section.startsWith('RFC-0006') ? '0006 ' : '(?<!0006 )';
  return new RegExp(`${before}${number}(?!\\.?\\d)`).test(text);
};

/** Is a requirement one of this section, or of a part of it? */
export const isOfSection = (section: string, of: string): boolean =>
  section === of || section.startsWith(`${of}.`);

/** Where the examples of the rules are tests. */
const TEST_OF_RULES = 'test/audit/examples.test.ts';

const distinct = (all: readonly string[]): readonly string[] => [...new Set(all)];
const behind = (cells: readonly string[], mark: string): readonly string[] =>
  distinct(cells.filter((one) => one.startsWith(mark)).map((one) => one.slice(mark.length)));

/** Where these requirements of a section are found; `pages` are those of the documentation, by their paths. */
export const whereaboutsOf = (
  { code, anchor }: NumberedSection,
  rows: readonly Requirement[],
  pages: ReadonlyMap<string, string>,
): Whereabouts => {
  const tests = rows.flatMap(({ test }) => test.split(', '));
  const rules = behind(tests, 'rule ').map((id) => id.replace('/', '-'));
  const enforcers = rows.flatMap((row) => row['enforced by'].split(', '));
  const codes = distinct([code, ...rows.map(({ section }) => section)]);
  const citing = [...pages].filter(([, text]) => codes.some((one) => cites(text, one)));
  const notBuilt = behind(tests, 'not built yet: ');
  return {
    specified: [`RFC-0009.md#${anchor}`],
    enforced: distinct(enforcers.filter((one) => one.endsWith('.ts'))),
    tested: distinct([
      ...tests.filter((one) => one.endsWith('.ts')),
      ...(rules.length > 0 ? [TEST_OF_RULES] : []),
    ]),
    audited: rules.map((rule) => `audit/rules/${rule}.ts`),
    documented: [...citing.map(([path]) => path), ...rules.map((rule) => `docs/rules/${rule}.md`)],
    ...(notBuilt.length > 0 && { notBuilt }),
  };
};
