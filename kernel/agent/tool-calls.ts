/** What an agent has said of its tool calls, put together: an update, and a request for permission, names only what is new. */
import type { ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk';

/** So many calls are remembered at most; who is asked about comes right after its call was told. */
const CALLS_MAX = 200;

type Told = Partial<Pick<ToolCall, 'title' | 'kind' | 'locations' | 'content'>>;

export class ToolCalls {
  readonly #told = new Map<string, Told>();

  /** What is known of the call with this update of it. */
  take({ toolCallId, title, kind, locations, content }: ToolCallUpdate | ToolCall): Told {
    const before = this.#told.get(toolCallId) ?? {};
    const told = {
      ...before,
      ...(title != null && { title }),
      ...(kind != null && { kind }),
      ...(locations != null && { locations }),
      ...(content != null && { content }),
    };
    this.#told.delete(toolCallId);
    this.#told.set(toolCallId, told);
    const [oldest] = this.#told.keys();
    if (this.#told.size > CALLS_MAX && oldest !== undefined) this.#told.delete(oldest);
    return told;
  }
}
