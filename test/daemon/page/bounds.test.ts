/** More than a page should be given: messages of megabytes, answers of a million lines, many tabs. */
import { describe, expect, it } from 'vitest';

import { noBrowser, Person } from '#test/support/browser.ts';
import { servedPage } from '#test/support/page.ts';

const PASTE = `(() => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', 'x'.repeat(10_000_000));
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  document.querySelector('#words').dispatchEvent(event);
})()`;

describe.skipIf(noBrowser)('a page', () => {
  it('takes no message of ten megabytes, and says why', async () => {
    const { tab } = await servedPage();
    const person = await Person.start();
    const page = await tab(person);
    await page.getByLabel('What you say').fill('before');
    await page.evaluate(PASTE);
    await page.getByRole('alert').getByText('MESSAGE_TOO_LONG').waitFor();
    expect(await page.getByLabel('What you say').inputValue()).toBe('before');
    expect(person.errors).toEqual([]);
  });

  it.skipIf(process.env['YAMO_DEEP'] === undefined)(
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

  it('is in as many tabs as one likes, and out of all of them at once', async () => {
    const { tab, tell, devices } = await servedPage();
    const person = await Person.start();
    const tabs = [await tab(person, 'chat/s1')];
    // A browser has six connections for a host: the seventh tab must not wait for one.
    while (tabs.length < 7) tabs.push(await tab(person, 'chat/s1'));
    await tell('s1', 'text', { text: 'Heard in all.' });
    for (const page of tabs) await page.getByText('Heard in all.').waitFor();
    const [device] = devices.all;
    if (device === undefined) throw new Error('no browser has logged in');
    devices.remove(device);
    for (const page of tabs) await page.getByText('yamo open', { exact: true }).waitFor();
    expect([person.errors, person.strayed]).toEqual([[], []]);
  });
});
