/** Two hundred kills of a daemon with a chat, and of its adapter. */
import { expect, it } from 'vitest';

import { killedChats } from '#test/support/chat-kills.ts';

it('loses nothing and answers nothing twice over 200 kills', { timeout: 3_600_000 }, async () => {
  const { kills, said, answered, gaveUp, arrived, unknown, cutOff } = await killedChats(200);
  expect(answered + gaveUp).toBe(said);
  expect(arrived).toBeLessThanOrEqual(said);
  expect(arrived).toBeGreaterThanOrEqual(answered - unknown);
  expect(unknown).toBeGreaterThan(0);
  expect(unknown).toBeLessThanOrEqual(kills);
  expect(cutOff).toBeGreaterThan(0);
  expect(cutOff).toBeLessThanOrEqual(unknown);
});
