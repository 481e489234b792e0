/** What an auditor remembers of one workspace changes nothing of what it says of the next. */
import { array, assert, constantFrom, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Audit, audit, Auditor } from '#audit/engine/audit.ts';
import { defineRule, type Example, type Rule } from '#audit/rule/rule.ts';
import { RULES } from '#audit/engine/rules.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';
import type { Content, Item, Snapshot } from '#lib/workspace/snapshot.ts';
import { CONTEXT, goldenWith } from '#test/support/golden.ts';

const OPTIONS = { pedantic: true, strict: true };
const alone = (snapshot: Snapshot): Audit => audit(snapshot, CONTEXT, RULES, OPTIONS);

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
      expect(auditor.audit(snapshot), example.shows).toEqual(alone(snapshot));
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

/** A rule that counts how often it is asked. */
const counting = (
  check: (workspace: AuditedWorkspace) => boolean,
): { readonly rule: Rule; readonly asked: () => number } => {
  let count = 0;
  const [first] = RULES;
  if (first === undefined) throw new Error('there are no rules');
  const rule = defineRule({
    ...first,
    id: '1/counting',
    check: (workspace) => {
      count += 1;
      return check(workspace) ? [] : [{ file: '', found: 'a fault', expected: 'none' }];
    },
  });
  return { rule, asked: () => count };
};

/** How often the rule is asked in audits of these workspaces, one after the other, and what it found in each. */
const asking = (
  check: (workspace: AuditedWorkspace) => boolean,
  snapshots: readonly Snapshot[],
): { readonly asked: number; readonly passed: readonly boolean[] } => {
  const { rule, asked } = counting(check);
  const auditor = new Auditor(CONTEXT, [rule], OPTIONS);
  const contents = new Contents();
  const passed = snapshots.map((snapshot) => auditor.audit(contents.in(snapshot)).passed === 1);
  return { asked: asked(), passed };
};

const files = (changes: Example['files']): Snapshot => goldenWith({ files: changes });

const namesAda = (workspace: AuditedWorkspace): boolean =>
  workspace.document('USER.md')?.text.includes('Ada') === true;
const isPlain = (workspace: AuditedWorkspace): boolean =>
  workspace.document('SOUL.md') !== undefined && !workspace.has('IDENTITY.md');
const isReady = (workspace: AuditedWorkspace): boolean =>
  workspace.state === 'initialised' && !workspace.isIgnored('MEMORY.md');
const hasSoul = (workspace: AuditedWorkspace): boolean =>
  workspace.document('SOUL.md') !== undefined;
const tellsApart = (workspace: AuditedWorkspace): boolean =>
  workspace.document('USER.md')?.name === 'USER.md' &&
  workspace.document('SOUL.md')?.name === 'SOUL.md';

describe('a rule', () => {
  it('is asked once of documents that are the same to the letter, and again of others', () => {
    const ada = { 'USER.md': '**Name:** Ada\n' };
    const grace = { 'USER.md': '**Name:** Grace\n' };
    const snapshots = [ada, ada, grace, { ...ada, 'TOOLS.md': '# Tools\n' }, grace].map(files);
    expect(asking(namesAda, snapshots)).toEqual({
      asked: 2,
      passed: [true, true, false, true, false],
    });
  });

  it('is asked again where a later question has another answer', () => {
    const snapshots = [{}, { 'IDENTITY.md': 'x\n' }, {}, { 'SOUL.md': null }].map(files);
    expect(asking(isPlain, snapshots)).toEqual({ asked: 3, passed: [true, false, true, false] });
  });

  it.each<[string, (workspace: AuditedWorkspace) => unknown]>([
    ['what an agent remembers', (workspace) => workspace.document('MEMORY.md')],
    ['a daily log', (workspace) => workspace.document('memory/2026-03-10.md')],
    ['an item', (workspace) => workspace.item('SOUL.md')],
    ['the snapshot', (workspace) => workspace.snapshot],
    ['all names', (workspace) => workspace.names],
    ['all logs', (workspace) => workspace.dailyLogs],
    ['all texts', (workspace) => workspace.texts],
    ['credentials', (workspace) => workspace.labelled('MEMORY.md')],
  ])('that looks at %s is asked every time', (_, look) => {
    const check = (workspace: AuditedWorkspace): boolean => look(workspace) !== undefined;
    expect(asking(check, [files({}), files({})])).toEqual({ asked: 2, passed: [true, true] });
  });

  it('that asks for the state, or what git ignores, is asked once of each answer', () => {
    const gone = { 'MEMORY.md': null };
    const ignoring = { git: { ignored: new Set(['MEMORY.md']), tracked: new Set<string>() } };
    const snapshots = [
      files({}),
      files(gone),
      goldenWith({ files: gone, facts: ignoring }),
      files({ 'SOUL.md': null }),
      files({ 'AGENTS.md': 'x\n' }),
    ];
    expect(asking(isReady, snapshots)).toEqual({
      asked: 3,
      passed: [true, true, false, false, true],
    });
  });

  it('is asked again of what is too long for a template', () => {
    const long = files({ 'SOUL.md': 'x'.repeat(40_000) });
    expect(asking(hasSoul, [long, long]).asked).toBe(2);
  });

  it('can tell two files of one text from each other', () => {
    const same = files({ 'SOUL.md': '\n', 'USER.md': '\n' });
    expect(asking(tellsApart, [same, same, same]).passed).toEqual([true, true, true]);
  });
});
