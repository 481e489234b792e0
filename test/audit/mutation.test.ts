/**
 * Every line of the golden AGENTS.md taken out, and every two neighbours changed round. Which of these mutants break a
 * MUST is said here by hand, from the specification and without the rules: what the auditor finds is compared with it.
 */
import { describe, expect, it } from 'vitest';

import { auditSnapshot } from '#audit/engine/audit.ts';
import { RULES } from '#audit/engine/rules.ts';
import { CONTEXT, goldenFiles, goldenWith } from '#test/support/golden.ts';

const GOLDEN = goldenFiles('v3.0')['AGENTS.md'] ?? '';
const LINES = GOLDEN.split('\n');

/**
 * Without one of these lines a MUST is broken. §2.1: the header. §2.2 of RFC-0009: the five headings. RFC-0006 §2.2:
 * a fence that loses one of its ends swallows a heading, or has a line that is not of the protocol. §2.3: the steps
 * that both blocks of RFC-0006 name; they have no persona_activation in common, nor the line `sequence;boot;`.
 */
const CARRIES_A_MUST: readonly RegExp[] = [
  /^YAMO-NATIVE KERNEL ACTIVE$/u,
  /^## (?:First Run|Every Session|Memory|Safety|External vs Internal)$/u,
  /^```(?:yamo)?$/u,
  /^ {2}step;(?:ghost_invariant_check|bootstrap_deletion|load_soul|load_user|load_memory|serve_user);/u,
];

/** What must not change places: the head of the sequence and its steps, each with the next. */
const IN_ORDER = [
  'sequence;boot;',
  '  step;ghost_invariant_check;',
  '  step;bootstrap_deletion;',
  '  step;load_soul;',
  '  step;load_user;',
  '  step;load_memory;',
  '  step;persona_activation;',
  '  step;serve_user;',
] as const;

interface Mutant {
  readonly name: string;
  readonly text: string;
  readonly isBroken: boolean;
}

const deletions: readonly Mutant[] = LINES.map((line, index) => ({
  name: `without line ${index + 1}`,
  text: LINES.toSpliced(index, 1).join('\n'),
  isBroken: CARRIES_A_MUST.some((must) => must.test(line)),
}));

const swaps: readonly Mutant[] = LINES.slice(0, -1)
  .map((line, index) => {
    const next = LINES[index + 1] ?? '';
    const place = IN_ORDER.findIndex((start) => line.startsWith(start));
    return {
      name: `lines ${index + 1} and ${index + 2} changed round`,
      text: LINES.toSpliced(index, 2, next, line).join('\n'),
      isBroken: place >= 0 && next.startsWith(IN_ORDER[place + 1] ?? '\0'),
    };
  })
  .filter(({ text }) => text !== GOLDEN);

const LEVELS = new Map(RULES.map(({ id, level, heuristic }) => [id, heuristic ? 'should' : level]));

const judge = ({ text }: Pick<Mutant, 'text'>) => {
  const snapshot = goldenWith({ files: { 'AGENTS.md': text } });
  const { tier, findings } = auditSnapshot(snapshot, CONTEXT, RULES, {
    pedantic: false,
    strict: false,
  });
  const errors = findings.map(({ rule }) => rule).filter((rule) => LEVELS.get(rule) === 'must');
  return { tier, errors };
};

describe('the golden AGENTS.md', () => {
  it('is v3.0 before anything is changed [Y9]', () => {
    expect(judge({ text: GOLDEN })).toEqual({ tier: 'RFC-0009 v3.0', errors: [] });
  });

  it('holds every line that the table of this test speaks of, once', () => {
    expect(CARRIES_A_MUST.map((must) => LINES.filter((line) => must.test(line)).length)).toEqual([
      1, 5, 8, 6,
    ]);
    for (const start of IN_ORDER) {
      expect(LINES.filter((line) => line.startsWith(start))).toHaveLength(1);
    }
  });

  it('loses its tier, or gets an error, by every change that breaks a MUST, and by no other [Y11] [Y12] [Y13] [Y14]', () => {
    const mutants = [...deletions, ...swaps];
    const verdicts = new Map(mutants.map((mutant) => [mutant, judge(mutant)]));
    const errorsOf = (mutant: Mutant): readonly string[] => verdicts.get(mutant)?.errors ?? [];
    const isCaught = (mutant: Mutant): boolean =>
      verdicts.get(mutant)?.tier !== 'RFC-0009 v3.0' || errorsOf(mutant).length > 0;
    const broken = mutants.filter(({ isBroken }) => isBroken);
    const missed = broken.filter((mutant) => !isCaught(mutant)).map(({ name }) => name);
    const alarms = mutants
      .filter((mutant) => !mutant.isBroken && isCaught(mutant))
      .map((mutant) => `${mutant.name}: ${errorsOf(mutant).join(', ')}`);
    console.log(
      `mutants: ${deletions.length} deletions, ${swaps.length} swaps; ` +
        `${broken.length} break a MUST, ${broken.length - missed.length} caught; ` +
        `${alarms.length} false alarms`,
    );
    expect({ missed, alarms }).toEqual({ missed: [], alarms: [] });
    expect(broken).toHaveLength(20 + 7);
  });
});
