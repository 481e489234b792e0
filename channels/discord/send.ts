/**
 * What goes to Discord, which reads Markdown; nobody is mentioned by it, and no link is looked at. A message carries the nonce
 * of its row, and Discord takes one nonce once within some minutes: asked again, it answers with the message that is there.
 */
import type { OutboundMessage } from '#lib/protocol/adapter.ts';
import { memberAt, parsedJson, textAt } from '#lib/text/json.ts';
import type { Outcome } from '#channels/daemon/link.ts';
import { growingWaitMs, sendOutcome, waited } from '#channels/provider/answer.ts';
import { type RestApi, DISCORD_TOKEN_CODES } from './rest.ts';

const SUPPRESS_EMBEDS = 1 << 2;
/** "The past few minutes", in which a nonce counts, as Discord says. */
const NONCE_MS = 2 * 60_000;
const TYPING_TIMEOUT_MS = 10_000;
const PAGE = 100;
const PAGES = 10;
/** Ids have the milliseconds since 2015 above their lowest 22 bits; clocks are off by some. */
const EPOCH_MS = 1_420_070_400_000;
const ID_SHIFT = 22n;
const CLOCKS_MS = 60_000;

type Asked = OutboundMessage & { readonly nonce: string };
type Lost = Asked & { readonly at: string };

/** How a message is sent and found. */
export interface DiscordSender {
  readonly api: RestApi;
  readonly signal: AbortSignal;
  /** Hears that the token is not taken. */
  readonly refused: () => void;
}

/** Sends the parts one after the other, and asks once more where a connection is cut. Never rejects. */
export const sendToDiscord = async (
  sender: DiscordSender,
  { chat, parts, nonce }: Asked,
): Promise<Outcome | undefined> => {
  const providerIds: string[] = [];
  const until = Date.now() + NONCE_MS;
  for (const [part, { text }] of parts.entries()) {
    const body = {
      content: text,
      nonce: part === 0 ? nonce : `${nonce}${part % 10}`,
      enforce_nonce: true,
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    };
    for (let failures = 0; ; failures += 1) {
      const answer = await sender.api.call('POST', `/channels/${chat}/messages`, body);
      if (answer.is === 'done') {
        providerIds.push(textAt(parsedJson(answer.text), 'id') ?? '');
        break;
      }
      if (answer.is === 'refused' && DISCORD_TOKEN_CODES.has(answer.code)) sender.refused();
      const failure = sendOutcome(answer, DISCORD_TOKEN_CODES);
      if (answer.is !== 'cut')
        // The first of them are there: it is not sent again.
        return providerIds.length === 0 ? failure : { is: 'unknown', reason: failure.reason };
      if (sender.signal.aborted) return undefined;
      if (Date.now() > until) return failure;
      await waited(growingWaitMs(failures), sender.signal);
    }
  }
  return { is: 'sent', providerIds };
};

/** Was it sent? While its nonce counts, Discord is asked to send it; later its channel is looked through. Never rejects. */
export const findInDiscord = async (
  sender: DiscordSender,
  message: Lost,
): Promise<Outcome | undefined> => {
  if (Date.now() - Date.parse(message.at) < NONCE_MS) return sendToDiscord(sender, message);
  const { api, signal } = sender;
  let after = idAt(Date.parse(message.at) - CLOCKS_MS);
  const ids: string[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    const path = `/channels/${message.chat}/messages?limit=${PAGE}&after=${after}`;
    const answer = await api.get(path, signal);
    if (answer === undefined) return undefined;
    if (answer.is !== 'done') return { is: 'unknown', reason: answer.reason };
    const said = parsedJson(answer.text);
    const all = Array.isArray(said) ? said : [];
    for (const one of all) if (isOneOf(one, message)) ids.push(textAt(one, 'id') ?? '');
    if (all.length < PAGE) return outcomeOfFound(ids, message.parts.length);
    after = all
      .map((one) => textAt(one, 'id') ?? after)
      .reduce((one, id) => (BigInt(id) > BigInt(one) ? id : one));
  }
  return { is: 'unknown', reason: 'more was said since than is looked through' };
};

const outcomeOfFound = (ids: readonly string[], parts: number): Outcome => {
  if (ids.length >= parts) return { is: 'sent', providerIds: ids.slice(0, parts) };
  if (ids.length > 0) return { is: 'unknown', reason: 'a part of it is there' };
  return { is: 'failed', reason: 'it is not in the channel', retryAfterMs: 0 };
};

/** Discord may tell the nonce of a message for some time; of its own text a bot knows that it was said by itself. */
const isOneOf = (said: unknown, { parts, nonce }: Lost): boolean =>
  memberAt(said, 'author', 'bot') === true &&
  (textAt(said, 'nonce')?.startsWith(nonce) === true ||
    parts.some(({ text }) => text === textAt(said, 'content')));

const idAt = (ms: number): string => String(BigInt(Math.max(0, ms - EPOCH_MS)) << ID_SHIFT);

/** Shows that an answer is being made; that it could not be shown is nobody's loss. Never rejects. */
export const typeInDiscord = async (api: RestApi, chat: string): Promise<void> => {
  await api.call('POST', `/channels/${chat}/typing`, undefined, { timeoutMs: TYPING_TIMEOUT_MS });
};
