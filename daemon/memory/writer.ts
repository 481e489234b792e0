/**
 * memory-writer (N33): what a turn was about becomes an episode, at once, as a log would note it; what may be worth keeping
 * beyond it, entities and facts, becomes a proposal, which its owner decides. The owner's plain words are read without a
 * model; where there is one, it reads the turn as well (`reading.ts`). Trust is what the place of the words says, never what
 * a model says: `owner` is what stands in the owner's own words, to the letter.
 */
import { EPISODE_PART_CHARS, LEARNED_A_TURN } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { oneLine } from '#lib/model/bounded.ts';
import type { Trust } from '#daemon/data/columns.ts';
import type { Queries } from '#daemon/data/open.ts';
import { hasReached } from '#daemon/data/event-queries.ts';
import { insert } from '#daemon/data/write.ts';
import type { HandlerResult, HookMoments } from '#daemon/hooks/runner.ts';
import {
  type MemoryAudience,
  audienceOf,
  chatOf,
  lesserTrust,
  readersOfAccepted,
  readersOfNotes,
} from './audience.ts';
import { cleaned, type Knowledge, redactedText } from './knowledge.ts';
import { type Became, proposeKnowledge } from './proposals.ts';
import { type ToldKnowledge, toldIn } from './told.ts';

/** A turn that ended. */
export type EndedTurn = HookMoments['after:runAgent'];

/** A piece that somebody found in a turn, with the words of it that it is from. */
export interface FoundPiece {
  readonly piece: Knowledge;
  readonly quote: string;
}

/** Reads a turn with a model; `undefined` where there is none. Throws what a session throws. */
export type TurnReader = (
  turn: EndedTurn,
  signal: AbortSignal,
) => Promise<readonly FoundPiece[] | undefined>;

/** What the writer works with. */
export interface WriterSite {
  readonly data: Queries;
  readonly read: TurnReader;
}

/** Throws DATABASE_UNUSABLE, and what a session of the reader throws, when all else is kept. */
export const writeMemory = async (
  { data, read }: WriterSite,
  turn: EndedTurn,
  signal: AbortSignal,
): Promise<HandlerResult> => {
  const audience = await audienceOf(data.agents, turn.session, chatOf(turn.origin));
  const reply = await trustOfReply(data.events, turn, audience);
  await keepEpisode(data, turn, audience, reply);
  // What a file or the clock says is nobody's own word.
  const isSaid = turn.origin.by === 'owner' || turn.origin.by === 'chat';
  const { pieces, ownWords } = isSaid ? toldIn(turn.message) : NOTHING;
  const own = audience.isOwners ? cleaned(ownWords) : '';
  const counts = new Map<Became | 'invalid', number>();
  const propose = async (piece: Knowledge, trust: Trust): Promise<void> => {
    const became = await proposeKnowledge(data, piece, {
      source: sourceOf(turn),
      trust,
      readers: readersOfAccepted(audience),
      request: turn.request,
    }).catch(invalidOr);
    counts.set(became, (counts.get(became) ?? 0) + 1);
  };
  const plain: Trust = audience.isOwners ? 'owner' : 'outside';
  for (const piece of pieces.slice(0, LEARNED_A_TURN)) await propose(piece, plain);
  const found = signal.aborted ? [] : ((await read(turn, signal)) ?? []);
  for (const { piece, quote } of found.slice(0, LEARNED_A_TURN)) {
    if (signal.aborted) break;
    const words = cleaned(quote);
    // Nobody has said what stands nowhere: it is the model's own, or something that it was told to say.
    if (words === '' || !cleaned(`${turn.message}\n${turn.reply}`).includes(words)) continue;
    await propose(piece, own.includes(words) ? 'owner' : reply);
  }
  return { note: noteOf(counts) };
};

const NOTHING: ToldKnowledge = { pieces: [], ownWords: '' };

/** Where it was learnt. */
const sourceOf = ({ session, request }: Pick<EndedTurn, 'session' | 'request'>): string =>
  `session ${session}, request ${request}`;

/**
 * Of an agent's reply: an agent's, unless its session reached for something, which may have come from outside, or others take
 * part. Throws DATABASE_UNUSABLE.
 */
const trustOfReply = async (
  events: Queries['events'],
  { session }: EndedTurn,
  { isOwners }: MemoryAudience,
): Promise<Trust> => (!isOwners || (await hasReached(events, session)) ? 'outside' : 'agent');

/** One for each turn, without credentials. */
const keepEpisode = async (
  { memory, agents }: Pick<Queries, 'memory' | 'agents'>,
  turn: EndedTurn,
  audience: MemoryAudience,
  reply: Trust,
): Promise<void> => {
  const { isOwners } = audience;
  const isFromFile = turn.origin.by === 'automation' || turn.origin.by === 'clock';
  const who = isFromFile ? 'The workspace' : isOwners ? 'The owner' : 'Somebody';
  const asked = await shortened(turn.message);
  const answered = await shortened(turn.reply);
  const row = await agents
    .selectFrom('turns')
    .select('started_at')
    .where('request', '=', turn.request)
    .executeTakeFirst();
  const ended = new Date().toISOString();
  await insert(memory, 'episodes', {
    session: turn.session,
    summary: `${who} said: ${asked === '' ? '(nothing)' : asked} / The agent answered: ${answered === '' ? '(nothing)' : answered}`,
    started_at: row?.started_at ?? ended,
    ended_at: ended,
    source: sourceOf(turn),
    trust: lesserTrust(isOwners ? 'owner' : 'outside', reply),
    readers: readersOfNotes(audience),
    request: turn.request,
  });
};

/** Redacted before it is cut: half a credential is not recognised. */
const shortened = async (text: string): Promise<string> =>
  oneLine(cleaned(await redactedText(text)), EPISODE_PART_CHARS);

const invalidOr = (error: unknown): 'invalid' => {
  if (error instanceof Refusal && error.code === 'KNOWLEDGE_INVALID') return 'invalid';
  throw error;
};

const noteOf = (counts: ReadonlyMap<string, number>): string =>
  ['1 episode', ...[...counts].map(([what, count]) => `${count} ${what}`)].join(', ');
