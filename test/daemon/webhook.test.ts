/** A program and an agent, by signed requests both ways. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

import { afterEach, describe, expect, it } from 'vitest';

import { ADAPTERS } from '#daemon/adapters/registry.ts';
import { isSigned } from '#daemon/chats/signed.ts';
import { runningDaemon } from '#daemon/phases/home.ts';
import { ServerReach } from '#daemon/phases/reach.ts';
import { webhookKey } from '#kernel/wire/webhook-key.ts';
import { hostOf } from '#test/support/in-process.ts';
import { closeNow, listen } from '#test/support/listen.ts';
import { serveHere } from '#test/support/served.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const HERE = { bind: undefined, tls: undefined, isBehindProxy: false, names: [] } as const;
const SECRET = 'fleet-heron-4711-wading-upstream';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const SILENT = (): void => undefined;

const sign = (id: string, timestamp: string, body: string): string =>
  `v1,${createHmac('sha256', SECRET).update(`${id}.${timestamp}.${body}`).digest('base64')}`;

const signedExample = (secret: string): string =>
  createHmac('sha256', webhookKey(secret))
    .update('msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}')
    .digest('base64');

const seconds = (): string => String(Math.floor(Date.now() / 1000));

/** A daemon with a webhook, and the program that its answers are sent to. */
const served = async () => {
  const taken: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  let heard: () => void = SILENT;
  const answers = [503, 202];
  const program = createServer(async (request, response) => {
    taken.push({ headers: request.headers, body: await text(request) });
    response.writeHead(answers.shift() ?? 202, { 'retry-after': '0' }).end();
    heard();
  });
  const api = `http://127.0.0.1:${await listen(program)}/answers`;
  closing.push(() => closeNow(program));
  const webhook = ADAPTERS.get('webhook');
  if (webhook === undefined) throw new Error('it is gone');
  const ws = makeBornWorkspace();
  const adapters = new Map([['webhook', { ...webhook, tokenOf: async () => SECRET }]]);
  const { workspace } = await serveHere(ws, new ServerReach(HERE), { adapters });
  const { serving } = workspace;
  if (serving === undefined) throw new Error('it is not served');
  const settings = { token: 'env:X', api };
  await serving.chats.ask({ do: 'add', name: 'ops', program: 'webhook', settings });
  const port = runningDaemon(hostOf(ws))?.port;
  const post = async (
    body: string,
    { id = 'm1', at = seconds(), signature = sign(id, at, body), name = 'ops' } = {},
  ): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${port}/hooks/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': at,
        'webhook-signature': signature,
      },
      body,
    });
    return response.status;
  };
  const until = async (is: () => boolean): Promise<void> => {
    while (!is()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      heard = resolve;
      await promise;
    }
  };
  return { post, taken, until, serving };
};

const hello = JSON.stringify({
  chat: 'ops',
  text: 'The kettle is blue.',
  author: { id: '7', name: 'CI' },
});

describe('a webhook', () => {
  it('takes what is signed, once for each id, and answers in a shared session, signed', async () => {
    const { post, taken, until, serving } = await served();
    expect([await post(hello), await post(hello), await post(hello)]).toEqual([202, 202, 202]);
    await until(() => taken.length === 2);
    const [first, second] = taken;
    // The first was refused for a while: the same id comes again.
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(JSON.parse(second?.body ?? '')).toMatchObject({ chat: 'ops', text: expect.any(String) });
    const id = String(second?.headers['webhook-id']);
    const timestamp = String(second?.headers['webhook-timestamp']);
    const signature = String(second?.headers['webhook-signature']);
    expect(
      isSigned({ id, timestamp, signature, body: Buffer.from(second?.body ?? '') }, SECRET),
    ).toBe(true);
    const sessions = await serving.data.agents.selectFrom('sessions').select('kind').execute();
    expect(sessions).toEqual([{ kind: 'shared' }]);
    expect(await serving.data.events.selectFrom('inbound').select('key').execute()).toEqual([
      { key: 'm1' },
    ]);
  });

  it('has keys as Standard Webhooks writes them, and any other secret as it stands', () => {
    // The example of that specification.
    expect(signedExample('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBe(
      'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
    for (const secret of [SECRET, 'whsec_', 'whsec_no-base-64'])
      expect(webhookKey(secret)).toEqual(Buffer.from(secret));
  });

  it('takes nothing that is not signed now by the secret, or has another form', async () => {
    const { post, serving } = await served();
    const old = String(Math.floor(Date.now() / 1000) - 301);
    const at = seconds();
    expect(await post(hello, { signature: '' })).toBe(401);
    expect(await post(hello, { signature: sign('m2', at, hello), at })).toBe(401);
    expect(await post(hello, { signature: sign('m1', at, `${hello} `), at })).toBe(401);
    expect(await post(hello, { at: old })).toBe(401);
    expect(await post(hello, { at: 'now' })).toBe(401);
    expect(await post(hello, { name: 'other' })).toBe(401);
    expect(await post(hello, { id: '' })).toBe(401);
    for (const body of [
      '',
      '{',
      '{"chat":"ops"}',
      '{"chat":"a b","text":"x"}',
      '{"chat":1,"text":"x"}',
    ])
      expect(await post(body, { id: 'm3' })).toBe(400);
    expect(
      await post(JSON.stringify({ chat: 'ops', text: 'x'.repeat(1_100_000) }), { id: 'm4' }),
    ).toBe(413);
    expect(await serving.data.events.selectFrom('inbound').selectAll().execute()).toEqual([]);
  });
});
