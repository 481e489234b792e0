/** The page of a daemon, in a real browser, with a scripted model. */
import { describe, expect, it } from 'vitest';

import { axeFindings, noBrowser, Person } from '#test/support/browser.ts';
import { Daemon } from '#test/support/daemon.ts';
import { heard, say, type Script } from '#test/support/messages-api/reply.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import { type Place, startYamo, yamo } from '#test/support/yamo.ts';

const serve = (ws: Place, url: string, more: readonly string[] = []) =>
  Daemon.start(ws, ['--model', 'anthropic/claude-sonnet-5', ...more], {
    ANTHROPIC_API_KEY: FAKE_KEY,
    ANTHROPIC_BASE_URL: url,
  });

const loginFor = async (ws: Place): Promise<string> =>
  (await yamo(['open', '--print'], { workspace: ws })).stdout.trim();

/** The last line is what the human has said; what stands before it, the kernel has put there. */
const script: Script = (request) =>
  say(`You said: **${heard(request).words.trim().split('\n').at(-1)}**`);

describe.skipIf(noBrowser)('the page', () => {
  it('logs in by an address that works once, and talks', async () => {
    const ws = makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- heron\n' });
    await using api = await MessagesApi.start({ script });
    const daemon = await serve(ws, api.url);
    const person = await Person.start();
    const page = await person.tab(await loginFor(ws));
    await page.getByLabel('What you say').fill('Hello there');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.agent strong').waitFor();
    expect(await page.locator('.agent').innerText()).toContain('Hello there');
    expect(await page.locator('.kind').innerText()).toContain('main');
    expect(page.url()).not.toContain('login');
    expect(await axeFindings(page)).toEqual([]);
    expect([person.errors, person.strayed]).toEqual([[], []]);
    daemon.running.kill('SIGTERM');
  });

  it('goes on by itself after the daemon was killed, and nothing is lost or told twice', async () => {
    const ws = makeBornWorkspace();
    await using api = await MessagesApi.start({ script });
    const daemon = await serve(ws, api.url);
    const person = await Person.start();
    const page = await person.tab(await loginFor(ws));
    const words = page.getByLabel('What you say');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await words.fill('one');
    await send.click();
    await page.locator('.agent strong').getByText('one').waitFor();
    daemon.running.kill('SIGKILL');
    await daemon.running.ended;
    await page.getByText('The daemon does not answer.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await words.fill('two');
    expect(await send.isDisabled()).toBe(true);
    const again = startYamo(
      ['start', '--json', '--port', String(daemon.port), '--model', 'anthropic/claude-sonnet-5'],
      { workspace: ws, env: { ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: api.url } },
    );
    await again.printed('"event":"listening"');
    await page.getByText('The daemon does not answer.').waitFor({ state: 'detached' });
    expect(await page.locator('.said').allInnerTexts()).toEqual([expect.stringContaining('one')]);
    await send.click();
    await page.locator('.agent strong').getByText('two').waitFor();
    expect(await page.locator('.said').getByText('two').count()).toBe(1);
    expect(person.strayed).toEqual([]);
    again.kill('SIGTERM');
    await again.ended;
  });
});
