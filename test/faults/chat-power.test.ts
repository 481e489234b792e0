/** The power fails while people speak to the agent in a chat: what the provider was told is taken is there afterwards. */
import { describe, expect, it } from 'vitest';

import { faultsAfterKills } from '#test/support/chat-kills.ts';
import { Disk, missing } from '#test/support/power-cut.ts';

const TIMES = 20;
const LIMIT_MS = 1_800_000;
const SIZE = '64M';

const fault = missing('ext4');
if (fault !== undefined)
  console.error(`!!! no power was cut under a chat, so durability is not proved there: ${fault}`);

describe.skipIf(fault !== undefined)(`${TIMES} power cuts and as many kills of its adapter`, () => {
  it.each(['telegram', 'slack', 'discord', 'webhook'] as const)(
    'lose nothing of %s, and have nothing answered twice',
    { timeout: LIMIT_MS },
    async (provider) => {
      expect(await faultsAfterKills(2 * TIMES, provider, new Disk('ext4', SIZE))).toEqual([]);
    },
  );
});
