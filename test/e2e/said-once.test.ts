/** What is said again, by the page or a program that heard no answer, is carried out once. */
import { describe, expect, it } from 'vitest';

import { noBrowser, Person } from '#test/support/browser.ts';
import { Daemon } from '#test/support/daemon.ts';
import { heard, say } from '#test/support/messages-api/reply.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import { type Place, yamo } from '#test/support/yamo.ts';

const serve = (ws: Place, url: string) =>
  Daemon.start(ws, ['--model', 'anthropic/claude-sonnet-5'], {
    ANTHROPIC_API_KEY: FAKE_KEY,
    ANTHROPIC_BASE_URL: url,
  });

it('is answered with the turn that a daemon had begun when it was killed', async () => {
  const ws = makeBornWorkspace();
  const asked = Promise.withResolvers<void>();
  const words: string[] = [];
  await using api = await MessagesApi.start({
    script: (request) => {
      words.push(heard(request).words);
      asked.resolve();
      return { kind: 'silence' };
    },
  });
  const message = { text: 'Feed the heron.', key: 'k1' };
  const daemon = await serve(ws, api.url);
  const first = await daemon.call('chat.send', message);
  await asked.promise;
  daemon.running.kill('SIGKILL');
  await daemon.running.ended;
  const again = await serve(ws, api.url);
  const { session, request } = first.answer;
  const repeated = { ...message, session: String(session), wait: true };
  expect(await again.call('chat.send', repeated)).toEqual({
    status: 200,
    answer: { session, request, stop: 'lost', reply: '' },
  });
  const { status, answer } = await again.call('chat.send', { ...message, key: 'k2' });
  expect([status, answer['request'] === request]).toEqual([200, false]);
  while (words.length < 2) await new Promise(setImmediate);
  expect(words).toHaveLength(2);
  again.running.kill('SIGKILL');
});

it('is answered with the same turn while that runs, and when it is over', async () => {
  const ws = makeBornWorkspace();
  await using api = await MessagesApi.start({ script: () => say('Fed.') });
  const daemon = await serve(ws, api.url);
  const message = { text: 'Feed the heron.', key: 'k1', wait: true };
  const [one, two] = await Promise.all([
    daemon.call('chat.send', message),
    daemon.call('chat.send', message),
  ]);
  expect(one.answer).toMatchObject({ stop: 'end_turn', reply: 'Fed.' });
  expect(two).toEqual(one);
  expect(await daemon.call('chat.send', message)).toEqual(one);
  expect(api.requests.filter(({ request }) => request?.stream)).toHaveLength(1);
  daemon.running.kill('SIGTERM');
});

describe.skipIf(noBrowser)('the page', () => {
  it('says again what a lost connection seems to have swallowed, and it is carried out once', async () => {
    const ws = makeBornWorkspace();
    await using api = await MessagesApi.start({ script: () => say('Fed.') });
    const daemon = await serve(ws, api.url);
    const person = await Person.start();
    const page = await person.tab(
      (await yamo(['open', '--print'], { workspace: ws })).stdout.trim(),
    );
    let late: (() => void) | undefined;
    await page.routeWebSocket(/\/ws\?/u, (socket) => {
      const server = socket.connectToServer();
      server.onClose(() => undefined);
      socket.onMessage((frame) => {
        if (late !== undefined || !String(frame).includes('chat.send')) return server.send(frame);
        // What lies between holds the frame, and lets the connection fall.
        late = () => server.send(frame);
        void socket.close();
      });
    });
    await page.reload();
    await page.getByLabel('What you say').fill('Feed the heron.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Send again', exact: true }).click();
    await page.locator('.agent').getByText('Fed.').waitFor();
    late?.();
    // Whatever the late one leads to is there before this is answered.
    await page.getByLabel('What you say').fill('And the stork.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.agent').getByText('Fed.').nth(1).waitFor();
    expect(await page.locator('.said').count()).toBe(2);
    expect(api.requests.filter(({ request }) => request?.stream)).toHaveLength(2);
    daemon.running.kill('SIGTERM');
  });
});
