/** A row of what an adapter is to send: what becomes of it, and of one that is the draft of an answer. */
import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { oneLine } from '#lib/model/bounded.ts';
import type { FromAdapter, OutboundMessage } from '#lib/protocol/adapter.ts';
import {
  ADAPTER_SEND_FIRST_MS,
  ADAPTER_SEND_LAST_MS,
  ADAPTER_SEND_TRIES,
  ADAPTER_TEXT_MAX_CHARS,
} from '#lib/spec/limits.ts';
import type { EventsTables } from './events.ts';
import type { Queries } from './open.ts';
import { now } from './columns.ts';
import { update } from './write.ts';

/** As it is read. */
export type OutboundRecord = Selectable<EventsTables['outbound']>;

/** What is to be sent. `file`: its bytes, under the name that the only part has. */
export type QueuedMessage = OutboundMessage & { readonly file?: Uint8Array };

/** Is it a file? Of a row whose bytes are not read. */
export const HAS_FILE = sql<number>`file is not null`.as('has_file');

/** A line of yamo's own. */
export const lineTo = (chat: string, text: string): OutboundMessage => ({
  chat,
  parts: [{ text }],
});

/** What a chat is told of an answer of which nobody knows whether it arrived. */
export const CUT_OFF =
  'My last answer here may have been cut off: I was interrupted while I was sending it. Ask again if you miss something.';

/** The same of a file. */
export const FILE_CUT_OFF =
  'A file may not have arrived here: I was interrupted while I was sending it. Ask again if you miss it.';

/** What a chat is told of a file that its provider did not take. */
export const NOT_TAKEN = 'A file could not be sent here.';

/** What an adapter says came of a message. */
export type SendOutcome = FromAdapter & { readonly is: 'sent' | 'failed' | 'unknown' };

const NONCE_BYTES = 12;
const EDIT_AGAIN_MS = 5000;

/** By which a provider knows a message again. */
export const newNonce = (): string => randomBytes(NONCE_BYTES).toString('hex');

/** The provider has it. */
export const isAtProvider = ({
  provider_ids: ids,
}: Pick<OutboundRecord, 'provider_ids'>): boolean => ids !== null;

/** What becomes of a row by what an adapter says; of one that was to be changed nothing is lost by asking again. */
export const changesBy = (
  frame: SendOutcome,
  row: Pick<OutboundRecord, 'tries' | 'next_parts' | 'provider_ids'>,
): Partial<OutboundRecord> & Pick<OutboundRecord, 'state'> => {
  const { tries, next_parts: next } = row;
  const replaced = next === null ? {} : { parts: next, next_parts: null };
  if (frame.is === 'sent') {
    const ids = { provider_ids: JSON.stringify(frame.providerIds), error: null };
    return next === null
      ? { state: 'sent', ended_at: now(), file: null, ...ids }
      : { ...AGAIN, ...ids, ...replaced };
  }
  const error = oneLine(frame.reason, ADAPTER_TEXT_MAX_CHARS);
  const wait = frame.is === 'unknown' ? EDIT_AGAIN_MS : frame.retryAfterMs;
  const isLast = tries >= ADAPTER_SEND_TRIES;
  if (wait !== undefined && !isLast)
    return { state: 'queued', not_before: later(pauseOf(wait, tries)), error, ...replaced };
  // What cannot be changed, as it was removed there, is said anew.
  if (isAtProvider(row) && !isLast)
    return { state: 'queued', provider_ids: null, nonce: newNonce(), error, ...replaced };
  return { state: 'failed', ended_at: now(), file: null, error };
};

/** As long as its provider asks for, and longer where that was of no use so often. */
const pauseOf = (waitMs: number, tries: number): number =>
  Math.max(waitMs, Math.min(ADAPTER_SEND_FIRST_MS * 2 ** (tries - 1), ADAPTER_SEND_LAST_MS));

const AGAIN = { state: 'queued', tries: 0, not_before: null, ended_at: null } as const;

/** A draft, as far as it matters to what it becomes. */
type Draft = Pick<OutboundRecord, 'id' | 'state' | 'parts'>;

/** The draft of what answers the row `of` of what was brought. Throws DATABASE_UNUSABLE. */
export const draftOf = (own: Queries['events'], of: number): Promise<Draft | undefined> =>
  own
    .selectFrom('outbound')
    .select(['id', 'state', 'parts'])
    .where('draft_of', '=', of)
    .executeTakeFirst();

/** It says this from here on; `request`: what it answers, once that is known. Throws DATABASE_UNUSABLE. */
export const become = async (
  own: Queries['events'],
  { id, state, parts }: Draft,
  { parts: said }: OutboundMessage,
  request?: string,
): Promise<void> => {
  const json = JSON.stringify(said);
  const isSame = json === parts;
  const changes: Partial<OutboundRecord> = {
    ...(state === 'sending' && { next_parts: isSame ? null : json }),
    ...(state === 'queued' && { parts: json }),
    ...(state === 'sent' && !isSame && { parts: json, ...AGAIN }),
  };
  await update(own, 'outbound', { id }, { request: request ?? null, ...changes });
};

const later = (ms: number): string => new Date(Date.now() + ms).toISOString();
