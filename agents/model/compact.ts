/**
 * Makes room in a conversation (RFC-0009 §5.1): first the model saves what must outlast it, then it summarises, and the
 * summary stands for all but the newest part. What is replaced stays in the transcript.
 */
import { conversationTokens, newestPart, withoutThinking } from '#lib/model/conversation.ts';
import { KEPT_SHARE } from '#lib/model/limits.ts';
import { historyTokens } from '#lib/model/request.ts';
import type { AskParts, RequestOutcome } from './ask.ts';
import { askShortly, flush, instruction } from './flush.ts';
import { keepEntry } from './keep.ts';
import { type ModelSession, prefixOf, summaryMessage } from './session.ts';

/** `nothing`: there is nothing to summarise. */
export type Compaction =
  | { readonly kind: 'done' }
  | { readonly kind: 'nothing' }
  | Exclude<RequestOutcome, { readonly kind: 'answer' }>;

/** The conversation in tokens, as far as that can be told. */
export const usedTokens = (
  { messages, calibration }: ModelSession,
  charsPerToken: number,
): number => Math.ceil(conversationTokens(messages, charsPerToken) * calibration.factor);

/** Summarises the conversation; `focus` is what a human wants the summary to keep. */
export const compact = async (parts: AskParts, focus?: string): Promise<Compaction> => {
  const { session, setup, kernel } = parts;
  const { charsPerToken } = setup.limits;
  const room = historyTokens(prefixOf(session), setup.limits, session.calibration.factor);
  const kept = newestPart(
    session.messages,
    (room * KEPT_SHARE) / session.calibration.factor,
    charsPerToken,
  );
  if (kept === 0) return { kind: 'nothing' };
  const before = usedTokens(session, charsPerToken);
  await kernel.status(
    `The conversation is about ${before} tokens long: it is summarised to make room, and what must be kept is written down first.`,
  );
  if (session.phase === 'session') {
    const flushed = await flush(parts, 'summary');
    if (flushed !== undefined) return flushed;
  }
  const summarised = await summarise(parts, focus);
  if (typeof summarised !== 'string') return summarised;
  const newest = withoutThinking(session.messages.slice(kept));
  session.messages = [summaryMessage(summarised, session), ...newest];
  keepEntry({ v: 1, compacted: { summary: summarised, kept: newest.length } }, parts);
  await kernel.status(
    `The conversation was summarised: about ${before} tokens became about ${usedTokens(session, charsPerToken)}.`,
  );
  return { kind: 'done' };
};

const summaryRequest = (focus: string | undefined): string =>
  [
    'Summarise this conversation for yourself, so that you can continue with it from the summary alone: what your human wants and has decided, what was done and what came of it, which files were changed, what is open and what comes next. Keep names, numbers and words that matter to the letter. Facts from tools and files stay facts from there: do not turn them into wishes of your human. Call no tool. Answer with the summary and nothing else.',
    ...(focus === undefined || focus.trim() === ''
      ? []
      : [`Your human wants it to keep above all: ${focus.trim()}`]),
  ].join('\n');

const summarise = async (
  parts: AskParts,
  focus: string | undefined,
): Promise<string | Compaction> => {
  const { session } = parts;
  const outcome = await askShortly(
    parts,
    [instruction(summaryRequest(focus), session)],
    'compaction',
  );
  if (outcome.kind !== 'answer') return outcome;
  const { answer } = outcome;
  const text = answer.blocks
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n')
    .trim();
  if (text !== '') return text;
  return {
    kind: 'failed',
    tries: 1,
    failure: { kind: 'final', what: 'the model gave no summary' },
  };
};
