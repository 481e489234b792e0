/** Two hundred kills of a daemon with a chat, and of its adapter. */
import { expect, it } from 'vitest';

import { faultsAfterKills } from '#test/support/chat-kills.ts';

it.each(['telegram', 'slack', 'discord', 'webhook'] as const)(
  'loses nothing of %s and answers nothing twice over 200 kills',
  { timeout: 3_600_000 },
  async (provider) => {
    expect(await faultsAfterKills(200, provider)).toEqual([]);
  },
);
