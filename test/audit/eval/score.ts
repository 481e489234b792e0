/** Precision and recall of the rules on labelled workspaces, written apart from the rules and from their examples. */
import { auditSnapshot } from '#audit/engine/audit.ts';
import { RULES } from '#audit/engine/rules.ts';
import { CONTEXT, contextOf, keyedSnapshotOf } from '#test/support/golden.ts';
import { AGENTS_CASES } from './agents.ts';
import { BOOT_CASES } from './boots.ts';
import { type Case, type Label, readLabels } from './case.ts';
import { HEARTBEAT_CASES } from './heartbeat.ts';
import { HOST_CASES } from './hosts.ts';
import { JUNO } from './juno.ts';
import { LAYOUT_CASES } from './layout.ts';
import { ORDER_CASES } from './orders.ts';
import { OTHER_CASES } from './others.ts';
import { SECRET_CASES } from './secrets.ts';
import { TONGUE_CASES } from './tongues/cases.ts';

/** All of them. */
export const CASES: readonly Case[] = [
  ...AGENTS_CASES,
  ...BOOT_CASES,
  ...HEARTBEAT_CASES,
  ...HOST_CASES,
  ...LAYOUT_CASES,
  ...ORDER_CASES,
  ...OTHER_CASES,
  ...SECRET_CASES,
  ...TONGUE_CASES,
];

/** One thing for a person, whichever of the detectors speaks. */
export const ROW: Readonly<Record<string, string>> = {
  '4.2/provider-key': 'credential',
  '4.2/labelled-credential': 'credential',
};

/** Of what only `--pedantic` looks at, some rules have labels. */
const PEDANTIC: ReadonlySet<string> = new Set([
  '2.1/capabilities',
  '2.4/dates',
  '2.5/dated-suffix',
  '2.5/other-notes',
  '4.2/possible-credential',
]);
const LABELLED = RULES.filter(({ id, pedantic }) => pedantic === undefined || PEDANTIC.has(id));

interface Place {
  readonly rule: string;
  readonly file: string;
  readonly line: number | undefined;
}

/** What came of the cases that have to do with one rule. */
export interface Score {
  readonly cases: Set<string>;
  right: number;
  readonly alarms: string[];
  readonly missed: string[];
}

type Scores = Map<string, Score>;

const scoreOf = (scores: Scores, rule: string, title: string): Score => {
  const score = scores.get(rule) ?? { cases: new Set(), right: 0, alarms: [], missed: [] };
  scores.set(rule, score);
  score.cases.add(title);
  return score;
};

const findingsOf = async ({
  files,
  items = [],
  facts = {},
  layout,
  v3,
}: Case): Promise<readonly Place[]> => {
  const { files: plain } = readLabels(files);
  const all = layout === undefined ? { ...JUNO, ...plain } : plain;
  const snapshot = await keyedSnapshotOf(all, facts);
  const named = items.map((item) => [item.name, item] as const);
  const rules = LABELLED.filter(
    ({ id, needs }) => v3 === true || needs === 'records' || !id.startsWith('0006-'),
  );
  const whole = { ...snapshot, items: new Map([...snapshot.items, ...named]) };
  const context = layout === undefined ? CONTEXT : contextOf({ layout });
  return auditSnapshot(whole, context, rules, { pedantic: true, strict: false }).findings.map(
    ({ rule, file, line }) => ({ rule: ROW[rule] ?? rule, file, line }),
  );
};

/** Is this finding what a label asks for? */
export const isMet = (label: Label, { rule, file, line }: Place): boolean =>
  label.rule === rule &&
  (label.file === '' || label.file === file) &&
  (label.line === undefined || label.line === line);

/** What is wanted first, and on a line before anywhere: an optional label takes what is left. */
const weight = ({ isOptional, line }: Label): number =>
  (isOptional ? 2 : 0) + (line === undefined ? 1 : 0);

const judge = (scores: Scores, one: Case, found: readonly Place[]): void => {
  let left = [...found];
  const { labels } = readLabels(one.files, one.wanted);
  for (const label of labels.toSorted((a, b) => weight(a) - weight(b))) {
    const at = left.findIndex((place) => isMet(label, place));
    if (label.isOptional) {
      left = left.filter((place) => !isMet(label, place));
      continue;
    }
    if (at >= 0) left.splice(at, 1);
    const score = scoreOf(scores, label.rule, one.title);
    if (at >= 0) score.right += 1;
    else
      score.missed.push(
        `${one.title} (${label.file}${label.line === undefined ? '' : `:${label.line}`})`,
      );
  }
  for (const { rule, file, line } of left) {
    scoreOf(scores, rule, one.title).alarms.push(
      `${one.title} (${file}${line === undefined ? '' : `:${line}`})`,
    );
  }
};

const ratio = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

/** Every case judged; what is said of each rule, by id. */
export const scored = async (): Promise<readonly (readonly [string, Score])[]> => {
  const scores: Scores = new Map();
  for (const one of CASES) judge(scores, one, await findingsOf(one));
  return [...scores].toSorted(([a], [b]) => (a < b ? -1 : 1));
};

/** How many of its findings are right. */
const precisionOf = ({ right, alarms }: Score): number => ratio(right, right + alarms.length);
/** How many of the labels it finds. */
const recallOf = ({ right, missed }: Score): number => ratio(right, right + missed.length);

const PERCENT = 100;
const rounded = (share: number): number => Math.floor(share * PERCENT) / PERCENT;

/** The figures of each rule that speaks of a file; what `audit/report/measured.ts` holds. */
export const figuresOf = (
  rows: readonly (readonly [string, Score])[],
): Readonly<Record<string, readonly [precision: number, recall: number]>> => {
  const byRow = new Map(rows);
  return Object.fromEntries(
    LABELLED.toSorted((a, b) => (a.id < b.id ? -1 : 1)).flatMap(({ id }) => {
      const score = byRow.get(ROW[id] ?? id);
      return score === undefined
        ? []
        : [[id, [rounded(precisionOf(score)), rounded(recallOf(score))] as const]];
    }),
  );
};

/** For people. */
export const table = (rows: readonly (readonly [string, Score])[]): string => {
  return [
    `${CASES.length} labelled cases`,
    `${'rule'.padEnd(30)} cases  right  false  missed  precision  recall`,
    ...rows.map(([rule, score]) =>
      [
        rule.padEnd(30),
        String(score.cases.size).padStart(5),
        String(score.right).padStart(6),
        String(score.alarms.length).padStart(6),
        String(score.missed.length).padStart(7),
        precisionOf(score).toFixed(2).padStart(10),
        recallOf(score).toFixed(2).padStart(7),
      ].join(' '),
    ),
    ...rows.flatMap(([rule, { alarms, missed }]) => [
      ...alarms.map((place) => `false alarm  ${rule}: ${place}`),
      ...missed.map((place) => `missed       ${rule}: ${place}`),
    ]),
    '',
  ].join('\n');
};
