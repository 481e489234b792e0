/** What an auditor remembers of one workspace changes nothing of what it says of the next. */
import { array, assert, constantFrom, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Audit, auditSnapshot, Auditor } from '#audit/engine/audit.ts';
import type { Example } from '#audit/rule/rule.ts';
import { RULES } from '#audit/engine/rules.ts';
import { Documents } from '#audit/workspace/documents.ts';
import { AuditedWorkspace } from '#audit/workspace/workspace.ts';
import type { Content, Item, Snapshot } from '#lib/workspace/snapshot.ts';
import { CONTEXT, goldenWith } from '#test/support/golden.ts';

const OPTIONS = { pedantic: true, strict: true };
const alone = (snapshot: Snapshot): Audit => auditSnapshot(snapshot, CONTEXT, RULES, OPTIONS);

/** What each example comes to in a new auditor. */
const expected = new Map<Example, Audit>();
const aloneOf = (example: Example): Audit => {
  const known = expected.get(example) ?? alone(goldenWith(example));
  expected.set(example, known);
  return known;
};

const examples: readonly Example[] = RULES.flatMap((rule) => {
  const { good, bad } = rule.examples();
  return [...good, ...bad];
});

/** As whoever takes snapshots does it: the same text under the same name is the same content. */
class Contents {
  readonly #known = new Map<string, Content>();

  in(snapshot: Snapshot): Snapshot {
    const items = Array.from(snapshot.items, ([name, item]): [string, Item] => {
      const { content } = item;
      if (content.is !== 'text') return [name, item];
      const known = this.#known.get(`${name}\0${content.text}`) ?? content;
      this.#known.set(`${name}\0${content.text}`, known);
      return [name, { ...item, content: known }];
    });
    return { ...snapshot, items: new Map(items) };
  }
}

/** The files of the second example over those of the first one. */
const both = (one: Example, other: Example): Snapshot =>
  goldenWith({
    files: { ...one.files, ...other.files },
    items: [...(one.items ?? []), ...(other.items ?? [])],
    facts: { ...one.facts, ...other.facts },
  });

describe('one auditor for many workspaces', () => {
  it('says of each example of each rule what a new one says, also the second time', () => {
    const auditor = new Auditor(CONTEXT, RULES, OPTIONS);
    const contents = new Contents();
    for (const example of [...examples, ...examples.toReversed()]) {
      const snapshot = contents.in(goldenWith(example));
      expect(auditor.audit(snapshot), example.shows).toEqual(aloneOf(example));
    }
  });

  it('says of each example without one of its files what a new one says', () => {
    const auditor = new Auditor(CONTEXT, RULES, OPTIONS);
    const contents = new Contents();
    for (const example of examples) {
      auditor.audit(contents.in(goldenWith(example)));
      for (const name of Object.keys(example.files)) {
        const rest = { ...example, files: { ...example.files, [name]: null } };
        const snapshot = contents.in(goldenWith(rest));
        expect(auditor.audit(snapshot), `${example.shows}, ${name}`).toEqual(alone(snapshot));
      }
    }
  });

  it('says of mixtures of two examples what a new one says', () => {
    const example = constantFrom(...examples);
    const mixtures = array(tuple(example, example), { minLength: 2, maxLength: 6 });
    assert(
      property(mixtures, (pairs) => {
        const auditor = new Auditor(CONTEXT, RULES, OPTIONS);
        const contents = new Contents();
        for (const [one, other] of pairs) {
          const snapshot = contents.in(both(one, other));
          expect(auditor.audit(snapshot)).toEqual(alone(snapshot));
        }
      }),
      { numRuns: 100 },
    );
  });
});

const files = (changes: Example['files']): Snapshot => goldenWith({ files: changes });

/** The documents of SOUL.md in these workspaces, which one auditor sees one after the other. */
const souls = (...snapshots: readonly Snapshot[]): readonly unknown[] => {
  const contents = new Contents();
  const seen = new Documents();
  return snapshots.map((snapshot) =>
    new AuditedWorkspace(contents.in(snapshot), CONTEXT, seen).document('SOUL.md'),
  );
};

describe('a document', () => {
  it('is one where a later workspace has the same text under the same name', () => {
    const [one, other, same] = souls(files({}), files({ 'SOUL.md': '# Atlas\n' }), files({}));
    expect(one).toBeDefined();
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });

  it('has its own name, whoever else has its text', () => {
    const seen = new Documents();
    const { items } = files({ 'SOUL.md': '\n' });
    const content = items.get('SOUL.md')?.content;
    if (content?.is !== 'text') throw new Error('SOUL.md is no text');
    const names = ['SOUL.md', 'USER.md', 'SOUL.md'].map((name) => seen.of(name, content).name);
    expect(names).toEqual(['SOUL.md', 'USER.md', 'SOUL.md']);
  });
});
