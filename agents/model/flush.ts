/** What must last is written down before it is lost (RFC-0009 §5.1): before a summary, and at the end of a session. */
import {
  type Message,
  type ToolUse,
  callsIn,
  newestPart,
  textBlock,
} from '#lib/model/conversation.ts';
import { COMPACTION_OUTPUT_TOKENS, FLUSH_REQUESTS } from '#lib/model/limits.ts';
import { answerTokens, prefixTokens, requestOf } from '#lib/model/request.ts';
import { fenceBriefing } from '#lib/prompt/fence.ts';
import { type Lasting, lastingWords } from '#lib/prompt/lasting.ts';
import { type AskParts, type RequestOutcome, askModel } from './ask.ts';
import { runCalls } from './exchange.ts';
import { sentenced } from './failure.ts';
import { type ModelSession, prefixOf } from './session.ts';

/** What becomes of the conversation, which is what a flush is for. */
const REASONS = {
  summary:
    'This conversation is about to be summarised, and what is not in the summary will be gone.',
  end: 'The session ends, and with it this conversation.',
} as const;

type Reason = keyof typeof REASONS;

const saving = (reason: Reason, where: string): string =>
  `${REASONS[reason]} Save now what must outlast it: ${where}. Save only what is not written down yet. If there is nothing, or when you are done, answer with the word "done" and nothing else.`;

/** What ends a flush and what it was for; a failure of the model alone does not. */
type FlushEnd = Exclude<RequestOutcome, { readonly kind: 'answer' } | { readonly kind: 'failed' }>;

/** The model writes down what must be kept, where the layout has a place for it. */
export const flush = async (parts: AskParts, reason: Reason): Promise<FlushEnd | undefined> => {
  const { session, kernel } = parts;
  const where = lastingWords(session.lasting);
  if (where === undefined) return undefined;
  const messages: Message[] = [instruction(saving(reason, where), session)];
  for (let requests = 0; requests < FLUSH_REQUESTS; requests += 1) {
    const outcome = await askShortly(parts, messages, 'flush');
    if (outcome.kind === 'cancelled' || outcome.kind === 'budget') return outcome;
    if (outcome.kind === 'failed') {
      await kernel.status(
        `Nothing could be written down before the ${reason}: ${sentenced(outcome.failure.what)}`,
      );
      return undefined;
    }
    const { answer } = outcome;
    if (answer.budget !== undefined) return { kind: 'budget', sentence: answer.budget };
    const said: Message = { role: 'assistant', content: answer.blocks };
    if (callsIn(said).length === 0) return undefined;
    const results = await runCalls(answer, parts, (call) => notForFlush(call, session.lasting));
    if (kernel.signal.aborted) return { kind: 'cancelled', text: '' };
    messages.push(said, { role: 'user', content: results });
  }
  return undefined;
};

const ON_FILES: ReadonlySet<string> = new Set(['read_file', 'write_file', 'edit_file']);

/** Why a call is refused; `undefined` where it saves something. */
const notForFlush = ({ name, input }: ToolUse, lasting: Lasting): string | undefined => {
  const path = input['path'];
  const isOfMemory = ON_FILES.has(name) && lasting.memory.some((file) => file === path);
  if (name === 'append_today' || isOfMemory) return undefined;
  return `Not now: only what saves something. You may ${lastingWords(lasting) ?? 'write nothing'}.`;
};

/** The kernel's word, behind the conversation. */
export const instruction = (text: string, { nonce }: ModelSession): Message => ({
  role: 'user',
  content: [textBlock(fenceBriefing(text, nonce))],
});

/** Of what there should be room for, how much is sent: a provider may find less room than was reckoned. */
const SHARES = [1, 0.5, 0.25] as const;

/** Asks behind as much of the newest conversation as the provider takes. */
export const askShortly = async (
  parts: AskParts,
  behind: readonly Message[],
  purpose: 'flush' | 'compaction',
): Promise<RequestOutcome> => {
  const { session, setup } = parts;
  let outcome: RequestOutcome | undefined;
  for (const share of SHARES) {
    const messages = [...fitting(parts, share), ...behind];
    const most = compactionTokens(setup.limits);
    const request = requestOf(setup.model, setup.limits, prefixOf(session), messages, most);
    outcome = await askModel(parts, request, { purpose, shown: false });
    if (outcome.kind !== 'failed' || outcome.failure.kind !== 'context') return outcome;
  }
  return outcome ?? { kind: 'cancelled', text: '' };
};

/** As much of the newest conversation as there is room for beside an answer, or a share of it. */
const fitting = ({ session, setup }: AskParts, share: number): readonly Message[] => {
  const { limits } = setup;
  const { factor } = session.calibration;
  const room =
    limits.contextTokens -
    compactionTokens(limits) -
    prefixTokens(prefixOf(session), limits).all * factor;
  const from = newestPart(session.messages, (room * share) / factor, limits.charsPerToken);
  const messages = session.messages.slice(from);
  return from === 0 || messages[0]?.role === 'user'
    ? messages
    : [{ role: 'user', content: [textBlock('[What was said before is left out.]')] }, ...messages];
};

const compactionTokens = (limits: AskParts['setup']['limits']): number =>
  Math.min(COMPACTION_OUTPUT_TOKENS, answerTokens(limits));
