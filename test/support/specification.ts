/**
 * Holds RFC-0009.md against the code: its tables against `lib/spec` in both directions, and its
 * requirements against the tests that they name.
 */
import { RULES } from '#audit/engine/rules.ts';
import { ACCESS, ATTENDED_WRITES, SHARED_CONDUCT } from '#lib/spec/access.ts';
import { AGENTS_SECTIONS, FILES } from '#lib/spec/files.ts';
import { cites } from '#lib/spec/requirements.ts';
import { STARTUP, type StartupStep } from '#lib/spec/startup.ts';

import { plain, regionOf, rowsAfter, tablesOf } from './markdown-tables.ts';
import { carriesId } from './test-titles.ts';

/** What was looked at and what is wrong with it; a caller holds the counts against floors. */
export interface Verdict {
  readonly complaints: readonly string[];
  /** Rows of `lib/spec` that were looked for in the document. */
  readonly rowsCompared: number;
  /** How many requirements name tests, wait for a part (`not built yet: …`), or only inform (`-`). */
  readonly requirements: ReadonlyMap<string, number>;
}

/** Gives the source of a file by its path in the repository; `undefined` where there is none. */
export type SourceOf = (path: string) => string | undefined;

type Rows = readonly (readonly (string | number)[])[];

const upTo = (letter: string, last: number): string[] =>
  Array.from({ length: last }, (_, index) => `${letter}${index + 1}`);

/** Every requirement that the document must hold, once. */
export const REQUIREMENT_IDS: readonly string[] = [...upTo('Y', 116), ...upTo('K', 21)];

const REQUIREMENT_HEADER = 'id,section,level,tier,requirement,enforced by,test';

const LEVELS = new Set(['must', 'should', 'may']);
const TIERS = new Set(['lite', 'v3.0', '-']);

/** What enforces a requirement where no file is named, and the parts of the project that may still be missing for it. */
const ENFORCERS: Readonly<Record<string, readonly string[]>> = {
  auditor: [],
  memory: ['heartbeat', 'mesh'],
  none: [],
};

const ENFORCING_FILE = /^(?:lib|kernel|audit)\/[\w./-]+\.ts$/;

const NOT_BUILT = 'not built yet: ';
/** Why neither kernel nor auditor can see it. */
const NOT_SEEN = 'not seen: ';
const RULE = 'rule ';

/** A role, and its rights in each kind of session. */
const accessRows: Rows = Object.keys(ACCESS.main).map((role) =>
  [role].concat(
    Object.values(ACCESS).map((column) =>
      JSON.stringify(Object.entries(column).find(([name]) => name === role)?.[1]),
    ),
  ),
);

/** A cell of that table as rights: what it does not name is `never`. */
const rightsIn = (cell: string): string => {
  const verdictOn = (operation: string): string =>
    new RegExp(`\\b${operation} \`([a-z-]+)\``, 'u').exec(cell)?.[1] ?? 'never';
  const [, section = ''] = /\(([^)]+)\)$/u.exec(cell) ?? [];
  const [read, write, append] = ['read', 'write', 'append'].map(verdictOn);
  return JSON.stringify({ read, write, append, section });
};

const startupRow = (row: StartupStep): (string | number)[] => [
  row.step,
  row.priority,
  row.section,
  row.file ?? '-',
  row.condition ?? 'always',
  row.what,
];

const TABLES: Readonly<Record<string, Rows>> = {
  files: FILES.map(({ name, role, section, presence, purpose }) => [
    name,
    role,
    section,
    presence,
    purpose,
  ]),
  startup: STARTUP.map(startupRow),
};

const keysOf = (rows: Rows): string[] => rows.map(([key = '']) => String(key));

/** What the two sides have that the other has not, and the cells in which they differ. */
function differences(name: string, expected: Rows, actual: Rows): string[] {
  const inCode = keysOf(expected);
  const inDocument = keysOf(actual);
  const missing = inCode.filter((key) => !inDocument.includes(key));
  const unknown = inDocument.filter((key) => !inCode.includes(key));
  const inBoth = inCode.filter((key) => inDocument.includes(key));
  const known = inDocument.filter((key) => inCode.includes(key));
  return [
    ...missing.map((key) => `${name}: the document lacks ${key}`),
    ...unknown.map((key) => `${name}: the code lacks ${key}`),
    ...(inBoth.join('\n') === known.join('\n') ? [] : [`${name}: order or repetition differs`]),
    ...inBoth.flatMap((key) =>
      cellDifferences(
        name,
        expected[inCode.indexOf(key)] ?? [],
        actual[inDocument.indexOf(key)] ?? [],
      ),
    ),
  ];
}

