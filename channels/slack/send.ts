/**
 * What goes to Slack: a text as it is, in which what Slack would read as a mention or a link is escaped, and the same as rich
 * text where it has marks. No link is looked at. Each message carries the nonce of its row as metadata, by which it is found in the chat again.
 */
import type { OutboundMessage } from '#lib/protocol/adapter.ts';
import { memberAt, parsedJson, textAt } from '#lib/text/json.ts';
import type { Outcome } from '#channels/daemon/link.ts';
import { type ApiAnswer, growingWaitMs, waited } from '#channels/provider/answer.ts';
import { fileIn, type SentFile } from '#channels/provider/form.ts';
import { outcomeOfEdit, outcomeOfFound, sendParts } from '#channels/provider/send.ts';
import type { Formatter } from '#channels/marks/formatter.ts';
import { richTextOf } from './rich-text.ts';
import { SLACK_TOKEN_CODES, type WebApi } from './web-api.ts';

const CALL_TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 120_000;
const EVENT_TYPE = 'yamo_message';
const PAGE = 200;
const PAGES = 10;
/** What was asked before may be done a moment later; clocks are off by some. */
const LATE_MS = 2000;
const CLOCKS_MS = 5 * 60_000;

type Asked = OutboundMessage & { readonly nonce: string };
/** What is looked for, and since when it may be there: ISO 8601, UTC. */
type Lost = Asked & { readonly at: string };

/** How a message is sent and found. */
export interface SlackSender {
  readonly api: WebApi;
  readonly formatter: Pick<Formatter, 'format'>;
  readonly signal: AbortSignal;
  /** Hears that the token is not taken. */
  readonly refused: () => void;
}

/** As `sendParts`; where a connection is cut, it looks what became of the message; `undefined` where it is told to stop meanwhile. */
export const sendToSlack = async (
  sender: SlackSender,
  message: Asked & { readonly file?: string },
): Promise<Outcome | undefined> => {
  const at = new Date().toISOString();
  const file = fileIn(message);
  const outcome = await sendParts(message.parts, {
    post: (text, part) =>
      file === undefined
        ? posted(sender, message, text, part)
        : uploaded(sender, message.chat, file),
    idIn: file === undefined ? idIn : fileIdIn,
    tokenCodes: SLACK_TOKEN_CODES,
    refused: sender.refused,
    signal: sender.signal,
  });
  return outcome.is === 'unknown' && file === undefined
    ? findInSlack(sender, { ...message, at })
    : outcome;
};

const posted = async (
  { api, formatter }: SlackSender,
  { chat, nonce }: Asked,
  text: string,
  part: number,
): Promise<ApiAnswer> => {
  const marked = await formatter.format(text);
  return api.call(
    'chat.postMessage',
    {
      ...placeOf(chat, 'thread_ts'),
      ...(marked.marks.length > 0 && { blocks: JSON.stringify(richTextOf(marked)) }),
      text: escaped(text),
      mrkdwn: 'false',
      unfurl_links: 'false',
      unfurl_media: 'false',
      metadata: JSON.stringify({ event_type: EVENT_TYPE, event_payload: { nonce, part } }),
    },
    { timeoutMs: CALL_TIMEOUT_MS },
  );
};

/** Nobody sees a file before it is said to be whole: what was cut before that may be asked again. */
const uploaded = async (
  { api }: SlackSender,
  chat: string,
  { name, bytes }: SentFile,
): Promise<ApiAnswer> => {
  const limits = { timeoutMs: UPLOAD_TIMEOUT_MS };
  const length = String(bytes.byteLength);
  const place = await api.call('files.getUploadURLExternal', { filename: name, length }, limits);
  if (place.is !== 'done') return surelyNot(place);
  const said = parsedJson(place.text);
  const [url = '', id = ''] = [textAt(said, 'upload_url'), textAt(said, 'file_id')];
  const there = await api.upload(url, bytes, limits);
  if (there.is !== 'done') return surelyNot(there);
  const { channel: channel_id, ...thread } = placeOf(chat, 'thread_ts');
  const files = JSON.stringify([{ id, title: name }]);
  return api.call('files.completeUploadExternal', { files, channel_id, ...thread }, limits);
};

