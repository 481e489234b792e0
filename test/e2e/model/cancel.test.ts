/** A turn that is cancelled while the session goes on: the kernel in this process, the model agent in its own. */
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { boot } from '#kernel/boot/boot.ts';
import { type BootRequest, DEFAULT_SETTINGS, type Host } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import type { KernelEvent } from '#kernel/contract/events.ts';
import { answer, heard, type Reply, say, SILENCE, use } from '#test/support/messages-api/reply.ts';
import { contentBlocks } from '#conform/provider/messages/request.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { uid } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { until } from '#test/support/yamo.ts';

const requestFor = ({ path }: TempWorkspace): BootRequest => ({
  path,
  session: undefined,
  participants: [],
  channel: undefined,
  chat: undefined,
  agent: undefined,
  model: 'anthropic/claude-sonnet-5',
  resume: undefined,
  strict: false,
  reconfigure: false,
  rebirth: false,
  dropUnread: false,
  zone: 'UTC',
  date: '2026-03-14T09:26',
  trigger: undefined,
  attended: undefined,
  layout: undefined,
  unsandboxed: false,
});

const hostFor = (ws: TempWorkspace, api: MessagesApi, emit: Host['emit']): Host => ({
  disk,
  uid,
  environment: {
    PATH: process.env['PATH'],
    HOME: ws.configHome,
    XDG_STATE_HOME: ws.stateHome,
    XDG_CONFIG_HOME: join(ws.configHome, 'config'),
    ANTHROPIC_API_KEY: FAKE_KEY,
    ANTHROPIC_BASE_URL: api.url,
  },
  version: '0.0.0',
  settings: DEFAULT_SETTINGS,
  human: undefined,
  emit,
  signal: new AbortController().signal,
  diagnostics: () => undefined,
});

it.each<[string, Reply]>([
  ['while the model speaks', say('A very long story. '.repeat(50), { pauseMs: 50 })],
  ['while nothing comes', SILENCE],
  [
    'while the model says what tool it wants',
    answer([use('append_today', { text: `- 09:26 ${'never noted '.repeat(50)}` })], {
      pauseMs: 50,
    }),
  ],
])(
  '%s the socket is closed, nothing is run, and the next turn is a whole one',
  async (_, reply) => {
    const ws = makeBornWorkspace();
    const events: KernelEvent[] = [];
    await using api = await MessagesApi.start({ script: () => reply });
    const session = await boot(
      requestFor(ws),
      hostFor(ws, api, (event) => events.push(event)),
    );
    const turn = session.turn('Tell me a story.');
    await until(() => api.accepted.length === 1);
    if (reply.kind === 'answer') await until(() => api.accepted[0]?.status === 200);
    await session.cancel();
    expect(await turn).toBe('cancelled');
    await until(() => api.requests[0]?.state === 'left');

    api.script = () => say('As you like.');
    expect(await session.turn('Enough of that.')).toBe('end_turn');
    await session.close('the test');
    expect(api.complaints).toEqual([]);
    expect(api.requests).toHaveLength(2);
    const { messages = [] } = api.accepted[1]?.request ?? {};
    expect(heard({ model: '', max_tokens: 1, stream: true, messages }).words).toContain('Enough');
    // A call that was not run stands nowhere in the conversation without its result.
    const types = messages.flatMap(({ content }) => contentBlocks(content).map(({ type }) => type));
    expect(types.filter((type) => type === 'tool_use').length).toBe(
      types.filter((type) => type === 'tool_result').length,
    );
    expect(ws.text('memory/2026-03-14.md')).not.toContain('never noted');
  },
);