function cellDifferences(name: string, expected: Rows[number], actual: Rows[number]): string[] {
  if (expected.length !== actual.length) return [`${name}: ${expected[0]} has another width`];
  return expected
    .map((cell, column) => ({ wanted: plain(String(cell)), found: actual[column], column }))
    .filter(({ wanted, found }) => wanted !== found)
    .map(
      ({ wanted, found, column }) =>
        `${name}: ${expected[0]}, column ${column + 1}: unexpected "${found}", expected "${wanted}"`,
    );
}

function tableComplaints(document: string, name: string, expected: Rows): string[] {
  const region = regionOf(document, name);
  if (region === undefined) return [`${name}: the document has no such region`];
  return differences(name, expected, tablesOf(region)[0]?.rows ?? []);
}

/** The tables of which only a column, or a list, is the code's. */
function looseComplaints(document: string): string[] {
  const sections = rowsAfter(document, '<!-- checked: sections -->').map((row) => row.slice(0, 1));
  const linesOf = (region: string): string[] =>
    (regionOf(document, region) ?? '').trim().split('\n');
  const access = tablesOf(regionOf(document, 'access') ?? '')[0];
  return [
    ...differences(
      'sections',
      AGENTS_SECTIONS.map((section) => [section]),
      sections,
    ),
    ...differences(
      'conduct',
      SHARED_CONDUCT.map((rule) => [rule]),
      linesOf('conduct').map((rule) => [rule.replace(/^\d+\. /, '')]),
    ),
    ...differences(
      'attended',
      ATTENDED_WRITES.map((file) => [file]),
      linesOf('attended').map((line) => [line.replace(/^- /, '')]),
    ),
    ...differences(
      'access',
      [['role', ...Object.keys(ACCESS)], ...accessRows],
      [
        access?.header ?? [],
        ...(access?.rows ?? []).map(([role = '', ...cells]) => [role].concat(cells.map(rightsIn))),
      ],
    ),
  ];
}

interface Requirement {
  readonly id: string;
  readonly section: string;
  readonly level: string;
  readonly tier: string;
  readonly enforcedBy: readonly string[];
  readonly tests: readonly string[];
}

const requirementsOf = (document: string): Requirement[] =>
  tablesOf(document)
    .filter(({ header }) => header.join(',') === REQUIREMENT_HEADER)
    .flatMap(({ rows }) => rows)
    .map(([id = '', section = '', level = '', tier = '', , enforcedBy = '', test = '']) => ({
      id,
      section,
      level,
      tier,
      enforcedBy: enforcedBy.split(', ').map(plain),
      tests: test.split(', ').map(plain),
    }));

function vocabularyComplaints({ id, level, tier, enforcedBy }: Requirement): string[] {
  const complaints: string[] = [];
  if (!LEVELS.has(level)) complaints.push(`${id}: unknown level "${level}"`);
  if (!TIERS.has(tier)) complaints.push(`${id}: unknown tier "${tier}"`);
  for (const one of enforcedBy.filter((by) => !ENFORCING_FILE.test(by))) {
    if (!Object.hasOwn(ENFORCERS, one)) complaints.push(`${id}: unknown enforcer "${one}"`);
  }
  return complaints;
}

/** Files that are to enforce a requirement: they are there, and cite its section or one that it is a part of. */
function enforcerComplaints(
  { id, section, enforcedBy, tests }: Requirement,
  sourceOf: SourceOf,
): readonly string[] {
  const named = enforcedBy.filter((by) => ENFORCING_FILE.test(by));
  const isAudited = tests.some((test) => test.startsWith(RULE));
  return [
    ...(enforcedBy.includes('auditor') && !isAudited
      ? [`${id}: names no rule of the auditor`]
      : []),
    ...named.flatMap((file) => {
      const source = sourceOf(file);
      if (source === undefined) return [`${id}: ${file} does not exist`];
      const [parent = section] = section.split('.', 1);
      return cites(source, section) || cites(source, parent)
        ? []
        : [`${id}: ${file} does not cite ${section}`];
    }),
  ];
}

