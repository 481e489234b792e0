/** A long session on the page: its end is shown first, the rest by need, found by its words, and at any width. */
import { describe, expect, it } from 'vitest';

import { axeFindings, noBrowser, Person } from '#test/support/browser.ts';
import { servedPage } from '#test/support/page.ts';

const SAID = 1500;

const textAt = (count: number): string => (count === 3 ? 'The heron nests.' : `Message ${count}.`);

describe.skipIf(noBrowser)('a long session', () => {
  it('shows its end, reads what lies before by need, and finds a word of its beginning', async () => {
    const { serving, tab } = await servedPage();
    const events = Array.from({ length: SAID }, (_, count) => ({
      type: count % 2 === 0 ? 'said' : 'text',
      session: 's1',
      request: `r${count}`,
      payload: { text: textAt(count), by: 'owner' },
    }));
    await serving.events.appendAll(events);
    const person = await Person.start();
    const page = await tab(person, 'chat/s1');
    await page.getByText(`Message ${SAID - 1}.`).waitFor();
    expect(await page.locator('.virtual-row').count()).toBeLessThan(60);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox', { name: 'Search in this chat' }).fill('HERON');
    await page.getByText('1 line', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.locator('.found').getByText('The heron nests.').waitFor();
    expect(await page.locator('.virtual-row').count()).toBeLessThan(60);
    expect(await axeFindings(page)).toEqual([]);
    // What comes while one looks at something else does not move it.
    const before = await page.locator('.found').boundingBox();
    await serving.events.appendAll([
      { type: 'text', session: 's1', request: 'new', payload: { text: 'New.' } },
    ]);
    await page.getByRole('button', { name: /Close/u }).click();
    const after = await page.getByText('The heron nests.').boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(100);
    expect([person.errors, person.strayed]).toEqual([[], []]);
  });

  it.each([320, 1000])('is read and written at %i pixels, in any script', async (width) => {
    const { tab, tell } = await servedPage();
    const words = [
      'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(4),
      '吾輩は猫である。名前はまだ無い。'.repeat(8),
      'שלום עולם, זה טקסט מימין לשמאל',
      'x'.repeat(400),
    ];
    for (const [at, text] of words.entries()) {
      await tell('s1', 'said', { text, by: 'owner' }, `r${at}`);
      await tell('s1', 'text', { text: `${text}\n\n\`\`\`\n${'y'.repeat(300)}\n\`\`\`` }, `r${at}`);
    }
    const page = await tab(await Person.start(width, 900), 'chat/s1');
    await page.getByText('吾輩').first().waitFor();
    const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(wide)).toBe(0);
    const send = page.getByRole('button', { name: 'Send', exact: true });
    const box = await send.boundingBox();
    expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect(await axeFindings(page)).toEqual([]);
  });
});

describe.skipIf(noBrowser)('the list of sessions', () => {
  it('says which one waits, and has it answered there', async () => {
    const { serving, tab } = await servedPage();
    const session = await serving.sessions.open({ by: 'owner' });
    const answer = serving.questions.ask(
      {
        session: session.id,
        kind: 'choice',
        text: 'Go on?',
        options: [{ id: 'yes', label: 'Yes' }],
      },
      new AbortController().signal,
    );
    const person = await Person.start();
    const page = await tab(person, 'sessions');
    await page.getByRole('heading', { name: /Waiting for you/u }).waitFor();
    expect(await page.title()).toBe('(1) Sessions · yamo');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Yes' }).click();
    expect(await answer).toBe('yes');
    await page.getByRole('heading', { name: /^Open/u }).waitFor();
    await page.getByRole('searchbox').fill('no such words');
    await page.getByText('No session is called so.').waitFor();
    expect([person.errors, person.strayed]).toEqual([[], []]);
  });
});
