/** An answer that has no end. */
import { expect, it } from 'vitest';

import { noBrowser, Person } from '#test/support/browser.ts';
import { servedPage } from '#test/support/page.ts';

it.skipIf(noBrowser)(
  'shows the end of an answer of a million lines, and is not slowed by what stands before it',
  async () => {
    const { serving, tab, tell } = await servedPage();
    await tell('s1', 'said', { text: 'Count.', by: 'owner' });
    const page = await tab(await Person.start(), 'chat/s1');
    await page.getByText('Count.').waitFor();
    for (let at = 0; at < 50; at += 1)
      await serving.events.appendAll(
        Array.from({ length: 20 }, (_, piece) => ({
          type: 'text',
          session: 's1',
          request: 'r1',
          payload: { text: `line ${at} ${piece}\n`.repeat(1000) },
        })),
      );
    await page.getByText('line 49 19').last().waitFor();
    expect(await page.locator('.virtual-row').count()).toBeLessThan(60);
  },
);
