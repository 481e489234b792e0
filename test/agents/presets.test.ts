/**
 * Agents that people use, as their makers publish them, booted by name as far as they go without their providers.
 * They are downloads of half a gigabyte: `npm run test:agents`, and each night.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import process from 'node:process';

import { afterAll, describe, expect, it } from 'vitest';

import { installed } from '#test/support/registry-agents.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import {
  framesNamed,
  noticesOf,
  type Place,
  refusalOf,
  startYamo,
  wordsOf,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';

const pathWith = (bin: string): string => `${bin}${delimiter}${process.env['PATH'] ?? ''}`;

const boot = (
  agent: string,
  workspace: Place,
  env: Readonly<Record<string, string>>,
  ...more: readonly string[]
) => yamo(['boot', '--json', '--message', 'Hello.', '--agent', agent, ...more], { workspace, env });

// Where the registry does not give one, its tests fail: who runs them asked for it.
const [gemini, claude, opencode] = await Promise.all([
  installed('@google/gemini-cli', '0.61.0'),
  installed('@agentclientprotocol/claude-agent-acp', '0.100.0'),
  installed('opencode-ai', '1.18.33'),
]);
describe('gemini-cli 0.61.0', () => {
  const PATH = pathWith(gemini ?? '');

  it('without a key says that it wants one', { timeout: 120_000 }, async () => {
    const { code, events } = await boot('gemini', makeBornWorkspace(), { PATH });
    expect([code, refusalOf(events)]).toEqual([4, 'AGENT_NEEDS_LOGIN']);
    expect(framesNamed(events, 'refused')[0]?.['remedy']).toContain('GEMINI_API_KEY');
  });

  it('with a key opens its session in the view', { timeout: 120_000 }, async () => {
    const workspace = makeBornWorkspace();
    const env = { PATH, GEMINI_API_KEY: 'not-a-key' };
    const running = startYamo(['boot', '--json', '--agent', 'gemini'], { workspace, env });
    await running.ready();
    running.finish();
    const { code, events } = await running.ended;
    expect([code, refusalOf(events)]).toEqual([0, undefined]);
    expect(noticesOf(events)).toContain(
      'gemini may reach generativelanguage.googleapis.com and gets GEMINI_API_KEY.',
    );
  });
});

/** What a model was sent: the system prompt, and what was said. */
interface Sent {
  readonly system: string;
  readonly messages: string;
  readonly tools: readonly unknown[];
}

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** What a model wants done. */
interface Wish {
  readonly name: string;
  readonly input: object;
}

/** A provider whose model calls a tool and then gives in. Tells what it was sent. */
const provider = async (wish: Wish): Promise<{ readonly url: string; readonly sent: Sent[] }> => {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      if (!/^\/v1\/messages(\?|$)/.test(request.url ?? '')) {
        response.writeHead(404).end('{}');
        return;
      }
      const body: object = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const messages = JSON.stringify(Reflect.get(body, 'messages'));
      const tools: unknown = Reflect.get(body, 'tools');
      const asked = {
        system: JSON.stringify(Reflect.get(body, 'system') ?? ''),
        messages,
        tools: Array.isArray(tools) ? tools : [],
      };
      sent.push(asked);
      const writes = asked.tools.length > 0 && !messages.includes('tool_result');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of writes ? calling(wish) : saying('As you wish.'))
        response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      response.end();
    });
  });
  servers.push(server);
  const listening = Promise.withResolvers<undefined>();
  server.listen(0, '127.0.0.1', () => listening.resolve(undefined));
  await listening.promise;
  const { port }: AddressInfo = Object(server.address());
  return { url: `http://127.0.0.1:${port}`, sent };
};

const saying = (text: string) =>
  answering('end_turn', { type: 'text', text: '' }, { type: 'text_delta', text });

const calling = ({ name, input }: Wish) =>
  answering(
    'tool_use',
    { type: 'tool_use', id: 'toolu_1', name, input: {} },
    { type: 'input_json_delta', partial_json: JSON.stringify(input) },
  );

/** The events of an answer of one block (Messages API, streaming). */
const answering = (stop: string, block: object, delta: object) => [
  {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 9, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: block },
  { type: 'content_block_delta', index: 0, delta },
  { type: 'content_block_stop', index: 0 },
  {
    type: 'message_delta',
    delta: { stop_reason: stop, stop_sequence: null },
    usage: { output_tokens: 9 },
  },
  { type: 'message_stop' },
];

const timesIn = (text: string, part: string): number => text.split(part).length - 1;

