/** Precision and recall of the rules on labelled workspaces, written apart from the rules and from their examples. */
import { beforeAll, describe, expect, it } from 'vitest';

import { audit } from '#audit/engine/audit.ts';
import { RULES } from '#audit/engine/rules.ts';
import { providerKeysIn } from '#kernel/snapshot/take.ts';
import { CONTEXT, snapshotOf } from '#test/support/golden.ts';
import { AGENTS_CASES } from './eval/agents.ts';
import { type Case, type Label, readLabels } from './eval/case.ts';
import { HEARTBEAT_CASES } from './eval/heartbeat.ts';
import { JUNO } from './eval/juno.ts';
import { LAYOUT_CASES } from './eval/layout.ts';
import { SECRET_CASES } from './eval/secrets.ts';

const CASES: readonly Case[] = [
  ...AGENTS_CASES,
  ...HEARTBEAT_CASES,
  ...LAYOUT_CASES,
  ...SECRET_CASES,
];

/** One thing for a person, whichever of the detectors speaks. */
const ROW: Readonly<Record<string, string>> = {
  '4.2/provider-key': 'credential',
  '4.2/labelled-credential': 'credential',
};

/** Precision and recall below which no rule may fall; a rule that became better gets a higher floor. */
const FLOORS: Readonly<Record<string, readonly [precision: number, recall: number]>> = {
  '0006-2.1/ghost-header': [1, 1],
  '0006-2.2/markdown-list': [1, 1],
  '0006-2.2/semicolon-block': [1, 1],
  '0006-2.2/syntax': [1, 1],
  '0006-2.3/deletion-before-load': [1, 1],
  '0006-2.3/ghost-first': [1, 1],
  '0006-2.3/memory-condition': [1, 1],
  '0006-2.3/missing-steps': [1, 1],
  '0006-2.3/priority-label': [1, 1],
  '0006-2.3/priority-order': [1, 1],
  '0006-2.3/skippable': [1, 1],
  '1/case-twins': [1, 1],
  '1/control-characters': [1, 1],
  '1/hard-link': [1, 1],
  '1/injection-limit': [1, 1],
  '1/leftover-temporary': [1, 1],
  '1/legacy-state': [1, 1],
  '1/link': [1, 1],
  '1/memory-is-directory': [1, 1],
  '1/nul-byte': [1, 1],
  '1/odd-case': [1, 1],
  '1/placeholder-name': [1, 1],
  '1/readable': [1, 1],
  '1/regular-file': [1, 1],
  '1/too-large': [1, 1],
  '1/utf8': [1, 1],
  '2.1/capabilities': [1, 1],
  '2.1/name': [1, 1],
  '2.1/placeholders': [1, 1],
  '2.1/role': [1, 1],
  '2.1/soul-empty': [1, 1],
  '2.1/soul-exists': [1, 1],
  '2.1/values': [1, 1],
  '2.2/agents-empty': [1, 1],
  '2.2/agents-exists': [1, 1],
  '2.2/duplicate-section': [1, 1],
  '2.2/every-session': [1, 1],
  '2.2/external-empty': [1, 1],
  '2.2/external-vs-internal': [1, 1],
  '2.2/first-run': [1, 1],
  '2.2/first-run-content': [1, 1],
  '2.2/lazy-loading': [1, 1],
  '2.2/memory': [1, 1],
  '2.2/memory-content': [1, 1],
  '2.2/memory-gate': [0.83, 0.83],
  '2.2/no-permission': [1, 1],
  '2.2/safety': [1, 1],
  '2.2/safety-empty': [1, 1],
  '2.2/startup-complete': [1, 1],
  '2.2/startup-order': [1, 0.66],
  '2.2/stub': [1, 1],
  '2.2/two-days': [1, 1],
  '2.3/name': [1, 1],
  '2.3/timezone': [1, 1],
  '2.3/user-exists': [1, 1],
  '2.4/dates': [1, 1],
  '2.4/long': [1, 1],
  '2.4/memory-exists': [1, 1],
  '2.4/transcript': [1, 1],
  '2.5/dated-suffix': [1, 1],
  '2.5/day-name': [1, 1],
  '2.5/future': [1, 1],
  '2.5/other-notes': [1, 1],
  '2.5/title-date': [1, 1],
  '2.5/wrong-year': [1, 1],
  '2.6/bootstrap-copy': [1, 1],
  '2.6/bootstrap-credential': [1, 1],
  '2.6/bootstrap-document': [1, 1],
  '2.6/bootstrap-in-history': [1, 1],
  '2.6/bootstrap-readded': [1, 1],
  '2.6/bootstrap-tracked': [1, 1],
  '2.7/short': [1, 1],
  '2.9/duplicate-key': [1, 1],
  '2.9/fraction': [1, 1],
  '2.9/implausible': [1, 1],
  '2.9/json': [1, 1],
  '2.9/last-checks': [1, 1],
  '2.9/last-checks-absent': [1, 1],
  '2.9/milliseconds': [1, 1],
  '2.9/seconds': [1, 1],
  '2.9/zero': [1, 1],
  '3.2/shared-rules': [1, 1],
  '4.1/memory-copy': [1, 1],
  '4.1/memory-copy-name': [1, 1],
  '4.2/possible-credential': [0.5, 1],
  '4.2/secret-in-history': [1, 1],
  '4.3/bootstrap-left': [1, 1],
  '4.3/bootstrap-repurposed': [1, 1],
  '4.4/open-to-others': [1, 1],
  '4.4/push-hook': [1, 1],
  '4.4/sends-files': [1, 1],
  '4.4/synced-folder': [1, 1],
  '5.2/rewritten': [1, 1],
  '5.2/young-deleted': [1, 1],
  '6.1/pending': [1, 1],
  '6.1/uninitialised': [1, 1],
  '6.2/first-log': [1, 1],
  '6.2/memory-directory': [1, 1],
  '6.3/bootstrap-unusual': [1, 1],
  credential: [1, 0.86],
  'yamo/allow-reason': [1, 1],
  'yamo/allow-unknown': [1, 1],
  'yamo/allow-unused': [1, 1],
};

