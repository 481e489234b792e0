import { describe, expect, it } from 'vitest';

import { call, heard, say } from '#test/support/messages-api/reply.ts';
import { MessagesApi } from '#test/support/messages-api/server.ts';
import { costInTokens } from '#conform/provider/messages/tokens.ts';
import { document, Host, setupFor, TODAY } from './host.ts';

const SOUL = 'I am careful, and say what I do. '.repeat(600);
const MEMORY = '- Ada prefers tea.\n'.repeat(300);

describe('ten turns', () => {
  it('read the whole context from the cache, also when a file of it changed, which goes with the words [A20, A21, A22]', async () => {
    await using api = await MessagesApi.start({
      script: (request) =>
        heard(request).results.length === 0
          ? call('append_today', { text: '- A line.' })
          : say('Noted.'),
    });
    await using host = await Host.start(setupFor(api.url, { model: 'claude-opus-5' }));
    let log = '# Day\n';
    for (let turn = 0; turn < 10; turn += 1) {
      log += `- 09:${10 + turn} Something happened.\n`;
      await host.prompt(`Turn ${turn}`, [
        ...(turn === 0
          ? [document('SOUL.md', SOUL, 'static'), document('MEMORY.md', MEMORY, 'semi-static')]
          : []),
        ...(turn === 5 ? [document('MEMORY.md', `${MEMORY}- Ada moved.\n`, 'semi-static')] : []),
        document(TODAY, log, 'dynamic'),
      ]);
    }
    expect(api.complaints).toEqual([]);
    expect(api.accepted).toHaveLength(20);
    const stateOf = (at: string): readonly (string | undefined)[] =>
      api.accepted.map(({ cache }) => cache?.breakpoints.find((one) => one.at === at)?.state);
    expect(stateOf('system.0')).toEqual(['written', ...Array(19).fill('read')]);
    expect(stateOf('system.1')).toEqual(['written', ...Array(19).fill('read')]);
    expect(Math.max(...api.accepted.map(({ cache }) => cache?.breakpoints.length ?? 0))).toBe(4);
    // After the first request and the change, nearly all of each prompt is read.
    const used = api.accepted.map(
      ({ usage }) => usage ?? { input: 0, read: 0, written5m: 0, written1h: 0, output: 0 },
    );
    const cost = used.reduce((sum, one) => sum + costInTokens(one), 0);
    const uncached = used.reduce(
      (sum, { input, read, written5m, output }) =>
        sum +
        costInTokens({
          input: input + read + written5m,
          read: 0,
          written5m: 0,
          written1h: 0,
          output,
        }),
      0,
    );
    expect(cost / uncached).toBeLessThan(0.3);
  });
});

describe('a prompt that is too short for the cache', () => {
  it('has no breakpoints that do nothing, and that is said once', async () => {
    await using api = await MessagesApi.start({ script: () => say('Hello.') });
    await using host = await Host.start(setupFor(api.url, { model: 'claude-haiku-4-5' }));
    await host.prompt('One', [document('SOUL.md', '# Soul', 'static')]);
    await host.prompt('Two');
    expect(api.accepted.flatMap(({ cache }) => cache?.breakpoints.map(({ at }) => at))).toEqual([
      'messages.0.1',
      'messages.2.1',
    ]);
    expect(host.statuses).toEqual([
      expect.stringMatching(/shorter than claude-haiku-4-5 caches \(4096 tokens\)/),
    ]);
  });
});
