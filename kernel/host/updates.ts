/** What an agent says and does, as the Agent Client Protocol tells it, to be shown: words, calls of tools, commands. */
import type { AvailableCommand, SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk';
import { TOOL_CALLS } from '#lib/spec/limits.ts';
import type { OfferedCommand } from '#kernel/contract/events.ts';
import type { Speech } from '#kernel/redact/speech.ts';
import type { ToolCalls } from './tool-calls.ts';

type ToolUpdate = Extract<SessionUpdate, { sessionUpdate: 'tool_call' | 'tool_call_update' }>;

/** A call of a tool, as it was told last. */
interface Shown {
  /** Not the agent's: what it writes there may be anything, and need not be shown. */
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

/** Shows what the agent says and does; plans and thoughts it keeps to itself. */
export const updateShower = (
  speech: Speech,
  calls: ToolCalls,
): ((update: SessionUpdate) => void) => {
  const shown = new Map<string, Shown>();
  let count = 0;
  const remember = (id: string, call: Shown): void => {
    shown.delete(id);
    shown.set(id, call);
    const [oldest] = shown.keys();
    if (shown.size > TOOL_CALLS && oldest !== undefined) shown.delete(oldest);
  };
  const showCall = (update: ToolUpdate): void => {
    const { title = 'a tool', content } = calls.take(update);
    const before = shown.get(update.toolCallId);
    const status = update.status ?? before?.status ?? 'pending';
    if (before?.title === title && before.status === status && !update.content) return;
    if (before === undefined) count += 1;
    const id = before?.id ?? `tool-${count}`;
    remember(update.toolCallId, { id, title, status });
    speech.tool(id, title, status, detailOf(content ?? []));
  };
  return (update) => {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
      speech.say(update.content.text);
    if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update')
      showCall(update);
    if (update.sessionUpdate === 'available_commands_update')
      speech.commands(update.availableCommands.map(offered));
  };
};

/** What a call came to: the files that it changed, or else the first text. */
const detailOf = (content: readonly ToolCallContent[]): string | undefined => {
  const files = content.flatMap((one) => (one.type === 'diff' ? changeOf(one) : []));
  if (files.length > 0) return files.join('; ');
  for (const one of content) {
    if (one.type === 'content' && one.content.type === 'text') return one.content.text;
  }
  return undefined;
};

const changeOf = ({
  path,
  oldText,
  newText,
}: Extract<ToolCallContent, { type: 'diff' }>): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const { added, removed } = lineCounts(linesOf(oldText ?? ''), linesOf(newText));
  return `${name}: ${added} ${added === 1 ? 'line' : 'lines'} added, ${removed} removed`;
};

/** How many lines of the one text the other one does not have, and the other way round; wherever they stand. */
const lineCounts = (
  before: readonly string[],
  after: readonly string[],
): { readonly added: number; readonly removed: number } => {
  const left = new Map<string, number>();
  for (const line of before) left.set(line, (left.get(line) ?? 0) + 1);
  let kept = 0;
  for (const line of after) {
    const count = left.get(line) ?? 0;
    if (count === 0) continue;
    left.set(line, count - 1);
    kept += 1;
  }
  return { added: after.length - kept, removed: before.length - kept };
};

const linesOf = (text: string): readonly string[] => {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

const offered = ({ name, description, input }: AvailableCommand): OfferedCommand => {
  const hint = input?.hint;
  return { name, description, ...(hint !== undefined && { hint }) };
};