interface Place {
  readonly rule: string;
  readonly file: string;
  readonly line: number | undefined;
}

interface Score {
  readonly cases: Set<string>;
  right: number;
  readonly alarms: string[];
  readonly missed: string[];
}

const scores = new Map<string, Score>();

const scoreOf = (rule: string, title: string): Score => {
  const score = scores.get(rule) ?? { cases: new Set(), right: 0, alarms: [], missed: [] };
  scores.set(rule, score);
  score.cases.add(title);
  return score;
};

const findingsOf = async ({
  files,
  items = [],
  facts = {},
  v3,
}: Case): Promise<readonly Place[]> => {
  const { files: plain } = readLabels(files);
  const all = { ...JUNO, ...plain };
  const suspects = Object.entries(all).flatMap(([name, text]) =>
    text === null ? [] : [{ name, text, firstLine: 1 }],
  );
  const snapshot = snapshotOf(all, { ...facts, providerKeys: await providerKeysIn(suspects) });
  const named = items.map((item) => [item.name, item] as const);
  const rules = v3 === true ? RULES : RULES.filter(({ id }) => !id.startsWith('0006-'));
  return audit({ ...snapshot, items: new Map([...snapshot.items, ...named]) }, CONTEXT, rules, {
    pedantic: false,
    strict: false,
  }).findings.map(({ rule, file, line }) => ({ rule: ROW[rule] ?? rule, file, line }));
};

const isMet = (label: Label, { rule, file, line }: Place): boolean =>
  label.rule === rule &&
  (label.file === '' || label.file === file) &&
  (label.line === undefined || label.line === line);

/** What is wanted first, and on a line before anywhere: an optional label takes what is left. */
const weight = ({ isOptional, line }: Label): number =>
  (isOptional ? 2 : 0) + (line === undefined ? 1 : 0);

const judge = (one: Case, found: readonly Place[]): void => {
  let left = [...found];
  const { labels } = readLabels(one.files, one.wanted);
  for (const label of labels.toSorted((a, b) => weight(a) - weight(b))) {
    const at = left.findIndex((place) => isMet(label, place));
    if (label.isOptional) {
      left = left.filter((place) => !isMet(label, place));
      continue;
    }
    if (at >= 0) left.splice(at, 1);
    const score = scoreOf(label.rule, one.title);
    if (at >= 0) score.right += 1;
    else
      score.missed.push(
        `${one.title} (${label.file}${label.line === undefined ? '' : `:${label.line}`})`,
      );
  }
  for (const { rule, file, line } of left) {
    scoreOf(rule, one.title).alarms.push(
      `${one.title} (${file}${line === undefined ? '' : `:${line}`})`,
    );
  }
};

const ratio = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

const scored = async (): Promise<readonly (readonly [string, Score])[]> => {
  for (const one of CASES) judge(one, await findingsOf(one));
  return [...scores].toSorted(([a], [b]) => (a < b ? -1 : 1));
};

const precisionOf = ({ right, alarms }: Score): number => ratio(right, right + alarms.length);
const recallOf = ({ right, missed }: Score): number => ratio(right, right + missed.length);

const table = (rows: readonly (readonly [string, Score])[]): string => {
  const labelled = new Set(rows.map(([rule]) => rule));
  const unlabelled = RULES.filter(
    ({ id, pedantic }) => pedantic === undefined && !labelled.has(ROW[id] ?? id),
  );
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
    `no case for: ${unlabelled.map(({ id }) => id).join(', ')}`,
    '',
  ].join('\n');
};

describe('the rules on labelled workspaces', () => {
  let rows: readonly (readonly [string, Score])[] = [];

  beforeAll(async () => {
    rows = await scored();
    process.stdout.write(table(rows));
  });

  it('look at enough of them, and each rule that speaks has a floor', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(300);
    expect(new Set(CASES.map(({ title }) => title)).size).toBe(CASES.length);
    expect(rows.map(([rule]) => rule)).toEqual(Object.keys(FLOORS).toSorted());
  });

  it('name no rule in a label that there is not', () => {
    const known = new Set(['credential', ...RULES.map(({ id }) => id)]);
    const named = CASES.flatMap(({ files, wanted }) =>
      readLabels(files, wanted).labels.map(({ rule }) => rule),
    );
    expect(named.filter((rule) => !known.has(rule))).toEqual([]);
  });

  it.each(Object.entries(FLOORS))('%s is as good as it was', (rule, [precision, recall]) => {
    const score = scores.get(rule);
    expect(score === undefined ? 0 : precisionOf(score)).toBeGreaterThanOrEqual(precision);
    expect(score === undefined ? 0 : recallOf(score)).toBeGreaterThanOrEqual(recall);
  });
});
