/** Exceptions in the files: without a reason they take nothing out. */
import { describe, expect, it } from 'vitest';

import { type Audit, auditSnapshot } from '#audit/engine/audit.ts';
import { RULES } from '#audit/engine/rules.ts';
import { CONTEXT, goldenFiles, goldenWith } from '#test/support/golden.ts';

const headless = (goldenFiles('v3.0')['AGENTS.md'] ?? '').replace(/^.*\n\n/u, '');

const audited = (end = ''): Audit =>
  auditSnapshot(goldenWith({ files: { 'AGENTS.md': `${headless}${end}` } }), CONTEXT, RULES, {
    pedantic: false,
    strict: false,
  });

const rulesOf = ({ findings }: Audit): readonly string[] => findings.map(({ rule }) => rule);

const [RULE = ''] = rulesOf(audited());

describe('an exception', () => {
  it.each(['', ' reason', ' reason=""', ' reason="…"', ' reason="123"', " reason='it is fine'"])(
    'without a reason in words hides nothing, and says so: %s',
    (reason) => {
      const result = audited(`\n<!-- yamo-allow-file ${RULE}${reason} -->\n`);
      expect(rulesOf(result).toSorted()).toEqual([RULE, 'yamo/allow-reason'].toSorted());
      expect(result.tier).toBe(audited().tier);
      expect(result.exceptions.allowed).toBe(0);
    },
  );

  it('with one takes out what it names, and is counted', () => {
    const result = audited(`\n<!-- yamo-allow-file ${RULE} reason="an old kernel" -->\n`);
    expect(rulesOf(result)).toEqual([]);
    expect(result.exceptions).toEqual({ allowed: 1, byRule: { [RULE]: 1 } });
  });
});
