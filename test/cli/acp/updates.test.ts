import { describe, expect, it } from 'vitest';

import { replayOf, translator } from '#cli/acp/updates.ts';
import type { KernelEvent } from '#kernel/contract/events.ts';

const tokens = { input: 1, cacheRead: 0, cacheWritten: 0, output: 1 };
const plain = () => translator({ notices: false });

describe('what an editor is told', () => {
  it('of a call of a tool: it begins once, and changes from then on', () => {
    const translate = plain();
    const tool = { event: 'tool', id: 'a', title: 'Read USER.md' } as const;
    expect(
      [
        { ...tool, status: 'pending' },
        { ...tool, status: 'odd' },
        { ...tool, status: 'completed', detail: '3 lines' },
        { ...tool, id: 'b', status: 'failed' },
      ].flatMap(translate),
    ).toEqual([
      { sessionUpdate: 'tool_call', toolCallId: 'a', title: 'Read USER.md', status: 'pending' },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'a',
        title: 'Read USER.md',
        status: 'in_progress',
      },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'a',
        title: 'Read USER.md',
        status: 'completed',
        content: [{ type: 'content', content: { type: 'text', text: '3 lines' } }],
      },
      { sessionUpdate: 'tool_call', toolCallId: 'b', title: 'Read USER.md', status: 'failed' },
    ]);
  });

  it('beside the conversation: notices where the editor has them, else thoughts', () => {
    const events: readonly KernelEvent[] = [
      { event: 'status', text: 'tried again in 2 s' },
      { event: 'notice', section: '§4.4', text: 'chmod g-w' },
    ];
    expect(events.flatMap(translator({ notices: true }))).toEqual([
      { sessionUpdate: 'notice', severity: 'info', title: 'tried again in 2 s' },
      { sessionUpdate: 'notice', severity: 'warning', title: 'chmod g-w (§4.4)' },
    ]);
    expect(events.flatMap(plain()).map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      'agent_thought_chunk',
      'agent_thought_chunk',
    ]);
  });

  it('of what a turn used: how full the model is, where its size is known', () => {
    const usage = { event: 'usage', model: 'x/y', turn: tokens, session: tokens } as const;
    expect(plain()({ ...usage, contextUsed: 0.25 })).toEqual([]);
    expect(plain()({ ...usage, contextUsed: 0.25, contextTokens: 8000, sessionUsd: 0.5 })).toEqual([
      {
        sessionUpdate: 'usage_update',
        used: 2000,
        size: 8000,
        cost: { amount: 0.5, currency: 'USD' },
      },
    ]);
  });

  it('why a turn was not taken', () => {
    const events: readonly KernelEvent[] = [
      { event: 'status', text: 'The budget of today is used up.' },
      { event: 'turn', stop: 'budget' },
    ];
    expect(events.flatMap(translator({ notices: true })).at(-1)).toEqual({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: 'The budget of today is used up.' },
    });
  });

  it('nothing of what only a record or a terminal is for', () => {
    const events: readonly KernelEvent[] = [
      { event: 'turn', stop: 'end_turn' },
      { event: 'closed', reason: 'x' },
      { event: 'command', terminal: '1', command: 'ls' },
    ];
    expect(events.flatMap(plain())).toEqual([]);
  });

  it('of a session of before: what was said and done, without what the agent kept for itself', () => {
    const at = '2026-03-14T09:26:00.000Z';
    expect(
      replayOf([
        { t: 'boot', bootId: 'x', at },
        { t: 'human', text: 'Hello.', at },
        { t: 'kept', entry: { secret: true } },
        { t: 'tool', id: 'a', text: 'Read USER.md', status: 'completed' },
        { t: 'agent', text: 'Hello yourself.', at },
      ]),
    ).toEqual([
      { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'Hello.' } },
      { sessionUpdate: 'tool_call', toolCallId: 'a', title: 'Read USER.md', status: 'completed' },
      { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hello yourself.' } },
    ]);
  });
});
