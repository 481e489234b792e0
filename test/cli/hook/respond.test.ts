/** What a host is answered where no answer was found. */
import { describe, expect, it } from 'vitest';

import { respond } from '#cli/hook/respond.ts';
import { readEvent } from '#lib/hook/read-event.ts';

describe('an answer', () => {
  it('denies in the shape of the host where yamo fails, and the bug is told', async () => {
    const told: unknown[] = [];
    const event = readEvent(
      '{"hook_event_name":"BeforeTool","tool_name":"x","session_id":"s"}',
      undefined,
    );
    const judge = { answer: () => Promise.reject(new TypeError('a bug')) };
    const { json, exit } = await respond(event, judge, (error) => void told.push(error));
    expect(exit).toBe(0);
    expect(JSON.stringify(json)).toContain('HOOK_FAILED');
    expect(json).toMatchObject({ decision: 'deny' });
    expect(told).toHaveLength(1);
  });

  it('lets an agent stop whatever fails: a refusal would keep it going', async () => {
    const judge = { answer: () => Promise.reject(new TypeError('a bug')) };
    const event = readEvent('{"hook_event_name":"Stop","session_id":"s"}', 'claude-code');
    const { json, exit } = await respond(event, judge, () => undefined);
    expect([exit, json]).toEqual([0, { systemMessage: expect.stringContaining('HOOK_FAILED') }]);
  });

  it('to what is no event is an exit code that hosts take for no', async () => {
    const judge = { answer: () => Promise.reject(new TypeError('is not asked')) };
    const { exit, error } = await respond(readEvent('x', 'codex'), judge, () => undefined);
    expect([exit, error]).toEqual([2, expect.stringContaining('HOOK_INPUT')]);
  });
});
