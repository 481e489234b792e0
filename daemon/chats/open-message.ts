/** A message of a chat as it is dealt with: its row, what was read of it, and what it is judged by. */
import type { ChatEventRead } from '#lib/chat/event.ts';
import { messagesOf } from '#lib/chat/parts.ts';
import { type PairedAccount, presenceIn, type RawChatEvent } from '#lib/chat/presence.ts';
import { oneLine } from '#lib/model/bounded.ts';
import type { OutboundMessage } from '#lib/protocol/adapter.ts';
import type { Adapter } from '#daemon/adapters/adapter.ts';
import type { OpenEvent } from '#daemon/data/inbox.ts';
import { CODE_FORM } from './book.ts';
import type { ProviderRules } from './providers.ts';

/** Something that was said, and nobody has dealt with. */
export interface OpenMessage {
  readonly adapter: Adapter;
  readonly rules: ProviderRules;
  readonly row: OpenEvent;
  readonly raw: string;
  readonly read: ChatEventRead;
}

/** `undefined` for what is no message. */
export const openMessage = (
  adapter: Adapter,
  rules: ProviderRules,
  row: OpenEvent,
): OpenMessage | undefined => {
  const raw = textOf(row.raw);
  const read = raw === undefined ? undefined : rules.read(raw, adapter.row.self);
  return raw === undefined || read === undefined ? undefined : { adapter, rules, row, raw, read };
};

/** What is judged of a message. */
export const evidenceOf = ({ rules, raw }: OpenMessage): RawChatEvent =>
  rules.evidence?.(raw) ?? { event: raw };

/** The account that has said it; `undefined` where its provider does not say which. */
export const authorOf = ({
  rules: { provider },
  read: {
    author: { id, team },
  },
}: OpenMessage): PairedAccount | undefined =>
  id === undefined ? undefined : { provider, account: id, team };

/** Who has said it, for the owner to read: the name is theirs to choose. */
export const nameOfAuthor = ({ rules, read: { author } }: OpenMessage): string =>
  `${oneLine(author.name, NAME_MAX_CHARS)} (${rules.provider} account ${author.id})`;
const NAME_MAX_CHARS = 80;

/** The code that they say to be the owner's account, in a chat in which they would be alone with it. */
export const pairingIn = (
  open: OpenMessage,
): { readonly code: string; readonly account: PairedAccount } | undefined => {
  const { rules, read } = open;
  const [, code] = CODE.exec(read.text) ?? [];
  const account = authorOf(open);
  if (code === undefined || account === undefined) return undefined;
  if (read.isEdit || read.outside !== undefined) return undefined;
  const { isOwnerAlone } = presenceIn(rules.provider, evidenceOf(open), [account]);
  return isOwnerAlone ? { code, account } : undefined;
};

/** As `/start CODE`, which a link of Telegram says, or alone. */
const CODE = new RegExp(String.raw`^\s*(?:/start\s+)?(${CODE_FORM})\s*$`, 'u');

/** By which it is taken back. */
export const nameOf = (key: string, { messageId }: ChatEventRead): string => `${key} ${messageId}`;
/** By which its place has a queue. */
export const keyOf = (adapter: string, place: string): string => `${adapter} ${place}`;

/** What is said to it: a row for each message of the provider, so that none of them is sent twice for another. */
export const messagesTo = (
  { rules, read }: OpenMessage,
  text: string,
): readonly OutboundMessage[] =>
  messagesOf(text, rules.messageMaxChars).map((one) => ({
    chat: read.place,
    parts: [{ text: one }],
  }));

const textOf = (raw: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf8', { fatal: true }).decode(raw);
  } catch {
    return undefined;
  }
};
