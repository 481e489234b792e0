import { describe, expect, it } from 'vitest';
import { sha256 } from '#test/support/recall/memory-store.ts';
import {
  activeLessons,
  distil,
  type Lesson,
  type LessonContext,
  lessonsIn,
  patternIdOf,
} from '#lib/yamo/lessons.ts';
import type { MemoryRecord } from '#lib/yamo/records.ts';

const CONTEXT: LessonContext = {
  situation: 'The service began without a key',
  errorPattern: 'auth_fallback_production',
  oversight: 'Nobody looked whether it is there',
  fix: 'The start fails without it',
  rule: 'Refuse to start without a key',
  scope: 'AuthService initialization',
  severity: 'high',
  confidence: 0.9,
};
const DAY = 86_400_000;
const AT = 400 * DAY;

const learn = (
  context: LessonContext,
  known: readonly MemoryRecord[] = [],
  at = AT,
): ReturnType<typeof distil> => distil(context, known, { agent: 'yamo', at, sha256 });
const recordOf = (context: LessonContext, at = AT): MemoryRecord => {
  const distilled = learn(context, [], at);
  if (distilled.kind !== 'new') throw new Error(distilled.kind);
  return distilled.record;
};
const lesson = (given: Partial<Lesson>): Lesson => ({
  id: 'lesson_1_abcdef',
  patternId: 'a',
  severity: 'medium',
  rule: 'r',
  confidence: 0.8,
  scope: 's',
  learnedAt: AT,
  ...given,
});

it.each([
  ['auth_fallback_production', 'AuthService initialization', '8e9c0883bcd69739'],
  ['db_pool_exhausted', 'DatabaseService', '8bc8cb13847fd008'],
])('patternIdOf [E-Y-13] of %s is known', (pattern, scope, id) => {
  expect(patternIdOf(pattern, scope, sha256)).toBe(id);
});

describe('distil [Y54]', () => {
  it('makes a record and a block', () => {
    const distilled = learn(CONTEXT);
    expect(distilled).toMatchObject({
      kind: 'new',
      record: {
        id: expect.stringMatching(/^mem_\d+_[0-9a-f]{6}$/u),
        content: expect.stringMatching(
          /^\[LESSON:lesson_\d+_[0-9a-f]{6}\] Nobody .* \| Rule: Refuse .* \| Scope: Auth/u,
        ),
        memory_type: 'lesson',
        lesson_pattern_id: '8e9c0883bcd69739',
      },
    });
    expect(JSON.stringify(distilled)).toContain('#lesson_learned');
    expect(distilled.kind === 'new' && distilled.block).toContain(
      'error_pattern;auth_fallback_production;',
    );
  });

  it('gives the known lesson for a pattern that it is as sure of', () => {
    const known = recordOf(CONTEXT);
    expect(learn({ ...CONTEXT, rule: 'other' }, [known])).toMatchObject({
      kind: 'known',
      lesson: { rule: CONTEXT.rule },
    });
    expect(learn({ ...CONTEXT, confidence: 0.5 }, [known]).kind).toBe('known');
    expect(learn({ ...CONTEXT, confidence: 0.95 }, [known]).kind).toBe('new');
    expect(learn({ ...CONTEXT, scope: 'elsewhere' }, [known]).kind).toBe('new');
  });

  it('keeps no secret, and redacts personal data', () => {
    expect(learn({ ...CONTEXT, fix: 'password: hunter2' })).toEqual({
      kind: 'refused',
      part: 'fix: secret',
    });
    expect(learn({ ...CONTEXT, inverse: 'password: hunter2' })).toEqual({
      kind: 'refused',
      part: 'inverse: secret',
    });
    expect(learn({ ...CONTEXT, rule: '' })).toEqual({
      kind: 'refused',
      part: 'rule: nothing said',
    });
    expect(
      JSON.stringify(learn({ ...CONTEXT, rule: 'Write to bo@example.com first' })),
    ).not.toContain('example.com');
  });

  it('has defaults for what nobody said [E-Y-14]', () => {
    const { severity: _severity, confidence: _confidence, ...bare } = CONTEXT;
    expect(lessonsIn([recordOf(bare)])).toMatchObject([{ severity: 'medium', confidence: 0.7 }]);
  });
});

it('lessonsIn has the surest of each pattern, and nothing that only looks like one', () => {
  const records = [
    recordOf({ ...CONTEXT, confidence: 0.8 }, AT),
    recordOf(CONTEXT, AT + 1),
    recordOf({ ...CONTEXT, scope: 'x' }, AT + 2),
  ];
  const odd = {
    ...recordOf(CONTEXT, AT + 3),
    metadata: '{"type":"lesson","rule_confidence":"1"}',
  };
  expect(lessonsIn([...records, odd]).map(({ confidence }) => confidence)).toEqual([0.9, 0.9]);
});

it('activeLessons are sure, of the last year, and the worst first', () => {
  const all = [
    lesson({ id: 'a', confidence: 0.69 }),
    lesson({ id: 'b', learnedAt: AT - 366 * DAY }),
    lesson({ id: 'c', learnedAt: AT - 365 * DAY }),
    lesson({ id: 'd', confidence: 0.7 }),
    lesson({ id: 'e', severity: 'critical', confidence: 0.7 }),
  ];
  expect(activeLessons(all, AT, 10).map(({ id }) => id)).toEqual(['e', 'c', 'd']);
  expect(activeLessons(all, AT, 1)).toHaveLength(1);
});
