import { createServer } from 'node:http';

import { describe, expect, it } from 'vitest';

import {
  answer,
  broken,
  fail,
  faultOf,
  HANG_UP,
  heard,
  inOrder,
  say,
  SILENCE,
  use,
} from '#test/support/messages-api/reply.ts';
import { closeNow, listen } from '#test/support/listen.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { until } from '#test/support/yamo.ts';
import { Host, refusal, setupFor } from './host.ts';

const LONG = say('This is a somewhat longer answer, in several pieces.');

// Most of their time they wait for the next try.
describe.concurrent('a request that fails', () => {
  it('is tried again, and what is tried is said', async () => {
    await using api = await MessagesApi.start({
      script: inOrder(
        fail(529),
        fail(500),
        // On a connection that was kept this says nothing yet, on a new one it does.
        HANG_UP,
        HANG_UP,
        fail(429, { retryAfter: 0 }),
        say('At last.'),
      ),
    });
    await using host = await Host.start(setupFor(api.url, { tries: 5 }));
    expect(await host.prompt('Hi')).toEqual({ stopReason: 'end_turn' });
    expect(host.said).toBe('At last.');
    expect(host.statuses).toEqual([
      expect.stringMatching(
        /^Try 1 of 5 failed: the provider is overloaded \(529\)\. The next one is in \d\.\d s\.$/,
      ),
      expect.stringMatching(/^Try 2 of 5 failed: the provider has a fault \(500\)\./),
      expect.stringMatching(/^Try 3 of 5 failed: the connection failed: /),
      expect.stringMatching(
        /^Try 4 of 5 failed: the provider limits how much it is asked \(429\)\. The next one is in 0\.0 s\.$/,
      ),
    ]);
    expect(api.accepted).toHaveLength(6);
  });

  it.each([
    ['cut', broken(LONG, 'cut'), 'cut'],
    // It is left, not only forgotten.
    ['stalled', broken(LONG, 'stall'), 'left'],
    ['malformed', broken(LONG, 'malformed'), 'done'],
    ['failed in the middle', broken(LONG, faultOf(529)), 'done'],
    ['silent', SILENCE, 'left'],
  ])('is tried again when the stream is %s, and the text begins again', async (_, reply, state) => {
    await using api = await MessagesApi.start({ script: inOrder(reply, say('Whole.')) });
    await using host = await Host.start(
      setupFor(api.url, { idleSeconds: state === 'left' ? 2 : 30 }),
    );
    expect(await host.prompt('Hi')).toEqual({ stopReason: 'end_turn' });
    const cut =
      reply.kind === 'silence'
        ? ''
        : 'This is a so\n\n[The answer was cut off here and begins again.]\n\n';
    expect(host.said).toBe(`${cut}Whole.`);
    expect(host.statuses).toHaveLength(1);
    expect(api.requests[0]?.state).toBe(state);
    expect(api.accepted[1]?.request.messages).toEqual(api.accepted[0]?.request.messages);
  });

  it('runs no call of an answer that did not come to its end', async () => {
    const calls = answer([
      use('append_today', { text: 'once' }),
      use('append_today', { text: 'twice' }),
    ]);
    await using api = await MessagesApi.start({
      script: inOrder(broken(calls, 'cut', 7), calls, say('Done.')),
    });
    await using host = await Host.start(setupFor(api.url));
    await host.prompt('Hi');
    expect(host.calls).toHaveLength(2);
    expect(api.complaints).toEqual([]);
  });

  it('is given up in the end, in a sentence, and the conversation goes on', async () => {
    await using api = await MessagesApi.start({ script: () => fail(529) });
    await using host = await Host.start(setupFor(api.url, { tries: 2 }));
    expect(await host.prompt('Hi')).toEqual({
      stopReason: 'end_turn',
      _meta: { yamo: { ended: 'failed' } },
    });
    expect(host.said).toBe(
      'I have no answer: the provider is overloaded (529). I tried 2 times. What you said is kept: say something to try again.\n',
    );
    api.script = (request) => say(`You said ${heard(request).words}`);
    await host.prompt('Again');
    expect(host.said).toContain('Again');
    expect(api.complaints).toEqual([]);
  });

  it('is not waited for longer than a human would', async () => {
    await using api = await MessagesApi.start({ script: () => fail(429, { retryAfter: 3600 }) });
    await using host = await Host.start(setupFor(api.url));
    const ended = host.prompt('Hi');
    await until(() => host.said !== '' || host.statuses.length > 0);
    // It would say when the next try is.
    expect(host.statuses).toEqual([]);
    await ended;
    expect(api.accepted).toHaveLength(1);
    expect(host.said).toMatch(/limits how much it is asked \(429\)/);
  });

  it('is not tried again where that is no use, and what the provider says is told without the key', async () => {
    const message = `your key ${FAKE_KEY} may not ${'x'.repeat(1000)}`;
    await using api = await MessagesApi.start({ script: () => fail(400, { message }) });
    await using host = await Host.start(setupFor(api.url));
    await host.prompt('Hi');
    expect(api.accepted).toHaveLength(1);
    expect(host.said).toMatch(
      /^I have no answer: the provider refuses the request \(400\): your key \[the key\] may not x+…\.\n$/,
    );
    expect(host.said.length).toBeLessThan(450);
  });

  it('is not tried at all where it cannot be made', async () => {
    await using api = await MessagesApi.start();
    await using host = await Host.start(setupFor(api.url, { headers: { 'x-office': 'a\nb' } }));
    await host.prompt('Hi');
    expect([api.requests, host.statuses]).toEqual([[], []]);
    expect(host.said).toMatch(/^I have no answer: the request cannot be made: /);
  });

  it('reports what was used also where it failed, and stops where that was too much', async () => {
    await using api = await MessagesApi.start({ script: () => broken(LONG, 'cut') });
    await using host = await Host.start(setupFor(api.url), {}, { budget: () => 'Too much.' });
    await host.prompt('Hi');
    expect(api.accepted).toHaveLength(1);
    expect(host.usages).toHaveLength(1);
    expect(host.said).toContain('Too much.');
  });
});