describe('claude-agent-acp 0.100.0', () => {
  const PATH = pathWith(claude ?? '');

  it(
    'without a key opens a session, and wants a login when it is spoken to',
    { timeout: 120_000 },
    async () => {
      const { code, events } = await boot('claude-code', makeBornWorkspace(), { PATH });
      expect([code, refusalOf(events)]).toEqual([4, 'AGENT_NEEDS_LOGIN']);
      expect(framesNamed(events, 'ready')).toHaveLength(1);
      expect(framesNamed(events, 'refused')[0]?.['remedy']).toContain('ANTHROPIC_API_KEY');
    },
  );

  it(
    'has its rules in its system prompt, and may not write SOUL.md though its model wants to',
    { timeout: 180_000 },
    async () => {
      const ws = makeBornWorkspace();
      // The provider of this test is on this machine.
      writeSettings(ws, { network: 'all' });
      const { url, sent } = await provider({
        name: 'Write',
        input: { file_path: ws.at('SOUL.md'), content: 'Obey me.\n' },
      });
      const before = ws.text('SOUL.md');
      const { code, events } = await boot('claude-code', ws, {
        PATH,
        ANTHROPIC_API_KEY: 'not-a-key',
        ANTHROPIC_BASE_URL: url,
      });
      expect([code, refusalOf(events)]).toEqual([0, undefined]);
      expect(ws.text('SOUL.md')).toBe(before);
      expect(noticesOf(events)).toContain(
        'To write SOUL.md is not allowed in a main session (§3.1)',
      );
      expect(wordsOf(events)).toContain('As you wish.');
      const turn = sent.find(({ tools }) => tools.length > 0);
      expect(timesIn(turn?.system ?? '', String.raw`file=\"SOUL.md\"`)).toBe(1);
      expect(timesIn(turn?.system ?? '', String.raw`file=\"AGENTS.md\"`)).toBe(1);
      expect(turn?.messages).not.toContain(String.raw`file=\"SOUL.md\"`);
      expect(turn?.messages).toContain(String.raw`file=\"USER.md\"`);
    },
  );

  it(
    'keeps a note with the tools of the kernel, in whichever kind of session',
    { timeout: 180_000 },
    async () => {
      const ws = makeBornWorkspace();
      writeSettings(ws, { network: 'all' });
      const { url, sent } = await provider({
        name: 'mcp__yamo__append_today',
        input: { text: '- 09:26 Ada prefers tea.' },
      });
      const env = { PATH, ANTHROPIC_API_KEY: 'not-a-key', ANTHROPIC_BASE_URL: url };
      const when = ['--date', '2026-03-14T09:26', '--tz', 'UTC'];
      for (const kind of ['main', 'shared']) {
        const { code, events } = await boot('claude-code', ws, env, '--session', kind, ...when);
        expect([code, refusalOf(events)]).toEqual([0, undefined]);
        expect(framesNamed(events, 'gate')).toContainEqual(
          expect.objectContaining({ operation: 'append', answer: 'done' }),
        );
        expect(noticesOf(events)).not.toContain('asked for a permission');
      }
      expect(timesIn(ws.text('memory/2026-03-14.md'), '- 09:26 Ada prefers tea.')).toBe(2);
      const turn = sent.find(({ tools }) => tools.length > 0);
      expect(turn?.system).toContain('MCP server');
      expect(JSON.stringify(turn?.tools)).toContain('mcp__yamo__edit_file');
    },
  );
});

describe('opencode 1.18.33', () => {
  // The program itself: its package would link it when it runs its scripts, and none are run here.
  const PATH = pathWith(
    join(opencode ?? '', `../opencode-${process.platform}-${process.arch}/bin`),
  );

  /** Its settings are told in a variable: the provider of a test is on this machine, under an address of its own. */
  const bootWith = async (ws: Place, url: string) => {
    writeSettings(ws, { network: 'all', agentEnvironment: ['OPENCODE_CONFIG_CONTENT'] });
    const config = {
      provider: { anthropic: { options: { baseURL: `${url}/v1` } } },
      model: 'anthropic/claude-sonnet-4-5',
    };
    const env = {
      PATH,
      ANTHROPIC_API_KEY: 'not-a-key',
      OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
    };
    return boot('opencode', ws, env, '--date', '2026-03-14T09:26', '--tz', 'UTC');
  };

  it('keeps a note with the tools of the kernel', { timeout: 180_000 }, async () => {
    const ws = makeBornWorkspace();
    const { url } = await provider({
      name: 'yamo_append_today',
      input: { text: '- 09:26 Ada prefers tea.' },
    });
    const { code, events } = await bootWith(ws, url);
    expect([code, refusalOf(events)]).toEqual([0, undefined]);
    expect(wordsOf(events)).toContain('As you wish.');
    expect(timesIn(ws.text('memory/2026-03-14.md'), '- 09:26 Ada prefers tea.')).toBe(1);
  });

  it('may not write SOUL.md with a tool of its own', { timeout: 180_000 }, async () => {
    const ws = makeBornWorkspace();
    const before = ws.text('SOUL.md');
    const { url, sent } = await provider({
      name: 'write',
      input: { filePath: ws.at('SOUL.md'), content: 'Obey me.\n' },
    });
    const { code, events } = await bootWith(ws, url);
    expect([code, refusalOf(events)]).toEqual([0, undefined]);
    expect(ws.text('SOUL.md')).toBe(before);
    expect(sent.at(-1)?.messages).toContain('FileSystem.writeFile');
  });
});
