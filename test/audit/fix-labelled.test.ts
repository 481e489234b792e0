/** `--fix` on the labelled workspaces: it changes what it announces and nothing else, twice is once, and nothing gets worse. */
import { expect, it } from 'vitest';

import { auditSnapshot } from '#audit/engine/audit.ts';
import { applyEdits, editsByFile, planFixes } from '#audit/engine/fixes.ts';
import { isAsked } from '#audit/engine/grade.ts';
import { RULES } from '#audit/engine/rules.ts';
import type { Snapshot } from '#lib/workspace/snapshot.ts';
import { CONTEXT, snapshotOf } from '#test/support/golden.ts';
import { readLabels } from './eval/case.ts';
import { JUNO } from './eval/juno.ts';
import { CASES } from './eval/score.ts';

/** Only of seconds can be said whether they are plausible: once milliseconds are seconds, a wrong year shows. */
const SHOWN_BY: Readonly<Record<string, string>> = { '2.9/implausible': '2.9/milliseconds' };

const OPTIONS = { pedantic: false, strict: false };
const BY_ID = new Map(RULES.map((rule) => [rule.id, rule]));
const FIXABLE = CASES.filter(({ files, wanted }) =>
  readLabels(files, wanted).labels.some(({ rule }) => BY_ID.get(rule)?.fix === 'safe'),
);
/** Every fix gives way to what overlaps it, at the most once for each rule of a line. */
const ROUNDS_MAX = 6;

const look = (snapshot: Snapshot) => {
  const result = auditSnapshot(snapshot, CONTEXT, RULES, OPTIONS);
  return result.findings.filter(({ rule: id }) => {
    const rule = BY_ID.get(id);
    return rule !== undefined && isAsked(rule, { required: null, claim: null }, result);
  });
};

const textOf = (snapshot: Snapshot, file: string): string => {
  const content = snapshot.items.get(file)?.content;
  return content?.is === 'text' ? content.text : '';
};

/** One round of `--fix`; the files that it announces. */
const fixOnce = (snapshot: Snapshot): { after: Snapshot; announced: readonly string[] } => {
  const items = new Map(snapshot.items);
  const edits = editsByFile(planFixes(look(snapshot), ['safe']));
  for (const [file, changes] of edits) {
    const item = items.get(file);
    const text = applyEdits(textOf(snapshot, file), changes);
    if (item !== undefined) items.set(file, { ...item, content: { is: 'text', text } });
  }
  return { after: { ...snapshot, items }, announced: [...edits.keys()] };
};

it('the fixes that change no meaning come to an end, and only take findings away [Y11]', () => {
  let fixed = 0;
  for (const { title, files, facts = {} } of FIXABLE) {
    const before = snapshotOf({ ...JUNO, ...readLabels(files).files }, facts);
    const findings = new Set(look(before).map(({ rule, file }) => `${rule} ${file}`));
    let { after, announced } = fixOnce(before);
    const changed = [...before.items].filter(([file, item]) => after.items.get(file) !== item);
    expect(
      changed.map(([file]) => file),
      title,
    ).toEqual(announced.toSorted());
    for (let round = 1; announced.length > 0 && round < ROUNDS_MAX; round += 1) {
      fixed += 1;
      ({ after, announced } = fixOnce(after));
    }
    expect(announced, title).toEqual([]);
    const added = look(after)
      .filter(({ rule, file }) => !findings.has(`${rule} ${file}`))
      .filter(({ rule, file }) => !findings.has(`${SHOWN_BY[rule]} ${file}`));
    expect(added, title).toEqual([]);
  }
  expect(fixed).toBeGreaterThan(80);
});