describe.concurrent('a key', () => {
  it('is asked for once, and once more when it is not accepted', async () => {
    await using api = await MessagesApi.start({ script: () => say('Hello.') });
    await using host = await Host.start(
      setupFor(api.url),
      {},
      { credential: (refused) => ({ value: refused ? FAKE_KEY : 'old', scheme: 'x-api-key' }) },
    );
    await host.prompt('Hi');
    await host.prompt('Hi');
    expect(host.credentials).toEqual([false, true]);
    expect(host.said).toBe('Hello.Hello.');
    expect(host.statuses).toEqual([]);
    expect(api.requests.map(({ headers }) => headers['x-api-key'])).toEqual([
      'old',
      FAKE_KEY,
      FAKE_KEY,
    ]);
    expect(api.requests.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('that is not accepted again is told in a sentence', async () => {
    await using api = await MessagesApi.start();
    const wrong = { value: 'wrong-key', scheme: 'bearer' } as const;
    await using host = await Host.start(setupFor(api.url), {}, { credential: () => wrong });
    expect(await host.prompt('Hi')).toEqual({
      stopReason: 'end_turn',
      _meta: { yamo: { ended: 'failed' } },
    });
    expect(host.said).toBe(
      'I have no answer: the provider does not accept the key (401): invalid key. I tried 2 times.\n',
    );
    expect(host.credentials).toEqual([false, true]);
  });

  it('that there is none is told in the words of the kernel', async () => {
    await using api = await MessagesApi.start();
    await using host = await Host.start(
      setupFor(api.url),
      {},
      {
        credential: () => {
          throw refusal('MODEL_KEY_MISSING');
        },
      },
    );
    await host.prompt('Hi');
    expect(host.said).toBe('I have no answer: Refused: MODEL_KEY_MISSING.\n');
    expect(api.requests).toEqual([]);
  });

  it('is not asked for where none is needed', async () => {
    await using api = await MessagesApi.start({ keys: ['none'] });
    await using host = await Host.start(setupFor(api.url, { needsKey: false, tries: 1 }));
    await host.prompt('Hi');
    expect(host.credentials).toEqual([]);
    expect(api.requests[0]?.headers.authorization).toBeUndefined();
    expect(api.requests[0]?.headers['x-api-key']).toBeUndefined();
  });
});

describe.concurrent('a host', () => {
  it('that the kernel does not let the agent reach is not tried again', async () => {
    await using api = await MessagesApi.start();
    await using host = await Host.start(setupFor(api.url));
    await host.useModel(setupFor('http://127.0.0.1:9'));
    await host.prompt('Hi');
    expect(host.said).toBe('I have no answer: the kernel does not let me reach 127.0.0.1:9.\n');
    expect(host.statuses).toEqual([]);
  });

  it('at which nothing answers is', async () => {
    await using api = await MessagesApi.start();
    await using host = await Host.start(
      setupFor(api.url, { tries: 2 }),
      {},
      { hosts: ['127.0.0.1:9'] },
    );
    await host.useModel(setupFor('http://127.0.0.1:9', { tries: 2 }));
    await host.prompt('Hi');
    expect(host.statuses).toEqual([expect.stringMatching(/127\.0\.0\.1:9 cannot be reached/)]);
    expect(host.said).toMatch(/127\.0\.0\.1:9 cannot be reached\. I tried 2 times/);
  });

  it('whose answer has no end is given up', async () => {
    const endless = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const more = (): void => {
        while (!response.destroyed && response.write(`data: ${'x'.repeat(1_000_000)}`));
      };
      response.on('drain', more).on('error', () => undefined);
      more();
    });
    const place = `127.0.0.1:${await listen(endless)}`;
    await using host = await Host.start(setupFor(`http://${place}`), {}, { hosts: [place] });
    await host.prompt('Hi');
    await closeNow(endless);
    expect(host.said).toBe('I have no answer: the answer is longer than 16 MB.\n');
    expect(host.statuses).toEqual([]);
  });
});
