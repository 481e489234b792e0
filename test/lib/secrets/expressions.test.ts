/** No text makes the time that an expression takes grow but with its length. */
import { check } from 'recheck';
import { expect, it } from 'vitest';

import { isDeep } from '#test/support/deep.ts';
import { expressionsOf } from '#test/support/expressions.ts';

/** Where text is judged. Nothing of them is loaded before. */
const FOLDERS = ['lib/secrets', 'lib/injection', 'lib/language', 'lib/text', 'audit'];
const EXPRESSIONS_MIN = 400;
/** Of an expression that takes longer, or looks around in ways that no automaton does, nothing is known. */
const TIMEOUT_MS = isDeep ? 60_000 : 1000;
const UNKNOWN_MAX = 60;
const TEST_MAX_MS = 2_000_000;

it(
  'the expressions of the detectors and the rules take linear time',
  async () => {
    const expressions = await expressionsOf(FOLDERS);
    const slow: string[] = [];
    const unknown: string[] = [];
    for (const [text, { expression, file }] of expressions) {
      const { source, flags } = expression;
      const answer = await check(source, flags, {
        checker: 'automaton',
        timeout: TIMEOUT_MS,
      });
      if (answer.status === 'vulnerable')
        slow.push(`${file}: ${text}: ${answer.complexity.summary}`);
      if (answer.status === 'unknown') unknown.push(text);
    }
    expect(expressions.size).toBeGreaterThan(EXPRESSIONS_MIN);
    expect(slow).toEqual([]);
    expect(unknown.length, unknown.join('\n')).toBeLessThan(UNKNOWN_MAX);
  },
  TEST_MAX_MS,
);
