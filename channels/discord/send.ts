/**
 * What goes to Discord, which reads Markdown; nobody is mentioned by it, and no link is looked at. A message carries the nonce
 * of its row, and Discord takes one nonce once within some minutes: asked again, it answers with the message that is there.
 */
import type { OutboundMessage } from '#lib/protocol/adapter.ts';
import { memberAt, parsedJson, textAt } from '#lib/text/json.ts';
import type { Outcome } from '#channels/daemon/link.ts';
import { type ApiAnswer, growingWaitMs, waited } from '#channels/provider/answer.ts';
import { fileIn, formOf } from '#channels/provider/form.ts';
import { outcomeOfEdit, outcomeOfFound, sendParts } from '#channels/provider/send.ts';
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
type Lost = Asked & { readonly at: string; readonly known: readonly string[] };

/** How a message is sent and found. */
export interface DiscordSender {
  readonly api: RestApi;
  readonly signal: AbortSignal;
  /** Hears that the token is not taken. */
  readonly refused: () => void;
}

/** As `sendParts`; where a connection is cut, it asks again while the nonce counts; `undefined` where it is told to stop meanwhile. */
export const sendToDiscord = async (
  { api, signal, refused }: DiscordSender,
  { chat, nonce, ...message }: Asked & { readonly file?: string },
): Promise<Outcome | undefined> => {
  const until = Date.now() + NONCE_MS;
  const file = fileIn(message);
  const post = async (text: string, part: number): Promise<ApiAnswer> => {
    const named = { nonce: nonceOf(nonce, part), enforce_nonce: true };
    const body =
      file === undefined
        ? { ...bodyOf(text), ...named }
        : await formOf({ payload_json: JSON.stringify({ ...QUIET, ...named }) }, 'files[0]', file);
    for (let failures = 0; ; failures += 1) {
      const answer = await api.call('POST', `/channels/${chat}/messages`, body);
      if (answer.is !== 'cut' || signal.aborted || Date.now() > until) return answer;
      await waited(growingWaitMs(failures), signal);
    }
  };
  const tokenCodes = DISCORD_TOKEN_CODES;
  const outcome = await sendParts(message.parts, { post, idIn, tokenCodes, refused, signal });
  return outcome.is === 'unknown' && signal.aborted ? undefined : outcome;
};

/** The same, of messages that are there. */
export const editInDiscord = async (
  { api, signal, refused }: DiscordSender,
  { chat, parts, providerIds }: OutboundMessage & { readonly providerIds: readonly string[] },
): Promise<Outcome> => {
  const post = (text: string, part: number): Promise<ApiAnswer> =>
    api.call('PATCH', `/channels/${chat}/messages/${providerIds[part]}`, bodyOf(text));
  const tokenCodes = DISCORD_TOKEN_CODES;
  const outcome = await sendParts(parts, { post, idIn, tokenCodes, refused, signal });
  return outcomeOfEdit(outcome, providerIds);
};

const QUIET = { allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS };
const bodyOf = (content: string): object => ({ content, ...QUIET });

const idIn = (answer: unknown): string => textAt(answer, 'id') ?? '';

/** Of each part another one, within the 25 characters that Discord takes. */
const nonceOf = (nonce: string, part: number): string =>
  `${nonce.slice(0, NONCE_MAX_CHARS - PART_CHARS)}${String(part).padStart(PART_CHARS, '0')}`;
const NONCE_MAX_CHARS = 25;
const PART_CHARS = 4;

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
    if (all.length < PAGE)
      return outcomeOfFound(ids.slice(0, message.parts.length), message.parts.length);
    after = all
      .map((one) => textAt(one, 'id') ?? after)
      .reduce((one, id) => (BigInt(id) > BigInt(one) ? id : one));
  }
  return { is: 'unknown', reason: 'more was said since than is looked through' };
};

/** Discord may tell the nonce of a message for some time; of its own text a bot knows that it was said by itself, and which others say the same. */
const isOneOf = (said: unknown, { parts, nonce, known }: Lost): boolean =>
  !known.includes(textAt(said, 'id') ?? '') &&
  memberAt(said, 'author', 'bot') === true &&
  parts.some(
    ({ text }, part) =>
      textAt(said, 'nonce') === nonceOf(nonce, part) || textAt(said, 'content') === text,
  );

const idAt = (ms: number): string => String(BigInt(Math.max(0, ms - EPOCH_MS)) << ID_SHIFT);

/** Shows that an answer is being made; that it could not be shown is nobody's loss. Never rejects. */
export const typeInDiscord = async (api: RestApi, chat: string): Promise<void> => {
  await api.call('POST', `/channels/${chat}/typing`, undefined, { timeoutMs: TYPING_TIMEOUT_MS });
};
