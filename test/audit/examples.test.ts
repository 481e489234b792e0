/** The examples of every rule are its tests: a good one has no finding of the rule, a bad one has them where it says. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { auditSnapshot } from '#audit/engine/audit.ts';
import type { BadExample, Example, Rule } from '#audit/rule/rule.ts';
import { contextOf, goldenWith } from '#test/support/golden.ts';

const RULES = resolve(import.meta.dirname, '../../audit/rules');
const files = readdirSync(RULES).filter((name) => name.endsWith('.ts'));

describe.each(files)('%s', async (file) => {
  const { rule }: { rule: Rule } = await import(join(RULES, file));
  // Rules that the engine speaks for, and exceptions, need the other rules as well.
  const others = rule.id.startsWith('yamo/')
    ? (await import('#audit/engine/rules.ts')).RULES
    : [rule];
  const places = (example: Example): readonly string[] =>
    auditSnapshot(goldenWith(example), contextOf(example), others, {
      pedantic: true,
      strict: false,
    })
      .findings.filter((finding) => finding.rule === rule.id)
      .map(({ file: name, line }) => (line === undefined ? name : `${name}:${line}`));

  const { good, bad } = rule.examples();

  it('has the name of its id, and examples of both kinds', () => {
    expect(file).toBe(`${rule.id.replaceAll('/', '-')}.ts`);
    expect(rule.level === 'must' || rule.tier === 'none').toBe(true);
    expect(good.length).toBeGreaterThan(0);
    expect(bad.length).toBeGreaterThan(0);
  });

  it.each(good)('passes: $shows', (example) => {
    expect(places(example)).toEqual([]);
  });

  it.each(bad)('fails: $shows', (example: BadExample) => {
    expect(places(example)).toEqual(example.at);
  });
});
