/**
 * Makes room in a conversation (RFC-0009 §5.1): first the model saves what must outlast it, then it summarises, and the
 * summary stands for all but the newest part. What is replaced stays in the transcript.
 */
import {
  type Message,
  type ToolUse,
  callsIn,
  conversationTokens,
  newestPart,
  textBlock,
  withoutThinking,
} from '#lib/model/conversation.ts';
import { COMPACTION_OUTPUT_TOKENS, FLUSH_REQUESTS, KEPT_SHARE } from '#lib/model/limits.ts';
import { answerTokens, historyTokens, prefixTokens, requestOf } from '#lib/model/request.ts';
import { fenceBriefing } from '#lib/prompt/fence.ts';
import { type AskParts, type Outcome, ask } from './ask.ts';
import { runCalls } from './exchange.ts';
import { sentenced } from './failure.ts';
import { type Session, prefixOf, summaryMessage } from './session.ts';
import { keepEntry } from './keep.ts';

/** `nothing`: there is nothing to summarise. */
export type Compaction =
  | { readonly kind: 'done' }
  | { readonly kind: 'nothing' }
  | Exclude<Outcome, { readonly kind: 'answer' }>;

/** The conversation in tokens, as far as that can be told. */
export const usedTokens = ({ messages, calibration }: Session, charsPerToken: number): number =>
  Math.ceil(conversationTokens(messages, charsPerToken) * calibration.factor);

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
    const flushed = await flush(parts);
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

/** As much of the newest conversation as there is room for beside an answer; a compaction may be asked for too late. */
const fitting = ({ session, setup }: AskParts): readonly Message[] => {
  const { limits } = setup;
  const { factor } = session.calibration;
  const room =
    limits.contextTokens -
    compactionTokens(setup.limits) -
    prefixTokens(prefixOf(session), limits).semiStatic * factor;
  const from = newestPart(session.messages, room / factor, limits.charsPerToken);
  const messages = session.messages.slice(from);
  return from === 0 || messages[0]?.role === 'user'
    ? messages
    : [{ role: 'user', content: [textBlock('[What was said before is left out.]')] }, ...messages];
};

const compactionTokens = (limits: AskParts['setup']['limits']): number =>
  Math.min(COMPACTION_OUTPUT_TOKENS, answerTokens(limits));

const FLUSH =
  'This conversation is about to be summarised, and what is not in the summary will be gone. Save now what must outlast it: append to the log of today, and in a main session curate MEMORY.md where something belongs there for good. Save only what is not written down yet. If there is nothing, or when you are done, answer with the word "done" and nothing else.';

/** The model writes down what must be kept. What ends it all, if anything does: a failure alone does not. */
const flush = async (parts: AskParts): Promise<Compaction | undefined> => {
  const { session, kernel } = parts;
  const messages: Message[] = [...fitting(parts), instruction(FLUSH, session)];
  for (let requests = 0; requests < FLUSH_REQUESTS; requests += 1) {
    const outcome = await askShortly(parts, messages, 'flush');
    if (outcome.kind === 'cancelled' || outcome.kind === 'budget') return outcome;
    if (outcome.kind === 'failed') {
      await kernel.status(
        `Nothing could be written down before the summary: ${sentenced(outcome.failure.what)}`,
      );
      return undefined;
    }
    const { answer } = outcome;
    if (answer.budget !== undefined) return { kind: 'budget', sentence: answer.budget };
    const said: Message = { role: 'assistant', content: answer.blocks };
    if (callsIn(said).length === 0) return undefined;
    const results = await runCalls(answer, parts, isForFlush);
    if (kernel.signal.aborted) return { kind: 'cancelled', text: '' };
    messages.push(said, { role: 'user', content: results });
  }
  return undefined;
};

const NOT_NOW = 'Not now: only append_today, and reading and changing MEMORY.md.';
const OF_MEMORY: ReadonlySet<string> = new Set(['read_file', 'write_file', 'edit_file']);

const isForFlush = ({ name, input }: ToolUse): string | undefined =>
  name === 'append_today' || (OF_MEMORY.has(name) && input['path'] === 'MEMORY.md')
    ? undefined
    : NOT_NOW;

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
  const messages = [...fitting(parts), instruction(summaryRequest(focus), session)];
  const outcome = await askShortly(parts, messages, 'compaction');
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

const instruction = (text: string, { nonce }: Session): Message => ({
  role: 'user',
  content: [textBlock(fenceBriefing(text, nonce))],
});

const askShortly = (
  parts: AskParts,
  messages: readonly Message[],
  purpose: 'flush' | 'compaction',
): Promise<Outcome> => {
  const { session, setup } = parts;
  const request = requestOf(
    setup.model,
    setup.limits,
    prefixOf(session),
    messages,
    compactionTokens(setup.limits),
  );
  return ask(parts, request, { purpose, shown: false });
};
