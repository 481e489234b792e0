/**
 * A turn: the model answers, its calls of tools are run, and it answers again, until it has nothing more to call, or
 * something ends it. The conversation is valid after every turn, however that ends.
 */
import type { StopReason } from '@agentclientprotocol/sdk';
import {
  type Message,
  type UserBlock,
  callsIn,
  conversationTokens,
  textBlock,
  withoutThinking,
} from '#lib/model/conversation.ts';
import { HISTORY_MIN_TOKENS, TURN_REQUESTS } from '#lib/model/limits.ts';
import type { TurnMetaEnd } from '#lib/protocol/protocol.ts';
import { historyTokens, prefixTokens, requestOf } from '#lib/model/request.ts';
import { type AskParts, type ModelAnswer, type RequestOutcome, askModel } from './ask.ts';
import { compact, usedTokens } from './compact.ts';
import { runCalls } from './exchange.ts';
import { type Failure, sentenced } from './failure.ts';
import { keep, takeBack } from './keep.ts';
import { prefixOf } from './session.ts';

/** What a turn may do only once, however often there is reason for it. */
interface Once {
  compacted: boolean;
  thinkingDropped: boolean;
}

/** Why a turn ended: what the protocol has, or no answer, or a budget. */
export type TurnEnd = StopReason | TurnMetaEnd;

/** What a step of a turn leads to: the next one, or the end. */
type Step = TurnEnd | 'next';

/** Takes a turn with what the human said. Throws what is a bug. */
export const takeTurn = async (said: readonly UserBlock[], parts: AskParts): Promise<TurnEnd> => {
  const { session, kernel } = parts;
  const question: Message = { role: 'user', content: said };
  keep(question, parts);
  const once: Once = { compacted: false, thinkingDropped: false };
  for (let requests = 0; requests < TURN_REQUESTS; requests += 1) {
    const step = await takeStep(parts, once);
    if (step === 'refusal') {
      // A provider goes on refusing what it refused once.
      const from = session.messages.indexOf(question);
      if (from !== -1) {
        takeBack(from, parts);
        session.files.takenBack();
      }
    }
    if (step !== 'next') return step;
  }
  kernel.say(`\n\nI stopped after ${TURN_REQUESTS} steps; say "go on" if I shall.\n`);
  return 'max_turn_requests';
};

const takeStep = async (parts: AskParts, once: Once): Promise<Step> => {
  const stop = await makeRoom(parts, once);
  if (stop !== undefined) return stop;
  const { session, setup } = parts;
  const prefix = prefixOf(session);
  await explainCache(parts);
  const request = requestOf(setup.model, setup.limits, prefix, session.messages);
  const estimated =
    prefixTokens(prefix, setup.limits).all +
    conversationTokens(session.messages, setup.limits.charsPerToken);
  const outcome = await askModel(parts, request, { purpose: 'turn', shown: true });
  if (outcome.kind === 'failed' && (await recoverOnce(outcome.failure, parts, once))) return 'next';
  if (outcome.kind !== 'answer') return endOn(outcome, parts);
  const { tokens } = outcome.answer;
  if (tokens !== undefined)
    session.calibration.learn(estimated, tokens.input + tokens.cacheRead + tokens.cacheWritten);
  return goOn(outcome.answer, parts, once);
};

/** Summarises a conversation that has outgrown its place. Why the turn ends, if it does. */
const makeRoom = async (parts: AskParts, once: Once): Promise<TurnEnd | undefined> => {
  const { session, setup, kernel } = parts;
  const room = historyTokens(prefixOf(session), setup.limits, session.calibration.factor);
  if (room < HISTORY_MIN_TOKENS) {
    kernel.say(
      `The files of this workspace take up so much of what ${setup.model} takes at once (${setup.limits.contextTokens} tokens) that no conversation has room beside them. Shorten them, or choose a model that takes more.\n`,
    );
    return 'failed';
  }
  if (once.compacted || usedTokens(session, setup.limits.charsPerToken) <= room) return undefined;
  once.compacted = true;
  return compactOrEnd(parts);
};

