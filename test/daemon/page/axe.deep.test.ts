/** Each view as people have it: in the dark, from right to left, in long words and without spaces, on a narrow screen. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { axeFindings, noBrowser, Person } from '#test/support/browser.ts';
import { servedPage } from '#test/support/page.ts';

const SCRIPTS = {
  Hebrew: 'הציפור מקננת בקני הסוף הישנים ליד האגם.',
  Japanese: '鷺は湖のほとりの古い葦の中に巣を作る。名前はまだ無い。',
  German: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverleihungsurkunde.',
};

const VIEWS = ['chat/s1', 'sessions', 'memory', 'prompt', 'trust', 'upkeep'];

/** Until nothing of what is shown is still asked for. */
const settled = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 2 }).first().waitFor({ state: 'attached' });
  while (/…$/mu.test(await page.locator('main').innerText()));
};

const WIDER = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

describe.skipIf(noBrowser)('every view', () => {
  it.each(Object.entries(SCRIPTS))(
    'is within its screen and without findings of axe in the dark, at 320 pixels, in %s',
    async (_script, words) => {
      const { ws, serving, tab, tell } = await servedPage();
      ws.write('MEMORY.md', `# ${words}\n\n## ${words}\n\n- ${words}\n`);
      mkdirSync(join(ws.path, 'memory'), { recursive: true });
      writeFileSync(join(ws.path, 'memory/2026-03-13.md'), `# 2026-03-13\n\n- ${words}\n`);
      const said = await serving.sessions.say({
        origin: { by: 'owner' },
        session: undefined,
        text: words,
      });
      await said.ended;
      await tell('s1', 'ready', { kind: 'main', reason: words, agent: 'scribe' });
      await tell('s1', 'said', { text: words, by: 'owner', files: [`${words}.md`] });
      await tell('s1', 'text', {
        text: `# ${words}\n\n| ${words} | b |\n|--|--|\n| ${words} | 1 |\n`,
      });
      await tell('s1', 'tool', { id: 't', title: words, status: 'failed', detail: words });
      await tell('s1', 'failed', { code: 'AGENT_LOST', what: words, remedy: words });
      const person = await Person.start(320, 900, 'dark');
      for (const view of VIEWS) {
        const page = await tab(person, view);
        await settled(page);
        expect([view, await page.evaluate(WIDER)]).toEqual([view, 0]);
        expect([view, await axeFindings(page)]).toEqual([view, []]);
        await page.close();
      }
      expect([person.errors, person.strayed]).toEqual([[], []]);
    },
  );

  it('is without findings of axe where the page itself reads from right to left', async () => {
    const { tab, tell } = await servedPage();
    await tell('s1', 'ready', { kind: 'main', reason: SCRIPTS.Hebrew, agent: 'scribe' });
    await tell('s1', 'said', { text: SCRIPTS.Hebrew, by: 'owner' });
    await tell('s1', 'text', { text: SCRIPTS.Hebrew });
    const person = await Person.start(320, 900);
    for (const view of VIEWS) {
      const page = await tab(person, view);
      await page.evaluate("document.documentElement.dir = 'rtl'");
      await settled(page);
      expect([view, await page.evaluate(WIDER)]).toEqual([view, 0]);
      expect([view, await axeFindings(page)]).toEqual([view, []]);
      await page.close();
    }
  });
});
