import { setTimeout as pause } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import {
  answer,
  broken,
  fail,
  heard,
  inOrder,
  type Reply,
  say,
  SILENCE,
  use,
} from '#test/support/messages-api/reply.ts';
import { type Exchange, MessagesApi } from '#test/support/messages-api/server.ts';
import { Host, setupFor } from './host.ts';

const LONG = say('This is a somewhat longer answer, in several pieces.');

/** Waits until something is so; the limit of the test ends it otherwise. */
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await pause(5);
};

/** A fake whose first request is left, and a promise of that. */
const leaving = async (reply: Reply) => {
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  const api = await MessagesApi.start({
    script: inOrder(reply, (request) => say(`You said ${heard(request).words}`)),
    heard: (exchange) => {
      if (exchange.state === 'left') resolve(exchange);
    },
  });
  return { api, left: promise };
};

describe('a turn that the human stops', () => {
  it('closes the connection to the provider, and keeps what was said', async () => {
    const { api, left } = await leaving(broken(LONG, 'stall'));
    await using served = api;
    await using host = await Host.start(setupFor(served.url));
    const turn = host.prompt('Hi');
    await until(() => host.said !== '');
    await host.cancel();
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    expect((await left).state).toBe('left');
    expect(await host.prompt('Again')).toEqual({ stopReason: 'end_turn' });
    expect(api.accepted[1]?.request.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
    ]);
    expect(JSON.stringify(api.accepted[1]?.request.messages)).toContain('This is a so');
    expect(api.complaints).toEqual([]);
    // What was used so far is told all the same.
    expect(host.usages).toHaveLength(2);
  });

  it('is over at once before the first word, too', async () => {
    const { api, left } = await leaving(SILENCE);
    await using served = api;
    await using host = await Host.start(setupFor(served.url));
    const turn = host.prompt('Hi');
    await until(() => api.requests.length > 0);
    await host.cancel();
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    await left;
    await host.prompt('Again');
    expect(api.complaints).toEqual([]);
  });

  it('tries nothing again', async () => {
    await using api = await MessagesApi.start({ script: () => fail(429, { retryAfter: 60 }) });
    await using host = await Host.start(setupFor(api.url));
    const turn = host.prompt('Hi');
    await until(() => host.statuses.length > 0);
    await host.cancel();
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    expect(api.accepted).toHaveLength(1);
  });

  it('leaves no call without its result, whether it was running or not', async () => {
    await using api = await MessagesApi.start({
      script: inOrder(
        answer([
          use('append_today', { text: 'one' }),
          use('read_file', { path: 'MEMORY.md' }),
          use('append_today', { text: 'two' }),
        ]),
        (request) => say(JSON.stringify(heard(request).results)),
        (request) => say(JSON.stringify(request.messages)),
      ),
    });
    const { promise: reading, resolve: startsReading } = Promise.withResolvers<void>();
    await using host = await Host.start(
      setupFor(api.url),
      {},
      {
        gate: async (operation) => {
          if (operation !== 'read') return;
          startsReading();
          await new Promise(() => undefined);
        },
      },
    );
    const turn = host.prompt('Go');
    await reading;
    await host.cancel();
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    expect(host.calls).toEqual([
      expect.stringMatching(/^Append .* completed, 1 line$/),
      'Read MEMORY.md: failed, cancelled',
    ]);
    await host.prompt('And now?');
    const told = JSON.stringify(api.accepted[1]?.request.messages);
    expect(told).toMatch(/stopped the turn while this was running/);
    expect(told).toMatch(/stopped the turn before this was run/);
    expect(api.complaints).toEqual([]);
  });
});