const compactOrEnd = async (parts: AskParts): Promise<TurnEnd | undefined> => {
  const compaction = await compact(parts);
  return compaction.kind === 'done' || compaction.kind === 'nothing'
    ? undefined
    : endOn(compaction, parts);
};

/** Can the request be made so that it is taken? Each way is tried once in a turn. */
const recoverOnce = async ({ kind }: Failure, parts: AskParts, once: Once): Promise<boolean> => {
  const { session } = parts;
  if (kind === 'thinking' && !once.thinkingDropped) {
    once.thinkingDropped = true;
    session.messages = [...withoutThinking(session.messages)];
    return true;
  }
  if (kind !== 'context' || once.compacted) return false;
  once.compacted = true;
  return (await compact(parts)).kind === 'done';
};

type End = Exclude<RequestOutcome, { readonly kind: 'answer' }>;

/** Says why there is no answer. What had been said when the human stopped it stays said. */
const endOn = async (end: End, parts: AskParts): Promise<TurnEnd> => {
  const { kernel } = parts;
  if (end.kind === 'cancelled') {
    if (end.text.trim() !== '') keep({ role: 'assistant', content: [textBlock(end.text)] }, parts);
    return 'cancelled';
  }
  const sentence = end.kind === 'budget' ? end.sentence : sentenceOn(end.failure, end.tries);
  kernel.say(`${sentence}\n`);
  return end.kind;
};

const sentenceOn = ({ kind, what }: Failure, tries: number): string => {
  const tried = tries > 1 ? ` I tried ${tries} times.` : '';
  const remedy =
    kind === 'again'
      ? ' What you said is kept: say something to try again.'
      : kind === 'context'
        ? ' The conversation is too long for this model: use /compact, or a model that takes more.'
        : '';
  return `I have no answer: ${sentenced(what)}${tried}${remedy}`;
};

const goOn = async (answer: ModelAnswer, parts: AskParts, once: Once): Promise<Step> => {
  const { kernel } = parts;
  if (answer.stop === 'context') return onFullWindow(parts, once);
  if (answer.stop === 'refusal') {
    kernel.say(
      '\n\nThe model declined to answer this. What was said in this turn is taken back.\n',
    );
    return 'refusal';
  }
  const said: Message = { role: 'assistant', content: answer.blocks };
  const calls = callsIn(said);
  const words = answer.blocks.some(({ type }) => type === 'text');
  if (calls.length > 0 || words) keep(said, parts);
  if (calls.length > 0) {
    const results = await runCalls(answer, parts, () => answer.budget);
    keep({ role: 'user', content: results }, parts);
  }
  if (kernel.signal.aborted) return 'cancelled';
  if (answer.budget !== undefined) {
    kernel.say(`\n\n${answer.budget}\n`);
    return 'budget';
  }
  if (calls.length > 0) return 'next';
  if (answer.stop === 'length') return 'max_tokens';
  if (answer.stop !== 'pause') return 'end_turn';
  keep({ role: 'user', content: [textBlock('Go on.')] }, parts);
  return 'next';
};

/** The answer stopped because nothing more has room: it begins again, after a summary. */
const onFullWindow = async (parts: AskParts, once: Once): Promise<Step> => {
  const { kernel } = parts;
  if (once.compacted) {
    kernel.say(
      '\n\nThe conversation is as long as this model takes, also after a summary. Use a model that takes more.\n',
    );
    return 'max_tokens';
  }
  once.compacted = true;
  kernel.say('\n\n[The answer was cut off here and begins again.]\n\n');
  return (await compactOrEnd(parts)) ?? 'next';
};

/** Says once that what stays the same is too short to be kept by the provider. */
const explainCache = async ({ session, setup, kernel }: AskParts): Promise<void> => {
  if (session.cacheExplained || setup.wire !== 'anthropic') return;
  session.cacheExplained = true;
  const tokens = prefixTokens(prefixOf(session), setup.limits).all;
  if (tokens >= setup.limits.cacheMinTokens) return;
  await kernel.status(
    `What stays the same of the prompt (about ${tokens} tokens) is shorter than ${setup.model} caches (${setup.limits.cacheMinTokens} tokens), so it is paid for in full with each request.`,
  );
};
