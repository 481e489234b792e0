/** The same session over the other wire: a provider that speaks Chat Completions, played by aimock. */
import { LLMock } from '@copilotkit/aimock';
import { afterEach, describe, expect, it } from 'vitest';

import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { framesNamed, type Result, wordsOf, writeSettings, yamo } from '#test/support/yamo.ts';

const DAY = '2026-03-14';
const AT = ['--date', `${DAY}T09:26`, '--tz', 'UTC'];
const KEY = 'key-of-the-gateway';

const open: LLMock[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((mock) => mock.stop()));
});

const start = async (): Promise<LLMock> => {
  const mock = new LLMock({ port: 0, logLevel: 'silent' });
  await mock.start();
  open.push(mock);
  return mock;
};

/** One session over the wire of `mock`: a line for each turn. */
const talk = async (
  mock: LLMock,
  ws: TempWorkspace,
  ...lines: readonly string[]
): Promise<Result> => {
  writeSettings(ws, {
    providers: {
      gateway: { wire: 'openai', baseUrl: `${mock.url}/v1`, key: 'env:GATEWAY_KEY', tries: 3 },
    },
  });
  return yamo(['boot', '--json', '--model', 'gateway/gpt-5', ...AT], {
    workspace: ws,
    env: { GATEWAY_KEY: KEY },
    input: lines.map((line) => `${line}\n`).join(''),
  });
};

/** What the last request said. */
const messagesOf = (mock: LLMock): readonly unknown[] => {
  const messages: unknown = mock.getLastRequest()?.body?.['messages'];
  return Array.isArray(messages) ? messages : [];
};

describe('a provider that speaks Chat Completions', () => {
  it('gets one system message, streams its answer, and is told what it used', async () => {
    const mock = await start();
    mock.onMessage(/tide/, { content: 'It turns at nine.' });
    const ws = makeBornWorkspace({
      'MEMORY.md': '# Memory\n\n- 2026-03-01: The pier is closed.\n',
    });
    const { code, events, stdout, stderr } = await talk(mock, ws, 'When does the tide turn?');
    expect([code, stderr]).toEqual([0, expect.anything()]);
    expect(wordsOf(events)).toBe('It turns at nine.');
    expect(framesNamed(events, 'usage').at(-1)).toMatchObject({
      model: 'gateway/gpt-5',
      turn: { input: expect.any(Number), output: expect.any(Number) },
    });
    const [system, ...others] = messagesOf(mock);
    expect(system).toMatchObject({ role: 'system' });
    expect(JSON.stringify(system)).toContain('The pier is closed.');
    expect(others).toMatchObject([{ role: 'user' }]);
    expect(mock.getLastRequest()?.body).toMatchObject({
      model: 'gpt-5',
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(stdout + stderr).not.toContain(KEY);
  });

  it('calls tools, and hears their results', async () => {
    const mock = await start();
    const text = '- 09:26 The tide is high.';
    mock.on(
      { userMessage: 'note', hasToolResult: false },
      { toolCalls: [{ name: 'append_today', arguments: JSON.stringify({ text }) }] },
    );
    mock.on({ hasToolResult: true }, { content: 'Noted.' });
    const ws = makeBornWorkspace();
    const { events } = await talk(mock, ws, 'Please note that the tide is high.');
    expect(wordsOf(events)).toBe('Noted.');
    expect(ws.text(`memory/${DAY}.md`)).toContain(text);
    expect(messagesOf(mock)).toMatchObject([
      { role: 'system' },
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool' },
    ]);
  });

  it('is asked again when it has too much to do', async () => {
    const mock = await start();
    mock.onMessage(/tide/, { content: 'It turns at nine.' });
    mock.nextRequestError(429, { message: 'too much to do' });
    const { events } = await talk(mock, makeBornWorkspace(), 'When does the tide turn?');
    expect(mock.getRequests()).toHaveLength(2);
    expect(wordsOf(events)).toBe('It turns at nine.');
    expect(framesNamed(events, 'status')).not.toEqual([]);
  });

  it('is not asked again when it refuses, and the reason is told', async () => {
    const mock = await start();
    mock.nextRequestError(400, { message: 'the moon is in the wrong phase' });
    const { code, stdout } = await talk(mock, makeBornWorkspace(), 'When does the tide turn?');
    expect(code).toBe(0);
    expect(mock.getRequests()).toHaveLength(1);
    expect(stdout).toContain('the moon is in the wrong phase');
  });
});
