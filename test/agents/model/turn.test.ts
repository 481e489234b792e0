import { describe, expect, it, vi } from 'vitest';

import { TURN_REQUESTS } from '#lib/model/limits.ts';
import {
  answer,
  call,
  heard,
  inOrder,
  say,
  truncatedCall,
  use,
} from '#test/support/messages-api/reply.ts';
import { MessagesApi } from '#test/support/messages-api/server.ts';
import { document, Host, NONCE, setupFor, TODAY } from './host.ts';

describe('a turn', () => {
  it('is the same from sources, of which the agent may read what it needs', async () => {
    await using api = await MessagesApi.start({ script: () => say('Hello, Ada.') });
    vi.resetModules();
    vi.doMock('#kernel/programs/from-bundle.ts', () => ({ IS_BUNDLED: false }));
    const fromSources = await import('./host.ts');
    const { modelAgent } = await import('#kernel/programs/model-program.ts');
    expect(modelAgent(setupFor(api.url)).command.args.at(-1)).toMatch(/agents\/model\/main\.ts$/);
    await using host = await fromSources.Host.start(setupFor(api.url));
    expect(await host.prompt('Hi there')).toEqual({ stopReason: 'end_turn' });
    expect([host.said, host.diagnostics]).toEqual(['Hello, Ada.', '']);
  });

  it('sends half as much anew after an edit of MEMORY.md as after one of SOUL.md, at most [A23]', async () => {
    await using api = await MessagesApi.start({ script: () => say('Yes.') });
    await using host = await Host.start(setupFor(api.url));
    const soul = document('SOUL.md', '# Soul\n'.repeat(4000), 'static');
    const memory = document('MEMORY.md', '# Memory\n'.repeat(1500), 'semi-static');
    await host.prompt('One', [soul, memory]);
    const anew: number[] = [];
    for (const edited of [
      document('MEMORY.md', `${'# Memory\n'.repeat(1500)}more`, 'semi-static'),
      document('SOUL.md', `${'# Soul\n'.repeat(4000)}more`, 'static'),
    ]) {
      await host.prompt('Another', [edited]);
      const usage = host.usages.at(-1);
      anew.push((usage?.input ?? 0) + (usage?.cacheWritten ?? 0));
    }
    const [afterMemory = 1, afterSoul = 0] = anew;
    expect(afterSoul).toBeGreaterThan(4000);
    expect(afterMemory / afterSoul).toBeLessThanOrEqual(0.5);
  });

  it('shows the model the workspace and the human, and the human what the model says', async () => {
    await using api = await MessagesApi.start({ script: () => say('Hello, Ada.') });
    await using host = await Host.start(setupFor(api.url));
    const documents = [
      document('SOUL.md', '# Soul', 'static'),
      document('MEMORY.md', '# Memory', 'semi-static'),
      document(TODAY, '- 09:00 Woke up.', 'dynamic'),
    ];
    expect(await host.prompt('Hi there', documents)).toEqual({ stopReason: 'end_turn' });
    expect(host.said).toBe('Hello, Ada.');
    expect(api.complaints).toEqual([]);
    const [first] = api.accepted;
    const [staticBlock, semiStatic, ...others] = first?.request.system ?? [];
    expect(others).toEqual([]);
    expect(staticBlock).toMatchObject({ text: expect.stringContaining('# Soul') });
    expect(semiStatic).toMatchObject({
      text: expect.stringMatching(/^\n\n<document-[^]*# Memory/),
    });
    const { words } = heard(
      first?.request ?? { model: '', messages: [], max_tokens: 1, stream: true },
    );
    expect(words).toContain(`It is 09:30. The log of today is ${TODAY}.`);
    expect(words).toContain('- 09:00 Woke up.');
    expect(words.endsWith('Hi there')).toBe(true);
    expect(host.usages).toMatchObject([{ model: 'claude-sonnet-5', purpose: 'turn' }]);
    // The log that changed goes with the next words, over the connection that is there already.
    await host.prompt('And now?', [
      document(TODAY, '- 09:00 Woke up.\n- 09:31 Said hello.', 'dynamic'),
    ]);
    expect(
      heard(api.accepted[1]?.request ?? { model: '', messages: [], max_tokens: 1, stream: true })
        .words,
    ).toContain('09:31');
    expect(api.accepted[1]?.request.system).toEqual(first?.request.system);
    expect(api.accepted.map(({ connection }) => connection)).toEqual([1, 1]);
    expect(host.diagnostics).toBe('');
    expect(await host.end()).toBe('exit code 0');
  });

  it('runs tools one after the other, and gives the model their results in fences', async () => {
    await using api = await MessagesApi.start({
      script: inOrder(
        answer([
          { type: 'thinking', thinking: 'Both at once.' },
          { type: 'text', text: 'I look.' },
          use('append_today', { text: '- 09:30 Tea.' }),
          use('read_file', { path: TODAY }),
        ]),
        say('Done.'),
      ),
    });
    await using host = await Host.start(setupFor(api.url), {}, { files: { [TODAY]: '# Day\n' } });
    expect(await host.prompt('Note tea.')).toEqual({ stopReason: 'end_turn' });
    expect(host.said).toBe('I look.Done.');
    expect(host.files.get(TODAY)).toBe('# Day\n- 09:30 Tea.\n');
    expect(host.calls).toEqual([
      `Append to ${TODAY}: completed, 1 line`,
      `Read ${TODAY}: completed, 2 lines`,
    ]);
    expect(resultsIn(api)).toEqual([
      { text: `Appended to ${TODAY}: 1 line.`, isError: false },
      { text: `<result-${NONCE}>\n# Day\n- 09:30 Tea.\n\n</result-${NONCE}>`, isError: false },
    ]);
    expect(api.complaints).toEqual([]);
  });

  it('never runs a call that was cut off, nor one that does not fit, and says so to the model', async () => {
    await using api = await MessagesApi.start({
      script: inOrder(
        truncatedCall('write_file', '{"path":"MEMORY.md","text":"Hal'),
        // Whole by chance: the field that was to come is missing.
        truncatedCall('append_today', '{"text":"half"}'),
        answer([
          use('write_file', { path: 'MEMORY.md' }),
          use('append_today', { text: 7, more: true }),
          use('delete_file', { path: 'SOUL.md' }),
          { type: 'tool_use', name: 'read_file', input: {}, json: '{"path": ' },
          { type: 'tool_use', name: 'read_file', input: {}, json: '["MEMORY.md"]' },
        ]),
        say('I give up.'),
      ),
    });
    await using host = await Host.start(setupFor(api.url));
    await host.prompt('Write.');
    expect([...host.files.keys()]).toEqual([]);
    expect(host.calls).toEqual([]);
    expect(resultsIn(api, 1)).toEqual([{ isError: true, text: expect.stringMatching(/cut off/) }]);
    expect(resultsIn(api, 2)).toEqual([{ isError: true, text: expect.stringMatching(/cut off/) }]);
    expect(resultsIn(api, 3)).toEqual([
      { isError: true, text: expect.stringMatching(/must have required property 'text'/) },
      { isError: true, text: expect.stringMatching(/text must be string/) },
      { isError: true, text: expect.stringMatching(/no tool "delete_file"/) },
      { isError: true, text: expect.stringMatching(/no JSON object/) },
      { isError: true, text: expect.stringMatching(/no JSON object/) },
    ]);
    expect(api.complaints).toEqual([]);
  });

  it('ends as the model ends it, and goes on where it only paused', async () => {
    await using api = await MessagesApi.start({
      script: inOrder(
        say('As long as I may', { stop: 'max_tokens' }),
        say('A while…', { stop: 'pause_turn' }),
        say('…later.'),
        say('No.', { stop: 'refusal' }),
        say('Yes.'),
      ),
    });
    await using host = await Host.start(setupFor(api.url));
    expect(await host.prompt('One')).toEqual({ stopReason: 'max_tokens' });
    expect(await host.prompt('Two')).toEqual({ stopReason: 'end_turn' });
    expect(await host.prompt('Three')).toEqual({ stopReason: 'refusal' });
    expect(host.said).toContain('declined');
    await host.prompt('Four');
    // What was refused is gone, for it would be refused again.
    const last = JSON.stringify(api.accepted.at(-1)?.request.messages);
    expect(last).toContain('Two');
    expect(last).not.toContain('Three');
    expect(host.kept).toContainEqual({ v: 1, taken: 1 });
    expect(api.complaints).toEqual([]);
  });

  it('stops after so many steps', async () => {
    await using api = await MessagesApi.start({ script: () => call('list_files', { path: '' }) });
    await using host = await Host.start(setupFor(api.url));
    expect(await host.prompt('Go')).toEqual({ stopReason: 'max_turn_requests' });
    expect(api.accepted).toHaveLength(TURN_REQUESTS);
    expect(host.said).toContain(`${TURN_REQUESTS} steps`);
    api.script = () => say('Fine.');
    expect(await host.prompt('Go on')).toEqual({ stopReason: 'end_turn' });
    expect(api.complaints).toEqual([]);
  });

  it('stops where a budget is used up, and runs nothing more', async () => {
    await using api = await MessagesApi.start({
      script: inOrder(call('append_today', { text: 'x' }), say('Again.')),
    });
    let isUsedUp = true;
    await using host = await Host.start(
      setupFor(api.url),
      {},
      { budget: () => (isUsedUp ? 'The budget of this day is used up.' : undefined) },
    );
    expect(await host.prompt('Go')).toEqual({
      stopReason: 'end_turn',
      _meta: { yamo: { ended: 'budget' } },
    });
    expect(host.said).toContain('The budget of this day is used up.');
    expect(api.accepted).toHaveLength(1);
    expect(host.files.size).toBe(0);
    isUsedUp = false;
    await host.prompt('And now?');
    expect(api.complaints).toEqual([]);
  });
});

/** The results that the model got in its nth request, without their ids. */
const resultsIn = (api: MessagesApi, nth = 1): readonly { text: string; isError: boolean }[] => {
  const request = api.accepted[nth]?.request;
  if (request === undefined) return [];
  return heard(request).results.map(({ text, isError }) => ({ text, isError }));
};
