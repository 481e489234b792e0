/** What an agent has said of its tool calls, put together: an update, and a request for permission, names only what is new. */
import type { ToolCall, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { TOOL_CALLS, TOOL_CALLS_MAX_CHARS, TOOL_TITLE_MAX_CHARS } from '#lib/spec/limits.ts';

type Told = Partial<Pick<ToolCall, 'title' | 'kind' | 'locations' | 'content'>>;

interface Remembered {
  readonly told: Told;
  readonly chars: number;
}

export class ToolCalls {
  readonly #calls = new Map<string, Remembered>();
  #chars = 0;

  /** What is known of the call with this update of it. */
  take({ toolCallId, title, kind, locations, content }: ToolCallUpdate | ToolCall): Told {
    const told = {
      ...this.#calls.get(toolCallId)?.told,
      ...(title != null && { title: title.slice(0, TOOL_TITLE_MAX_CHARS) }),
      ...(kind != null && { kind }),
      ...(locations != null && { locations: locations.map(({ path }) => ({ path })) }),
      ...(content != null && { content: content.flatMap(shownPart) }),
    };
    this.#forget(toolCallId);
    const chars = toolCallId.length + charsOf(told);
    this.#calls.set(toolCallId, { told, chars });
    this.#chars += chars;
    // Of one that is too long by itself nothing is remembered, once it was dealt with.
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= TOOL_CALLS && this.#chars <= TOOL_CALLS_MAX_CHARS) break;
      this.#forget(oldest);
    }
    return told;
  }

  #forget(id: string): void {
    this.#chars -= this.#calls.get(id)?.chars ?? 0;
    this.#calls.delete(id);
  }
}

/** What is shown or asked about; pictures and sounds are neither. */
const shownPart = (part: ToolCallContent): readonly ToolCallContent[] => {
  if (part.type === 'diff') {
    const { type, path, oldText, newText } = part;
    return [{ type, path, newText, ...(oldText !== undefined && { oldText }) }];
  }
  if (part.type !== 'content' || part.content.type !== 'text') return [];
  return [{ type: 'content', content: { type: 'text', text: part.content.text } }];
};

const charsOf = ({ title = '', locations = [], content = [] }: Told): number =>
  title.length +
  locations.reduce((sum, { path }) => sum + path.length + PART_CHARS, 0) +
  content.reduce((sum, part) => sum + charsIn(part) + PART_CHARS, 0);

/** What an object takes beside its texts. */
const PART_CHARS = 64;

const charsIn = (part: ToolCallContent): number => {
  if (part.type === 'diff')
    return part.path.length + (part.oldText?.length ?? 0) + part.newText.length;
  return part.type === 'content' && part.content.type === 'text' ? part.content.text.length : 0;
};
