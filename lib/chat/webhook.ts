/** What a program says by the webhook: JSON of a form of our own. */
import { isJsonObject, parsedJson, textAt } from '#lib/text/json.ts';
import { boundedText } from './bounded-text.ts';
import type { ChatEventRead } from './event.ts';

/** What one of its chats is called. */
const PLACE = /^[\w.:@-]{1,100}$/u;

/** `{"chat": "ops", "text": "…", "author": {"id": "…", "name": "…"}}`; `undefined` for what has another form. Never throws. */
export const webhookEvent = (raw: string): ChatEventRead | undefined => {
  const said = parsedJson(raw);
  const place = textAt(said, 'chat');
  const whole = textAt(said, 'text');
  if (!isJsonObject(said) || place === undefined || whole === undefined || !PLACE.test(place))
    return undefined;
  const { text, isCut } = boundedText(whole);
  return {
    place,
    isDirect: false,
    isEdit: false,
    saidAt: undefined,
    author: {
      id: textAt(said, 'author', 'id')?.slice(0, 100),
      name: boundedText(textAt(said, 'author', 'name') ?? '').text,
    },
    text,
    isCut,
    files: [],
    outside: undefined,
    quoted: undefined,
    // A program that writes here means it.
    isForUs: true,
  };
};
