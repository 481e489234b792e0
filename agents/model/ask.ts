/**
 * One answer of a model, however many tries it takes: the stream is watched for stalls, what may go well the next time
 * is tried again after a pause, a key that was not accepted is asked for anew, and all of it is said.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { AssistantBlock } from '#lib/model/conversation.ts';
import { RETRY_AFTER_MAX_MS } from '#lib/model/limits.ts';
import type { CredentialResult, ModelSetup, Tokens, UsageReport } from '#lib/protocol/protocol.ts';
import type { ModelRequest } from '#lib/model/request.ts';
import { retryPauseMs } from '#lib/model/retry.ts';
import { type Failure, Stalled, failureOf, isUnreached, sentenced } from './failure.ts';
import { TurnCancelled } from '#agents/acp/answer.ts';
import type { Kernel } from './kernel.ts';
import { CutOff } from './no-answer.ts';
import type { ModelEvent, AnswerEnd } from './provider.ts';
import { reach } from './providers.ts';
import type { ModelSession } from './session.ts';
import type { Tunnels } from '#kernel/wire/tunnel.ts';

/** One answer of the model, whole, with what it cost. */
export interface ModelAnswer {
  readonly blocks: readonly AssistantBlock[];
  /** Calls whose input is none. */
  readonly broken: ReadonlySet<AssistantBlock>;
  readonly stop: AnswerEnd;
  /** What the provider counted. */
  readonly tokens: Tokens | undefined;
  /** The kernel wants no further request to be made, and says why. */
  readonly budget: string | undefined;
}

/** How a request to the model ended: an answer, a failure, a used-up budget, or the human's cancel. */
export type RequestOutcome =
  | { readonly kind: 'answer'; readonly answer: ModelAnswer }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly tries: number }
  /** The budget ended it in the middle. */
  | { readonly kind: 'budget'; readonly sentence: string }
  /** The turn was cancelled; `text` is what had been said. */
  | { readonly kind: 'cancelled'; readonly text: string };

/** What every request of a turn is made with. */
export interface AskParts {
  readonly session: ModelSession;
  readonly setup: ModelSetup;
  readonly kernel: Kernel;
  readonly tunnels: Tunnels;
}

/** What this one request is for. */
export interface AskOptions {
  readonly purpose: UsageReport['purpose'];
  /** Does the human read along? */
  readonly shown: boolean;
  /** That a tool is called is enough: the rest of it is not waited for. */
  readonly untilCall?: boolean;
}

/** What came of one try. */
interface Draft {
  text: string;
  readonly blocks: AssistantBlock[];
  readonly broken: Set<AssistantBlock>;
  stop: AnswerEnd | undefined;
  usage: { readonly tokens: Tokens; readonly model: string } | undefined;
}

const MS = 1000;

/** Asks the model. Throws what is a bug, and when the connection to the kernel is lost. */
export const askModel = async (
  parts: AskParts,
  request: ModelRequest,
  options: AskOptions,
): Promise<RequestOutcome> => {
  const { session, setup, kernel } = parts;
  let isRenewed = false;
  for (let tries = 1; ; tries += 1) {
    const draft: Draft = {
      text: '',
      blocks: [],
      broken: new Set(),
      stop: undefined,
      usage: undefined,
    };
    const failure = await attempt(parts, request, options, draft);
    if (draft.usage !== undefined) {
      const { tokens, model } = draft.usage;
      kernel.used({ ...tokens, model, purpose: options.purpose });
    }
    // Nothing is asked behind the last answer of a turn: the kernel looks before the next one.
    const isEnd = failure === undefined && options.purpose === 'turn' && isComplete(draft);
    const budget = isEnd || draft.usage === undefined ? undefined : await kernel.budget();
    if (kernel.signal.aborted) return { kind: 'cancelled', text: draft.text };
    if (failure === undefined) return { kind: 'answer', answer: answerOf(draft, budget) };
    if (budget !== undefined) return { kind: 'budget', sentence: budget };
    if (failure.kind === 'credential' && setup.needsKey && !isRenewed) {
      isRenewed = true;
      const renewed = await kernel.credential({ refused: true });
      if (!renewed.ok)
        return {
          kind: 'failed',
          failure: { ...failure, what: `${sentenced(failure.what)} ${renewed.refusal.text}` },
          tries,
        };
      session.credential = renewed.value;
      continue;
    }
    const isLast = failure.kind !== 'again' || tries >= setup.tries;
    if (isLast || (failure.waitMs ?? 0) > RETRY_AFTER_MAX_MS)
      return { kind: 'failed', failure, tries };
    if (draft.text !== '' && options.shown)
      kernel.say('\n\n[The answer was cut off here and begins again.]\n\n');
    await waitFor(failure, tries, parts);
    if (kernel.signal.aborted) return { kind: 'cancelled', text: '' };
  }
};

