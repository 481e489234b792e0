/** Precision and recall of the rules on labelled workspaces, written apart from the rules and from their examples. */
import { describe, expect, it } from 'vitest';

import { audit } from '#audit/audit.ts';
import { RULES } from '#audit/rules.ts';
import { providerKeysIn } from '#kernel/survey/take.ts';
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

const judge = (one: Case, found: readonly Place[]): void => {
  let left = [...found];
  const { labels } = readLabels(one.files, one.wanted);
  // What is wanted first, and on a line before anywhere: an optional label takes what is left.
  const weight = ({ isOptional, line }: Label): number =>
    (isOptional ? 2 : 0) + (line === undefined ? 1 : 0);
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

describe('the rules on labelled workspaces', () => {
  it('prints the table', async () => {
    for (const one of CASES) judge(one, await findingsOf(one));
    const rows = [...scores].toSorted(([a], [b]) => (a < b ? -1 : 1));
    process.stdout.write(
      [
        `${CASES.length} cases`,
        `${'rule'.padEnd(30)} cases  right  false  missed  precision  recall`,
        ...rows.map(([rule, { cases, right, alarms, missed }]) =>
          [
            rule.padEnd(30),
            String(cases.size).padStart(5),
            String(right).padStart(6),
            String(alarms.length).padStart(6),
            String(missed.length).padStart(7),
            ratio(right, right + alarms.length)
              .toFixed(2)
              .padStart(10),
            ratio(right, right + missed.length)
              .toFixed(2)
              .padStart(7),
          ].join(' '),
        ),
        ...rows.flatMap(([rule, { alarms, missed }]) => [
          ...alarms.map((place) => `  false alarm  ${rule}: ${place}`),
          ...missed.map((place) => `  missed       ${rule}: ${place}`),
        ]),
        '',
      ].join('\n'),
    );
    expect(CASES.length).toBeGreaterThanOrEqual(120);
  });
});
