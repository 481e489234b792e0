import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  type KindRequest,
  decideClientKind,
  decideKind,
  type KindDecision,
} from '#kernel/run/kind.ts';
import type { KindName } from '#lib/spec/access.ts';
import { type SessionKind, SHARED, MAIN, SESSION_KINDS } from '#lib/spec/session-policy.ts';

const ADA = 'telegram:ada';
const ADA_TOO = 'mail:ada@example.org';
const BOB = 'telegram:bob';

interface Given extends KindRequest {
  readonly primaryHuman: readonly string[];
  readonly directChannels: readonly string[];
}

const decide = (given: Partial<Given>): KindDecision => {
  const { primaryHuman = [ADA, ADA_TOO], directChannels = [], ...who } = given;
  const nobody = { session: undefined, participants: [], channel: undefined };
  return decideKind({ ...nobody, ...who }, { primaryHuman, directChannels });
};

const kindOf = (given: Partial<Given>): SessionKind => decide(given).kind;

describe('a main session', () => {
  it('is the command line of the owner (R-74) [Y91]', () => {
    expect(kindOf({})).toBe(MAIN);
    expect(kindOf({ session: MAIN })).toBe(MAIN);
  });

  it('is a private conversation with the human, under any of their names (R-74) [Y91]', () => {
    expect(kindOf({ participants: [ADA] })).toBe(MAIN);
    expect(kindOf({ participants: [ADA_TOO] })).toBe(MAIN);
    expect(kindOf({ participants: [ADA, ADA_TOO] })).toBe(MAIN);
  });
});

describe('a channel', () => {
  const OPS = 'discord:ops';

  it('is a place where others may be, whatever was asked for (R-89) [Y46, Y92]', () => {
    for (const session of [undefined, MAIN, SHARED])
      for (const channel of [OPS, '', ADA, 'main'])
        expect(kindOf({ channel, session })).toBe(SHARED);
  });

  it("is main where it is the human's own, to the letter, or where nobody but the human is said to be there (R-89) [Y91]", () => {
    expect(kindOf({ channel: OPS, directChannels: [OPS] })).toBe(MAIN);
    expect(kindOf({ channel: 'discord:Ops', directChannels: [OPS] })).toBe(SHARED);
    expect(kindOf({ channel: OPS, participants: [ADA] })).toBe(MAIN);
  });

  it('is shared with others in it, also where it is the own one of the human [Y92]', () => {
    expect(kindOf({ channel: OPS, directChannels: [OPS], participants: [ADA, BOB] })).toBe(SHARED);
    expect(kindOf({ channel: OPS, directChannels: [OPS], session: SHARED })).toBe(SHARED);
  });
});

const settingsOf = (session?: KindName) => ({
  primaryHuman: [],
  directChannels: [],
  clients: {
    zed: {
      ...(session && { session }),
    },
  },
});

describe('a client', () => {
  it('is shared unless the owner says main of its name, or on the command line [Y91, Y92]', () => {
    expect(decideClientKind(undefined, settingsOf('main'), 'zed').kind).toBe(MAIN);
    expect(decideClientKind(SHARED, settingsOf('main'), 'zed').kind).toBe(SHARED);
    expect(decideClientKind(MAIN, settingsOf(), 'other').kind).toBe(MAIN);
    for (const name of ['other', '', 'constructor', 'Zed'])
      expect(decideClientKind(undefined, settingsOf('main'), name).kind).toBe(SHARED);
    for (const session of [undefined, 'shared'] as const)
      expect(decideClientKind(undefined, settingsOf(session), 'zed').kind).toBe(SHARED);
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
    for (const asked of [undefined, MAIN, SHARED])
      expect(kindOf({ participants, session: asked })).toBe(SHARED);
  });

  it('is one whose kind cannot be told (R-40) [Y92]', () => {
    expect(kindOf({ channel: 'somewhere' })).toBe(SHARED);
    expect(kindOf({ channel: 'somewhere', session: MAIN })).toBe(SHARED);
    expect(kindOf({ participants: [ADA], primaryHuman: [] })).toBe(SHARED);
    expect(kindOf({ participants: [ADA], primaryHuman: [], session: MAIN })).toBe(SHARED);
  });

  it('is one that was asked for, whoever takes part [Y45]', () => {
    for (const participants of [[], [ADA], [BOB]])
      expect(decide({ session: SHARED, participants })).toEqual({
        kind: SHARED,
        reason: 'asked for',
      });
  });

  it('says why, without naming anybody', () => {
    const { reason } = decide({
      session: MAIN,
      participants: [ADA, BOB],
      primaryHuman: [ADA],
    });
    expect(reason).toContain('1 of 2 participants');
    expect(reason).toContain('cannot be main');
    expect(reason).not.toContain('bob');
  });
});

describe('nothing turns the isolation off', () => {
  const name = fc.constantFrom(ADA, ADA_TOO, BOB, 'agent:wren', '', '*', 'main');
  const circumstances = fc.record({
    session: fc.constantFrom(undefined, ...SESSION_KINDS),
    participants: fc.array(name, { maxLength: 4 }),
    primaryHuman: fc.array(name, { maxLength: 3 }),
    channel: fc.option(name, { nil: undefined }),
    directChannels: fc.array(name, { maxLength: 2 }),
  });

  it('main is only where nobody but the human takes part, whatever was asked for [Y46, Y92]', () => {
    fc.assert(
      fc.property(circumstances, (given) => {
        const { kind } = decide(given);
        const { participants, primaryHuman, channel, directChannels, session } = given;
        const alone =
          participants.length === 0
            ? channel === undefined || directChannels.includes(channel)
            : participants.every((one) => primaryHuman.includes(one));
        expect(kind).toBe(alone && session !== SHARED ? MAIN : SHARED);
      }),
      { numRuns: 2000 },
    );
  });

  it('asking for main never makes a session main that was shared without it [Y46]', () => {
    fc.assert(
      fc.property(circumstances, (given) => {
        const without = kindOf({ ...given, session: undefined });
        expect(kindOf({ ...given, session: MAIN })).toBe(without);
      }),
    );
  });

  it('one participant more never makes a shared session main [Y46]', () => {
    fc.assert(
      fc.property(circumstances, name, (given, more) => {
        fc.pre(given.participants.length > 0 && kindOf(given) === SHARED);
        const participants = [...given.participants, more];
        expect(kindOf({ ...given, participants })).toBe(SHARED);
      }),
    );
  });

  it('no variable of the environment is looked at [Y46]', () => {
    const before = process.env;
    const looked: PropertyKey[] = [];
    process.env = new Proxy({}, { get: (_, key) => void looked.push(key), has: () => true });
    try {
      expect(kindOf({ participants: [BOB] })).toBe(SHARED);
    } finally {
      process.env = before;
    }
    expect(looked).toEqual([]);
  });
});
