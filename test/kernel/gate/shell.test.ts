import { describe, expect, it } from 'vitest';

import { shellAllowed } from '#kernel/gate/shell.ts';

const OPS = 'discord:ops';

describe('a shell', () => {
  it.each([
    ['main', false, [], undefined, false],
    ['main', false, [OPS], OPS, false],
    ['main', true, [], undefined, true],
    ['main', true, [OPS], OPS, true],
    ['shared', false, [], undefined, false],
    ['shared', true, [], undefined, false],
    ['shared', true, [], OPS, false],
    ['shared', true, [OPS], undefined, false],
    ['shared', true, [OPS], 'discord:fun', false],
    ['shared', true, [OPS], 'DISCORD:OPS', false],
    ['shared', true, [''], undefined, false],
    ['shared', false, [OPS], OPS, true],
    ['shared', true, ['x', OPS], OPS, true],
  ] as const)(
    'in a %s session, with main %s and channels %j, on channel %s: %s',
    (kind, main, channels, channel, allowed) => {
      expect(shellAllowed({ main, channels }, kind, channel).allowed).toBe(allowed);
    },
  );

  it('that is off says which setting it is', () => {
    const none = { main: false, channels: [] };
    expect(shellAllowed(none, 'main', undefined)).toMatchObject({
      advice: expect.stringContaining('"main": true'),
    });
    for (const channel of [undefined, OPS])
      expect(shellAllowed(none, 'shared', channel)).toMatchObject({
        advice: expect.stringContaining('shell.channels'),
      });
  });
});
