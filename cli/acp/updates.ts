/** What the kernel tells, as an editor is told it. What only a terminal or a record is for is left out. */
import type { SessionUpdate, ToolCallContent, ToolCallStatus } from '@agentclientprotocol/sdk';
import type {
  KernelEvent,
  OfferedCommand,
  ToolEvent,
  UsageEvent,
} from '#kernel/contract/events.ts';
import { withoutAttached } from '#lib/prompt/attached.ts';
import type { TranscriptEntry } from '#kernel/state/transcripts.ts';

/** What the editor can show, which decides into what an event is translated. */
export interface Translating {
  /** The editor shows notices as such. */
  readonly notices: boolean;
}

/** The updates that events of one session come to; it remembers which calls of tools were told. */
export const translator = ({
  notices,
}: Translating): ((event: KernelEvent) => readonly SessionUpdate[]) => {
  const told = new Set<string>();
  let status = '';
  const aside = (severity: 'info' | 'warning', text: string): SessionUpdate =>
    asideUpdate(severity, text, notices);
  return (event) => {
    switch (event.event) {
      case 'text':
      case 'answer':
        return [said(event.text)];
      case 'tool': {
        const isNew = !told.has(event.id);
        told.add(event.id);
        return [toolUpdate(event, isNew)];
      }
      case 'status':
        status = event.text;
        return [aside('info', status)];
      case 'notice':
        return [aside('warning', `${event.text} (${event.section})`)];
      // A turn that was not taken has no other words.
      case 'turn':
        return event.stop === 'budget' ? [said(status)] : [];
      case 'ready':
        return [
          aside(
            'info',
            `${event.kind.name} session with ${event.agent}; log: ${event.log ?? 'none'}`,
          ),
        ];
      case 'usage':
        return usageUpdate(event);
      // The agent's own; the session knows all.
      case 'commands':
      case 'step':
      case 'gate':
      case 'command':
      case 'refused':
      case 'closed':
      case 'starting':
      // The editor has it, or is told it by `session/load`.
      case 'resumed':
        return [];
    }
  };
};

/** A word beside the conversation: a notice where the editor has them, else a thought, which no script takes for the answer. */
export const asideUpdate = (
  severity: 'info' | 'warning',
  text: string,
  notices: boolean,
): SessionUpdate =>
  notices
    ? { sessionUpdate: 'notice', severity, title: text }
    : { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: `${text}\n` } };

const said = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
});

const toolUpdate = ({ id, title, status, detail }: ToolEvent, isNew: boolean): SessionUpdate => {
  const call = {
    toolCallId: id,
    title,
    status: statusOf(status),
    ...(detail === undefined ? {} : { content: [textContent(detail)] }),
  };
  return isNew
    ? { sessionUpdate: 'tool_call', ...call }
    : { sessionUpdate: 'tool_call_update', ...call };
};

const STATUSES: readonly ToolCallStatus[] = ['pending', 'in_progress', 'completed', 'failed'];

const statusOf = (status: string): ToolCallStatus =>
  STATUSES.find((one) => one === status) ?? 'in_progress';

/** A text as the content of a tool call. */
export const textContent = (text: string): ToolCallContent => ({
  type: 'content',
  content: { type: 'text', text },
});

/** Tells an editor which slash commands the session takes. */
export const commandsUpdate = (commands: readonly OfferedCommand[]): SessionUpdate => ({
  sessionUpdate: 'available_commands_update',
  availableCommands: commands.map(({ name, description, hint }) => ({
    name,
    description,
    ...(hint === undefined ? {} : { input: { hint } }),
  })),
});

/** An editor draws how full the model is; without its size there is nothing to draw. */
const usageUpdate = ({
  contextUsed,
  contextTokens,
  sessionUsd,
}: UsageEvent): readonly SessionUpdate[] =>
  contextUsed === undefined || contextTokens === undefined
    ? []
    : [
        {
          sessionUpdate: 'usage_update',
          used: Math.round(contextUsed * contextTokens),
          size: contextTokens,
          ...(sessionUsd === undefined ? {} : { cost: { amount: sessionUsd, currency: 'USD' } }),
        },
      ];

/** What was said in a session, told again. */
export const replayOf = (entries: readonly TranscriptEntry[]): readonly SessionUpdate[] =>
  entries.flatMap((entry): readonly SessionUpdate[] => {
    switch (entry.t) {
      case 'human':
        return [
          {
            sessionUpdate: 'user_message_chunk',
            content: { type: 'text', text: withoutAttached(entry.text) },
          },
        ];
      case 'agent':
        return [said(entry.text)];
      case 'tool':
        return [
          {
            sessionUpdate: 'tool_call',
            toolCallId: entry.id,
            title: entry.text,
            status: statusOf(entry.status),
          },
        ];
      case 'boot':
      case 'kept':
        return [];
    }
  });