/** Does the model want nothing more? */
const isComplete = ({ blocks, stop }: Draft): boolean =>
  stop !== 'pause' && stop !== 'context' && blocks.every(({ type }) => type !== 'tool_use');

const answerOf = (
  { blocks, broken, stop, usage }: Draft,
  budget: string | undefined,
): ModelAnswer => ({
  blocks: blocks.filter((block) => block.type !== 'text' || block.text.trim() !== ''),
  broken,
  stop: stop ?? 'end',
  tokens: usage?.tokens,
  budget,
});

const waitFor = async (
  { what, waitMs }: Failure,
  failures: number,
  { setup, kernel }: AskParts,
): Promise<void> => {
  const ms = retryPauseMs(failures, waitMs, Math.random());
  await kernel.status(
    `Try ${failures} of ${setup.tries} failed: ${sentenced(what)} The next one is in ${(ms / MS).toFixed(1)} s.`,
  );
  // Cut short where the turn is cancelled: whoever called looks.
  await pause(ms, undefined, { signal: kernel.signal }).catch(() => undefined);
};

/** One try, put into `draft` as it comes; why it failed, if it did. */
const attempt = async (
  { session, setup, kernel, tunnels }: AskParts,
  request: ModelRequest,
  { shown, untilCall = false }: AskOptions,
  draft: Draft,
): Promise<Failure | undefined> => {
  const key = await credentialOf(session, setup, kernel);
  if (key !== undefined && 'kind' in key) return key;
  session.reached = await reach(session.reached, setup, key, tunnels);
  const { provider, watch } = session.reached;
  const silence = watch.begin(setup.idleSeconds * MS);
  const enough = new AbortController();
  try {
    const signal = AbortSignal.any([kernel.signal, silence, enough.signal]);
    await provider.stream(request, signal, (event) => {
      if (event.type === 'text') {
        draft.text += event.text;
        if (shown) kernel.say(event.text);
      } else if (event.type === 'thought') {
        if (shown) kernel.think(event.text);
      } else if (event.type === 'block') {
        draft.blocks.push(event.block);
        if (event.broken === true) draft.broken.add(event.block);
      } else if (event.type === 'usage') draft.usage = usageOf(event, setup);
      else draft.stop = event.stop;
      if (untilCall && event.type === 'block' && event.block.type === 'tool_use') enough.abort();
    });
    if (draft.stop === undefined) throw new CutOff();
    return undefined;
  } catch (error) {
    if (enough.signal.aborted) return undefined;
    // Libraries say an abort in many ways.
    const why = silence.aborted ? new Stalled(setup.idleSeconds) : error;
    const failure = failureOf(why, key?.value, Date.now());
    if (!setup.name.startsWith('ollama/') || !isUnreached(why)) return failure;
    return { ...failure, what: `${failure.what}; is Ollama running?` };
  } finally {
    watch.end();
  }
};

type Counted = Extract<ModelEvent, { readonly type: 'usage' }>;

/** What a provider counts may be no counts, and its model may have no name: the kernel takes nothing else. */
const usageOf = ({ tokens, model }: Counted, setup: ModelSetup): NonNullable<Draft['usage']> => ({
  tokens: {
    input: countOf(tokens.input),
    cacheRead: countOf(tokens.cacheRead),
    cacheWritten: countOf(tokens.cacheWritten),
    output: countOf(tokens.output),
  },
  model: typeof model === 'string' ? model : setup.model,
});

const countOf = (value: unknown): number =>
  typeof value === 'number' && value > 0 ? Math.min(Math.round(value), Number.MAX_SAFE_INTEGER) : 0;

/** The key for this session; why there is none, if one is needed. */
const credentialOf = async (
  session: ModelSession,
  { needsKey }: ModelSetup,
  kernel: Kernel,
): Promise<CredentialResult | Failure | undefined> => {
  if (!needsKey) return undefined;
  if (session.credential !== undefined) return session.credential;
  try {
    const answer = await kernel.credential({});
    if (!answer.ok) return { kind: 'final', what: answer.refusal.text };
    session.credential = answer.value;
    return answer.value;
  } catch (error) {
    if (error instanceof TurnCancelled) return { kind: 'final', what: 'it was cancelled' };
    throw error;
  }
};
