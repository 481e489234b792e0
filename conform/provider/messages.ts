/** The Messages API, streaming and not. */
import { JSON_TYPE, STREAM, type ModelApi } from './wire.ts';
import { type ModelView, turnOf } from './plan.ts';
import { documentOf, eventsOf, eventText, type ModelBlock } from './messages/events.ts';
import {
  type ContentBlock,
  contentBlocks,
  type MessagesRequest,
  parseRequest,
  systemOf,
} from './messages/request.ts';
import { tokenCount } from './messages/tokens.ts';

/** Throws ApiError. */
export const messages: ModelApi = (body) => {
  const request = parseRequest(body);
  return {
    shown: shownIn(request),
    answer: (said, nth) => {
      const block: ModelBlock =
        typeof said === 'string' ? { type: 'text', text: said } : { type: 'tool_use', ...said };
      const speech = { blocks: [block] };
      const envelope = {
        id: `msg_${nth}`,
        model: request.model,
        cache: { input: tokenCount(request.messages), read: 0, written5m: 0, written1h: 0 },
        nextId: () => `toolu_${String(nth).padStart(4, '0')}`,
      };
      return request.stream === true
        ? { type: STREAM, body: eventsOf(speech, envelope).map(eventText).join('') }
        : { type: JSON_TYPE, body: JSON.stringify(documentOf(speech, envelope)) };
    },
  };
};

const shownIn = (request: MessagesRequest): ModelView => ({
  system: textOf(systemOf(request)),
  tools: (request.tools ?? []).map(({ name }) => name),
  ...turnOf(
    request.messages.map(({ role, content }) => {
      const blocks = contentBlocks(content);
      return {
        isOfModel: role === 'assistant',
        words: textOf(blocks),
        results: blocks.flatMap(resultOf),
      };
    }),
  ),
});

const resultOf = (block: ContentBlock): readonly string[] => {
  if (block.type !== 'tool_result') return [];
  const { content = '' } = block;
  return [typeof content === 'string' ? content : textOf(content)];
};

const textOf = (blocks: readonly ContentBlock[]): string =>
  blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