const OPENING_COMMENT = /^\/\*\*(?:(?!\*\/)[^])*\*\//;

/** Files of the kernel that open by citing a section which the kernel enforces, and that no row of it names. */
function unnamedFiles(
  found: readonly Requirement[],
  files: ReadonlyMap<string, string>,
): readonly string[] {
  const rows = found.filter(({ enforcedBy }) => enforcedBy.some((by) => ENFORCING_FILE.test(by)));
  return [...files].flatMap(([file, source]) => {
    const [opening = ''] = OPENING_COMMENT.exec(source) ?? [];
    const cited = rows.filter(({ section }) => cites(opening, section));
    const isNamed = cited.length === 0 || cited.some(({ enforcedBy }) => enforcedBy.includes(file));
    return isNamed ? [] : [`${file} cites ${cited[0]?.section}, and no row of it names the file`];
  });
}

/** What is wrong with one entry of the column `test`; `undefined` when nothing is. */
function evidenceComplaint(
  { id, enforcedBy }: Requirement,
  test: string,
  sourceOf: SourceOf,
): string | undefined {
  if (test.startsWith(RULE)) {
    const rule = RULES.find((one) => one.id === test.slice(RULE.length));
    if (rule === undefined) return `${id}: there is no ${test}`;
    return rule.requirements.includes(id) ? undefined : `${id}: ${test} does not show it`;
  }
  const by = enforcedBy.join(', ');
  if (test.startsWith(NOT_SEEN)) {
    return by === 'none' ? undefined : `${id}: "${test}" does not excuse ${by}`;
  }
  if (test === '-') return by === 'none' ? undefined : `${id}: names no test`;
  if (test.startsWith(NOT_BUILT)) {
    const part = test.slice(NOT_BUILT.length);
    const allowed = ENFORCERS[by]?.includes(part) ?? false;
    return allowed ? undefined : `${id}: "${test}" does not excuse what ${by} enforces`;
  }
  if (!/^test\/.+\.test\.ts$/.test(test)) return `${id}: "${test}" is not a test file`;
  const source = sourceOf(test);
  if (source === undefined) return `${id}: ${test} does not exist`;
  return carriesId(source, id) ? undefined : `${id}: no test title in ${test} carries [${id}]`;
}

/** Rules that show a requirement whose row does not name them, and rules that show what is not there. */
function ruleComplaints(found: readonly Requirement[]): string[] {
  const rows = new Map(found.map((requirement) => [requirement.id, requirement]));
  return RULES.flatMap((rule) =>
    rule.requirements
      .filter((id) => rows.get(id)?.tests.includes(`${RULE}${rule.id}`) !== true)
      .map((id) => `${id}: the document does not name ${RULE}${rule.id}`),
  );
}

function requirementComplaints(found: readonly Requirement[], sourceOf: SourceOf): string[] {
  const rows = found.map(({ id }) => [id]);
  const wanted = REQUIREMENT_IDS.map((id) => [id]);
  const evidence = found.flatMap((requirement) =>
    requirement.tests.map((test) => evidenceComplaint(requirement, test, sourceOf)),
  );
  return [
    ...differences('requirements', wanted, rows),
    ...found.flatMap(vocabularyComplaints),
    ...found.flatMap((requirement) => enforcerComplaints(requirement, sourceOf)),
    ...ruleComplaints(found),
    ...evidence.filter((complaint) => complaint !== undefined),
  ];
}

function countKinds(found: readonly Requirement[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tests } of found) {
    const [first = '-'] = tests;
    const kind = /^(?:test\/|rule )/.test(first)
      ? 'tested'
      : first.replace(/^not seen: .*/, 'not seen');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** Compares the document with the code, the tests and the files of the kernel. Never throws. */
export function checkSpecification(
  document: string,
  sourceOf: SourceOf,
  kernel: ReadonlyMap<string, string> = new Map(),
): Verdict {
  const found = requirementsOf(document);
  const complaints = Object.entries(TABLES).flatMap(([name, rows]) =>
    tableComplaints(document, name, rows),
  );
  return {
    complaints: [
      ...complaints,
      ...looseComplaints(document),
      ...requirementComplaints(found, sourceOf),
      ...unnamedFiles(found, kernel),
    ],
    rowsCompared: [...Object.values(TABLES), accessRows].flat().length,
    requirements: countKinds(found),
  };
}
