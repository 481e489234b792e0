import type { Changes } from './mutant.ts';

const GRADE = ['test/audit/engine/grade.test.ts'];

/** A rule that must hold and only should costs no tier. */
const weakened = (...files: readonly string[]): readonly Changes[] =>
  files.map((file) => ({
    file: `audit/rules/${file}.ts`,
    tests: GRADE,
    changes: [['what must hold costs no tier', "level: 'must'", "level: 'should'"]],
  }));

export const AUDIT: readonly Changes[] = [
  ...weakened(
    '1-case-twins',
    '1-memory-is-directory',
    '1-nul-byte',
    '1-readable',
    '1-regular-file',
    '1-utf8',
    '2.1-name',
    '2.1-role',
    '2.1-soul-empty',
    '2.1-soul-exists',
    '2.1-values',
    '2.2-agents-empty',
    '2.2-agents-exists',
    '2.2-every-session',
    '2.2-external-empty',
    '2.2-external-vs-internal',
    '2.2-first-run-content',
    '2.2-first-run',
    '2.2-lazy-loading',
    '2.2-memory-content',
    '2.2-memory-gate',
    '2.2-memory',
    '2.2-no-permission',
    '2.2-record-order',
    '2.2-safety-empty',
    '2.2-safety',
    '2.2-startup-complete',
    '2.2-startup-order',
    '2.2-two-days',
    '2.3-user-exists',
    '2.4-transcript',
    '2.5-day-name',
    '2.6-bootstrap-copy',
    '2.9-json',
    '2.9-last-checks-absent',
    '2.9-last-checks',
    '2.9-milliseconds',
    '2.9-seconds',
    '3.2-shared-rules',
    '4.1-memory-copy',
    '4.1-record-isolation',
    '4.2-labelled-credential',
    '4.2-provider-key',
    '4.3-bootstrap-left',
    '4.3-bootstrap-repurposed',
    '6.1-uninitialised',
    '6.3-bootstrap-unusual',
    '6.3-record-chain',
    '6.3-record-deletion',
    '0006-2.1-ghost-header',
    '0006-2.2-markdown-list',
    '0006-2.2-semicolon-block',
    '0006-2.2-syntax',
    '0006-2.3-deletion-before-load',
    '0006-2.3-ghost-first',
    '0006-2.3-memory-condition',
    '0006-2.3-missing-steps',
    '0006-2.3-priority-label',
    '0006-2.3-priority-order',
    '0006-2.3-record-ghost',
    '0006-2.3-skippable',
  ),
  {
    file: 'audit/engine/grade.ts',
    tests: ['test/audit/report/build.test.ts'],
    changes: [
      [
        'what nobody asks for is shown',
        "tier !== 'v3.0' || required",
        "tier !== 'lite' || required",
      ],
      ['the ghost header asks for nothing', "claim === 'v3.0' || meansV3", "claim === 'v3.0'"],
    ],
  },
  {
    file: 'audit/facts/instructions/required-section.ts',
    tests: ['test/audit/agents.test.ts'],
    changes: [
      [
        'names that another host looks for go without a question',
        'isSafe && host === undefined',
        'isSafe',
      ],
      ['a workspace of ours is another host’s', 'isOwn ? undefined : hostThat', 'hostThat'],
    ],
  },
  {
    file: 'audit/engine/grade.ts',
    tests: GRADE,
    changes: [
      [
        'a record without entries is evidence',
        'snapshot.records?.verdict.whole === true && snapshot.records.entries.length > 0',
        'snapshot.records?.verdict.whole === true',
      ],
      ['a rule that reads prose costs a tier', '(rule.heuristic === undefined || strict)', 'true'],
      [
        'a rule that reads prose costs none under --strict',
        '(rule.heuristic === undefined || strict)',
        'rule.heuristic === undefined',
      ],
      [
        'what must hold for Lite costs v3.0 only',
        "lite.length > 0 ? 'non-conformant'",
        "lite.length > 99 ? 'non-conformant'",
      ],
      [
        'what could not be answered is not said',
        "[...costing('lite', open), ...costing('v3.0', open)]",
        '[]',
      ],
    ],
  },
  {
    file: 'audit/facts/memory.ts',
    tests: ['test/audit/examples.test.ts'],
    changes: [
      [
        'a heading with a date dates nothing',
        'if (namesDate(line)) dated = [...dated, line.level];',
        '',
      ],
      [
        'one date on any line dates all entries',
        'items.filter((item) => !namesDate(item))',
        '(items.some(namesDate) ? [] : items)',
      ],
      ['indented items are entries', 'const ITEM = /^ ?(?:', 'const ITEM = /^ *(?:'],
    ],
  },
  {
    file: 'audit/facts/permissions.ts',
    tests: ['test/audit/examples.test.ts'],
    changes: [
      [
        'a folder that everybody can write is not said',
        "source === 'disk' && (rootMode & EVERYONE_WRITES) !== 0",
        'false',
      ],
      [
        'a revision has modes',
        "source === 'disk' && (rootMode & EVERYONE_WRITES) !== 0",
        '(rootMode & EVERYONE_WRITES) !== 0',
      ],
    ],
  },
  {
    file: 'audit/facts/daily.ts',
    tests: ['test/audit/examples.test.ts', 'test/audit/facts/daily.test.ts'],
    changes: [
      ['a date in another spelling is a note', '!isDateName(stem) && !SUFFIXED', '!SUFFIXED'],
      ['a dated note is a note of another name', ' && !SUFFIXED.test(stem)', ''],
    ],
  },
];
