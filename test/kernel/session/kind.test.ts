import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Circumstances, decideKind } from '#kernel/session/kind.ts';
import type { SessionKind } from '#lib/spec/access.ts';

const ADA = 'telegram:ada';
const ADA_TOO = 'mail:ada@example.org';
const BOB = 'telegram:bob';

const kindOf = (given: Partial<Circumstances>): SessionKind =>
  decideKind({
    asked: undefined,
    participants: [],
    primaryHuman: [ADA, ADA_TOO],
    startedByOwner: true,
    ...given,
  }).kind;

describe('a main session', () => {
  it('is the command line of the owner (R-74) [Y91]', () => {
    expect(kindOf({})).toBe('main');
    expect(kindOf({ asked: 'main' })).toBe('main');
  });

  it('is a private conversation with the human, under any of their names (R-74) [Y91]', () => {
    expect(kindOf({ participants: [ADA] })).toBe('main');
    expect(kindOf({ participants: [ADA_TOO] })).toBe('main');
    expect(kindOf({ participants: [ADA, ADA_TOO] })).toBe('main');
    expect(kindOf({ participants: [ADA], startedByOwner: false })).toBe('main');
  });
});

describe('a shared session', () => {
  it.each([
    ['a group with the human in it', [ADA, BOB]],
    ['a conversation with somebody else', [BOB]],
    ['a channel', [ADA, BOB, 'telegram:carol', 'telegram:dan']],
    ['another agent at work', [ADA, 'agent:wren']],
    ['a participant without a name', [ADA, '']],
    ['the human in another spelling', ['Telegram:Ada']],
    ['the human with a space behind', [`${ADA} `]],
  ])('is %s [Y45, Y92]', (_what, participants) => {
    for (const asked of [undefined, 'main', 'shared'] as const)
      expect(kindOf({ participants, asked })).toBe('shared');
  });

  it('is one whose kind cannot be told (R-40) [Y92]', () => {
    expect(kindOf({ startedByOwner: false })).toBe('shared');
    expect(kindOf({ startedByOwner: false, asked: 'main' })).toBe('shared');
    expect(kindOf({ participants: [ADA], primaryHuman: [] })).toBe('shared');
    expect(kindOf({ participants: [ADA], primaryHuman: [], asked: 'main' })).toBe('shared');
  });

  it('is one that was asked for, whoever takes part [Y45]', () => {
    expect(kindOf({ asked: 'shared' })).toBe('shared');
    expect(kindOf({ asked: 'shared', participants: [ADA] })).toBe('shared');
  });

  it('says why, without naming anybody', () => {
    const { reason } = decideKind({
      asked: 'main',
      participants: [ADA, BOB],
      primaryHuman: [ADA],
      startedByOwner: true,
    });
    expect(reason).toContain('1 of 2 participants');
    expect(reason).toContain('cannot be main');
    expect(reason).not.toContain('bob');
  });
});

describe('nothing turns the isolation off', () => {
  const name = fc.constantFrom(ADA, ADA_TOO, BOB, 'agent:wren', '', '*', 'main');
  const circumstances = fc.record({
    asked: fc.constantFrom(undefined, 'main' as const, 'shared' as const),
    participants: fc.array(name, { maxLength: 4 }),
    primaryHuman: fc.array(name, { maxLength: 3 }),
    startedByOwner: fc.boolean(),
  });

  it('main is only where nobody but the human takes part, whatever was asked for [Y46, Y92]', () => {
    fc.assert(
      fc.property(circumstances, (given) => {
        const { kind } = decideKind(given);
        const { participants, primaryHuman, startedByOwner, asked } = given;
        const alone =
          participants.length === 0
            ? startedByOwner
            : participants.every((one) => primaryHuman.includes(one));
        expect(kind).toBe(alone && asked !== 'shared' ? 'main' : 'shared');
      }),
      { numRuns: 2000 },
    );
  });

  it('asking for main never makes a session main that was shared without it [Y46]', () => {
    fc.assert(
      fc.property(circumstances, (given) => {
        const without = decideKind({ ...given, asked: undefined }).kind;
        expect(decideKind({ ...given, asked: 'main' }).kind).toBe(without);
      }),
    );
  });

  it('one participant more never makes a shared session main [Y46]', () => {
    fc.assert(
      fc.property(circumstances, name, (given, more) => {
        fc.pre(given.participants.length > 0 && decideKind(given).kind === 'shared');
        const participants = [...given.participants, more];
        expect(decideKind({ ...given, participants }).kind).toBe('shared');
      }),
    );
  });

  it('no variable of the environment is looked at [Y46]', () => {
    const before = process.env;
    const looked: PropertyKey[] = [];
    process.env = new Proxy({}, { get: (_, key) => void looked.push(key), has: () => true });
    try {
      expect(kindOf({ participants: [BOB] })).toBe('shared');
    } finally {
      process.env = before;
    }
    expect(looked).toEqual([]);
  });
});
