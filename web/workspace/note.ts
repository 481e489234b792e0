/** Events of which a chat says one line. */
import { isJsonObject, type JsonObject, membersOf, textAt } from '#lib/text/json.ts';
import type { ServerEvent } from '#web/connection/event.ts';

/** A text of an event; empty where it has none. */
export const wordsAt = (payload: JsonObject, name: string): string => textAt(payload, name) ?? '';

/** What it says; `undefined` where it is no note. `more` is shown on demand. */
export const chatNoteOf = ({
  type,
  payload,
}: ServerEvent): { readonly text: string; readonly more?: string } | undefined => {
  switch (type) {
    case 'notice':
      return payload['minor'] === true ? undefined : { text: wordsAt(payload, 'text') };
    case 'status':
      return { text: wordsAt(payload, 'text') };
    case 'starting':
      return { text: `Starts ${wordsAt(payload, 'agent')}` };
    case 'ready':
      return {
        text: `Opened as ${wordsAt(payload, 'kind')}: ${wordsAt(payload, 'reason')}`,
      };
    case 'resumed':
      return { text: resumedText(payload), more: lastWords(payload) };
    case 'closed':
      return { text: `The agent has ended: ${wordsAt(payload, 'reason')}` };
    case 'turn':
      return STOPS[wordsAt(payload, 'stop')];
    default:
      return undefined;
  }
};

/** What ends a turn otherwise than by its end. */
const STOPS: Readonly<Record<string, { readonly text: string }>> = {
  cancelled: { text: 'Stopped.' },
  max_tokens: { text: 'The model has reached the length that an answer may have.' },
  max_turn_requests: { text: 'The agent has asked the model as often as a turn may.' },
  refusal: { text: 'The model does not answer this.' },
};

const resumedText = (payload: JsonObject): string =>
  `Goes on with a conversation of ${String(payload['turns'])} turns, begun at ${wordsAt(payload, 'startedAt')}`;

const lastWords = (payload: JsonObject): string => {
  const { last } = membersOf(payload);
  const all = Array.isArray(last) ? last.filter(isJsonObject) : [];
  return all
    .map((one) => `${one['by'] === 'human' ? 'You' : 'Agent'}: ${wordsAt(one, 'text')}`)
    .join('\n\n');
};
