/** What other systems find by name in the files of a workspace survives every fix that changes no meaning. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import { auditSnapshot } from '#audit/engine/audit.ts';
import { applyEdits, editsByFile, planFixes } from '#audit/engine/fixes.ts';
import { isAsked } from '#audit/engine/grade.ts';
import { RULES } from '#audit/engine/rules.ts';
import type { Snapshot } from '#lib/workspace/snapshot.ts';
import { CONTEXT, goldenFiles, goldenWith, snapshotOf } from '#test/support/golden.ts';

const ROUNDS_MAX = 8;
const BY_ID = new Map(RULES.map((rule) => [rule.id, rule]));

const ROOT = resolve(import.meta.dirname, '../..');

/** The table of docs/audit.md: system, where, what it looks for. */
const NAMES = readFileSync(resolve(ROOT, 'docs/audit.md'), 'utf8')
  .split('## What others look for')[1]
  ?.split('\n')
  .flatMap((line) => {
    const [, system = '', file = '', what = ''] = line.split('|').map((cell) => cell.trim());
    const name = /`([^`]+)`/u.exec(what)?.[1];
    return name === undefined || system === 'system' ? [] : [{ system, file, name }];
  });

/** After all fixes that change no meaning, as `--fix` makes them where only Lite is asked. */
const fixed = (snapshot: Snapshot, rounds = ROUNDS_MAX): Snapshot => {
  if (rounds > 0) {
    const result = auditSnapshot(snapshot, CONTEXT, RULES, { pedantic: false, strict: false });
    const asked = result.findings.filter(({ rule }) => {
      const known = BY_ID.get(rule);
      return known !== undefined && isAsked(known, { required: null, claim: null }, result);
    });
    const planned = planFixes(asked, ['safe']);
    if (planned.length === 0) return snapshot;
    const items = new Map(snapshot.items);
    for (const [file, edits] of editsByFile(planned)) {
      const item = items.get(file);
      const text = applyEdits(item?.content.is === 'text' ? item.content.text : '', edits);
      const fresh = { name: file, type: 'file', mode: 0o600, links: 1, identity: file } as const;
      items.set(file, { ...(item ?? fresh), bytes: text.length, content: { is: 'text', text } });
    }
    return fixed({ ...snapshot, items }, rounds - 1);
  }
  throw new Error('the fixes come to no end');
};

const textOf = (snapshot: Snapshot, file: string): string => {
  const content = snapshot.items.get(file)?.content;
  return content?.is === 'text' ? content.text : '';
};

/** How often each name stands in its file, alone on its line or not. */
const counts = (snapshot: Snapshot): Readonly<Record<string, number>> =>
  Object.fromEntries(
    (NAMES ?? []).map(({ system, file, name }) => [
      `${system}: ${name} in ${file}`,
      textOf(snapshot, file).split(name).length - 1,
    ]),
  );

/** Files with every name in them that anybody looks for. */
const withNames = (
  files: Readonly<Record<string, string | null>>,
): Record<string, string | null> => {
  const all = { ...files };
  for (const { file, name } of NAMES ?? []) {
    if (all[file] === null) continue;
    const text = all[file] ?? '';
    const gap = text === '' || text.endsWith('\n') ? '' : '\n';
    all[file] = name === '---' ? `---\n${text}` : `${text}${gap}\n${name}\n`;
  }
  return all;
};

describe('what others look for by name', () => {
  it('is a table that names something of each', () => {
    expect(NAMES?.length).toBeGreaterThan(8);
    expect(new Set(NAMES?.map(({ system }) => system)).size).toBeGreaterThan(3);
  });

  it.each(['v3.0', 'lite', 'pending', 'uninitialised'] as const)(
    'survives --fix in the golden workspace %s, and twice is once',
    (name) => {
      const before = snapshotOf(withNames(goldenFiles(name)));
      const after = fixed(before);
      expect(counts(after)).toEqual(counts(before));
      expect(fixed(after)).toBe(after);
    },
  );

  it('survives --fix in every example of every rule', () => {
    let changed = 0;
    for (const { id, examples, fix } of RULES) {
      if (fix === 'none') continue;
      for (const { files, items, facts, layout } of examples().bad) {
        if (layout !== undefined) continue;
        const example = { ...goldenFiles('v3.0'), ...files };
        const before = goldenWith({
          files: withNames(example),
          ...(items && { items }),
          ...(facts && { facts }),
        });
        const after = fixed(before);
        if (after !== before) changed += 1;
        expect(counts(after), id).toEqual(counts(before));
      }
    }
    expect(changed).toBeGreaterThan(10);
  });
});
