/** JUnit XML, of the auditor and of the conformance suite. */
import { markupText } from './markup.ts';

/** What became of a case, in a line; `body` is more of it, in lines. */
type JunitOutcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failure'; readonly message: string; readonly body?: string }
  | { readonly kind: 'error' | 'skipped'; readonly message: string };

export interface JunitCase {
  readonly name: string;
  readonly seconds?: number;
  readonly outcome: JunitOutcome;
  /** What it prints, in lines. */
  readonly output?: string;
}

export interface JunitSuite {
  readonly name: string;
  readonly properties?: Readonly<Record<string, string>>;
  readonly cases: readonly JunitCase[];
  /** What it prints, in lines. */
  readonly output?: string;
}

/** The document of what `program` ran. */
export const junitText = (program: string, suites: readonly JunitSuite[]): string => {
  const { skipped: _, ...counts } = countsOf(suites.flatMap(({ cases }) => cases));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: program, ...counts })}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n');
};

const countsOf = (cases: readonly JunitCase[]) => {
  const count = (kind: JunitOutcome['kind']): number =>
    cases.filter(({ outcome }) => outcome.kind === kind).length;
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
};

const suiteLines = ({ name, properties = {}, cases, output }: JunitSuite): readonly string[] => [
  `  <testsuite ${attributes({ name, ...countsOf(cases) })}>`,
  ...Object.entries(properties).map(
    ([key, value]) =>
      `    <properties><property ${attributes({ name: key, value })}/></properties>`,
  ),
  ...cases.map((one) => caseText(name, one)),
  ...outputOf(output).map((line) => `    ${line}`),
  '  </testsuite>',
];

const caseText = (classname: string, { name, seconds, outcome, output }: JunitCase): string => {
  const names = { classname, name, ...(seconds !== undefined && { time: seconds }) };
  const open = `    <testcase ${attributes(names)}`;
  const children = [...outcomeOf(outcome), ...outputOf(output)];
  if (children.length === 0) return `${open}/>`;
  return [`${open}>`, ...children.map((child) => `      ${child}`), '    </testcase>'].join('\n');
};

const outcomeOf = (outcome: JunitOutcome): readonly string[] => {
  if (outcome.kind === 'passed') return [];
  const tag = `<${outcome.kind} message="${markupText(outcome.message)}"`;
  return outcome.kind === 'failure' && outcome.body !== undefined
    ? [`${tag} type="error">${lines(outcome.body)}</failure>`]
    : [`${tag}/>`];
};

const outputOf = (output: string | undefined): readonly string[] =>
  output === undefined ? [] : [`<system-out>${lines(output)}</system-out>`];

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${markupText(String(value))}"`)
    .join(' ');

/** Our own line ends stay. */
const lines = (text: string): string => text.split('\n').map(markupText).join('\n');
