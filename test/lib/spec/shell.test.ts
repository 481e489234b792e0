import { describe, expect, it } from 'vitest';

import { MAIN, SHARED } from '#lib/spec/session-policy.ts';
import { shellAllowed } from '#lib/spec/shell.ts';

const OPS = 'discord:ops';

describe('a shell', () => {
  it.each([
    [MAIN, false, [], undefined, false],
    [MAIN, false, [OPS], OPS, false],
    [MAIN, true, [], undefined, true],
    [MAIN, true, [OPS], OPS, true],
    [SHARED, false, [], undefined, false],
    [SHARED, true, [], undefined, false],
    [SHARED, true, [], OPS, false],
    [SHARED, true, [OPS], undefined, false],
    [SHARED, true, [OPS], 'discord:fun', false],
    [SHARED, true, [OPS], 'DISCORD:OPS', false],
    [SHARED, true, [''], undefined, false],
    [SHARED, false, [OPS], OPS, true],
    [SHARED, true, ['x', OPS], OPS, true],
  ] as const)(
    'in a %s session, with main %s and channels %j, on channel %s: %s',
    (kind, main, channels, channel, allowed) => {
      expect(shellAllowed({ main, channels }, kind, channel).allowed).toBe(allowed);
    },
  );

  it('that is off says which setting it is', () => {
    const none = { main: false, channels: [] };
    expect(shellAllowed(none, MAIN, undefined)).toMatchObject({
      advice: expect.stringContaining('"main": true'),
    });
    for (const channel of [undefined, OPS])
      expect(shellAllowed(none, SHARED, channel)).toMatchObject({
        advice: expect.stringContaining('shell.channels'),
      });
  });
});