const surelyNot = (failure: ApiAnswer): ApiAnswer =>
  failure.is === 'cut' ? { is: 'unreachable', reason: failure.reason } : failure;

const fileIdIn = (answer: unknown): string => {
  const files = memberAt(answer, 'files');
  return (Array.isArray(files) ? textAt(files[0], 'id') : undefined) ?? '';
};

/** As `sendParts`, of messages that are there: as rich text, as no other text of an edit is without marks. */
export const editInSlack = async (
  { api, formatter, refused, signal }: SlackSender,
  { chat, parts, providerIds }: OutboundMessage & { readonly providerIds: readonly string[] },
): Promise<Outcome> => {
  const post = async (text: string, part: number): Promise<ApiAnswer> => {
    const blocks = JSON.stringify(richTextOf(await formatter.format(text)));
    const which = { channel: chat.split('/')[0] ?? '', ts: providerIds[part] ?? '' };
    const limits = { timeoutMs: CALL_TIMEOUT_MS };
    return api.call('chat.update', { ...which, text: escaped(text), blocks }, limits);
  };
  const tokenCodes = SLACK_TOKEN_CODES;
  const outcome = await sendParts(parts, { post, idIn, tokenCodes, refused, signal });
  return outcomeOfEdit(outcome, providerIds);
};

const idIn = (answer: unknown): string => textAt(answer, 'ts') ?? '';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Looks for a message in its chat, and goes on until it was there to be seen or not; `undefined` where it is told to stop. Never rejects. */
export const findInSlack = async (
  { api, signal }: SlackSender,
  message: Lost,
): Promise<Outcome | undefined> => {
  await waited(LATE_MS, signal);
  for (let failures = 0; !signal.aborted; failures += 1) {
    const found = await idsOf(api, message, signal);
    if (!('is' in found)) return outcomeOfFound(found, message.parts.length);
    const { reason } = found;
    if (found.is === 'refused' && found.retryAfterMs === undefined)
      return { is: 'unknown', reason };
    const wait = found.is === 'refused' ? found.retryAfterMs : undefined;
    await waited(wait ?? growingWaitMs(failures), signal);
  }
  return undefined;
};

/** The ids of its parts that are there, or what kept them from being looked for. */
const idsOf = async (
  api: WebApi,
  { chat, nonce, at }: Lost,
  signal: AbortSignal,
): Promise<readonly string[] | Exclude<ApiAnswer, { readonly is: 'done' }>> => {
  const ids: string[] = [];
  const oldest = String((Date.parse(at) - CLOCKS_MS) / 1000);
  let cursor = '';
  for (let page = 0; page < PAGES; page += 1) {
    const answer = await api.call(
      chat.includes('/') ? 'conversations.replies' : 'conversations.history',
      {
        ...placeOf(chat, 'ts'),
        oldest,
        limit: String(PAGE),
        include_all_metadata: 'true',
        ...(cursor !== '' && { cursor }),
      },
      { signal, timeoutMs: CALL_TIMEOUT_MS },
    );
    if (answer.is !== 'done') return answer;
    const said = parsedJson(answer.text);
    const messages = memberAt(said, 'messages');
    for (const one of Array.isArray(messages) ? messages : []) {
      const ts = textAt(one, 'ts');
      const isIt = textAt(one, 'metadata', 'event_payload', 'nonce') === nonce;
      if (isIt && ts !== undefined && !ids.includes(ts)) ids.push(ts);
    }
    cursor = textAt(said, 'response_metadata', 'next_cursor') ?? '';
    if (cursor === '') return ids;
  }
  const reason = 'more was said since than is looked through';
  return { is: 'refused', code: 'too_much', reason, retryAfterMs: undefined, text: '' };
};

/** A place is a channel, or `channel/thread`. */
const placeOf = (
  place: string,
  thread: 'thread_ts' | 'ts',
): { readonly channel: string; readonly [name: string]: string } => {
  const [channel = '', ts] = place.split('/');
  return { channel, ...(ts !== undefined && { [thread]: ts }) };
};
