/** Two hundred kills of a daemon with a chat, and of its adapter. */
import { expect, it } from 'vitest';

import { killedChats } from '#test/support/chat-kills.ts';

it(
  'loses nothing of Telegram and answers nothing twice over 200 kills',
  { timeout: 3_600_000 },
  async () => {
    const { kills, said, answered, gaveUp, arrived, unknown, cutOff } = await killedChats(
      200,
      'telegram',
    );
    expect(answered + gaveUp).toBe(said);
    expect(arrived).toBeLessThanOrEqual(said);
    expect(arrived).toBeGreaterThanOrEqual(answered - unknown);
    expect(unknown).toBeGreaterThan(0);
    expect(unknown).toBeLessThanOrEqual(kills);
    expect(cutOff).toBeGreaterThan(0);
    expect(cutOff).toBeLessThanOrEqual(unknown);
  },
);

it.each(['slack', 'discord'] as const)(
  'finds out in %s what became of each answer over 200 kills',
  { timeout: 3_600_000 },
  async (provider) => {
    const { said, answered, gaveUp, arrived, unknown, cutOff } = await killedChats(200, provider);
    expect([answered + gaveUp, arrived]).toEqual([said, answered]);
    expect([unknown, cutOff]).toEqual([0, 0]);
  },
);
