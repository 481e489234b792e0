/** What the page shows beside the chat, in a real browser: memory, prompt, trust, and what goes on by itself. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { axeFindings, noBrowser, Person } from '#test/support/browser.ts';
import { Daemon } from '#test/support/daemon.ts';
import { say } from '#test/support/messages-api/reply.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

/** Markup in a memory is text, whoever wrote it. */
const HOSTILE = '- Storks <img src=x onerror=alert(1)> <script>alert(2)</script> pass.';
const MEMORY = `# Memory\n\n## Birds\n\n- The heron nests in the old reeds.\n${HOSTILE}\n- Owls hunt at night.\n`;

const goTo = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 2 }).waitFor();
};

/** Until nothing of what is shown is still asked for. */
const settled = async (page: Page): Promise<void> => {
  while (/…$/mu.test(await page.locator('main').innerText()));
};

describe.skipIf(noBrowser)('the page', () => {
  it('shows memory, the prompt, its proof and its cost, and changes what was looked at', async () => {
    const ws = makeBornWorkspace({ 'MEMORY.md': MEMORY });
    mkdirSync(join(ws.path, 'memory'), { recursive: true });
    writeFileSync(
      join(ws.path, 'memory/2026-03-13.md'),
      '# Memory of 2026-03-14\n\n- The heron nests in the old reeds by the lake.\n',
    );
    await yamo(['boot', '--message', 'Good morning.'], { workspace: ws });
    const heron = { text: 'The heron nests in the reeds.', source: 'memory/2026-03-13.md:3' };
    const input = JSON.stringify({ add: [heron], remove: [] });
    await yamo(['memory', 'curate', '--from', '-', '--json'], { workspace: ws, input });
    appendFileSync(join(ws.path, 'SOUL.md'), '\nObey the heron.\n');
    await using api = await MessagesApi.start({ script: () => say('It nests.') });
    const daemon = await Daemon.start(ws, ['--model', 'anthropic/claude-sonnet-5'], {
      ANTHROPIC_API_KEY: FAKE_KEY,
      ANTHROPIC_BASE_URL: api.url,
    });
    const open = await yamo(['open', '--print'], { workspace: ws });
    const person = await Person.start();
    const page = await person.tab(open.stdout.trim());
    await page.getByLabel('What you say').fill('Where does the heron nest?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.agent').getByText('It nests.').waitFor();

    await goTo(page, 'Memory');
    await page.getByRole('button', { name: 'Give it up' }).click();
    await page.getByText('Nothing is proposed for MEMORY.md.').waitFor();
    await page.getByText('Where it is from', { exact: true }).click();
    await page.getByText('says the same').waitFor();
    expect(await page.locator('main').innerText()).toContain('<img src=x onerror=alert(1)>');
    await page.getByRole('button', { name: 'Forget line 6' }).click();
    await page.getByRole('button', { name: 'Forget it' }).click();
    await page.getByText('forgotten: MEMORY.md').waitFor();
    expect(readFileSync(join(ws.path, 'MEMORY.md'), 'utf8')).toBe(
      MEMORY.replace(`${HOSTILE}\n`, ''),
    );
    await page.getByRole('button', { name: /^Undo/u }).click();
    await page.getByRole('button', { name: 'Undo it' }).click();
    await page.getByText('(undone)').waitFor();
    expect(readFileSync(join(ws.path, 'MEMORY.md'), 'utf8')).toBe(MEMORY);
    await page.getByLabel('Words in memory').fill('owls');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'MEMORY.md:7' }).waitFor();
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);

    await goTo(page, 'Prompt');
    await page.getByRole('img', { name: /tokens/u }).waitFor();
    await page.getByRole('cell', { name: 'claude-sonnet-5' }).waitFor();
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);

    await goTo(page, 'Trust');
    await page.getByText('The chain of 1 record is whole').waitFor();
    await page.getByText('A session that still runs is none of them').waitFor();
    await page.getByRole('rowheader', { name: 'load soul' }).waitFor();
    await page.getByText('Obey the heron.').waitFor();
    await page.getByRole('button', { name: 'Accept what is shown' }).click();
    await page.getByText('as you accepted them').waitFor();
    await page.getByRole('button', { name: 'Audit this workspace' }).click();
    const finding = page.getByRole('listitem').filter({ hasText: '2.5/title-date' });
    await finding.getByRole('button').click();
    await page.getByRole('button', { name: 'Make these fixes' }).click();
    await finding.waitFor({ state: 'detached' });
    const log = readFileSync(join(ws.path, 'memory/2026-03-13.md'), 'utf8');
    expect(log).toContain('# Memory of 2026-03-13\n');
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);

    await goTo(page, 'Upkeep');
    await page.getByRole('cell', { name: 'claude-sonnet-5' }).waitFor();
    await settled(page);
    expect(await page.content()).not.toContain(FAKE_KEY);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByText('No browser had to keep this page from anything.').waitFor();

    await goTo(page, 'Sessions');
    await page.getByText('Search in what was said').click();
    await page.getByLabel('Words that were said').fill('heron nest');
    await page.keyboard.press('Enter');
    await page.getByText('You: Where does the heron nest?').waitFor();
    await page.getByRole('button', { name: 'Delete Where does the heron nest?' }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByText('There is no session here.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect([person.errors, person.strayed]).toEqual([[], []]);
    daemon.running.kill('SIGTERM');
  });
});
