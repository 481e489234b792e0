/** More than a page should be given: messages of megabytes, many tabs. */
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
