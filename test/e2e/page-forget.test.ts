/** A question that belongs to no session, on the page in a real browser: somebody in a group asks to be forgotten. */
import { describe, expect, it } from 'vitest';

import { SHARED } from '#lib/spec/session-policy.ts';
import { axeFindings, noBrowser, Person } from '#test/support/browser.ts';
import { ROOMS } from '#test/support/chat-rooms.ts';
import { Daemon } from '#test/support/daemon.ts';
import { enterWorkspace } from '#test/support/kernel.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import { until, yamo } from '#test/support/yamo.ts';

describe.skipIf(noBrowser)('a question of no session', () => {
  it('is asked on the page, and what the owner allows there is done', async () => {
    const room = await ROOMS.telegram();
    const { server, program, options, tokens, places } = room;
    const ws = makeBornWorkspace();
    const { daily } = enterWorkspace(ws);
    daily.inChat(`${program}:${places.group}`, SHARED.name);
    daily.append('- Bob takes the ferry on Monday.\n- The bridge stays closed until winter.\n');
    const log = (): string => ws.text(daily.file);
    await yamo(['chat', 'add', program, ...options], { workspace: ws, env: tokens, cwd: ws.path });
    const daemon = await Daemon.start(ws, ['--agent', agentCommand('parrot')], tokens);
    const person = await Person.start();
    const login = await yamo(['open', '--print'], { workspace: ws });
    const page = await person.tab(login.stdout.trim());
    room.bring({ words: '/forget me' }, daemon.port);
    await page.getByRole('link', { name: /1 waits for you/u }).click();
    await page.getByText('asks to be forgotten').waitFor();
    expect(await page.getByText('Bob takes the ferry').count()).toBe(1);
    expect(await page.getByText('The bridge stays closed').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    const take = page.getByRole('button', { name: 'Take these notes out' });
    await take.click();
    await until(() => !log().includes('ferry'));
    await yamo(['stop'], { workspace: ws });
    await daemon.running.ended;
    expect(log()).toContain('bridge');
    expect([person.errors, person.strayed]).toEqual([[], []]);
    server.close();
  });
});
