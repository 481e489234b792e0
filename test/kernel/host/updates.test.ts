import type { SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';

import { ToolCalls } from '#kernel/host/tool-calls.ts';
import { updateShower } from '#kernel/host/updates.ts';
import type { KernelEvent } from '#kernel/contract/events.ts';
import { Journal } from '#kernel/run/journal.ts';
import { Speech } from '#kernel/redact/speech.ts';
import { RedactionLog } from '#kernel/redact/redaction-log.ts';
import { LONG_KEY, PROVIDER_SAMPLES } from '#test/support/credential-texts.ts';

/** The events that come of what an agent sends. */
const shownOf = async (...updates: readonly SessionUpdate[]): Promise<readonly KernelEvent[]> => {
  const events: KernelEvent[] = [];
  const speech = new Speech({
    emit: (event) => events.push(event),
    redactions: new RedactionLog(new Journal(() => undefined), () => undefined),
    guard: undefined,
    secrets: [],
  });
  const show = updateShower(speech, new ToolCalls());
  for (const update of updates) show(update);
  await speech.flush();
  return events;
};

const text = (words: string): ToolCallContent => ({
  type: 'content',
  content: { type: 'text', text: words },
});

const call = (content?: readonly ToolCallContent[]): SessionUpdate => ({
  sessionUpdate: 'tool_call',
  toolCallId: 'x',
  title: 'Read the tides',
  ...(content !== undefined && { content: [...content] }),
});

const detailOf = async (...content: readonly ToolCallContent[]): Promise<unknown> => {
  const [event] = await shownOf(call(content));
  return event?.event === 'tool' ? event.detail : event;
};

const KEY = PROVIDER_SAMPLES['github']?.[0] ?? '';

describe('calls of tools', () => {
  it('are told with what came of them; what an update leaves out holds as it was', async () => {
    const update = { sessionUpdate: 'tool_call_update', toolCallId: 'x' } as const;
    const events = await shownOf(
      call(),
      { ...update, status: 'in_progress' },
      { ...update, title: null, content: [text('\n\nHigh water at 7:30.\nLow at one.')] },
      { ...update, status: 'completed' },
    );
    const told = { event: 'tool', id: 'tool-1', title: 'Read the tides' };
    const detail = 'High water at 7:30.';
    expect(events).toEqual([
      { ...told, status: 'pending' },
      { ...told, status: 'in_progress' },
      { ...told, status: 'in_progress', detail },
      { ...told, status: 'completed', detail },
    ]);
  });

  it('are told once where nothing changed, and each under a name of its own', async () => {
    const events = await shownOf(
      call(),
      { sessionUpdate: 'tool_call_update', toolCallId: 'x', rawInput: {} },
      { sessionUpdate: 'tool_call_update', toolCallId: KEY },
    );
    expect(events).toEqual([
      { event: 'tool', id: 'tool-1', title: 'Read the tides', status: 'pending' },
      { event: 'tool', id: 'tool-2', title: 'a tool', status: 'pending' },
    ]);
  });

  it('are told with the files that they change', async () => {
    expect(
      await detailOf(
        text('Done.'),
        { type: 'diff', path: '/w/memory/a.md', oldText: 'a\nb\nc\nb\n', newText: 'b\nc\nd\ne' },
        { type: 'diff', path: '/w/b.md', newText: 'one\n' },
      ),
    ).toBe('a.md: 2 lines added, 2 removed; b.md: 1 line added, 0 removed');
  });

  it('are told in one line of at most 200 characters', async () => {
    expect(await detailOf(text(`  ${'tide '.repeat(500)}`))).toBe(`${'tide '.repeat(39)}tide…`);
    expect(await detailOf(text(' \n '), { type: 'terminal', terminalId: 't' })).toBeUndefined();
  });

  it('are told without credentials, also where the line is cut within one', async () => {
    const mark = '[withheld: credential, RFC-0009 §4.2]';
    expect(await detailOf(text(`The password: Blaubeere-77`))).toBe(`The password: ${mark}`);
    expect(await detailOf(text(`${'tide '.repeat(38)}${KEY}`))).not.toMatch(/gh[a-z]_/);
    expect(await detailOf(text(`Use ${LONG_KEY} here`))).toBe(`Use ${mark} here`);
  });
});

describe('what an agent offers', () => {
  it('is told without credentials and within bounds', async () => {
    const [event] = await shownOf({
      sessionUpdate: 'available_commands_update',
      availableCommands: [
        { name: 'plan', description: `Plan it.\nWith ${KEY}.`, input: { hint: `like ${KEY}` } },
        { name: 'two words', description: '' },
        { name: 'x'.repeat(65), description: '' },
        { name: KEY, description: '' },
        ...Array.from({ length: 200 }, (_, at) => ({
          name: `c${at}`,
          description: 'tide '.repeat(99),
        })),
      ],
    });
    if (event?.event !== 'commands') throw new Error('no commands');
    expect(event.commands[0]).toEqual({
      name: 'plan',
      description: 'Plan it.',
      hint: 'like [withheld: credential, RFC-0009 §4.2]',
    });
    expect(event.commands[1]).toEqual({ name: 'c0', description: `${'tide '.repeat(39)}tide…` });
    expect(event.commands.length).toBe(97);
  });
});

describe('plans and thoughts', () => {
  it('are not told, and words are', async () => {
    const content = { type: 'text', text: 'Hm' } as const;
    const events = await shownOf(
      { sessionUpdate: 'agent_thought_chunk', content },
      { sessionUpdate: 'plan', entries: [] },
      { sessionUpdate: 'agent_message_chunk', content },
    );
    expect(events.map(({ event }) => event)).toEqual(['text']);
  });
});
